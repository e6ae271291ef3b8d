/**
 * The job that the gateway sends to a worker, and the worker's reply. The job is self-contained: `[[var:…]]` is resolved,
 * sizes are normalised; the worker fills, checks and prints.
 *
 * Fields that are added later are optional and omitted when a request does not use them. A worker so accepts the jobs of
 * older gateways, and of newer ones those that it understands; a job with an unknown field fails instead of being printed
 * wrongly. Workers are updated before gateways.
 */
import Joi from 'joi';
import { type BackgroundPdf, CheckedBackground } from './background.js';
import { EInvoice } from './e-invoice/e-invoice.js';
import type { ErrorData } from './errors.js';
import { type FileValue, ResolvedFiles } from './files.js';
import { LAYERS, pageTexts } from './page-texts.js';
import { ON_BLOCKED, ORIENTATIONS, PAGE_SIZES } from './pdf.js';
import type { RawJson } from './raw-json.js';
import {
  anyText,
  flag,
  type Infer,
  integer,
  type JsonObject,
  jsonObject,
  listOf,
  oneOf,
  shape,
  text,
} from './schema.js';
import { type Attachment, CheckedAttachments, CONFORMANCE, PERMISSIONS } from './standards.js';
import type { ContentWarning } from './warnings.js';

const inches = (): Joi.NumberSchema<number> => Joi.number().min(0);

export const RenderJob = shape(
  { requestId: text(), html: anyText(), orientation: oneOf(...ORIENTATIONS) },
  {
    css: anyText(),
    data: jsonObject(),
    files: ResolvedFiles,
    pageSize: oneOf(...PAGE_SIZES),
    /** Instead of a named size, inches; without a height it is as high as its content. */
    paper: shape({ width: inches() }, { height: inches() }),
    /** Inches. */
    margin: shape({}, { top: inches(), right: inches(), bottom: inches(), left: inches() }),
    headerHtml: pageTexts(),
    footerHtml: pageTexts(),
    backgroundPdf: CheckedBackground,
    watermarkHtml: shape({ html: anyText(), layer: oneOf(...LAYERS) }),
    /** 1 where it is absent. */
    firstPageNumber: integer(),
    /** With its extension. */
    filename: text(),
    /** The request itself says `portrait`, which `orientation` is without a word as well. */
    portrait: flag(),
    tagged: flag(),
    outline: flag(),
    strict: flag(),
    locale: text(),
    timeZone: text(),
    translations: jsonObject(),
    onBlocked: oneOf(...ON_BLOCKED),
    conformance: listOf(oneOf(...CONFORMANCE)),
    /** `createdAt` as in the request: with its offset, or a day. */
    metadata: shape({}, { title: text(), author: text(), subject: text(), keywords: text(), createdAt: text() }),
    attachments: CheckedAttachments,
    eInvoice: EInvoice,
    protect: shape({}, { userPassword: text(), ownerPassword: text(), permissions: listOf(oneOf(...PERMISSIONS)) }),
    /** How long the file is kept, seconds: no longer than files of the service are, which is what it is without. */
    expiresIn: integer().min(1),
    /** The parent span of the worker's, as in W3C Trace Context. */
    traceparent: text(),
  },
);
export type RenderJob = Infer<typeof RenderJob>;

/** As the gateway has it: the data, files, and texts without variables, need not be parsed. */
export type UnsentRenderJob = Omit<
  RenderJob,
  'html' | 'css' | 'data' | 'files' | 'translations' | 'backgroundPdf' | 'attachments' | 'eInvoice'
> & {
  html: string | RawJson;
  css?: string | RawJson;
  data?: JsonObject | RawJson;
  translations?: JsonObject | RawJson;
  files?: Record<string, FileValue> | RawJson;
  backgroundPdf?: BackgroundPdf | RawJson;
  attachments?: Attachment[] | RawJson;
  eInvoice?: EInvoice | RawJson;
};

export interface RenderedFile {
  fileId: string;
  sizeBytes: number;
  pageCount: number;
  /** Absent when there are none. */
  warnings?: ContentWarning[];
  /** Of an assembly: how many of its files were not there any more. */
  missing?: number;
}

/** A caller's mistake is data, never an exception: only broken infrastructure throws, and is retried. */
export type RenderReply = { ok: true; file: RenderedFile } | { ok: false; error: ErrorData };
