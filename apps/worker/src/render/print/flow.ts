/** How the flow of a document is printed: its pages without headers, footers and watermarks. */
import type { Report } from '@toolpress/document';
import type { Destination, PrintedStamps } from '@toolpress/pdf';
import { checkPdfSize } from '../../browser/print-errors.js';
import { type Printer, type PrintSettings, printerWith } from '../../browser/printer.js';
import type { PageOfDocument } from '../headers/page-parts.js';
import type { RequestedLayout } from '../paper/paper.js';
import type { PreparedDocument } from '../prepare/prepared-document.js';

export interface PrintedDocument {
  pdf: Buffer;
  /** Whether it was printed only as far as the first page requires. */
  isBeginning?: boolean;
  /** Its headers, footers and watermarks. */
  stamps?: PrintedStamps;
  /** The places of the elements that the document refers to, by their ids; without those that are not laid out. */
  places?: Flow['places'];
  /** The numbers of pages that it prints, by the ids of the elements on them. */
  numbers?: Flow['numbers'];
  /** Conditions that make findings matter, see `Reports`. */
  conditions?: ReadonlySet<string>;
  reports?: readonly Report[];
  /** The pages, if something on them was not prepared. The document has to be prepared and printed again with them. */
  seen?: readonly PageOfDocument[];
}

/** Prints a document again and again, with what its pages have shown. */
export interface Flow {
  /** Prints other forms of the document, with what is known. */
  readonly printer: Printer;
  /** The page numbers for the next print, by the ids of elements. */
  readonly numbers: ReadonlyMap<string, number>;
  /** The places of the referenced elements in the last print, by their ids. */
  readonly places: ReadonlyMap<string, Destination>;
  /** Whether the next print is only for the places of elements. */
  readonly isDraft: boolean;
  readonly conditions?: ReadonlySet<string> | undefined;
  readonly reports?: readonly Report[] | undefined;
  /** Returns the number of a page. @param page from 1. */
  numberOf(page: number): number;
  /** Prints the document. @param html with `numbers`. */
  print(html: string, settings: PrintSettings): Promise<Buffer>;
  /** Learns from a print. @returns whether it is right. Otherwise the document has to be printed again. */
  settle(pdf: Buffer): boolean;
  /** Forgets its layout, because the next print has pages of other sizes. */
  forget(): void;
}

export interface FlowOptions {
  document: PreparedDocument;
  layout: RequestedLayout;
  /** The largest size of a PDF, in bytes. */
  maxPdfBytes: number;
  /** The account whose usual page numbers are remembered. Without one, none are. */
  accountId?: string | undefined;
}

/** Prints a document whose content depends on its pages. @param print prints it with a flow. It may be called again with another one. */
export type PrintFlow = (
  page: Printer,
  options: FlowOptions,
  print: (flow: Flow) => Promise<PrintedDocument>,
) => Promise<PrintedDocument>;

/** Prints a document whose content does not depend on its pages. */
export const printPlainFlow: PrintFlow = (page, { layout: { firstPageNumber = 1 }, maxPdfBytes }, printWith) => {
  const print: Printer['print'] = async (...args) => checkPdfSize(await page.print(...args), maxPdfBytes);
  return printWith({
    printer: printerWith(page, { print }),
    numbers: new Map(),
    places: new Map(),
    isDraft: false,
    numberOf: (at) => at + firstPageNumber - 1,
    print: (html, settings) => print(html, settings),
    settle: () => true,
    forget: () => undefined,
  });
};
