/** Makes a printed PDF conform to PDF/A and PDF/UA. */

import { type Conformance, wantsTags } from '@toolpress/contract';
import type { Conformer } from '@toolpress/pdf';
import {
  asDictionary,
  type Dictionary,
  type DocumentInfo,
  isReference,
  listOf,
  type PdfEdit,
  writeInfo,
} from '@toolpress/pdf/edit';
import { type DocumentStructure, repairStructure } from '../structure/structure.js';
import { markContent } from './content.js';
import { addOutputIntent } from './output-intent.js';
import { type XmpSchema, xmpPacket } from './xmp.js';

/** Makes a PDF conform. */
export class Conforming implements Conformer {
  /** Further metadata, such as that of an embedded invoice. */
  schemas: readonly XmpSchema[] = [];

  constructor(
    readonly levels: readonly Conformance[],
    readonly info: DocumentInfo,
    public structure?: DocumentStructure,
  ) {}

  /** Whether it repairs the tags, and the characters with them: for PDF/A level A and PDF/UA. */
  get repairsTags(): boolean {
    return wantsTags(this.levels);
  }

  /** @throws MissingGlyphs for characters that are in no font. */
  apply(edit: PdfEdit): void {
    const { levels, info, schemas, structure } = this;
    const divided = markContent(edit, levels, structure?.hasEmphasis);
    if (this.repairsTags) repairStructure(edit, structure, divided);
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
}

/** Makes readers show the title instead of the file name (ISO 14289-1, 7.1). */
function showTitle(edit: PdfEdit): void {
  const preferences: Dictionary = new Map(
    asDictionary(edit.follow(edit.catalog.get('ViewerPreferences')) ?? new Map()),
  );
  edit.catalog.set('ViewerPreferences', preferences.set('DisplayDocTitle', 'true'));
}

/** The limit in bytes (ISO 19005-2, 6.1.13). */
const MAX_NAME = 127;

/** Shortens names of places. Chromium names a place by the `id` of its element, and 15 characters in Japanese take 135 bytes. */
function shortenDestinations(edit: PdfEdit): void {
  const reference = edit.catalog.get('Dests');
  if (!isReference(reference)) return;
  const places = asDictionary(edit.follow(reference));
  const long = [...places.keys()].filter((name) => lengthOf(name) > MAX_NAME);
  if (long.length === 0) return;
  const shorter = new Map(long.map((name, index) => [`/${name}`, `/place#20${index + 1}`]));
  const renamed = [...places].map(([name, place]) => [shorter.get(`/${name}`)?.slice(1) ?? name, place] as const);
  edit.put(reference, { value: new Map(renamed) });
  for (const page of edit.file.pages()) {
    for (const annotation of listOf(edit.follow(asDictionary(edit.follow(page)).get('Annots')))) {
      if (!isReference(annotation)) continue;
      const link: Dictionary = asDictionary(edit.follow(annotation));
      const short = shorter.get(String(link.get('Dest')));
      if (short !== undefined) edit.put(annotation, { value: new Map(link).set('Dest', short) });
    }
  }
}

/** The length of the decoded name: `#20` is one byte. */
const lengthOf = (name: string): number => name.replace(/#[0-9A-Fa-f]{2}/g, ' ').length;
