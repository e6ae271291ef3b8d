/** Handles the jobs of the queue: each is rendered by a thread, which asks for what only the process has. */
import { setFlagsFromString } from 'node:v8';
import { type ErrorData, isStoreOutage, PARTS, type RenderReply, ServiceError } from '@toolpress/contract';
import { Backgrounds } from '@toolpress/pdf/backgrounds';
import { PayloadOpener, type RenderHandler } from '@toolpress/queue';
import { doWork, TaskEnded, UncaughtError } from '@toolpress/runtime';
import { tooLate } from '../browser/print-errors.js';
import { type RenderThreadSettings, STAGES } from '../render/task/render-task.js';
import { InstalledFonts, machineFamilies } from '../resources/installed-fonts.js';
import { FontFiles } from '../resources/own-fonts.js';
import { JobHost, type RenderOptions } from './job-host.js';
import { RenderThreads } from './render-threads.js';

/** The limit of a thread's JavaScript heap in MiB, and of its young generation. */
const HEAP_MB = 512;
const YOUNG_MB = 48;

export interface RenderJobs {
  readonly handler: RenderHandler;
  /** Resolves when jobs can be rendered. */
  ready(): Promise<void>;
  close(): void;
}

/**
 * Starts the threads that render jobs.
 *
 * @param options.parts the names of the parts that are switched on.
 * @param options.pages the number of documents that are printed at a time.
 * @param options.threadLimits the limit of a thread's JavaScript heap in MiB.
 */
export function renderJobs({
  pages,
  parts = PARTS,
  threadLimits: { heapMb } = { heapMb: HEAP_MB },
  ...options
}: RenderOptions & { pages: number; parts?: readonly string[]; threadLimits?: { heapMb: number } }): RenderJobs {
  // By itself the engine collects the whole heap whenever buffers of about 10 MiB were used: every hundred short PDFs.
  setFlagsFromString('--heap-growing-percent=100');
  const threads = new RenderThreads(pages, options.slowAccounts, {
    script: new URL('../render-thread.js', import.meta.url),
    settings: { maxPdfBytes: options.maxPdfBytes, parts } satisfies RenderThreadSettings,
    heapMb,
    youngMb: YOUNG_MB,
  });
  const services = {
    ...options,
    threads,
    fontFiles: new FontFiles(options.store),
    installedFonts: new InstalledFonts(),
    families: machineFamilies(),
    backgrounds: new Backgrounds(),
    secrets: new PayloadOpener(options.store),
  };
  return {
    handler(document, context) {
      const wait = options.storeWaits.of(context);
      const reply = doWork(document.requestId, () => new JobHost(services, document, context, wait).run());
      return reply.catch((error: unknown) => (isStoreOutage(error) ? wait.giveUp(error) : errorReply(error)));
    },
    ready: () => threads.ready(),
    close: () => threads.close(),
  };
}

const tooComplex = (fault: string): ErrorData => ({
  code: 'document_too_complex',
  message: `The document ${fault}; make it simpler, or split it.`,
});

/** Returns the caller's mistake as data. @throws anything else: the infrastructure failed, and the job is tried again. */
function errorReply(error: unknown): RenderReply {
  if (error instanceof TaskEnded) return { ok: false, error: endedReply(error) };
  if (error instanceof UncaughtError) return { ok: false, error: tooComplex('broke the renderer') };
  const isCallers = error instanceof ServiceError && (error.status < 500 || error.code === 'deadline_exceeded');
  if (!isCallers) throw error;
  return { ok: false, error: error.toData() };
}

/** Another worker would end its thread as well, so the job is not tried again. */
function endedReply({ end, stage }: TaskEnded): ErrorData {
  if (end === 'deadline') return tooLate().toData();
  if (end === 'cpu' || end === 'memory') {
    const limit = { cpu: 'processor time', memory: 'memory' }[end];
    return tooComplex(`took more ${limit} than a document may while it was ${STAGES[stage]}`);
  }
  return tooComplex('broke the renderer');
}
