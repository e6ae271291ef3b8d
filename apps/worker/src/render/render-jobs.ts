/** Handles the jobs of the queue: each has its own render session. */
import { type ErrorData, type RenderReply, ServiceError } from '@toolpress/contract';
import { Backgrounds } from '@toolpress/pdf';
import type { RenderHandler } from '@toolpress/queue';
import { doWork, UncaughtError } from '@toolpress/runtime';
import { InstalledFonts, machineFamilies } from '../resources/installed-fonts.js';
import { FontFiles } from '../resources/own-fonts.js';
import { OwnThread } from '../scheduling/own-thread.js';
import type { RenderOptions } from './feature.js';
import { Fillings } from './fillings.js';
import { RenderSession } from './render-session.js';

/** Returns the handler of render jobs. Its jobs share caches, the thread that fills templates, and turns at this thread. */
export function renderJobs(options: RenderOptions): RenderHandler {
  const services = {
    ...options,
    fontFiles: new FontFiles(options.store),
    installedFonts: new InstalledFonts(),
    families: machineFamilies(),
    backgrounds: new Backgrounds(),
    fillings: new Fillings(),
    ownThread: new OwnThread(),
  };
  return async (job, context) => {
    try {
      const session = new RenderSession(services, job, context);
      if (job.checkOnly === true) return { ok: true, findings: await doWork(job.requestId, () => session.check()) };
      return { ok: true, file: await doWork(job.requestId, () => session.run()) };
    } catch (error) {
      return errorReply(error);
    } finally {
      void services.ownThread.giveMemoryBack();
    }
  };
}

/** Another worker would end as well, so the job is not tried again. */
const BROKE_RENDERER: ErrorData = {
  code: 'document_too_complex',
  message: 'The document broke the renderer; make it simpler, or split it.',
};

/** Returns the caller's mistake as data. @throws anything else: the infrastructure failed, and the job is tried again. */
function errorReply(error: unknown): RenderReply {
  if (error instanceof UncaughtError) return { ok: false, error: BROKE_RENDERER };
  const isCallers = error instanceof ServiceError && (error.status < 500 || error.code === 'deadline_exceeded');
  if (!isCallers) throw error;
  return { ok: false, error: error.toData() };
}
