/** Finds out whether the browser has shrunk the content of a PDF. */
import { beginningOf } from './margins.js';
import { PdfFile } from './pdf-file.js';
import { asReference } from './read.js';

/** The scale inside the clip of a page's content area: 300 / 96 by 1.5. It is the same on all pages, and 3.125 usually. */
const SHRUNK = / re\s+W\*? n\s+q\s+2\.0833335 0 0 2\.0833335 /;

/** The compressed bytes that have the scale. */
const NEEDED_BYTES = 512;

/** @returns whether the browser has shrunk content that is wider than its page as far as it does. It cuts what is wider still. */
export function isShrunkToLimit(pdf: Buffer): boolean {
  const file = new PdfFile(pdf);
  const contents = file.firstPage()?.get('Contents');
  const [beginning] = Array.isArray(contents) ? contents : [contents];
  return beginning !== undefined && SHRUNK.test(beginningOf(file.object(asReference(beginning)), NEEDED_BYTES));
}
