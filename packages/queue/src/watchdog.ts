/**
 * Ends a worker whose main thread is blocked, because nothing else in the process can. First it records the job that
 * blocks it, so that no other worker runs that job.
 */
import { type Debugger, Session } from 'node:inspector';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Logger, type Redis, RedisScript } from '@toolpress/runtime/thread';
import { BLOCKED_MS } from './heartbeats.js';
import { blockingKey, DEATHS_LIFE_MS, deathsKey, LOCK_MS, RUNNING_JOB, type RunningJob } from './queue-names.js';

/** The time limit for pausing the main thread. It cannot be paused in native code, such as `JSON.parse`. */
const PAUSE_LIMIT_MS = 5_000;
/** The time limit for writing the log, which whoever reads it may block. */
const LOG_LIMIT_MS = 1_000;
/** The interval of attempts to record the job while Redis is unavailable. */
const RECORD_EVERY_MS = 500;
const MAX_FRAMES = 10;

const noteScript = RedisScript.fromFile<{ jobId: string; lifeMs: number }>(
  new URL('../src/note-blocked.lua', import.meta.url),
);

/** Where the main thread is, and the job to which its code belongs, if any. */
interface Blockage {
  job?: RunningJob;
  /** The active calls, the latest first. */
  stack: string;
}

/**
 * Kills the process, after it has logged why.
 *
 * If it cannot record the blocking job, its jobs are retried as those of any killed worker: the job is unknown, or
 * Redis is unavailable until the locks of the jobs have expired.
 *
 * @param id of the worker.
 */
export async function endBlockedProcess(redis: Redis, id: string, logger: Logger): Promise<void> {
  const found = findBlockage().catch(() => undefined);
  const { job, stack } = (await Promise.race([found, sleep(PAUSE_LIMIT_MS)])) ?? {};
  const seconds = BLOCKED_MS / 1_000;
  logger.fatal({ ...job, stack }, `the main thread was blocked for ${seconds} s; the process is killed`);
  const until = performance.now() + LOCK_MS;
  while (job !== undefined && !(await noteBlocked(redis, id, job)) && performance.now() < until)
    await sleep(RECORD_EVERY_MS);
  // The first flush may only wait for lines that were already being written.
  const logged = new Promise<void>((resolve) => logger.flush(() => logger.flush(() => resolve())));
  await Promise.race([logged, sleep(LOG_LIMIT_MS)]);
  process.kill(process.pid, 'SIGKILL');
}

/** Pauses the main thread permanently. @throws when this Node.js has no inspector. */
function findBlockage(): Promise<Blockage> {
  return new Promise((resolve) => {
    const session = new Session();
    session.connectToMainThread();
    const files = new Map<string, string>();
    session.on('Debugger.scriptParsed', ({ params: { scriptId, url } }) => void files.set(scriptId, url));
    session.once('Debugger.paused', ({ params: { callFrames } }) => {
      const calls = callFrames.slice(0, MAX_FRAMES);
      const stack = calls.map((call) => callText(call, files.get(call.location.scriptId))).join('\n');
      const [{ callFrameId } = { callFrameId: '' }] = callFrames;
      const expression = `globalThis[Symbol.for(${JSON.stringify(RUNNING_JOB)})]?.()`;
      session.post(
        'Debugger.evaluateOnCallFrame',
        { callFrameId, expression, returnByValue: true },
        (_error, reply) => {
          const job = reply?.result?.value as RunningJob | undefined;
          resolve({ stack, ...(job && { job }) });
        },
      );
    });
    session.post('Debugger.enable');
    session.post('Debugger.pause');
  });
}

/** Code without a file was made from text, which may be a caller's, so its name is omitted. */
const callText = ({ functionName, location }: Debugger.CallFrame, file = ''): string =>
  file === '' ? 'at (generated code)' : `at ${functionName || '(anonymous)'} (${file}:${location.lineNumber + 1})`;

/** Records the job that has blocked this worker. @returns whether Redis has done it. */
const noteBlocked = (redis: Redis, id: string, job: RunningJob): Promise<boolean> =>
  noteScript.run(redis, [deathsKey(job), blockingKey(id)], { jobId: job.jobId, lifeMs: DEATHS_LIFE_MS }).then(
    () => true,
    () => false,
  );
