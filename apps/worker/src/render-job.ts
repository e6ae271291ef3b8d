/** The story of a document: fill, print, count, store. */
import { MAX_PAGES, type RenderJob, type RenderReply, ServiceError } from '@toolpress/contract';
import { checkDocument, fillTemplate, templateFor } from '@toolpress/document';
import type { RenderHandler } from '@toolpress/queue';
import type { FileStore } from '@toolpress/storage';
import type { Renderer } from './browser/renderer.js';
import { countPages } from './page-count.js';
import { printSettings, requestedPage } from './print-settings.js';

export interface RenderJobOptions {
  renderer: Renderer;
  store: FileStore;
  /** How long a file is kept, seconds. */
  fileTtl: number;
}

export function renderJobs({ renderer, store, fileTtl }: RenderJobOptions): RenderHandler {
  return async (job, { remainingMs }) => {
    try {
      const pdf = await renderer.print(filled(job), printSettings(job.pageSize, job.orientation), remainingMs);
      const pageCount = countPages(pdf);
      if (pageCount > MAX_PAGES) throw tooManyPages();
      const fileId = await store.put(pdf, { expiresAt: new Date(Date.now() + fileTtl * 1_000) });
      return { ok: true, file: { fileId, sizeBytes: pdf.length, pageCount } };
    } catch (error) {
      return refusal(error);
    }
  };
}

function filled(job: RenderJob): string {
  const html = fillTemplate(templateFor(job.html, 'html'), job.data);
  const css = fillTemplate(templateFor(job.css ?? '', 'css'), job.data, { escape: 'css' });
  return checkDocument({ html, css, page: requestedPage(job.pageSize, job.orientation) }).html;
}

/** The caller's mistake, as data. Anything else is infrastructure, thrown so that the job is tried again. */
function refusal(error: unknown): RenderReply {
  const isCallers = error instanceof ServiceError && (error.status < 500 || error.code === 'deadline_exceeded');
  if (!isCallers) throw error;
  return { ok: false, error: error.toData() };
}

const tooManyPages = (): ServiceError =>
  new ServiceError('page_limit', `The document has more than ${MAX_PAGES} pages; a PDF may have ${MAX_PAGES} at most.`);
