/** The story of a document: fill, check, fetch its images, print, count, store. */
import { MAX_PAGES, type RenderJob, type RenderReply, ServiceError } from '@toolpress/contract';
import { type CheckedDocument, checkDocument, FilledText, templateFor } from '@toolpress/document';
import type { RenderHandler } from '@toolpress/queue';
import type { FileStore } from '@toolpress/storage';
import type { Renderer } from './browser/renderer.js';
import type { ImageSource } from './images/image-source.js';
import { countPages } from './page-count.js';
import { printSettings, requestedPage } from './print-settings.js';

export interface RenderJobOptions {
  renderer: Renderer;
  images: ImageSource;
  store: FileStore;
  /** How long a file is kept, seconds. */
  fileTtl: number;
}

export function renderJobs(options: RenderJobOptions): RenderHandler {
  return async (job, { remainingMs }) => {
    try {
      return { ok: true, file: await render(options, job, Date.now() + remainingMs) };
    } catch (error) {
      return refusal(error);
    }
  };
}

async function render({ renderer, images, store, fileTtl }: RenderJobOptions, job: RenderJob, deadline: number) {
  const document = filled(job);
  const fetched = await images.fetchAll(document.images, deadline - Date.now());
  const settings = printSettings(job.pageSize, job.orientation);
  const pdf = await renderer.print({ html: document.html, images: fetched, settings }, deadline - Date.now());
  const pageCount = countPages(pdf);
  if (pageCount > MAX_PAGES) throw tooManyPages();
  const fileId = await store.put(pdf, { expiresAt: new Date(Date.now() + fileTtl * 1_000) });
  return { fileId, sizeBytes: pdf.length, pageCount };
}

function filled(job: RenderJob): CheckedDocument {
  const html = new FilledText(templateFor(job.html, 'html'), job.data);
  const css = new FilledText(templateFor(job.css ?? '', 'css'), job.data, { escape: 'css' });
  return checkDocument({ html, css, page: requestedPage(job.pageSize, job.orientation) });
}

/** The caller's mistake, as data. Anything else is infrastructure, thrown so that the job is tried again. */
function refusal(error: unknown): RenderReply {
  const isCallers = error instanceof ServiceError && (error.status < 500 || error.code === 'deadline_exceeded');
  if (!isCallers) throw error;
  return { ok: false, error: error.toData() };
}

const tooManyPages = (): ServiceError =>
  new ServiceError('page_limit', `The document has more than ${MAX_PAGES} pages; a PDF may have ${MAX_PAGES} at most.`);
