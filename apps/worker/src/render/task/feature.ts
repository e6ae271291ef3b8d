/** What a job needs of the process, what it shares with its features, and what a feature is. */
import type {
  BackgroundPdf,
  Conformance,
  ContentWarning,
  ProtectSecrets,
  RenderJob,
  Sealed,
  StoredFont,
} from '@toolpress/contract';
import type { GroupableWarning, Report, SheetContent } from '@toolpress/document';
import type { Background, Finish } from '@toolpress/pdf';
import type { FileKind } from '@toolpress/storage';
import type { Printer, PrintWork } from '../../browser/printer.js';
import type { InstalledFonts } from '../../resources/installed-fonts.js';
import type { OwnFonts } from '../../resources/own-fonts.js';
import type { PrintFlow } from '../print/flow.js';
import type { Faults, WarningTime } from './faults.js';
import type { Fetched, MadeFile, Stage } from './render-task.js';

/** What the process does for a job. */
export interface RenderServices {
  /** The largest size of a PDF, in bytes. */
  readonly maxPdfBytes: number;
  /** What was fetched for the document. */
  readonly fetched: Fetched;
  /** The font families of the machine. */
  readonly families: ReadonlySet<string>;
  /** Returns style sheets that are known without a request to their servers. */
  freshSheets(urls: readonly string[]): Promise<ReadonlyMap<string, SheetContent>>;
  /** See `InstalledFonts`. */
  revisionsOf: InstalledFonts['revisionsOf'];
  /** Returns the file of a font of the account. @throws when it is unavailable. */
  readFont(font: StoredFont): Promise<Buffer>;
  /** See `Backgrounds`. */
  readBackground(given: BackgroundPdf, levels?: readonly Conformance[]): Promise<Background>;
  /** Decrypts passwords of the request. @returns undefined when that is impossible. */
  openPasswords(sealed: Sealed): Promise<ProtectSecrets | undefined>;
  /** Does a piece of work with a page, see `Renderer`. @param file the kind and name of the result. */
  print<Result>(work: PrintWork<Result>, file: Pick<MadeFile, 'kind' | 'expiresIn'> | undefined): Promise<Result>;
  /** Records what the thread does next. */
  begin(stage: Stage): void;
}

/** One job while it is rendered. */
export interface JobAtWork {
  readonly services: RenderServices;
  readonly job: RenderJob;
  readonly accountId: string;
  /** The account's own fonts; absent where it has none. */
  readonly ownFonts: OwnFonts | undefined;
}

/** What the browser may load for a document, and has to report. */
export type PageNeeds = Partial<Omit<PrintWork<unknown>, 'run'>>;

/** Does a piece of work with a page of the browser, which may load what the features allow. */
export type LendPage = <Result>(run: PrintWork<Result>['run'], isAhead?: boolean) => Promise<Result>;

/** A finished file, and what is not wrong but worth knowing. */
export interface Rendered {
  readonly made: MadeFile;
  readonly bytes: Buffer;
  /** Looks for what the answer warns of. @throws ServiceError `content_forbidden`, if the request wants that for missing style. */
  warnings(): ContentWarning[];
}

/** A part of rendering one document. The session runs the phases one after another, each for all features in their order. */
export interface RenderFeature extends FetchPhase, PrintPhase, FinishPhase, SealPhase {
  /** Returns conditions that make findings matter, see `Reports`. */
  conditions?(): Promise<readonly string[]>;
  /** What the answer warns of. @param conditions all that matter. @param time for it. */
  reports?(conditions: ReadonlySet<string>, time: WarningTime): readonly (Report | GroupableWarning)[];
}

interface FetchPhase {
  /** Fetches what the document needs. @returns false when that failed, which is among the faults. */
  fetch?(faults: Faults): Promise<boolean>;
  /** Looks for faults before the document is printed. @param lend is absent when something could not be fetched. */
  check?(faults: Faults, lend: LendPage | undefined): Promise<void>;
}

interface PrintPhase {
  /** What the browser may load and has to report. */
  readonly work?: PageNeeds;
  /** Returns what prints the document with this page. */
  printer?(page: Printer): Promise<Printer>;
  /** Prints a document whose content depends on its pages. */
  readonly print?: PrintFlow;
  /** Looks for faults after the document is printed. @returns whether it has to be printed again. */
  printed?(faults: Faults): boolean;
}

interface FinishPhase {
  /** Adds what the PDF still needs. @param count the number of its pages. */
  finish?(finish: Finish, count: number): void;
  /** Turns an error of finishing into the caller's. @throws ServiceError. */
  failed?(error: unknown): void;
  /** The kind of the result if it is not a PDF. */
  readonly kind?: FileKind;
  /** Makes the result of finished PDFs with some of the pages each. @param count the number of all pages. */
  split?(finish: (pages: readonly number[]) => Buffer, count: number): Promise<Buffer>;
}

/** What closes the PDF: nothing is changed after it. */
interface SealPhase {
  seal?(finish: Finish): void;
}
