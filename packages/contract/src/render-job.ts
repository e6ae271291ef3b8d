/**
 * The job that the gateway hands to a worker, and the worker's answer. The job is self-contained: `[[var:…]]` is
 * resolved, sizes are in their final spelling; filling, checking and printing are the worker's.
 *
 * What is added later is optional, and left out where a request does not use it. So a worker takes the jobs of older
 * gateways, and of newer ones all that it understands; a job with a field that it does not know it refuses rather than
 * print something else than was asked for. Workers are updated before gateways.
 */
import Joi from 'joi';
import type { ErrorData } from './errors.js';
import { ORIENTATIONS, PAGE_SIZES } from './pdf.js';
import type { RawJson } from './raw-json.js';
import { anyText, flag, type Infer, type JsonObject, jsonObject, oneOf, shape, text } from './schema.js';

const inches = (): Joi.NumberSchema<number> => Joi.number().min(0);

export const RenderJob = shape(
  { requestId: text(), html: anyText(), orientation: oneOf(...ORIENTATIONS) },
  {
    css: anyText(),
    data: jsonObject(),
    pageSize: oneOf(...PAGE_SIZES),
    /** Inches. */
    margin: shape({}, { top: inches(), right: inches(), bottom: inches(), left: inches() }),
    headerHtml: anyText(),
    footerHtml: anyText(),
    /** With its ending. */
    filename: text(),
    tagged: flag(),
    strict: flag(),
    /** The span under which the worker's belong, as W3C Trace Context writes it. */
    traceparent: text(),
  },
);
export type RenderJob = Infer<typeof RenderJob>;

/** As the gateway has it: it need not know what is in the data, nor in texts without variables. */
export type UnsentRenderJob = Omit<RenderJob, 'html' | 'css' | 'data'> & {
  html: string | RawJson;
  css?: string | RawJson;
  data?: JsonObject | RawJson;
};

export interface RenderedFile {
  fileId: string;
  sizeBytes: number;
  pageCount: number;
}

/** A caller's mistake is data, never an exception: only broken infrastructure throws, and is retried. */
export type RenderReply = { ok: true; file: RenderedFile } | { ok: false; error: ErrorData };
