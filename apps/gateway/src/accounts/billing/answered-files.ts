/**
 * Claims the files of answered calls a second time. A Redis that is killed or replaced by its replica may lose its last second, including
 * the claim of a file whose link the caller already has. So the gateway claims the file again when that second is over. One command
 * claims the files of all calls. Files of jobs do not need this: Redis loses the completion of the job together with the claim, and the
 * job runs again.
 */
import { UNCLAIMED_FILES, unclaimedFile } from '@toolpress/queue';
import type { Redis } from '@toolpress/runtime';

/** A file is claimed again after one to two of these intervals, in milliseconds. Longer than Redis delays writes to a busy disk. */
const EVERY_MS = 5_000;

export class AnsweredFiles {
  private latest: string[] = [];
  private earlier: string[] = [];
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly redis: Redis,
    everyMs = EVERY_MS,
  ) {
    this.timer = setInterval(() => void this.claimEarlier(), everyMs).unref();
  }

  add(accountId: string, fileId: string): void {
    this.latest.push(unclaimedFile(accountId, fileId));
  }

  close(): void {
    clearInterval(this.timer);
  }

  private async claimEarlier(): Promise<void> {
    const due = this.earlier;
    this.earlier = this.latest;
    this.latest = [];
    if (due.length === 0) return;
    // No calls are answered while Redis is unavailable, so this list does not grow.
    await this.redis.zrem(UNCLAIMED_FILES, ...due).catch(() => this.earlier.push(...due));
  }
}
