/**
 * The job that the gateway hands to a worker, and the worker's answer. The job is self-contained: `[[var:…]]` is
 * resolved, sizes are in their final spelling; filling, checking and printing are the worker's.
 */
import type { ErrorData } from './errors.js';
import { ORIENTATIONS, PAGE_SIZES } from './pdf.js';
import { anyText, type Infer, jsonObject, oneOf, shape, text } from './schema.js';

export const RenderJob = shape(
  { requestId: text(), html: anyText(), orientation: oneOf(...ORIENTATIONS) },
  { css: anyText(), data: jsonObject(), pageSize: oneOf(...PAGE_SIZES) },
);
export type RenderJob = Infer<typeof RenderJob>;

export interface RenderedFile {
  fileId: string;
  sizeBytes: number;
  pageCount: number;
}

/** A caller's mistake is data, never an exception: only broken infrastructure throws, and is retried. */
export type RenderReply = { ok: true; file: RenderedFile } | { ok: false; error: ErrorData };
