/** Selects, rotates and flattens the pages of a printed PDF. */
import { asDictionary, asReference, isReference, listOf, type PdfValue } from '../file/read.js';
import type { PdfEdit } from '../file/write.js';

/** Entries of the catalog that refer to pages that may be gone. */
const WHOLE_DOCUMENT = ['Dests', 'Names', 'Outlines', 'PageMode', 'PageLabels', 'StructTreeRoot', 'MarkInfo'] as const;

/**
 * Keeps some pages. The result has no bookmarks, no links between pages and no tags, because these describe the whole document.
 *
 * @param kept the positions of the pages, from 0, in the order of the result.
 */
export function selectPages(edit: PdfEdit, kept: readonly number[]): void {
  const pages = edit.file.pages();
  const tree = asReference(edit.catalog.get('Pages'));
  const kids = kept.flatMap((index) => pages[index] ?? []);
  for (const entry of WHOLE_DOCUMENT) edit.catalog.delete(entry);
  for (const page of kids) {
    const value = new Map(asDictionary(edit.follow(page))).set('Parent', tree);
    value.delete('StructParents');
    const annotations = listOf(edit.follow(value.get('Annots')) ?? []);
    value.delete('Annots');
    const left = annotations.filter((one) => !leadsToPage(edit, one));
    if (left.length > 0) value.set('Annots', left);
    edit.put(page, { value });
  }
  edit.put(tree, {
    value: new Map<string, PdfValue>([
      ['Type', '/Pages'],
      ['Count', String(kids.length)],
      ['Kids', kids],
    ]),
  });
}

/** Returns whether an annotation is a link within the document. */
function leadsToPage(edit: PdfEdit, annotation: PdfValue): boolean {
  const value = isReference(annotation) ? edit.follow(annotation) : annotation;
  if (!(value instanceof Map)) return false;
  const action = edit.follow(value.get('A'));
  return value.has('Dest') || (action instanceof Map && action.get('S') === '/GoTo');
}

/** Removes links and other annotations. What they look like is part of the pages of a printed document. */
export function flatten(edit: PdfEdit): void {
  for (const page of edit.file.pages()) {
    const value = new Map(asDictionary(edit.follow(page)));
    if (value.delete('Annots')) edit.put(page, { value });
  }
}

/** Rotates pages clockwise. @param wanted the positions of the pages, from 0. */
export function rotatePages(edit: PdfEdit, wanted: readonly number[], angle: number): void {
  const pages = edit.file.pages();
  for (const page of wanted.flatMap((index) => pages[index] ?? [])) {
    const value = new Map(asDictionary(edit.follow(page)));
    const rotated = ((Number(edit.follow(value.get('Rotate')) ?? 0) || 0) + angle) % 360;
    edit.put(page, { value: value.set('Rotate', String(rotated)) });
  }
}
