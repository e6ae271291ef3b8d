/** What is read from any printed PDF: the number of its pages, their sizes, how they begin, and whether the browser has shrunk them. */
import { constants, inflateSync } from 'node:zlib';
import { MAX_PAGES, MOST_PAGES, ServiceError } from '@toolpress/contract';
import { PdfFile } from '../file/pdf-file.js';
import { asDictionary, asReference, type Dictionary, type PdfObject } from '../file/read.js';

export const POINTS_PER_INCH = 72;

/** The size of a page in inches. */
export interface PageSizeInches {
  width: number;
  height: number;
}

/** @throws Error when the bytes are not a PDF that `PdfFile` reads. */
export const countPages = (pdf: Buffer): number => new PdfFile(pdf).pageCount;

/**
 * @param maxPages the largest number of pages that the document may have.
 * @throws ServiceError `page_limit`, or `document_too_complex` when nothing was printed.
 */
export function checkedPageCount(pdf: Buffer, maxPages = MAX_PAGES): number {
  const pages = countPages(pdf);
  if (pages > maxPages) throw tooManyPages(`has more than ${maxPages} pages`, maxPages);
  if (pages === 0) {
    throw new ServiceError('document_too_complex', 'The document can’t be laid out on pages; make it simpler.');
  }
  return pages;
}

/** @param fault completes “The document …”. @returns the error, which says how longer documents are printed. */
export function tooManyPages(fault: string, maxPages: number): ServiceError {
  const raise = `the operator can allow up to ${MOST_PAGES} (\`pdf.max_pages\`, or the account’s \`max_pages\`)`;
  const split = 'send a batch with `"output": "merged"`, each row of which may have as many';
  return new ServiceError(
    'page_limit',
    `The document ${fault}; a PDF of this account may have ${maxPages} at most: ${maxPages < MOST_PAGES ? `${raise}, or ` : ''}${split}.`,
  );
}

/** @returns whether the PDF has no text and no image. */
export const isBlank = (pdf: Buffer): boolean => !pdf.includes('/Font') && !pdf.includes('/XObject');

/** @returns the sizes of the pages in their order. */
export function pageSizes(pdf: Buffer): PageSizeInches[] {
  const file = new PdfFile(pdf);
  return file.pages().map((page) => sizeOf(asDictionary(file.follow(page)), file));
}

export function sizeOf(page: Dictionary, file: PdfFile): PageSizeInches {
  const box = file.follow(page.get('MediaBox'));
  const [left, bottom, right, top] = Array.isArray(box) ? box.map(Number) : [];
  if (left === undefined || bottom === undefined || right === undefined || top === undefined) {
    throw new Error('a page of the PDF has no size');
  }
  return { width: (right - left) / POINTS_PER_INCH, height: (top - bottom) / POINTS_PER_INCH };
}

/** The tolerance in inches: sizes are rounded to points and pixels when a page is printed. */
const TOLERANCE = 0.03;

export const isSameLength = (one: number, other: number): boolean => Math.abs(one - other) < TOLERANCE;

export const isSameSize = (one: PageSizeInches, other: PageSizeInches): boolean =>
  isSameLength(one.width, other.width) && isSameLength(one.height, other.height);

/** @returns whether both lists have the same sizes in the same order. */
export const haveSameSizes = (some: readonly PageSizeInches[], others: readonly PageSizeInches[]): boolean =>
  some.length === others.length &&
  some.every((size, index) => isSameSize(size, others[index] ?? { width: 0, height: 0 }));

/** @returns the most frequent size, or the first of several. */
export function usualSize(sizes: readonly PageSizeInches[]): PageSizeInches | undefined {
  const count = (size: PageSizeInches): number => sizes.filter((other) => isSameSize(size, other)).length;
  return sizes.reduce<PageSizeInches | undefined>(
    (usual, size) => (usual === undefined || count(size) > count(usual) ? size : usual),
    undefined,
  );
}

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

export function beginningOfPage(page: Dictionary, file: PdfFile, mostBytes?: number): string {
  const contents = page.get('Contents');
  const [beginning] = Array.isArray(contents) ? contents : [contents];
  return beginning === undefined ? '' : beginningOf(file.object(asReference(beginning)), mostBytes);
}

/** The number of compressed bytes to read. Margins are drawn before the content; this is enough for some hundred words in them. */
const BEGINNING = 8 * 1024;

/** @returns the first operators of a page, which draw its margins. @param mostBytes of the stream that are read. */
export function beginningOf({ value, stream = Buffer.alloc(0) }: PdfObject, mostBytes = BEGINNING): string {
  const bytes = stream.subarray(0, mostBytes);
  const isPacked = asDictionary(value).get('Filter') === '/FlateDecode';
  // Truncated data is not an error with this flush. zlib allocates a chunk at once.
  const options = { finishFlush: constants.Z_SYNC_FLUSH, chunkSize: 4 * mostBytes };
  return (isPacked ? inflateSync(bytes, options) : bytes).toString('latin1');
}
