import { type RenderJob, ServiceError } from '@toolpress/contract';
import { after, before } from 'mocha';
import { type RenderWorker, startRenderWorker } from './render-worker.js';

/** Prints jobs as a worker does, in a browser that lives as long as the describe block which calls this. */
export function rendered() {
  let worker: RenderWorker;
  before(async () => {
    worker = await startRenderWorker();
  });
  after(() => worker.close());

  /** @returns the PDF, or the error that the caller gets. */
  async function printed(job: Partial<RenderJob>): Promise<Buffer | ServiceError> {
    const reply = await worker.render({ html: '<p>body</p>', ...job });
    return reply.ok ? worker.last() : ServiceError.fromData(reply.error);
  }
  async function pdfOf(job: Partial<RenderJob>): Promise<Buffer> {
    const pdf = await printed(job);
    if (pdf instanceof ServiceError) throw pdf;
    return pdf;
  }
  return { printed, pdfOf };
}
