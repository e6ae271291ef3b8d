import type { Outcome } from './outcome.js';

interface Wait {
  settle: (outcome: Outcome) => void;
  /** Whether Redis has the job: from then on it can be asked for it. */
  isAdded: boolean;
}

/**
 * The callers of this process that wait for a job. One stream of events serves them all; a wait is registered before its
 * job is added, so no result can come too early.
 */
export class PendingWaits {
  private readonly waits = new Map<string, Wait>();

  /** @returns a promise of the job's outcome; it never rejects, and never settles when the wait is forgotten. */
  register(jobId: string): Promise<Outcome> {
    return new Promise((settle) => this.waits.set(jobId, { settle, isAdded: false }));
  }

  /** The job is in Redis. */
  added(jobId: string): void {
    const wait = this.waits.get(jobId);
    if (wait !== undefined) wait.isAdded = true;
  }

  /** Hands an outcome to its waiter; jobs of other processes are none of ours. */
  settle(jobId: string, outcome: Outcome): void {
    this.waits.get(jobId)?.settle(outcome);
    this.waits.delete(jobId);
  }

  forget(jobId: string): void {
    this.waits.delete(jobId);
  }

  /** The jobs that are in Redis and waited for. */
  get addedIds(): string[] {
    return [...this.waits].filter(([, { isAdded }]) => isAdded).map(([jobId]) => jobId);
  }
}
