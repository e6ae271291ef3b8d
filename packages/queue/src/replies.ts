/**
 * How a gateway hears of its jobs: workers publish each outcome on the channel of the gateway that waits for it.
 *
 * A message reaches who listens at that moment, or nobody. So the gateway asks Redis for its jobs when it listens again after
 * an interruption, and now and then anyway; a reply that got lost only comes later.
 */
import { type ContentWarning, type ErrorData, type RenderReply, ServiceError } from '@toolpress/contract';
import { blockingRedis, type Logger, type Redis, reasonOf } from '@toolpress/runtime';
import { Job } from 'bullmq';
import {
  type DocumentJob,
  type DocumentQueue,
  detailsKey,
  type JobRecord,
  KEY_PREFIX,
  lockKey,
  luaScript,
  NOT_UNDERSTOOD,
  payloadKey,
  queueKey,
  type ResultRecord,
} from './queues.js';

/** Redis is asked for a job of which nothing was heard for so long: its reply may have got lost. */
const ASK_AFTER_MS = 2_000;
const LOOK_EVERY_MS = 500;
/** How long details may lie unread: the gateway fetches them as soon as it hears of them. */
const DETAILS_LIFE_MS = 60_000;

/** How a job ended. */
type Ended = { result: ResultRecord } | { failure: string };
/** `lost`: Redis knows nothing of the job any more. */
export type Outcome = Ended | 'lost';

const channelOf = (gatewayId: string): string => `${KEY_PREFIX}:replies:${gatewayId}`;
const messageOf = (jobId: string, outcome: Ended): string => JSON.stringify({ jobId, ...outcome });

interface Wait {
  resolve: (outcome: Outcome) => void;
  /** When Redis got the job, or was last asked for it, milliseconds of the process; before that it can't be asked. */
  seenAt: number;
}

/** The gateway's part: the callers of this process that wait for a job, and the one channel that serves them all. */
export class ReplyListener {
  /** Resolves when it listens for the first time: Redis may be unavailable at the start. */
  readonly listening: Promise<void>;
  private readonly connection: Redis;
  private readonly asking: NodeJS.Timeout;
  private readonly waits = new Map<string, Wait>();
  private isSubscribed = false;

  /** @param queues in the order in which jobs are moved. */
  constructor(
    redisUrl: string,
    gatewayId: string,
    private readonly queues: readonly DocumentQueue[],
    logger: Logger,
  ) {
    this.connection = blockingRedis(redisUrl, 'replies', logger);
    this.connection.on('message', (_channel, text) => {
      const { jobId, ...outcome } = JSON.parse(text) as { jobId: string } & Ended;
      this.resolve(jobId, outcome);
    });
    this.connection.on('close', () => {
      this.isSubscribed = false;
    });
    this.listening = new Promise((resolve) => {
      const listen = async (): Promise<void> => {
        await this.connection.subscribe(channelOf(gatewayId));
        this.isSubscribed = true;
        resolve();
        await this.ask(0); // what was published meanwhile was not heard
      };
      this.connection.on('ready', () => void listen().catch(() => undefined)); // cut again: `ready` comes again
    });
    this.asking = setInterval(() => void this.ask(ASK_AFTER_MS).catch(() => undefined), LOOK_EVERY_MS).unref();
  }

  get isListening(): boolean {
    return this.isSubscribed;
  }

  /**
   * To be called before the job is added, so that no reply can come too early.
   *
   * @returns a promise of the job's outcome; it never rejects, and never resolves when the wait is forgotten.
   */
  expect(jobId: string): Promise<Outcome> {
    return new Promise((resolve) => this.waits.set(jobId, { resolve, seenAt: Number.POSITIVE_INFINITY }));
  }

  /** The job is in Redis. */
  added(jobId: string): void {
    const wait = this.waits.get(jobId);
    if (wait !== undefined) wait.seenAt = performance.now();
  }

  forget(jobId: string): void {
    this.waits.delete(jobId);
  }

  close(): void {
    clearInterval(this.asking);
    this.connection.disconnect();
  }

  private resolve(jobId: string, outcome: Outcome): void {
    this.waits.get(jobId)?.resolve(outcome);
    this.waits.delete(jobId);
  }

  /** Asks Redis for the jobs of which nothing was heard for so many milliseconds. */
  private async ask(unseenForMs: number): Promise<void> {
    const now = performance.now();
    const unseen = [...this.waits].filter(([, { seenAt }]) => now - seenAt >= unseenForMs);
    for (const [, wait] of unseen) wait.seenAt = now;
    for (const [jobId] of unseen) {
      let job: Job<JobRecord, ResultRecord | null> | undefined;
      for (const queue of this.queues) job ??= await Job.fromId<JobRecord, ResultRecord | null>(queue, jobId);
      if (job === undefined) this.resolve(jobId, 'lost');
      // A job that failed once keeps the reason, whatever became of it later: only one without a result has failed for good.
      else if (job.finishedOn !== undefined) {
        const { returnvalue, failedReason } = job;
        this.resolve(jobId, returnvalue === null ? { failure: failedReason } : { result: returnvalue });
      }
    }
  }
}

/** @returns the typed reply; its details are read and deleted. @throws ServiceError `unavailable` for a failed job. */
export async function replyOf(outcome: Ended, redis: Redis, jobId: string): Promise<RenderReply> {
  if ('failure' in outcome) throw rendererFailed(outcome.failure);
  const { result } = outcome;
  if (result.ok && !result.hasDetails) return { ok: true, file: result.file };
  const details = await redis.getdel(detailsKey(jobId));
  if (details === null) throw rendererFailed('the details of the result were not there to be read');
  if (!result.ok) return { ok: false, error: JSON.parse(details) as ErrorData };
  return { ok: true, file: { ...result.file, warnings: JSON.parse(details) as ContentWarning[] } };
}

/** What is said while workers are older than the gateway, in the middle of an update. */
const WORKERS_TOO_OLD =
  'The service is being updated, and its workers do not know yet all that the request asks for; try again in a moment.';

/** The infrastructure failed under the document each time: it may be the document's fault. */
const rendererFailed = (cause: string): ServiceError => {
  const isOld = cause === NOT_UNDERSTOOD;
  const message = isOld ? WORKERS_TOO_OLD : 'The renderer could not finish the document; try again in a moment.';
  return new ServiceError('unavailable', message, {
    cause,
    ...(!isOld && { reason: 'renderer_failed' as const }),
    headers: { 'Retry-After': '1' },
  });
};

const publish = luaScript('reply');

/**
 * What became of an outcome: it was sent, or will be found; `lost`: another worker has the job, or will get it; `unwanted`: the
 * job is ours, but nobody waits for it any more.
 */
export type Sent = 'sent' | 'lost' | 'unwanted';

export interface ReplySenderOptions {
  /** On which no command is ever sent twice: what it says is the one answer to the one question. */
  nonQueueing: Redis;
  /** Waits for Redis. */
  blocking: Redis;
  workerId: string;
  lockMs: number;
  logger: Logger;
}

/** The worker's part. */
export class ReplySender {
  private readonly unheard = new WeakSet<DocumentJob>();

  constructor(private readonly options: ReplySenderOptions) {}

  /**
   * Sends a reply before BullMQ notes it: the caller need not wait for that. It has to be awaited, for what is sent to Redis
   * together is done together, and answered afterwards.
   *
   * @returns `sent` also when nobody knows: then a file may be somebody's already.
   */
  async sendEarly(job: DocumentJob, token: string, reply: RenderReply): Promise<Sent> {
    const { id = '', data, queueName } = job;
    const { nonQueueing, blocking, workerId, lockMs } = this.options;
    const details = detailsOf(reply);
    const lock = [queueKey(queueName, id), lockKey(queueName, id), queueKey(queueName, 'active')];
    const message = [channelOf(data.replyTo), messageOf(id, { result: resultOf(reply) })];
    try {
      const keys = [...lock, payloadKey(id), detailsKey(id)];
      const sent = await publish(nonQueueing, keys, [
        id,
        workerId,
        token,
        lockMs,
        ...message,
        details,
        DETAILS_LIFE_MS,
      ]);
      if (sent !== 'unheard') return sent as Sent;
    } catch (failure) {
      this.log(job, failure);
      if (details !== '') await blocking.set(detailsKey(id), details, 'PX', DETAILS_LIFE_MS);
    }
    this.unheard.add(job);
    return 'sent';
  }

  /**
   * To be called when BullMQ has noted a result. A gateway that did not listen before either hears it now or listens later
   * still, and then finds what is noted.
   */
  async noted(job: DocumentJob, result: ResultRecord): Promise<void> {
    if (this.unheard.has(job)) await this.send(job, { result });
  }

  /** Tells of a job that has ended, without looking whose it is. */
  async send(job: DocumentJob, outcome: Ended): Promise<void> {
    const { id = '', data } = job;
    const sending = this.options.blocking.publish(channelOf(data.replyTo), messageOf(id, outcome));
    await sending.catch((error) => this.log(job, error));
  }

  private log({ id: jobId, data: { requestId } }: DocumentJob, error: unknown): void {
    const reason = reasonOf(error);
    this.options.logger.debug({ reason, jobId, requestId }, 'a reply could not be sent; its gateway will ask for it');
  }
}

/** What BullMQ notes of a reply. */
export function resultOf(reply: RenderReply): ResultRecord {
  if (!reply.ok) return { ok: false };
  const { warnings, ...file } = reply.file;
  return warnings === undefined ? { ok: true, file } : { ok: true, file, hasDetails: true };
}

/** What BullMQ must not keep of it: it may quote the document. */
function detailsOf(reply: RenderReply): string {
  if (!reply.ok) return JSON.stringify(reply.error);
  return reply.file.warnings === undefined ? '' : JSON.stringify(reply.file.warnings);
}
