/** Prints a document; then its headers and footers, which depend on how many pages it has and of what sizes. */
import { type RenderJob, ServiceError } from '@toolpress/contract';
import type { Margins } from '@toolpress/document';
import { checkPdfSize } from './browser/print-errors.js';
import type { Printer } from './browser/printer.js';
import { checkRoom, defaultMargin, edgesOf, marginsFor, paperOf, plainMargins, printSettings } from './page-layout.js';
import { checkedPageCount, isSameSize, type PageSizeInches, pageSizes, usualSize } from './pdf/count.js';
import { MarginMarks } from './pdf/margins.js';
import type { PreparedDocument } from './prepare-document.js';
import { printRoll } from './print-roll.js';

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
  document: PreparedDocument,
  job: RenderJob,
  maxPdfBytes: number,
): Promise<PrintedDocument> {
  const { html, headerFooter, ownMargins } = document;
  const { pageSize, orientation, margin, tagged } = job;
  const printer: Printer = {
    print: async (...args) => checkPdfSize(await page.print(...args), maxPdfBytes),
    heights: (text, selector) => page.heights(text, selector),
    contentHeight: (text, width) => page.contentHeight(text, width),
  };
  const paper = paperOf(job);
  const settings = printSettings(pageSize, orientation, tagged, paper);
  const plain = plainMargins(margin ?? {}, defaultMargin(paper));
  if (document.hasAutoHeight) return printRoll(printer, document, { margin, plain, settings });
  if (!headerFooter) {
    const pdf = await printer.print(html(plain), settings);
    if (margin && !ownMargins) for (const size of pageSizes(pdf)) checkRoom(plain, size);
    return { pdf };
  }
  // What pages are likely to be; the document's own `@page { size }` may know better.
  let size: PageSizeInches = paper;
  for (let print = 1; ; print++) {
    const [heights = {}] = await headerFooter.measure(printer, [{ ...size, margins: plain }]);
    const margins = marginsOrError(plain, margin ?? {}, heights, size);
    const pdf = await printer.print(html(margins instanceof ServiceError ? plain : margins), settings);
    checkedPageCount(pdf);
    const usual = usualSize(pageSizes(pdf)) ?? size;
    if (print === MOST_PRINTS || isSameSize(usual, size)) {
      if (margins instanceof ServiceError) throw margins;
      const places = pageSizes(pdf).map((one) => ({ ...one, margins }));
      if (ownMargins) {
        const marks = new MarginMarks();
        const own = marks.read(await printer.print(html(margins, { boxes: marks.boxes(edgesOf(job)) }), settings));
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
