/** What a job shares with its features, and what a feature is. */
import type { RenderJob } from '@toolpress/contract';
import type { GroupableWarning, Report } from '@toolpress/document';
import type { MadeEInvoice } from '@toolpress/e-invoice';
import type { Background, Backgrounds, Finish } from '@toolpress/pdf';
import type { RenderContext } from '@toolpress/queue';
import type { Tracing } from '@toolpress/runtime';
import type { FileKind, FileStore } from '@toolpress/storage';
import type { Printer, PrintWork } from '../browser/printer.js';
import type { Renderer } from '../browser/renderer.js';
import type { ImageSource } from '../resources/image-source.js';
import type { InstalledFonts } from '../resources/installed-fonts.js';
import type { FontFiles, OwnFonts } from '../resources/own-fonts.js';
import type { SheetOptions } from '../resources/sheet-source.js';
import type { OwnThread } from '../scheduling/own-thread.js';
import type { SlowAccounts } from '../scheduling/slow-accounts.js';
import type { Faults } from './faults.js';
import type { Fillings } from './fillings.js';

export interface RenderOptions extends SheetOptions {
  renderer: Renderer;
  images: ImageSource;
  store: Pick<FileStore, 'put' | 'readKept'>;
  tracing: Tracing;
  /** Records documents whose images or sheets are slow. */
  slowAccounts?: SlowAccounts;
  /** The longest time that a file is kept, in seconds. */
  fileTtl: number;
  /** The largest size of a PDF, in bytes. */
  maxPdfBytes: number;
}

/** What all jobs of a worker share. */
export interface RenderServices extends RenderOptions {
  fontFiles: FontFiles;
  installedFonts: InstalledFonts;
  backgrounds: Backgrounds;
  fillings: Fillings;
  ownThread: OwnThread;
  /** The font families of the machine. */
  families: Promise<ReadonlySet<string>>;
}

/** One job while it is rendered. */
export interface JobAtWork {
  readonly services: RenderServices;
  readonly job: RenderJob;
  readonly context: RenderContext;
  /** Milliseconds since the epoch. */
  readonly deadline: number;
  /** The account's own fonts; absent where it has none. */
  readonly ownFonts: OwnFonts | undefined;
  readonly eInvoice: MadeEInvoice | undefined;
  readonly background: Background | undefined;
}

/** What the browser may load for a document, and has to report. */
export type PageNeeds = Partial<Omit<PrintWork<unknown>, 'run'>>;

/** Does a piece of work with a page of the browser, which may load what the features allow. */
export type LendPage = <Result>(run: PrintWork<Result>['run']) => Promise<Result>;

/** A part of rendering one document. The session calls its methods in this order. */
export interface RenderFeature {
  /** Fetches what the document needs. @returns false when that failed, which is among the faults. */
  fetch?(faults: Faults): Promise<boolean>;
  /** Looks for faults before the document is printed. @param lend is absent when something could not be fetched. */
  check?(faults: Faults, lend: LendPage | undefined): Promise<void>;
  /** What the browser may load and has to report. */
  readonly work?: PageNeeds;
  /** Returns what prints the document with this page. */
  printer?(page: Printer): Promise<Printer>;
  /** Looks for faults after the document is printed. @returns whether it has to be printed again. */
  printed?(faults: Faults): boolean;
  /** Returns conditions that make findings matter, see `Reports`. */
  conditions?(): Promise<readonly string[]>;
  /** What the PDF still needs. @param count the number of its pages. */
  finish?(count: number): Partial<Finish>;
  /** Finishes the PDF, and turns errors into the caller's. */
  finishing?(finish: () => Buffer): Buffer;
  /** The kind of the result if it is no PDF. */
  readonly kind?: FileKind;
  /** Makes the result of finished PDFs with some of the pages each. @param count the number of all pages. */
  split?(finish: (pages: readonly number[]) => Promise<Buffer>, count: number): Promise<Buffer>;
  /** What the answer warns of. @param conditions all that matter. */
  reports?(conditions: ReadonlySet<string>): readonly (Report | GroupableWarning)[];
}
