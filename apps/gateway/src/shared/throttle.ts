import { LRUCache } from 'lru-cache';

/** Work to be done at most once per period for each name, such as noting a use. */
export class Throttle {
  private readonly done: LRUCache<string, true>;

  constructor(periodMs: number) {
    this.done = new LRUCache({ max: 10_000, ttl: periodMs });
  }

  /** Does it unless it was done within the period. Not awaited; when it fails, the next call tries again. */
  run(name: string, work: () => Promise<unknown>): void {
    if (this.done.has(name)) return;
    this.done.set(name, true);
    work().catch(() => this.done.delete(name));
  }
}
