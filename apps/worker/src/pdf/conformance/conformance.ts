/** Makes a printed PDF conform to PDF/A and PDF/UA: what the browser leaves out, and what the standards want said. */
import { type Conformance, wantsTags } from '@toolpress/contract';
import { asDictionary, type Dictionary } from '../read.js';
import type { PdfEdit } from '../write.js';
import { markContent } from './content.js';
import { type DocumentInfo, writeInfo, type XmpSchema, xmpPacket } from './metadata.js';
import { shortenDestinations } from './names.js';
import { addOutputIntent } from './output-intent.js';
import { type DocumentStructure, repairStructure } from './structure.js';

export interface Conform {
  levels: readonly Conformance[];
  info: DocumentInfo;
  /** What its metadata says beside the usual, such as of an invoice inside. */
  schemas?: readonly XmpSchema[] | undefined;
  structure?: DocumentStructure;
}

/** The last step but writing: what it says is of the whole document. */
export function conform(edit: PdfEdit, { levels, info, schemas = [], structure }: Conform): void {
  markContent(edit, levels);
  if (wantsTags(levels)) repairStructure(edit, structure);
  if (levels.some((level) => level.startsWith('pdf/a'))) {
    shortenDestinations(edit);
    addOutputIntent(edit);
  }
  const stream = Buffer.from(xmpPacket(info, writeInfo(edit, info), levels, schemas));
  const packet = new Map([
    ['Type', '/Metadata'],
    ['Subtype', '/XML'],
    ['Length', String(stream.length)],
  ]);
  edit.catalog.set('Metadata', edit.add({ value: packet, stream }));
  if (levels.includes('pdf/ua-1')) showTitle(edit);
}

/** ISO 14289-1, 7.1: readers show the title, not the name of the file. */
function showTitle(edit: PdfEdit): void {
  const preferences: Dictionary = new Map(
    asDictionary(edit.follow(edit.catalog.get('ViewerPreferences')) ?? new Map()),
  );
  edit.catalog.set('ViewerPreferences', preferences.set('DisplayDocTitle', 'true'));
}
