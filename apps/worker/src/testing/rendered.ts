import { type RenderJob, ServiceError } from '@toolpress/contract';
import { pdfInfo, pdfText } from '@toolpress/testkit';
import { after, before } from 'mocha';
import { type RenderWorker, startRenderWorker } from './render-worker.js';

/** Starts a worker whose browser lives as long as the describe block which calls this; for its tests and hooks. */
function blockWorker(): () => RenderWorker {
  let worker: RenderWorker;
  before(async () => {
    worker = await startRenderWorker();
  });
  after(() => worker.close());
  return () => worker;
}

/** Prints jobs as a worker does, in a browser that lives as long as the describe block which calls this. */
export function rendered() {
  const worker = blockWorker();

  /** @returns the PDF, or the error that the caller gets. */
  async function printed(job: Partial<RenderJob>): Promise<Buffer | ServiceError> {
    const reply = await worker().render({ html: '<p>body</p>', ...job });
    return reply.ok ? worker().last() : ServiceError.fromData(reply.error);
  }
  async function pdfOf(job: Partial<RenderJob>): Promise<Buffer> {
    const pdf = await printed(job);
    if (pdf instanceof ServiceError) throw pdf;
    return pdf;
  }
  return { printed, pdfOf };
}

/** @returns a function that prints a document as a worker does, and reads the PDF. See `rendered` for the browser. */
export function documentPrinter() {
  const worker = blockWorker();
  return async (html: string, job: Partial<RenderJob> = {}) => {
    const { pdf, warnings } = await worker().printed({ html, ...job });
    const { pages } = pdfInfo(pdf);
    const text = pdfText(pdf);
    const texts = text.split('\f').slice(0, pages);
    return {
      ...{ pdf, text, pages, warnings, codes: warnings.map(({ code }) => code) },
      /** The texts of the pages. */
      texts: texts.map((one) => one.replace(/\s+/g, ' ').trim()),
    };
  };
}
