/** What readers show as the number of a page, and look for when one goes to a page. */
import type { PdfValue } from './read.js';
import { type PdfEdit, textString } from './write.js';

/**
 * Labels the pages with their numbers. A label counts from 1 up; those below are texts.
 *
 * @param first the number of the first page.
 */
export function addPageLabels(edit: PdfEdit, first: number): void {
  if (first === 1) return;
  const count = edit.file.pages().length;
  const below = Math.min(Math.max(1 - first, 0), count);
  const labels: PdfValue[] = [];
  for (let index = 0; index < below; index++)
    labels.push(String(index), new Map([['P', textString(String(first + index))]]));
  if (below < count)
    labels.push(
      String(below),
      new Map([
        ['S', '/D'],
        ['St', String(first + below)],
      ]),
    );
  edit.catalog.set('PageLabels', new Map([['Nums', labels]]));
}
