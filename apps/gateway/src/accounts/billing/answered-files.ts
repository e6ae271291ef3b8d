/**
 * Files of calls that were answered, claimed once more. A Redis that is killed, or replaced by its replica, may lose its last second: with
 * a charge it forgets that the file is claimed, which the caller has a link to. So a gateway claims it again when that second is over:
 * the files of all its calls together, in one command. Files of jobs need no such thing: with the claim it is forgotten that the job
 * is done, and it is done again.
 */
import { UNCLAIMED_FILES, unclaimedFile } from '@toolpress/queue';
import type { Redis } from '@toolpress/runtime';

/** A file is claimed again after this time, or twice that at the most. Longer than what Redis holds back while its disk is busy. */
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
    // While Redis is unavailable no calls are answered, so that they do not become more.
    await this.redis.zrem(UNCLAIMED_FILES, ...due).catch(() => this.earlier.push(...due));
  }
}
