/** The interface to print with a page. */
import type { FontFallback } from '@toolpress/document';
import type { Protocol } from 'puppeteer';
import type { LoadableFonts } from '../fonts/own-fonts.js';
import type { FetchedImages } from '../images/image-source.js';

/** Paper and margins, in inches, as the browser takes them. */
export type PrintSettings = Pick<
  Protocol.Page.PrintToPDFRequest,
  | 'paperWidth'
  | 'paperHeight'
  | 'marginTop'
  | 'marginBottom'
  | 'marginLeft'
  | 'marginRight'
  | 'pageRanges'
  | 'generateTaggedPDF'
>;

/** A document in the browser that scripts of ours may change between its prints. */
export interface OpenDocument {
  /** Runs a script of ours in a world of its own, the same for all of them. @returns its value, as JSON. */
  run(script: string): Promise<unknown>;
  /** Lays the document out so wide for the scripts that follow, pixels; undefined: as it was. */
  resize(width: number | undefined): Promise<void>;
  /** See `Printer.print`. */
  print(settings: PrintSettings, targets?: readonly string[]): Promise<Buffer>;
}

/** One page of the browser, for one piece of work. Every method takes a whole document that has been checked. */
export interface Printer {
  /** @param targets ids of elements whose places are wanted: `destinations` reads them from the PDF. */
  print(html: string, settings: PrintSettings, targets?: readonly string[]): Promise<Buffer>;
  open(html: string): Promise<OpenDocument>;
  /** @returns how high each element that the selector finds is as printed, inches. */
  heights(html: string, selector: string): Promise<number[]>;
  /** @returns how high the document is in so wide a window, rounded up: inches, as the width. */
  contentHeight(html: string, width: number): Promise<number>;
}

/** A piece of work for one page. */
export interface PrintWork<Result> {
  /** The remote images that its documents may load; there is nothing else that they can. */
  images: FetchedImages;
  /** Addresses that its documents may ask for in vain, as `Reports` says. */
  deadAddresses?: ReadonlySet<string>;
  /** Told which of them they have asked for, when they are printed. */
  onAsked?: (addresses: ReadonlySet<string>) => void;
  /** Told which images the browser can't read, if there are any, when the documents are printed: nothing shows in their place. */
  onBroken?: (urls: ReadonlySet<string>) => void;
  /** Whether its documents may change the page for those after them, as `CheckedDocument` says: each has a clean one then. */
  changesPage?: boolean;
  /** Fonts that its documents make Chromium look for, as `CheckedDocument` says: they decide which documents can share a process. */
  fonts?: FontFallback | undefined;
  /** The account's own fonts that its documents may load. */
  ownFonts?: LoadableFonts | undefined;
  /** Its result or error is the caller's. */
  run(printer: Printer): Promise<Result>;
}
