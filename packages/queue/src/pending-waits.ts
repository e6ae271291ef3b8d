import type { Outcome } from './outcome.js';

/** No worker is at work on a job for longer after its caller has gone. */
const ABANDONED_MS = 300_000;

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
  /** Jobs whose caller has gone while a worker may have had them. */
  private readonly abandoned = new Set<string>();

  /** @param onUnclaimed told of a file that was made for a caller who had gone meanwhile. */
  constructor(private readonly onUnclaimed: (fileId: string) => void = () => undefined) {}

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
    const isUnclaimed = this.abandoned.delete(jobId) && typeof outcome === 'object' && 'result' in outcome;
    if (isUnclaimed && outcome.result.ok) this.onUnclaimed(outcome.result.file.fileId);
  }

  /** As `forget`, where a worker may have the job: a file that it still makes is nobody's. */
  abandon(jobId: string): void {
    this.forget(jobId);
    this.abandoned.add(jobId);
    setTimeout(() => this.abandoned.delete(jobId), ABANDONED_MS).unref();
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
