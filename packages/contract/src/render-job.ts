/**
 * The job that the gateway sends to a worker, and the worker's reply. The job is self-contained: `[[var:…]]` is resolved,
 * sizes are normalised; the worker fills, checks and prints.
 *
 * Later fields are optional and omitted when a request does not use them. A worker therefore accepts jobs of older gateways,
 * and jobs of newer ones that it understands. A job with an unknown field fails. Workers are updated before gateways.
 */
import Joi from 'joi';
import type { ErrorData } from './errors.js';
import { type FileValue, ResolvedFiles } from './files.js';
import { LAYERS, pageTexts } from './page-texts.js';
import { ORIENTATIONS, PAGE_SIZES, type PassedOptions, passedFields } from './pdf.js';
import type { RawJson } from './raw-json.js';
import { anyText, flag, type Infer, listOf, oneOf, shape, text } from './schema.js';
import { CONFORMANCE, PERMISSIONS } from './standards.js';
import type { ContentWarning } from './warnings.js';

const inches = (): Joi.NumberSchema<number> => Joi.number().min(0);

export const RenderJob = shape(
  { requestId: text(), html: anyText(), orientation: oneOf(...ORIENTATIONS) },
  {
    ...passedFields,
    css: anyText(),
    files: ResolvedFiles,
    pageSize: oneOf(...PAGE_SIZES),
    /** A custom size in inches, instead of a named one. Without a height it fits the content. */
    paper: shape({ width: inches() }, { height: inches() }),
    /** Inches. */
    margin: shape({}, { top: inches(), right: inches(), bottom: inches(), left: inches() }),
    headerHtml: pageTexts(),
    footerHtml: pageTexts(),
    watermarkHtml: shape({ html: anyText(), layer: oneOf(...LAYERS) }),
    /** The download name with its extension. */
    filename: text(),
    /** The request sets `portrait` explicitly; it is also the default of `orientation`. */
    portrait: flag(),
    tagged: flag(),
    conformance: listOf(oneOf(...CONFORMANCE)),
    /** `createdAt` as in the request: a time with offset, or a day. */
    metadata: shape({}, { title: text(), author: text(), subject: text(), keywords: text(), createdAt: text() }),
    protect: shape({}, { userPassword: text(), ownerPassword: text(), permissions: listOf(oneOf(...PERMISSIONS)) }),
    /** The parent span in W3C Trace Context format. */
    traceparent: text(),
  },
);
export type RenderJob = Infer<typeof RenderJob>;

/** The job as the gateway holds it. Data, files and texts without variables need not be parsed. */
export type UnsentRenderJob = Omit<RenderJob, 'html' | 'css' | 'files' | keyof PassedOptions> &
  PassedOptions & {
    html: string | RawJson;
    css?: string | RawJson;
    files?: Record<string, FileValue> | RawJson;
  };

export interface RenderedFile {
  fileId: string;
  sizeBytes: number;
  pageCount: number;
  /** Absent when there are none. */
  warnings?: ContentWarning[];
  /** For an archive: the number of files that had expired or were deleted. */
  missing?: number;
}

/** A caller's mistake is data, never an exception: only broken infrastructure throws, and is retried. */
export type RenderReply = { ok: true; file: RenderedFile } | { ok: false; error: ErrorData };
