/** The interface for printing with a page. */
import type { LoadableFonts } from '../resources/own-fonts.js';
import type { PageScript } from './page-script.js';
import type { PageLoads, PrintSettings } from './page-work.js';

export type { PrintSettings };

/** A document in the browser. Page scripts may change it between its prints. */
export interface OpenDocument {
  /** Calls a function of a page script. All scripts of a document share one world. @returns the result; null for undefined. */
  run<Result>(script: PageScript, name: string, ...args: readonly unknown[]): Promise<Result>;
  /** Sets the width for the following scripts, in pixels; undefined: the size before. @param height of the window. Defaults to 1. */
  resize(width: number | undefined, height?: number): Promise<void>;
  /** Prints the document, see `Printer.print`. */
  print(settings: PrintSettings, targets?: readonly string[]): Promise<Buffer>;
}

export interface ContentSize {
  height: number;
  /** The width that the content needs. */
  needed: number;
}

/** A page of the browser, for one piece of work. Every method takes a complete document that was checked. */
export interface Printer {
  /** Returns the PDF of a document. @param targets ids of elements whose places the PDF names, see `destinations`. */
  print(html: string, settings: PrintSettings, targets?: readonly string[]): Promise<Buffer>;
  /** Returns the PDF of a document that others of the account mostly repeat, such as headers. It may be that of an earlier print. */
  printRepeated(html: string, settings: PrintSettings): Promise<Buffer>;
  /** Opens a document for scripts. @param isLaidOut false for scripts that need no layout before they resize the document. */
  open(html: string, isLaidOut?: boolean): Promise<OpenDocument>;
  /** Returns the printed heights of the elements that a selector finds, in inches. */
  heights(html: string, selector: string): Promise<number[]>;
  /** Returns the height of a document in a window of this width, rounded up. Both are in inches. */
  contentHeight(html: string, width: number): Promise<number>;
  /** Returns the size that a document needs in a window of this width. All are in pixels. */
  contentSize(html: string, width: number): Promise<ContentSize>;
}

/** Returns a printer that does some things differently. */
export const printerWith = (page: Printer, own: Partial<Printer>): Printer => ({
  print: (...args) => page.print(...args),
  printRepeated: (...args) => page.printRepeated(...args),
  open: (...args) => page.open(...args),
  heights: (...args) => page.heights(...args),
  contentHeight: (...args) => page.contentHeight(...args),
  contentSize: (...args) => page.contentSize(...args),
  ...own,
});

/** A piece of work for one page, which a printer does. */
export interface PrintWork<Result> extends PageLoads {
  /** The account of the documents. Nothing that was printed without one is kept for other work. */
  accountId?: string;
  /** Called after printing with the images that the browser can't read, if any. They are printed empty. */
  onBroken?: (urls: ReadonlySet<string>) => void;
  /** The account's own fonts that its documents may load. */
  ownFonts?: LoadableFonts | undefined;
  /** The factor by which a long document may exceed the usual limits of time. The default is 1. */
  blocks?: number;
  /** Whether it probably only prints documents that load nothing. A thread then need not hold a page between its prints. */
  isAhead?: boolean;
  /** Does the work. The caller receives its result or error. */
  run(printer: Printer): Promise<Result>;
}
