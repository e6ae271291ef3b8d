/** Prints a document; then its headers and footers, which depend on how many pages it has and of what sizes. */
import { type RenderJob, ServiceError } from '@toolpress/contract';
import { type Margins, paperSize } from '@toolpress/document';
import { checkPdfSize } from './browser/print-errors.js';
import type { Printer } from './browser/printer.js';
import { checkRoom, edgesOf, marginsFor, plainMargins, printSettings } from './page-layout.js';
import { checkedPageCount, isSameSize, pageSizes, usualSize } from './pdf/count.js';
import { MarginMarks } from './pdf/margins.js';
import type { PreparedDocument } from './prepare-document.js';

export interface PrintedDocument {
  pdf: Buffer;
  /** A PDF of as many pages with the headers and footers to be laid over it. */
  stamps?: Buffer;
}

/** A document with a size of its own is printed once more, now that its size is known; one with margins of its own, to read them. */
const MOST_PRINTS = 2;

/** @throws ServiceError `invalid_parameter` when margins, header or footer do not fit, `page_limit`, `pdf_too_large`. */
export async function printDocument(
  page: Printer,
  { html, headerFooter, ownMargins }: PreparedDocument,
  job: RenderJob,
  maxPdfBytes: number,
): Promise<PrintedDocument> {
  const { pageSize, orientation, margin, tagged } = job;
  const printer: Printer = {
    print: async (text, options) => checkPdfSize(await page.print(text, options), maxPdfBytes),
    heights: (text, selector) => page.heights(text, selector),
  };
  const settings = printSettings(pageSize, orientation, tagged);
  const plain = plainMargins(margin ?? {});
  if (!headerFooter) {
    const pdf = await printer.print(html(plain), settings);
    if (margin && !ownMargins) for (const size of pageSizes(pdf)) checkRoom(plain, size);
    return { pdf };
  }
  // What pages are likely to be; the document's own `@page { size }` may know better.
  let size = paperSize(pageSize ?? 'A4', orientation);
  for (let print = 1; ; print++) {
    const [heights = {}] = await headerFooter.measure(printer, [{ ...size, margins: plain }]);
    const margins = marginsOrError(margin ?? {}, heights, size);
    const pdf = await printer.print(html(margins instanceof ServiceError ? plain : margins), settings);
    checkedPageCount(pdf);
    const usual = usualSize(pageSizes(pdf)) ?? size;
    if (print === MOST_PRINTS || isSameSize(usual, size)) {
      if (margins instanceof ServiceError) throw margins;
      const places = pageSizes(pdf).map((one) => ({ ...one, margins }));
      if (ownMargins) {
        const marks = new MarginMarks();
        const own = marks.read(await printer.print(html(margins, marks.boxes(edgesOf(job))), settings));
        for (const [index, place] of places.entries()) place.margins = own[index] ?? margins;
      }
      return { pdf, stamps: await headerFooter.print(printer, places, settings) };
    }
    size = usual;
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
