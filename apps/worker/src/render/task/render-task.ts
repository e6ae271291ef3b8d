/** A job as a task of a render thread: what the thread receives and returns. */
import type { ContentWarning, ErrorData, StoredFont, TemplateFindings } from '@toolpress/contract';
import type { DocumentImage, SheetContent } from '@toolpress/document';
import type { FileKind } from '@toolpress/storage';
import type { PageCommands, PageMedia } from '../../browser/page-work.js';
import type { FetchedImage } from '../../resources/image-bytes.js';
import type { FilledNames } from '../prepare/filled-fields.js';

/** What a thread does with a document, for the message about one that it was ended for. */
export const STAGES = ['read', 'filled', 'checked', 'printed', 'finished', 'searched for warnings'] as const;
export type Stage = (typeof STAGES)[number];

/** A warning in place of those that were not looked for. */
export const WARNINGS_INCOMPLETE: ContentWarning = {
  code: 'warnings_incomplete',
  message: 'The search for faults that are only warned of took too long; more of them may exist.',
};

/** What was fetched for a document so far. */
export interface Fetched {
  /** Style sheets by URL. */
  readonly sheets: ReadonlyMap<string, SheetContent>;
  /** Images by URL, see `canonicalUrl`. */
  readonly images: ReadonlyMap<string, FetchedImage>;
  /** Why images are missing, by URL. */
  readonly reasons: ReadonlyMap<string, string>;
  /** The caller's error that ended the fetching of images, such as too many of them. */
  readonly imageFault?: ErrorData | undefined;
}

export interface RenderTask {
  /** The `RenderJob` as JSON. */
  readonly content: string;
  readonly accountId: string;
  /** The account's own fonts. */
  readonly fonts: readonly StoredFont[];
  readonly fetched: Fetched;
}

/** What has to be fetched before the document can be printed. The document is then prepared again. */
export type WantedResources = { readonly sheets: readonly string[] } | { readonly images: readonly DocumentImage[] };

export interface MadeFile {
  readonly kind: FileKind;
  readonly filename: string | undefined;
  /** The requested time to keep the file, in seconds. */
  readonly expiresIn: number | undefined;
  readonly pageCount: number;
  readonly isPart?: true;
  /** The names that were filled from data. */
  readonly names?: FilledNames | undefined;
}

export type RenderOutcome =
  /** The file was handed over before, by `made`. */
  | { readonly warnings: ContentWarning[] }
  | { readonly findings: TemplateFindings }
  | { readonly error: ErrorData }
  | { readonly wanted: WantedResources }
  | { readonly notUnderstood: string };

/** A piece of work for a page, as the thread asks for it. */
export interface PrintRequest {
  /** The number of the work in its task. */
  readonly work: number;
  /** The kind and life of the file that will be made. */
  readonly file: Pick<MadeFile, 'kind' | 'expiresIn'> | undefined;
  /** The factor by which a long document may exceed the usual limits of time; absent: 1. */
  readonly blocks?: number | undefined;
  /** The document and settings of `PageCommands.printAhead`, if the work is one print. */
  readonly only?: Parameters<PageCommands['printAhead']>;
  readonly images: ReadonlyMap<string, FetchedImage>;
  readonly deadAddresses: readonly string[];
  readonly printMark: string;
  readonly changesPage: boolean;
  readonly fonts: ReadonlyMap<number, string> | undefined;
  readonly media: PageMedia | undefined;
  /** The account's own fonts that its documents may load: their addresses, and their places in the task's list. */
  readonly ownFonts: readonly (readonly [address: string, font: number])[];
}

/** The result of a piece of work. */
export interface PrintAnswer {
  /** The addresses that its documents requested without an answer. */
  readonly asked: readonly string[];
  /** The PDF of `only`. */
  readonly pdf?: Uint8Array;
}

/** What a worker sets for its render threads. */
export interface RenderThreadSettings {
  /** The largest size of a PDF, in bytes. */
  readonly maxPdfBytes: number;
  /** The names of the parts that are switched on. */
  readonly parts: readonly string[];
}
