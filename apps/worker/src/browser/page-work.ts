/** Work for a page of the browser, and the commands that do it. The commands pass texts on unread: what reads them runs in a thread. */
import type { FontFallback } from '@toolpress/document';
import type { Protocol } from 'puppeteer';
import type { FetchedImages } from '../resources/image-source.js';
import type { LoadableFonts } from '../resources/own-fonts.js';

/** Paper and margins for the browser, in inches. By default it prints backgrounds. */
export type PrintSettings = Protocol.Page.PrintToPDFRequest;

/** In pixels. */
export interface WindowSize {
  width: number;
  height: number;
}

export interface PageMedia {
  type: 'screen' | 'print';
  features: Readonly<Record<string, string>>;
}

export interface PageCommands {
  /** Replaces the `printMark` in blocked addresses of the documents. */
  readonly mark: string;
  /** Whether the browser answers in the order in which it prints. */
  readonly answersInOrder: boolean;
  /**
   * Loads a document, in a window of this size, with everything that it loads.
   *
   * @returns the images that were sent to the page, except those that always show.
   */
  load(html: string, size: WindowSize | undefined): Promise<string[]>;
  /**
   * Loads and prints a document that loads nothing. The command for printing is sent right behind the document, which the page parses
   * before it prints. The load event may come later: it waits for tasks that change nothing on paper. If the order was another one, or
   * something was requested, the document is printed again.
   */
  printAhead(html: string, size: WindowSize | undefined, settings: PrintSettings): Promise<Uint8Array>;
  /** Prints the loaded document. @throws ServiceError for page ranges without a page. */
  print(settings: PrintSettings): Promise<Uint8Array>;
  /** Sets the size of the window in pixels. Without one, it gets the size that it was opened with. */
  resize(size: WindowSize | undefined): Promise<void>;
  /** Creates a world for scripts in the loaded document. @returns its id. */
  openWorld(): Promise<number>;
  /** Evaluates an expression whose value is a text. @throws Error when the script fails. */
  evaluate(world: number, expression: string): Promise<string>;
  /** Returns the images that were sent to the page since the last call or load, except those that always show. */
  takeHanded(): Promise<string[]>;
  /** @throws the error of a font file that the document requested. */
  checkFonts(): Promise<void>;
}

/** The commands, by which a thread may send them. */
export const PAGE_COMMANDS = [
  'load',
  'printAhead',
  'print',
  'resize',
  'openWorld',
  'evaluate',
  'takeHanded',
  'checkFonts',
] as const satisfies readonly (keyof PageCommands)[];

/** What the browser may load for a piece of work, and has to report. */
export interface PageLoads {
  /** The images that its documents may load. */
  images: FetchedImages;
  /** Addresses that its documents may request without an answer, see `Reports`. */
  deadAddresses?: ReadonlySet<string> | undefined;
  /** Called after printing with the addresses of these that were requested. */
  onAsked?: (addresses: ReadonlySet<string>) => void;
  /** Whether its documents may change the page for later ones, see `CheckedDocument`. Each gets a clean page then. */
  changesPage?: boolean;
  /** The fallback fonts of its documents, see `CheckedDocument`. They decide which documents can share a process. */
  fonts?: FontFallback | undefined;
  /** The media that style sheets see; the default is print, without features. */
  media?: PageMedia;
}

/** A piece of work for one page. */
export interface PageWork<Result> extends PageLoads {
  /** The part of `deadAddresses` that is replaced by the mark of the page, which is another one for each work. */
  printMark: string;
  /** The account's own fonts that its documents may load. */
  ownFonts?: Pick<LoadableFonts, 'read'> | undefined;
  /** Does the work. The caller receives its result or error. */
  run(page: PageCommands): Promise<Result>;
}
