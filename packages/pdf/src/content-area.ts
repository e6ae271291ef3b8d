/** Reads from a PDF how wide the content areas of its pages are, and whether the browser has shrunk the content. */
import { beginningOf } from './margins.js';
import { PdfFile } from './pdf-file.js';
import { asDictionary, asReference, type Dictionary } from './read.js';

/** The clip of a content area with its width, and the scale inside. Boxes in the margins may have clips, too. */
const AREA = / ([\d.]{1,15}) ([\d.]{1,15}) re\nW\*? n\nq\n([\d.]{1,15}) 0 0 \3 /g;
/** The clip of a content area whose first text or drawing is turned, at the usual scale. */
const TURNED_AREA = / ([\d.]{1,15}) ([\d.]{1,15}) re\nW\*? n\nq\n/;
const USUAL_SCALE = 3.125;
/** The scale of shrunk content: 300 / 96 by 1.5. It is the same on all pages, and 3.125 usually. */
const SHRUNK = / re\s+W\*? n\s+q\s+2\.0833335 0 0 2\.0833335 /;

/** The compressed bytes that have the scale. */
const NEEDED_BYTES = 512;

/** @returns whether the browser has shrunk content that is wider than its page as far as it does. It cuts what is wider still. */
export function isShrunkToLimit(pdf: Buffer): boolean {
  const file = new PdfFile(pdf);
  const page = file.firstPage();
  return page !== undefined && SHRUNK.test(beginningOfPage(page, file, NEEDED_BYTES));
}

/** @returns the size of the widest content area of the pages, in pixels of the document; undefined if it is unknown. */
export function contentArea(pdf: Buffer): { width: number; height: number } | undefined {
  const file = new PdfFile(pdf);
  const texts = file.pages().map((page) => beginningOfPage(asDictionary(file.follow(page)), file));
  const areas = texts.flatMap((text) => [...text.matchAll(AREA)]);
  const turned = areas.length > 0 ? [] : texts.flatMap((text) => [TURNED_AREA.exec(text) ?? []]);
  const sizes = [...areas, ...turned].map(([, ...numbers]) => {
    const [width = 0, height = 0, scale = USUAL_SCALE] = numbers.map(Number);
    return { width: width / scale, height: height / scale };
  });
  return sizes.reduce<(typeof sizes)[number] | undefined>(
    (widest, one) => (widest && widest.width >= one.width ? widest : one),
    undefined,
  );
}

function beginningOfPage(page: Dictionary, file: PdfFile, mostBytes?: number): string {
  const contents = page.get('Contents');
  const [beginning] = Array.isArray(contents) ? contents : [contents];
  return beginning === undefined ? '' : beginningOf(file.object(asReference(beginning)), mostBytes);
}
