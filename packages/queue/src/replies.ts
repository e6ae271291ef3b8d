/**
 * Replies to gateways: workers publish each outcome on the channel of the gateway that waits for it.
 *
 * Messages are lost when the gateway is not subscribed. So it also reads its jobs from Redis after each reconnection
 * and regularly. A lost reply is only delayed.
 */
import {
  type ContentWarning,
  type ErrorData,
  type ErrorReason,
  type RenderReply,
  ServiceError,
  type TemplateFindings,
} from '@toolpress/contract';
import { blockingRedis, type Logger, type Redis, type RedisAddress } from '@toolpress/runtime';
import { Job } from 'bullmq';
import { accountJobsKey } from './admission.js';
import {
  type DocumentJob,
  type DocumentQueue,
  detailsKey,
  type JobRecord,
  KEY_PREFIX,
  NOT_UNDERSTOOD,
  payloadKey,
  type ResultRecord,
  STORE_UNAVAILABLE,
  unclaimedFile,
} from './queues.js';

/** The time after which a job without a reply is read from Redis, because the reply may be lost. */
const ASK_AFTER_MS = 2_000;
const LOOK_EVERY_MS = 500;
/** The lifetime of unread details. The gateway reads them immediately after the reply. */
const DETAILS_LIFE_MS = 60_000;

/** How a job ended. `isReleased`: the worker has released the slot and deleted the document. */
type Ended = ({ result: ResultRecord } | { failure: string }) & { isReleased?: true };
/** `lost`: Redis no longer has the job. */
export type Outcome = Ended | 'lost';

const channelOf = (gatewayId: string): string => `${KEY_PREFIX}:replies:${gatewayId}`;
const messageOf = (jobId: string, outcome: Ended): string => JSON.stringify({ jobId, ...outcome });

interface Wait {
  resolve: (outcome: Outcome) => void;
  /** When the job was added to Redis or last read from it, in milliseconds of the process; infinite before that. */
  seenAt: number;
}

/** The gateway's part: the waiting callers of this process, and the channel for their replies. */
export class ReplyListener {
  /** Resolves at the first subscription. Redis may be unavailable at the start. */
  readonly listening: Promise<void>;
  private readonly connection: Redis;
  private readonly asking: NodeJS.Timeout;
  private readonly waits = new Map<string, Wait>();
  private isSubscribed = false;

  /** @param queues in the order in which jobs are moved. */
  constructor(
    redis: RedisAddress,
    gatewayId: string,
    private readonly queues: readonly DocumentQueue[],
    logger: Logger,
  ) {
    this.connection = blockingRedis(redis, 'replies', logger);
    this.connection.on('message', (_channel, text) => {
      const { jobId, ...outcome } = JSON.parse(text) as { jobId: string } & Ended;
      this.resolve(jobId, outcome);
    });
    this.connection.on('close', () => {
      this.isSubscribed = false;
    });
    this.listening = new Promise((resolve) => {
      const listen = async (): Promise<void> => {
        // A refusal, such as of a busy Redis, leaves the connection as it is. A new one tries again.
        await this.connection.subscribe(channelOf(gatewayId)).catch((error: unknown) => {
          if (this.connection.status === 'ready') this.connection.disconnect(true);
          throw error;
        });
        this.isSubscribed = true;
        resolve();
        await this.ask(0); // messages were lost meanwhile
      };
      this.connection.on('ready', () => void listen().catch(() => undefined)); // after another disconnection, `ready` fires again
    });
    this.asking = setInterval(() => void this.ask(ASK_AFTER_MS).catch(() => undefined), LOOK_EVERY_MS).unref();
  }

  get isListening(): boolean {
    return this.isSubscribed;
  }

  /**
   * Waits for a job. Must be called before the job is added, so that no reply is missed.
   *
   * @returns the job's outcome. The promise never rejects, and never settles after `forget`.
   */
  expect(jobId: string): Promise<Outcome> {
    return new Promise((resolve) => this.waits.set(jobId, { resolve, seenAt: Number.POSITIVE_INFINITY }));
  }

  /** Must be called when the job is in Redis. */
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

  /** Reads the jobs from Redis that have had no reply for this many milliseconds. */
  private async ask(unseenForMs: number): Promise<void> {
    const now = performance.now();
    const unseen = [...this.waits].filter(([, { seenAt }]) => now - seenAt >= unseenForMs);
    for (const [, wait] of unseen) wait.seenAt = now;
    for (const [jobId] of unseen) {
      let job: Job<JobRecord, ResultRecord | null> | undefined;
      for (const queue of this.queues) job ??= await Job.fromId<JobRecord, ResultRecord | null>(queue, jobId);
      if (job === undefined) this.resolve(jobId, 'lost');
      // A retried job keeps its failure reason, so only a job without a result has failed permanently.
      else if (job.finishedOn !== undefined) {
        const { returnvalue, failedReason } = job;
        this.resolve(jobId, returnvalue === null ? { failure: failedReason } : { result: returnvalue });
      }
    }
  }
}

/**
 * Converts an outcome to a reply. Reads and deletes its details. @throws ServiceError `unavailable` for a failed job.
 */
export async function replyOf(outcome: Ended, redis: Redis, jobId: string): Promise<RenderReply> {
  if ('failure' in outcome) throw jobFailed(outcome.failure);
  const { result } = outcome;
  if (result.ok && !result.hasDetails) return { ok: true, file: result.file };
  const details = await redis.getdel(detailsKey(jobId));
  if (details === null) throw jobFailed('the details of the result are missing');
  if (!result.ok) {
    const error = JSON.parse(details) as ErrorData;
    if (error.reason === 'store_unavailable') throw jobFailed(STORE_UNAVAILABLE);
    return { ok: false, error };
  }
  if (result.file === undefined) return { ok: true, findings: JSON.parse(details) as TemplateFindings };
  return { ok: true, file: { ...result.file, warnings: JSON.parse(details) as ContentWarning[] } };
}

/** The known causes of failed jobs, with the message for callers. */
const FAILURES: Readonly<Record<string, { message: string; reason?: ErrorReason }>> = {
  // Workers are older than the gateway during an update.
  [NOT_UNDERSTOOD]: {
    message: 'The service is being updated, and its workers do not support the request yet; try again in a moment.',
  },
  [STORE_UNAVAILABLE]: {
    message:
      'The document could not be finished: the service’s file store is full or unavailable; try again in a moment.',
    reason: 'store_unavailable',
  },
};
/** All attempts failed. The document may be the cause. */
const RENDERER_FAILED = {
  message: 'The renderer could not finish the document; try again in a moment.',
  reason: 'renderer_failed',
} as const;

function jobFailed(cause: string): ServiceError {
  const { message, reason } = FAILURES[cause] ?? RENDERER_FAILED;
  return new ServiceError('unavailable', message, { cause, reason, headers: { 'Retry-After': '1' } });
}

/** The reply of a job for finish.lua. */
export interface ReplyArguments {
  jobId: string;
  accountId: string;
  workerId: string;
  /** The content and the lifetime of the lock in milliseconds. */
  token: string;
  lockMs: number;
  /** The keys of the document, of the details and of the account's jobs, to which background jobs do not belong. */
  payload: string;
  details: string;
  account?: string;
  detailsLifeMs: number;
  channel: string;
  message: string;
  /** The result that BullMQ stores when the caller has gone. */
  unwanted: string;
  /** The file that was recorded when the job was taken, unless the reply names it. */
  unusedFile?: string;
}

/**
 * Returns what finish.lua needs to send a reply, and the details, which may be long.
 *
 * @param recordedFile the id of the file that was recorded when the job was taken.
 */
export function replyArguments(
  { id: jobId = '', data: { accountId, replyTo, isBackground } }: DocumentJob,
  reply: RenderReply,
  lock: Pick<ReplyArguments, 'workerId' | 'token' | 'lockMs'>,
  recordedFile: string | undefined,
): { args: ReplyArguments; details: string } {
  // A store that did not answer may have the file, which a sweep then deletes.
  const mayBeStored = reply.ok ? reply.file?.fileId === recordedFile : reply.error.reason === 'store_unavailable';
  const isUnused = recordedFile !== undefined && !mayBeStored;
  const args = {
    ...{ jobId, accountId, ...lock },
    ...(isUnused && { unusedFile: unclaimedFile(accountId, recordedFile) }),
    payload: payloadKey(jobId),
    details: detailsKey(jobId),
    ...(!isBackground && { account: accountJobsKey(accountId) }),
    detailsLifeMs: DETAILS_LIFE_MS,
    channel: channelOf(replyTo),
    message: messageOf(jobId, { result: resultOf(reply), isReleased: true }),
    unwanted: JSON.stringify(UNWANTED),
  };
  return { args, details: detailsOf(reply) };
}

/** The result of a job whose caller has gone. */
export const UNWANTED: ResultRecord = { ok: false };

/** Publishes the failure of a job. A gateway that does not receive it reads it from Redis. @throws the error of Redis. */
export async function sendFailure(redis: Redis, { id = '', data }: DocumentJob, failure: string): Promise<void> {
  await redis.publish(channelOf(data.replyTo), messageOf(id, { failure }));
}

/** Returns the record of a reply for BullMQ. */
export function resultOf(reply: RenderReply): ResultRecord {
  if (!reply.ok) return { ok: false };
  if (reply.file === undefined) return { ok: true, hasDetails: true };
  const { warnings, ...file } = reply.file;
  return warnings === undefined ? { ok: true, file } : { ok: true, file, hasDetails: true };
}

/** Returns the details of a reply, which BullMQ must not store because they may quote the document. */
function detailsOf(reply: RenderReply): string {
  if (!reply.ok) return JSON.stringify(reply.error);
  if (reply.file === undefined) return JSON.stringify(reply.findings);
  return reply.file.warnings === undefined ? '' : JSON.stringify(reply.file.warnings);
}
