/** The worker's way to tell a gateway how its job ended. */
import type { RenderReply } from '@toolpress/contract';
import { type Logger, type Redis, reasonOf, redisScript } from '@toolpress/runtime';
import type { Job } from 'bullmq';
import { leaveRefusal, REFUSAL_LIFE_MS, refusalKey, requestKey } from './letters.js';
import { type JobRecord, lockKey, queueKey, type ResultRecord } from './names.js';
import type { Ended } from './outcome.js';
import { channelOf, messageOf, sendReply } from './replies.js';

type RenderRecord = Job<JobRecord, ResultRecord>;

/**
 * What became of an outcome: it was told, or will be found; `lost`: another worker has the job, or will get it; `unwanted`: the
 * job is ours, but nobody waits for it any more.
 */
export type Told = 'told' | 'lost' | 'unwanted';

/**
 * Tells of an outcome, if the job is still this attempt's: a worker that was frozen, or cut off, may have lost it to another. One
 * whose lock ran out while nobody took the job has it back.
 *
 * KEYS: the job's, its lock, the jobs at work, its request, its refusal. ARGV: job, this worker, the lock's token, its duration,
 * channel or nothing, message, refusal or nothing, its life.
 */
const tell = redisScript(`
local lock = redis.call('GET', KEYS[2])
if not lock and redis.call('HGET', KEYS[1], 'pb') == ARGV[2] and redis.call('LPOS', KEYS[3], ARGV[1]) then
  redis.call('SET', KEYS[2], ARGV[3], 'PX', ARGV[4])
elseif lock ~= ARGV[3] then
  return 'lost'
end
if redis.call('EXISTS', KEYS[4]) == 0 then return 'unwanted' end
if ARGV[7] ~= '' then redis.call('SET', KEYS[5], ARGV[7], 'PX', ARGV[8]) end
if ARGV[5] == '' then return 'told' end -- of an older gateway, which reads the queue's own events
return redis.call('PUBLISH', ARGV[5], ARGV[6]) > 0 and 'told' or 'unheard'`);

export interface ReplySenderOptions {
  /** On which no command is ever sent twice: what it says is the one answer to the one question. */
  once: Redis;
  /** Waits for Redis. */
  blocking: Redis;
  workerId: string;
  lockMs: number;
  logger: Logger;
}

export class ReplySender {
  private readonly unheard = new WeakSet<RenderRecord>();

  constructor(private readonly options: ReplySenderOptions) {}

  /**
   * Tells of a reply before the queue notes it: the caller need not wait for that. It has to be awaited, for what is sent to
   * Redis together is done together, and told afterwards.
   *
   * @returns `told` also when nobody knows: then a file may be somebody's already.
   */
  async sendEarly(job: RenderRecord, token: string, reply: RenderReply): Promise<Told> {
    const { id = '', data, queueName } = job;
    const { once, blocking, workerId, lockMs } = this.options;
    const channel = data.replyTo === undefined ? '' : channelOf(data.replyTo);
    const refusal = reply.ok ? '' : JSON.stringify(reply.error);
    try {
      const said = await tell(
        once,
        [
          ...[queueKey(queueName, id), lockKey(queueName, id), queueKey(queueName, 'active')],
          ...[requestKey(id), refusalKey(id)],
        ],
        [id, workerId, token, lockMs, channel, messageOf(id, { result: resultOf(reply) }), refusal, REFUSAL_LIFE_MS],
      );
      if (said !== 'unheard') return said as Told;
    } catch (error) {
      this.log(job, error);
      if (!reply.ok) await leaveRefusal(blocking, id, reply.error);
    }
    this.unheard.add(job);
    return 'told';
  }

  /**
   * To be called when the queue has noted a result. A gateway that did not listen before either hears it now or listens
   * later still, and then finds what is noted.
   */
  async noted(job: RenderRecord, result: ResultRecord): Promise<void> {
    if (this.unheard.has(job)) await this.send(job, { result });
  }

  /** Tells of a job that has failed for good. */
  async sendFailure(job: RenderRecord, failure: string): Promise<void> {
    await this.send(job, { failure });
  }

  private async send(job: RenderRecord, outcome: Ended): Promise<void> {
    if (job.data.replyTo === undefined) return;
    await sendReply(this.options.blocking, job.data.replyTo, job.id ?? '', outcome).catch((error) =>
      this.log(job, error),
    );
  }

  private log({ id: jobId, data: { requestId } }: RenderRecord, error: unknown): void {
    const reason = reasonOf(error);
    this.options.logger.debug({ reason, jobId, requestId }, 'a reply could not be sent; its gateway will ask for it');
  }
}

/** What the queue notes of a reply. */
export const resultOf = (reply: RenderReply): ResultRecord => (reply.ok ? reply : { ok: false });
