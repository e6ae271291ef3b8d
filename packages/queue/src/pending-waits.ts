import type { Outcome } from './outcome.js';

interface Wait {
  settle: (outcome: Outcome) => void;
  /** When Redis got the job, or was last asked for it, milliseconds of the process; before that it can't be asked. */
  seenAt: number;
}

/**
 * The callers of this process that wait for a job. One channel of replies serves them all; a wait is registered before
 * its job is added, so no reply can come too early.
 */
export class PendingWaits {
  private readonly waits = new Map<string, Wait>();

  /** @returns a promise of the job's outcome; it never rejects, and never settles when the wait is forgotten. */
  register(jobId: string): Promise<Outcome> {
    return new Promise((settle) => this.waits.set(jobId, { settle, seenAt: Number.POSITIVE_INFINITY }));
  }

  /** Whether nobody waits for any job. */
  isEmpty(): boolean {
    return this.waits.size === 0;
  }

  /** The job is in Redis. */
  added(jobId: string): void {
    const wait = this.waits.get(jobId);
    if (wait !== undefined) wait.seenAt = performance.now();
  }

  /** Hands an outcome to its waiter; jobs of other processes are none of ours. */
  settle(jobId: string, outcome: Outcome): void {
    this.waits.get(jobId)?.settle(outcome);
    this.waits.delete(jobId);
  }

  forget(jobId: string): void {
    this.waits.delete(jobId);
  }

  /** @returns the jobs that are in Redis and were not asked for so many milliseconds; they count as asked for now. */
  takeUnseen(forMs: number): string[] {
    const now = performance.now();
    const unseen = [...this.waits].filter(([, { seenAt }]) => now - seenAt >= forMs);
    for (const [, wait] of unseen) wait.seenAt = now;
    return unseen.map(([jobId]) => jobId);
  }
}
