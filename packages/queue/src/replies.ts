/**
 * Replies to gateways: workers publish each outcome on the channel of the gateway that waits for it.
 *
 * Messages are lost when the gateway is not subscribed. So it also reads its jobs from Redis after each reconnection
 * and regularly. A lost reply is only delayed.
 *
 * A worker publishes a file before the reply, while it stores it. The gateway reads a file that does not arrive from the store.
 */
import {
  type ContentWarning,
  type ErrorData,
  type ErrorReason,
  type RenderedFile,
  type RenderReply,
  ServiceError,
  type TemplateFindings,
} from '@toolpress/contract';
import { blockingRedis, type Logger, type Redis, type RedisAddress, RedisScript } from '@toolpress/runtime';
import { Job } from 'bullmq';
import { accountJobsKey, BYTES, SLOTS } from './admission.js';
import type { SentFile } from './consume-options.js';
import {
  type DocumentJob,
  type DocumentQueue,
  detailsKey,
  type JobRecord,
  KEY_PREFIX,
  NOT_UNDERSTOOD,
  ownerKey,
  payloadKey,
  type ResultRecord,
  replyKey,
  STORE_UNAVAILABLE,
  UNCLAIMED_FILES,
  unclaimedFile,
} from './queues.js';

/** The time after which a job without a reply is read from Redis, because the reply may be lost. */
const ASK_AFTER_MS = 2_000;
const LOOK_EVERY_MS = 500;
/** How long replies are kept after the deadline, and details after the reply. The gateway reads them immediately. */
const KEPT_MS = 60_000;

/**
 * How a job ended. `isReleased`: the worker has released the slot and deleted the document. `workerId` distinguishes
 * replies with the same result.
 */
type Ended = ({ result: ResultRecord } | { failure: string }) & { isReleased?: true; workerId?: string };
/** `lost`: Redis no longer has the job. */
export type Outcome = Ended | 'lost';

const channelOf = (gatewayId: string): string => `${KEY_PREFIX}:replies:${gatewayId}`;
const messageOf = (jobId: string, outcome: Ended): string => JSON.stringify({ jobId, ...outcome });
function readMessage(text: string): { jobId: string; outcome: Ended } {
  const { jobId, ...outcome } = JSON.parse(text) as { jobId: string } & Ended;
  return { jobId, outcome };
}

/** A larger file, in bytes, is not published: Redis buffers all messages that gateways have not read yet. */
const MAX_SENT_BYTES = 256 * 1024;
/** The first byte of a reply. A file has the job's id there. */
const BRACE = 0x7b;

function fileMessageOf(jobId: string, { id, bytes }: SentFile): Buffer {
  return Buffer.concat([Buffer.from(`${jobId} ${id} `), bytes]);
}
function readFileMessage(message: Buffer): { jobId: string; file: SentFile } {
  const idAt = message.indexOf(' ') + 1;
  const bytesAt = message.indexOf(' ', idAt) + 1;
  const id = message.toString('latin1', idAt, bytesAt - 1);
  return { jobId: message.toString('latin1', 0, idAt - 1), file: { id, bytes: message.subarray(bytesAt) } };
}

interface Wait {
  resolve: (outcome: Outcome) => void;
  onFile: ((file: SentFile) => void) | undefined;
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

  /**
   * @param commands the connection for reading replies.
   * @param queues in the order in which jobs are moved.
   */
  constructor(
    redis: RedisAddress,
    gatewayId: string,
    private readonly commands: Redis,
    private readonly queues: readonly DocumentQueue[],
    logger: Logger,
  ) {
    this.connection = blockingRedis(redis, 'replies', logger);
    this.connection.on('messageBuffer', (_channel: Buffer, message: Buffer) => this.receive(message));
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
   * @param onFile called when the job's file arrives, before its reply.
   * @returns the job's outcome. The promise never rejects, and never settles after `forget`.
   */
  expect(jobId: string, onFile?: Wait['onFile']): Promise<Outcome> {
    return new Promise((resolve) => this.waits.set(jobId, { resolve, onFile, seenAt: Number.POSITIVE_INFINITY }));
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

  private receive(message: Buffer): void {
    if (message[0] === BRACE) {
      const { jobId, outcome } = readMessage(message.toString());
      this.resolve(jobId, outcome);
    } else {
      const { jobId, file } = readFileMessage(message);
      this.waits.get(jobId)?.onFile?.(file);
    }
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
      const outcome = await this.read(jobId);
      if (outcome !== undefined) this.resolve(jobId, outcome);
    }
  }

  /** Reads the outcome of a job from Redis. @returns undefined for a job that has not ended. */
  private async read(jobId: string): Promise<Outcome | undefined> {
    let job: Job<JobRecord, ResultRecord | null> | undefined;
    for (const queue of this.queues) job ??= await Job.fromId<JobRecord, ResultRecord | null>(queue, jobId);
    // The reply is sent before the job ends.
    const sent = await this.commands.get(replyKey(jobId));
    if (sent !== null) return readMessage(sent).outcome;
    if (job === undefined) return 'lost';
    if (job.finishedOn === undefined) return undefined;
    // A retried job keeps its failure reason, so only a job without a result has failed permanently.
    const { returnvalue, failedReason } = job;
    return returnvalue === null ? { failure: failedReason } : { result: returnvalue };
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
  const found = JSON.parse(details) as ContentWarning[] | FileDetails;
  return { ok: true, file: { ...result.file, ...(Array.isArray(found) ? { warnings: found } : found) } };
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

/** See reply.lua. */
interface ReplyArguments {
  jobId: string;
  accountId: string;
  /** The id of the worker. */
  owner: string;
  channel: string;
  message: string;
  /** How long the reply is kept after the deadline, and the details after the reply, in milliseconds. */
  keptMs: number;
  /** The file that was recorded when the job was taken, unless the reply names it. */
  unusedFile?: string;
}

/**
 * The outcome of a reply. `sent`: the gateway has it or will find it; `lost`: another worker has the job; `unwanted`:
 * the caller has gone.
 */
export type Sent = 'sent' | 'lost' | 'unwanted';

const replyScript = RedisScript.fromFile<ReplyArguments, Sent>(new URL('../src/reply.lua', import.meta.url));

/**
 * Sends the reply of a job that this worker has started, in one step with the release of its slot.
 *
 * @param owner the id of this worker.
 * @param recordedFile the id of the file that was recorded when the job was taken.
 */
export function sendReply(
  redis: Redis,
  { id: jobId = '', data: { accountId, replyTo } }: DocumentJob,
  reply: RenderReply,
  owner: string,
  recordedFile: string | undefined,
): Promise<Sent> {
  // A store that did not answer may have the file, which a sweep then deletes.
  const mayBeStored = reply.ok ? reply.file?.fileId === recordedFile : reply.error.reason === 'store_unavailable';
  const isUnused = recordedFile !== undefined && !mayBeStored;
  const keys = [
    ownerKey(jobId),
    payloadKey(jobId),
    replyKey(jobId),
    detailsKey(jobId),
    SLOTS,
    BYTES,
    UNCLAIMED_FILES,
    accountJobsKey(accountId),
  ];
  const args = {
    jobId,
    accountId,
    owner,
    channel: channelOf(replyTo),
    keptMs: KEPT_MS,
    message: messageOf(jobId, { result: resultOf(reply), isReleased: true, workerId: owner }),
    ...(isUnused && { unusedFile: unclaimedFile(accountId, recordedFile) }),
  };
  return replyScript.run(redis, keys, args, detailsOf(reply));
}

/** Publishes the file of a job, unless it is large. The reply follows on the same connection. */
export function sendFile(redis: Redis, { id = '', data }: DocumentJob, file: SentFile): void {
  if (file.bytes.length <= MAX_SENT_BYTES)
    redis.publish(channelOf(data.replyTo), fileMessageOf(id, file)).catch(() => undefined);
}

/** The result of a job whose caller has gone. */
export const UNWANTED: ResultRecord = { ok: false };

/** Publishes the failure of a job. A gateway that does not receive it reads it from BullMQ's record. @throws the error of Redis. */
export async function sendFailure(redis: Redis, { id = '', data }: DocumentJob, failure: string): Promise<void> {
  await redis.publish(channelOf(data.replyTo), messageOf(id, { failure }));
}

/** Returns the record of a reply for BullMQ. */
export function resultOf(reply: RenderReply): ResultRecord {
  if (!reply.ok) return { ok: false };
  if (reply.file === undefined) return { ok: true, hasDetails: true };
  const { warnings, filename, folder, ...file } = reply.file;
  const hasDetails = (warnings ?? filename ?? folder) !== undefined;
  return hasDetails ? { ok: true, file, hasDetails } : { ok: true, file };
}

/** What may quote the document or its data. Warnings alone are their list, as older gateways expect them. */
type FileDetails = Pick<RenderedFile, 'warnings' | 'filename' | 'folder'>;

/** Returns the details of a reply, which BullMQ must not store because they may quote the document. */
function detailsOf(reply: RenderReply): string {
  if (!reply.ok) return JSON.stringify(reply.error);
  if (reply.file === undefined) return JSON.stringify(reply.findings);
  const { warnings, filename, folder } = reply.file;
  if ((filename ?? folder) !== undefined) return JSON.stringify({ warnings, filename, folder });
  return warnings === undefined ? '' : JSON.stringify(warnings);
}
