import { type RenderJob, ServiceError } from '@toolpress/contract';
import { NO_TRACING } from '@toolpress/runtime';
import { after, before } from 'mocha';
import type { Renderer } from '../browser/renderer.js';
import { renderJobs } from '../render/render-jobs.js';
import { NOTHING_FETCHED } from '../resources/image-source.js';
import { MAX_PDF_BYTES, startTestRenderer } from './chromium.js';
import { jobContext } from './job-context.js';
import { keepingStore, NO_SHEETS } from './store.js';

/** Prints jobs as a worker does, in a browser that lives as long as the describe block which calls this. */
export function rendered() {
  let renderer: Renderer;
  before(async () => {
    renderer = await startTestRenderer();
  });
  after(() => renderer.close());

  /** @returns the PDF, or the error that the caller gets. */
  async function printed(job: Partial<RenderJob>): Promise<Buffer | ServiceError> {
    const store = keepingStore();
    const render = renderJobs({
      renderer,
      images: { fetchAll: async () => NOTHING_FETCHED },
      sheets: NO_SHEETS,
      store,
      tracing: NO_TRACING,
      fileTtl: 60,
      maxPdfBytes: MAX_PDF_BYTES,
    });
    const reply = await render(
      { requestId: 'test', html: '<p>body</p>', orientation: 'portrait', ...job },
      jobContext(),
    );
    return reply.ok ? store.last() : ServiceError.fromData(reply.error);
  }
  async function pdfOf(job: Partial<RenderJob>): Promise<Buffer> {
    const pdf = await printed(job);
    if (pdf instanceof ServiceError) throw pdf;
    return pdf;
  }
  return { printed, pdfOf };
}
