/**
 * How a worker takes and ends jobs: one command to Redis takes a job with BullMQ and reads its document, and one ends
 * it, sends the reply and takes the next job.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { fontsKey, type RenderReply, type StoredFont } from '@toolpress/contract';
import { isRedisOutage, isReplyError, type Redis, RedisScript } from '@toolpress/runtime';
import { createRedisBackend, type RedisQueueBackend } from 'bullmq';
import { BYTES, PACE, SLOTS, WAITING } from './admission.js';
import { composedScript, partsOf, type Value } from './bullmq-scripts.js';
import { type DocumentJob, deathsKey, payloadKey, queueKey, RENDER_QUEUE, UNCLAIMED_FILES } from './queues.js';
import { type ReplyArguments, replyArguments } from './replies.js';

/** A document that a worker has taken, the remaining time of its caller, and the current fonts of its account. */
export interface TakenDocument {
  content: string;
  remainingMs: number;
  fonts: StoredFont[];
  /** See `EarlierAttempts`. */
  earlier: EarlierAttempts;
  /** The id of a file that is recorded as unclaimed. */
  fileId?: string;
}

/**
 * What earlier attempts at a document have done. `blocked`: one has blocked the main thread of a worker; `active`: a
 * worker still has an earlier submission; otherwise the number of workers that died over earlier submissions.
 */
type EarlierAttempts = 'blocked' | 'active' | number;

/**
 * The outcome of a reply. `sent`: the gateway has it or will find it; `lost`: another worker has or will get the job;
 * `unwanted`: the caller has gone.
 */
export type Sent = 'sent' | 'lost' | 'unwanted';

/** See begin-taken.lua. */
interface BeginArguments {
  /** Whether the job counts for the priorities and the pace of synchronous documents. */
  takesTurns: boolean;
  payloadPrefix: string;
  /** The prefixes of the keys of jobs and of `deathsKey`, and the lifetime of the latter. */
  jobPrefix: string;
  deathsPrefix: string;
  deathsLifeMs: number;
  /** The key of an account's fonts, before and after its id. */
  fonts: readonly string[];
  /** The id of a file to record, and the set of unclaimed files. */
  file?: string;
  unclaimed: string;
}

type Begun = [content: string | null, remainingMs: number, fonts: string[], earlier: EarlierAttempts] | [];

const BEGIN = ['begin', 'begin-taken'];
const beginScript = composedScript<BeginArguments & { jobId: string }, Begun>([...BEGIN, 'begin-job']);
const takeScript = composedScript<BeginArguments, [taken: unknown[], isLast: 0 | 1, begun: Begun]>(
  [...BEGIN, 'take'],
  'moveToActive',
);
const finishScript = composedScript<
  BeginArguments & { reply?: ReplyArguments },
  [status: Sent | '', ended: number | unknown[], begun: Begun]
>([...BEGIN, 'finish'], 'moveToFinished');

const giveBackScript = RedisScript.fromFile<{ jobPrefix: string; kept?: string }>(
  new URL('../src/give-back.lua', import.meta.url),
);

/** The time for which a worker takes no job after it has returned one, so that another worker takes it: idle workers look every two seconds. */
const GIVEN_BACK_PAUSE_MS = 2_000;
/** The interval at which a worker repeats the end of a job while Redis refuses writes. */
const REFUSED_PAUSE_MS = 200;

/** A job is submitted again for a day at most, while its provider of records accepts no request. */
const DEATHS_LIFE_MS = 24 * 3_600_000;
const PAYLOAD_PREFIX = payloadKey('');
const DEATHS_PREFIX = deathsKey('');
const FONTS = fontsKey('/').split('/');

const beginArguments = (queueName: string, fileId?: string): BeginArguments => ({
  takesTurns: queueName === RENDER_QUEUE,
  payloadPrefix: PAYLOAD_PREFIX,
  jobPrefix: queueKey(queueName, ''),
  deathsPrefix: DEATHS_PREFIX,
  deathsLifeMs: DEATHS_LIFE_MS,
  fonts: FONTS,
  unclaimed: UNCLAIMED_FILES,
  ...(fileId !== undefined && { file: fileId }),
});

/**
 * Starts a job that is already taken. The document stays in Redis in case this worker dies.
 *
 * @returns undefined when the caller has gone.
 */
export async function beginJob(
  redis: Redis,
  { id: jobId = '', queueName }: Pick<DocumentJob, 'id' | 'queueName'>,
): Promise<TakenDocument | undefined> {
  const args = { ...beginArguments(queueName), jobId };
  return documentOf(await beginScript.run(redis, [WAITING, PACE], args));
}

function documentOf(
  [content = null, remainingMs = 0, fonts = [], earlier = 0]: Begun,
  fileId?: string,
): TakenDocument | undefined {
  if (content === null || remainingMs <= 0) return undefined;
  const document = { content, remainingMs, earlier, fonts: fonts.map((font) => JSON.parse(font) as StoredFont) };
  return fileId === undefined ? document : { ...document, fileId };
}

export interface TakingOptions {
  redis: Redis;
  /** Returns the id of the file that most jobs store, to record it when a job is taken. */
  newFileId: (() => string) | undefined;
  workerId: string;
  lockMs: number;
  /** Aborted when the worker ends. */
  closing: AbortSignal;
}

interface Ending {
  args: ReplyArguments;
  details: string;
  onSent: (sent: Sent) => void;
}

/** The jobs of one queue that this worker has taken or is ending. */
export class Taking {
  private readonly documents = new Map<string, TakenDocument | undefined>();
  private readonly endings = new Map<string, Ending>();
  /** Whether no job was waiting when the last one was taken, so that it is useless to ask for another. */
  private isEmpty = false;
  /** Until when no job is taken, in milliseconds of the process. */
  private pausedUntil = Number.NEGATIVE_INFINITY;
  /** How often the connection has broken. It then repeats the scripts whose answers were lost. */
  private breaks = 0;

  constructor(
    private readonly queueName: string,
    private readonly options: TakingOptions,
  ) {
    options.redis.on('close', () => {
      this.breaks += 1;
    });
  }

  /** Returns the document of a job once. Undefined when the caller has gone. */
  async documentOf(job: DocumentJob): Promise<TakenDocument | undefined> {
    const { id = '' } = job;
    if (!this.documents.has(id)) return beginJob(this.options.redis, job);
    const document = this.documents.get(id);
    this.documents.delete(id);
    return document;
  }

  /** Notes that this attempt has not ended its worker. */
  async survived({ id = '', data: { origin }, stalledCounter }: DocumentJob): Promise<void> {
    if (origin === undefined) return;
    const { redis } = this.options;
    if (stalledCounter === 0) await redis.hdel(deathsKey(origin), id);
    else await redis.hset(deathsKey(origin), id, stalledCounter);
  }

  /** Leaves the next jobs to other workers for a moment. */
  pause(): void {
    this.pausedUntil = performance.now() + GIVEN_BACK_PAUSE_MS;
  }

  /**
   * Sends a reply when BullMQ ends the job.
   *
   * @param fileId the file that was recorded when the job was taken.
   * @param onSent is called with the outcome.
   */
  reply(
    job: DocumentJob,
    token: string,
    reply: RenderReply,
    fileId: string | undefined,
    onSent: (sent: Sent) => void,
  ): void {
    const { workerId, lockMs } = this.options;
    this.endings.set(job.id ?? '', { ...replyArguments(job, reply, { workerId, token, lockMs }, fileId), onSent });
  }

  /** Creates BullMQ's backend, whose scripts are part of ours. */
  readonly createBackend = (...given: Parameters<typeof createRedisBackend>): RedisQueueBackend => {
    const backend = createRedisBackend(...given);
    const execCommand = backend.execCommand.bind(backend);
    const waitForJob = backend.waitForJob.bind(backend);
    return Object.assign(backend, {
      execCommand: (...[client, name, sent]: Parameters<typeof execCommand>): unknown => {
        if (name === 'moveToActive') return this.take(sent);
        if (name === 'moveToFinished') return this.finish(sent);
        // A job that is tried again.
        if (name === 'moveToDelayed') return this.untilAccepted(async () => execCommand(client, name, sent));
        return execCommand(client, name, sent);
      },
      waitForJob: async (...timeout: Parameters<typeof waitForJob>): ReturnType<typeof waitForJob> => {
        this.isEmpty = false;
        const pauseMs = this.pausedUntil - performance.now();
        const { closing: signal } = this.options;
        if (pauseMs > 0) await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
        return waitForJob(...timeout);
      },
    });
  };

  private async take(sent: readonly unknown[]): Promise<unknown> {
    if (this.isEmpty || performance.now() < this.pausedUntil) {
      this.isEmpty = false; // BullMQ waits for a job next
      return NO_JOB;
    }
    const { keys, values } = partsOf('moveToActive', sent);
    const fileId = this.options.newFileId?.();
    const args = beginArguments(this.queueName, fileId);
    const { breaks } = this;
    const [taken, isLast, begun] = await takeScript.run(this.options.redis, [WAITING, PACE, ...keys], args, ...values);
    await this.giveBackSince(breaks, taken, values[TAKE_OPTIONS]);
    this.isEmpty = isLast === 1;
    this.note(taken, begun, fileId);
    return taken;
  }

  private async finish(sent: readonly unknown[]): Promise<unknown> {
    const { keys, values } = partsOf('moveToFinished', sent);
    const jobId = String(values[0]);
    const ending = this.endings.get(jobId);
    this.endings.delete(jobId);
    const fileId = this.options.newFileId?.();
    const args = { ...beginArguments(this.queueName, fileId), ...(ending && { reply: ending.args }) };
    const touched = [WAITING, PACE, SLOTS, BYTES, ...keys];
    const { breaks } = this;
    const [status, ended, begun] = await this.untilAccepted(() =>
      finishScript.run(this.options.redis, touched, args, ending?.details ?? '', ...values),
    );
    if (status !== '') ending?.onSent(status);
    await this.giveBackSince(breaks, ended, values[FINISH_OPTIONS]);
    if (Array.isArray(ended)) this.note(ended, begun, fileId);
    return ended;
  }

  /** Gives back the jobs that a script with these options has taken in addition, if the connection broke during it. */
  private async giveBackSince(breaks: number, taken: unknown, options: Value = ''): Promise<void> {
    if (this.breaks === breaks) return;
    const [isJob, jobId] = Array.isArray(taken) ? taken : [];
    const touched = ['active', 'prioritized', 'marker'].map((name) => queueKey(this.queueName, name));
    const args = { jobPrefix: queueKey(this.queueName, ''), ...(isJob && { kept: String(jobId) }) };
    // Without success the jobs wait until their locks end.
    await this.untilAccepted(() => giveBackScript.run(this.options.redis, touched, args, options)).catch(
      () => undefined,
    );
  }

  /**
   * Repeats a script while Redis refuses writes, for the lifetime of a lock. After such a refusal BullMQ would give up
   * the job and its reply, and the document would be printed again when the lock has ended.
   */
  private async untilAccepted<Reply>(run: () => Promise<Reply>): Promise<Reply> {
    const until = performance.now() + this.options.lockMs;
    for (;;) {
      try {
        return await run();
      } catch (error) {
        // Without an answer the connection itself repeats the script.
        if (!isReplyError(error) || !isRedisOutage(error) || performance.now() >= until) throw error;
        await sleep(REFUSED_PAUSE_MS);
      }
    }
  }

  private note([isJob, jobId]: unknown[], begun: Begun, fileId: string | undefined): void {
    if (isJob) this.documents.set(String(jobId), documentOf(begun, fileId));
  }
}

/** The places of BullMQ's options, which hold the token, among what it sends to a script. */
const TAKE_OPTIONS = 2;
const FINISH_OPTIONS = 7;
/** BullMQ's answer when no job waits. */
const NO_JOB = [0, 0, 0, 0];
