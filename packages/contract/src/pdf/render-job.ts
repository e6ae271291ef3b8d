/**
 * The job that the gateway sends to a worker, and the worker's reply. The job is self-contained: `[[var:…]]` is resolved,
 * sizes are normalised; the worker fills, checks and prints.
 *
 * Later fields are optional and omitted when a request does not use them. A worker therefore accepts jobs of older gateways,
 * and jobs of newer ones that it understands. A job with an unknown field fails. Workers are updated before gateways.
 */
import type { ErrorData } from '../schema/errors.js';
import type { RawJson } from '../schema/raw-json.js';
import { flag, type Infer, integer, shape, text } from '../schema/schema.js';
import type { ContentWarning } from '../schema/warnings.js';
import { MOST_PAGES } from './page-limits.js';
import { pdfJobFields } from './pdf.js';
import type { TemplateFindings } from './template-check.js';

const { html, orientation, ...optional } = pdfJobFields;

export const RenderJob = shape(
  { requestId: text(), html, orientation },
  {
    ...optional,
    /** Whether the document is only checked. The reply then has `findings` instead of a file. */
    checkOnly: flag(),
    /** Whether the PDF has only the first page. A document that does not depend on its pages is printed no further. */
    firstPageOnly: flag(),
    /** The largest number of pages. Absent: `MAX_PAGES`. */
    maxPages: integer().min(1).max(MOST_PAGES),
    /** Whether the reply lists findings one by one: warnings are not grouped by kind, and an error has its faults. */
    listsEach: flag(),
    /** The parent span in W3C Trace Context format. */
    traceparent: text(),
  },
);
export type RenderJob = Infer<typeof RenderJob>;

/** The job as the gateway holds it. Large values need not be parsed. */
export type UnsentRenderJob = {
  [Field in keyof RenderJob]:
    | RenderJob[Field]
    | (Field extends 'requestId' | 'checkOnly' | 'firstPageOnly' | 'listsEach' | 'maxPages' | 'traceparent'
        ? never
        : RawJson);
};

export interface RenderedFile {
  fileId: string;
  sizeBytes: number;
  /** The number of pages of the document; 1 if the rest was not printed. */
  pageCount: number;
  /** Whether the document has more pages than the file. */
  isPart?: true;
  /** The names that were filled from data; absent for names without tags. */
  filename?: string;
  folder?: string;
  /** Absent when there are none. */
  warnings?: ContentWarning[];
  /** For an archive: the number of files that had expired or were deleted. */
  missing?: number;
  /** For an archive: the second file of all rows. */
  also?: Pick<RenderedFile, 'fileId' | 'sizeBytes' | 'pageCount'>;
}

/** A caller's mistake is data, never an exception: only broken infrastructure throws, and is retried. */
export type RenderReply =
  | { ok: true; file: RenderedFile; findings?: undefined }
  | { ok: true; file?: undefined; findings: TemplateFindings }
  | { ok: false; error: ErrorData };
