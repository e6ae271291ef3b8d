import type { components } from './operations.js';

export { type PdfBytes, type PdfWarning, Toolpress } from './client.js';
export { type ErrorCode, ToolpressError } from './errors.js';
export type { ProgressEvent } from './events.js';
export type { Answer, RequestOptions, ToolpressOptions } from './exchange.js';
export type { components, operations } from './operations.js';

/** The data of an e-invoice. */
export type Invoice = components['schemas']['Invoice'];
