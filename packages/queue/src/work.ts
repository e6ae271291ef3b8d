/** The work of jobs: reads their content, and calls the handlers of the worker. */
import type { RenderReply } from '@toolpress/contract';
import { type Logger, type Redis, reasonOf } from '@toolpress/runtime';
import { isWanted } from './admission.js';
import type { TakenDocument } from './begin-job.js';
import {
  type AssemblyHandler,
  NotUnderstood,
  type RenderContext,
  type RenderHandler,
  type SentFile,
} from './consume-options.js';
import { readAssembly } from './payload.js';
import { type DocumentJob, type JobRecord, NOT_UNDERSTOOD, PROTOCOL, RENDER_QUEUE } from './queues.js';
import { sendFile } from './replies.js';
import { noteFile } from './unclaimed-files.js';

/** The interval of the check that a gateway still waits for an assembly, and for a document that stops with its caller. */
const LOOK_EVERY_MS = 3_000;
const LOOK_OFTEN_MS = 250;

/** Runs a job. Resolves to undefined when the caller has gone. */
export type Work = (job: DocumentJob, taken: TakenDocument, log: Logger) => Promise<RenderReply | undefined>;

/** Renders documents. @param rendering the set of active handler calls. */
export function documentWork(
  redis: Redis,
  handler: RenderHandler,
  rendering: Set<Promise<unknown>>,
  closing: AbortSignal,
): Work {
  return async (job, { content, ...taken }, log) => {
    const { id = '', data, queueName, attemptsMade, opts } = job;
    const mayBePostponed = queueName === RENDER_QUEUE;
    const { accountId, requestId, lifeMs, isBackground = false, traceparent } = data;
    const document = { content, requestId, ...(traceparent !== undefined && { traceparent }) };
    const waitedMs = Math.max(0, lifeMs - taken.remainingMs);
    const attempt = attemptsMade + 1;
    const about = {
      accountId,
      isBackground,
      mayBePostponed,
      noteFile: noteOf(redis, data),
      ...(data.takesFile && { sendFile: (file: SentFile) => sendFile(redis, job, file) }),
      waitedMs,
      closing,
      attempt,
      mayBeRepeated: attempt < (opts.attempts ?? 1),
    };
    const handle = (signal?: AbortSignal): Promise<RenderReply> =>
      understood(data, log, () => handler(document, { ...about, ...taken, log, ...(signal && { signal }) }));
    const reply = data.stopsWithCaller ? whileWanted(redis, id, LOOK_OFTEN_MS, handle) : handle();
    const ended = reply.then(Boolean, Boolean).finally(() => rendering.delete(ended));
    rendering.add(ended);
    return reply;
  };
}

/** Combines files as long as a gateway waits for the result. */
export function assemblyWork(redis: Redis, assemble: AssemblyHandler, closing: AbortSignal): Work {
  return async ({ id = '', data, attemptsMade }, taken, log) => {
    const { accountId } = data;
    const job = await understood(data, log, async () => readAssembly(taken.content));
    return whileWanted(redis, id, LOOK_EVERY_MS, (unwanted) => {
      const signal = AbortSignal.any([closing, unwanted]);
      return assemble(job, { attempt: attemptsMade + 1, accountId, noteFile: noteOf(redis, data), log, signal });
    });
  };
}

/**
 * Does work as long as a gateway waits for it.
 *
 * @param work receives a signal that is aborted when none waits any longer.
 * @returns undefined when the work failed after that.
 */
async function whileWanted(
  redis: Redis,
  jobId: string,
  everyMs: number,
  work: (signal: AbortSignal) => Promise<RenderReply>,
): Promise<RenderReply | undefined> {
  const unwanted = new AbortController();
  const looking = setInterval(() => {
    // While Redis is unavailable, continue and check again later.
    const wanted = isWanted(redis, jobId).catch(() => true);
    void wanted.then((is) => is || unwanted.abort(new Error('no gateway waits for the job any longer')));
  }, everyMs);
  try {
    return await work(unwanted.signal);
  } catch (error) {
    if (unwanted.signal.aborted) return undefined;
    throw error;
  } finally {
    clearInterval(looking);
  }
}

const noteOf =
  (redis: Redis, { protocol, accountId }: JobRecord): RenderContext['noteFile'] =>
  async (fileId) => {
    if (protocol !== undefined) await noteFile(redis, accountId, fileId);
  };

async function understood<Result>(
  { protocol = 0 }: JobRecord,
  log: Logger,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    if (protocol > PROTOCOL)
      throw new NotUnderstood(`the job has protocol ${protocol}, this worker supports ${PROTOCOL}`);
    return await work();
  } catch (error) {
    if (!(error instanceof NotUnderstood)) throw error;
    log.warn({ reason: reasonOf(error) }, 'this worker does not understand a job; a gateway may be newer');
    throw new NotUnderstood(NOT_UNDERSTOOD);
  }
}
