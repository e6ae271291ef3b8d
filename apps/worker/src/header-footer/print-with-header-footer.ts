/** A document, and then its headers and footers, which depend on how many pages it has and of what sizes. */
import { type PageMargin, ServiceError } from '@toolpress/contract';
import type { Margins } from '@toolpress/document';
import type { Printer, PrintSettings } from '../browser/printer.js';
import { marginsFor, plainMargins } from '../page-layout.js';
import { checkedPageCount, isSameSize, type PageSizeInches, pageSizes } from '../pdf/count.js';
import type { HeaderFooter } from './header-footer.js';

export interface PrintedDocument {
  pdf: Buffer;
  /** A PDF of as many pages with the headers and footers to be laid over it. */
  stamps?: Buffer;
}

export interface DocumentToPrint {
  headerFooter: HeaderFooter;
  /** The margins that the request gives. */
  given: PageMargin;
  /** What pages are likely to be; the document's own `@page { size }` may know better. */
  expected: PageSizeInches;
  /** The document itself, by its margins. */
  html: (margins: Margins) => string;
  settings: PrintSettings;
}

/** A document with a size of its own is printed once more, now that its size is known. */
const MOST_PRINTS = 2;

/** @throws ServiceError `invalid_parameter` when header or footer do not fit, `page_limit`. */
export async function printWithHeaderFooter(printer: Printer, options: DocumentToPrint): Promise<PrintedDocument> {
  const { headerFooter, given, html, settings } = options;
  let size = options.expected;
  for (let print = 1; ; print++) {
    const heights = await headerFooter.measure(printer, size, plainMargins(given));
    const margins = fitOrFault(given, heights, size);
    const pdf = await printer.print(html(margins instanceof ServiceError ? plainMargins(given) : margins), settings);
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
function fitOrFault(...args: Parameters<typeof marginsFor>): Margins | ServiceError {
  try {
    return marginsFor(...args);
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}
