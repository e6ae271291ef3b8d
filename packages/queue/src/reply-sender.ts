/** The worker's way to tell a gateway how its job ended. */
import { type Logger, type Redis, reasonOf } from '@toolpress/runtime';
import type { Job } from 'bullmq';
import type { JobRecord, ResultRecord } from './names.js';
import type { Ended } from './outcome.js';
import { sendReply } from './replies.js';

type RenderRecord = Job<JobRecord, ResultRecord>;

export class ReplySender {
  private readonly unheard = new WeakSet<RenderRecord>();

  constructor(
    private readonly redis: Redis,
    private readonly logger: Logger,
  ) {}

  /**
   * Tells of a result before the queue notes it: the caller need not wait for that. It has to be awaited, for what is sent to
   * Redis together is done together, and told afterwards.
   */
  async sendEarly(job: RenderRecord, result: ResultRecord): Promise<void> {
    if (!(await this.isHeard(job, { result }))) this.unheard.add(job);
  }

  /**
   * To be called when the queue has noted a result. A gateway that did not listen before either hears it now or listens
   * later still, and then finds what is noted.
   */
  async noted(job: RenderRecord, result: ResultRecord): Promise<void> {
    if (this.unheard.has(job)) await this.isHeard(job, { result });
  }

  /** Tells of a job that has failed for good. */
  async sendFailure(job: RenderRecord, failure: string): Promise<void> {
    await this.isHeard(job, { failure });
  }

  private async isHeard({ id = '', data: { replyTo, requestId } }: RenderRecord, outcome: Ended): Promise<boolean> {
    if (replyTo === undefined) return true; // of an older gateway, which reads the queue's own events
    try {
      return await sendReply(this.redis, replyTo, id, outcome);
    } catch (error) {
      const reason = reasonOf(error);
      this.logger.debug({ reason, jobId: id, requestId }, 'a reply could not be sent; its gateway will ask for it');
      return false;
    }
  }
}
