/**
 * The tags of a PDF, as PDF/A level A and PDF/UA-1 want them (ISO 19005-3, 6.7; ISO 14289-1, 7): Chromium writes most of them. This
 * adds what it leaves out, and takes out what says nothing.
 */
import type { Words } from '@toolpress/document';
import { ROLES } from '../roles.js';
import type { PdfEdit } from '../write.js';
import { LineEnds } from './line-ends.js';
import { MarkedContents } from './marked-content.js';
import { repairBlocks } from './structure-blocks.js';
import { dropDecoration } from './structure-content.js';
import { nameFormulas } from './structure-formulas.js';
import { readGenerated } from './structure-generated.js';
import { raiseHeadings } from './structure-headings.js';
import { nameLinks, tagLinks } from './structure-links.js';
import { repairLists } from './structure-lists.js';
import { readMarks } from './structure-marks.js';
import { nameNotes, placeNotes } from './structure-notes.js';
import { repairTables } from './structure-tables.js';
import { StructureTree } from './structure-tree.js';

/** What a document says of itself, see `CheckedDocument`. */
export interface DocumentStructure {
  readonly words?: Words | undefined;
  readonly formulas?: readonly string[];
  /** Whether texts of it are not to be read. */
  readonly hidesText?: boolean;
  /** Told the numbers of elements to which CSS adds texts that are read now. */
  readonly onGenerated?: ((numbers: readonly number[]) => void) | undefined;
}

/** @param edit of a PDF whose content is marked, see `markContent`. */
export function repairStructure(
  edit: PdfEdit,
  { words, formulas = [], hidesText = true, onGenerated }: DocumentStructure = {},
): void {
  const tree = StructureTree.of(edit);
  const contents = new MarkedContents(edit);
  readMarks(tree);
  nameFormulas(tree, formulas);
  onGenerated?.(readGenerated(tree, contents, !hidesText));
  dropDecoration(tree, contents);
  nameNotes(tree);
  tagLinks(tree);
  repairBlocks(tree);
  repairLists(tree);
  repairTables(tree);
  placeNotes(tree);
  raiseHeadings(tree);
  nameLinks(tree, contents);
  new LineEnds(contents, words).separate(tree);
  const types = new Set(tree.all().map(({ type }) => type));
  tree.mapRoles(new Map(Object.entries(ROLES).filter(([type]) => types.has(type))));
  contents.write();
  tree.write();
}
