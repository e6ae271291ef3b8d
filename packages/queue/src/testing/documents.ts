/** Jobs and replies for the tests of the queue. */
import type { RenderJob, RenderReply } from '@toolpress/contract';
import { quietLogger } from '@toolpress/testkit';
import type { RenderContext, RenderHandler } from '../consume-options.js';

export const logger = quietLogger();
export const LIMITS = { documents: 1_000, bytes: 64 * 1024 * 1024 };
export const job = (html = 'a document'): RenderJob => ({ requestId: 'request-1', html, orientation: 'portrait' });
export const rendered = (fileId = 'file'): RenderReply => ({ ok: true, file: { fileId, sizeBytes: 1, pageCount: 1 } });

/** Returns a handler that gets the parsed job. */
export const reading =
  (handle: (job: RenderJob, context: RenderContext) => Promise<RenderReply>): RenderHandler =>
  ({ content }, context) =>
    handle(JSON.parse(content) as RenderJob, context);

/** The code of the error that a promise rejects with. */
export async function codeOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => 'no error',
    (error: { code?: string }) => error.code ?? String(error),
  );
}
