import type { Outcome } from './outcome.js';

/**
 * The callers of this process that wait for a job. One stream of events serves them all; a wait is registered before its
 * job is added, so no result can come too early.
 */
export class PendingWaits {
  private readonly waits = new Map<string, (outcome: Outcome) => void>();

  /** @returns a promise of the job's outcome; it never rejects, and never settles when the wait is forgotten. */
  register(jobId: string): Promise<Outcome> {
    return new Promise((resolve) => this.waits.set(jobId, resolve));
  }

  /** Hands an outcome to its waiter; jobs of other processes are none of ours. */
  settle(jobId: string, outcome: Outcome): void {
    this.waits.get(jobId)?.(outcome);
    this.waits.delete(jobId);
  }

  forget(jobId: string): void {
    this.waits.delete(jobId);
  }

  get jobIds(): string[] {
    return [...this.waits.keys()];
  }
}
