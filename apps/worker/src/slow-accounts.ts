/**
 * Which accounts' documents are slow at the moment, as this worker has seen.
 *
 * On a busy machine a short document may take as long as a slow one, so a single one tells nothing, and neither does any number of
 * milliseconds: an account is slow that has spent a second and more on slow documents lately, and not much less than the slowest.
 */
import { RecentTime } from './recent-time.js';

/** So much slow documents' time makes an account slow. */
const SLOW_MS = 1_000;
/** And such a part of what the slowest account has had. */
const SLOW_SHARE = 1 / 4;

export interface SlowAccountsOptions {
  slowMs?: number;
  /** When half of an account's slow documents is forgotten. */
  halfLifeMs?: number;
}

export class SlowAccounts {
  private readonly time: RecentTime;
  private readonly slowMs: number;

  constructor({ slowMs = SLOW_MS, halfLifeMs }: SlowAccountsOptions = {}) {
    this.time = new RecentTime(halfLifeMs);
    this.slowMs = slowMs;
  }

  has(accountId: string): boolean {
    const ms = this.time.of(accountId);
    return ms > 0 && ms >= this.slowMs && ms >= this.time.most() * SLOW_SHARE;
  }

  /**
   * To be told of a document that turns out to be slow.
   *
   * @param alreadyMs what is held against its account at once, milliseconds.
   * @returns what to call when it is done with.
   */
  began(accountId: string, alreadyMs = 0): () => void {
    return this.time.begin(accountId, alreadyMs);
  }
}
