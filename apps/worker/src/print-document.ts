/** Prints a document; then its headers and footers, which depend on how many pages it has and of what sizes. */
import { type RenderJob, ServiceError } from '@toolpress/contract';
import { type Margins, paperSize } from '@toolpress/document';
import { checkPdfSize } from './browser/print-errors.js';
import type { Printer } from './browser/printer.js';
import { checkRoom, marginsFor, plainMargins, printSettings } from './page-layout.js';
import { checkedPageCount, isSameSize, pageSizes } from './pdf/count.js';
import type { PreparedDocument } from './prepare-document.js';

export interface PrintedDocument {
  pdf: Buffer;
  /** A PDF of as many pages with the headers and footers to be laid over it. */
  stamps?: Buffer;
}

/** A document with a size of its own is printed once more, now that its size is known. */
const MOST_PRINTS = 2;

/** @throws ServiceError `invalid_parameter` when margins, header or footer do not fit, `page_limit`, `pdf_too_large`. */
export async function printDocument(
  page: Printer,
  { html, headerFooter }: PreparedDocument,
  { pageSize, orientation, margin, tagged }: RenderJob,
  maxPdfBytes: number,
): Promise<PrintedDocument> {
  const printer: Printer = {
    print: async (text, options) => checkPdfSize(await page.print(text, options), maxPdfBytes),
    heights: (text, selector) => page.heights(text, selector),
  };
  const settings = printSettings(pageSize, orientation, tagged);
  const plain = plainMargins(margin ?? {});
  if (!headerFooter) {
    const pdf = await printer.print(html(plain), settings);
    if (margin) for (const size of pageSizes(pdf)) checkRoom(plain, size);
    return { pdf };
  }
  // What pages are likely to be; the document's own `@page { size }` may know better.
  let size = paperSize(pageSize ?? 'A4', orientation);
  for (let print = 1; ; print++) {
    const heights = await headerFooter.measure(printer, size, plain);
    const margins = marginsOrError(margin ?? {}, heights, size);
    const pdf = await printer.print(html(margins instanceof ServiceError ? plain : margins), settings);
    checkedPageCount(pdf);
    const sizes = pageSizes(pdf);
    const [first = size] = sizes;
    if (print === MOST_PRINTS || isSameSize(first, size)) {
      if (margins instanceof ServiceError) throw margins;
      return { pdf, stamps: await headerFooter.print(printer, sizes, margins, settings) };
    }
    size = first;
  }
}

/** What does not fit a page of the expected size may still fit one of the document's own. */
function marginsOrError(...args: Parameters<typeof marginsFor>): Margins | ServiceError {
  try {
    return marginsFor(...args);
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}
