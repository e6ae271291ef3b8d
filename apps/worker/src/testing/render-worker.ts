import type { ContentWarning, RenderJob, RenderReply } from '@toolpress/contract';
import type { RenderContext } from '@toolpress/queue';
import { NO_TRACING } from '@toolpress/runtime';
import type { Renderer } from '../browser/renderer.js';
import type { RenderOptions } from '../jobs/job-host.js';
import { renderJobs } from '../jobs/render-jobs.js';
import { StoreWaits } from '../jobs/storing.js';
import { NOTHING_FETCHED } from '../resources/image-source.js';
import { SlowAccounts } from '../scheduling/slow-accounts.js';
import { MAX_PDF_BYTES, startPages } from './chromium.js';
import { jobContext } from './job-context.js';
import { keepingStore, NO_SHEETS } from './store.js';

/** Returns a document with a style sheet. */
export const documentWith = (css: string, body: string): string =>
  `<!DOCTYPE html><html lang="en"><title>t</title><style>${css}</style><body>${body}`;

/** Renders jobs as a worker does, in a browser and in threads. */
export interface RenderWorker {
  /** @returns the reply to a job of an empty document, with these fields. */
  render(job: Partial<RenderJob>, context?: RenderContext): Promise<RenderReply>;
  /** @returns the PDF of a job as for `render`, and its warnings. @throws Error for an error of the job. */
  printed(job: Partial<RenderJob>): Promise<{ pdf: Buffer; warnings: readonly ContentWarning[] }>;
  /** @returns what was stored last. */
  last(): Buffer;
  close(): Promise<void>;
}

type Options = Partial<Omit<RenderOptions, 'store'>> & {
  /** Called before a file is stored. */
  onStore?: () => Promise<void>;
  pages?: number;
  parts?: readonly string[];
  threadLimits?: { heapMb: number };
};

/** @param options.renderer is not closed. */
export async function startRenderWorker(options: Options = {}): Promise<RenderWorker> {
  const store = keepingStore(options.onStore);
  const own: Renderer | undefined = options.renderer ? undefined : await startPages();
  const { renderer = own } = options;
  if (renderer === undefined) throw new Error('there is no renderer');
  const jobs = renderJobs({
    ...{ pages: 1, images: { fetchAll: async () => NOTHING_FETCHED }, sheets: NO_SHEETS, tracing: NO_TRACING },
    ...{ slowAccounts: new SlowAccounts(), storeWaits: new StoreWaits(), fileTtl: 60, maxPdfBytes: MAX_PDF_BYTES },
    ...options,
    ...{ renderer, store },
  });
  const render: RenderWorker['render'] = (job, context = jobContext()) => {
    const requestId = 'test';
    const content = JSON.stringify({ requestId, html: '', orientation: 'portrait', ...job });
    return jobs.handler({ content, requestId }, context);
  };
  return {
    render,
    async printed(job) {
      const reply = await render(job);
      if (!reply.ok) throw new Error(JSON.stringify(reply.error));
      return { pdf: store.last(), warnings: reply.file?.warnings ?? [] };
    },
    last: () => store.last(),
    async close() {
      jobs.close();
      await own?.close();
    },
  };
}
