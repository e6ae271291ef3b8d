/** Records the time that accounts use, and knows which accounts have slow documents at the moment. */
import { Postponed, type RenderContext } from '@toolpress/queue';

/** The time after which used time counts half, in milliseconds. */
const HALF_LIFE_MS = 10_000;
/** Accounts with less time than this, in milliseconds, may be removed. */
const FORGOTTEN_MS = 1;
/** The number of accounts at which those with little time are removed. */
const MANY_ACCOUNTS = 1_000;

interface AccountTime {
  ms: number;
  /** When `ms` was computed, in milliseconds of the process. */
  at: number;
  /** The number of running pieces of work. Each adds its time. */
  running: number;
}

export class RecentTime {
  private readonly accounts = new Map<string, AccountTime>();

  constructor(private readonly halfLifeMs = HALF_LIFE_MS) {}

  /** Returns the time of an account in milliseconds, including running work. */
  of(accountId: string): number {
    const account = this.accounts.get(accountId);
    return account === undefined ? 0 : this.now(account);
  }

  /** Returns the time of the account that has used the most, in milliseconds. */
  most(): number {
    let most = 0;
    for (const account of this.accounts.values()) most = Math.max(most, this.now(account));
    return most;
  }

  /**
   * Counts the time of a piece of work from now on.
   *
   * @param alreadyMs time to add immediately, in milliseconds.
   * @returns the function to call when it ends. Further calls have no effect.
   */
  begin(accountId: string, alreadyMs = 0): () => void {
    const account = this.current(accountId);
    account.ms += alreadyMs;
    account.running += 1;
    let hasEnded = false;
    return () => {
      if (hasEnded) return;
      hasEnded = true;
      this.current(accountId).running -= 1;
    };
  }

  /** Returns the accounts that had work within this time, in milliseconds. */
  *within(ms: number): Generator<string> {
    const since = performance.now() - ms;
    for (const [id, { at, running }] of this.accounts) if (running > 0 || at >= since) yield id;
  }

  private now({ ms, at, running }: AccountTime): number {
    const passed = performance.now() - at;
    return ms * 0.5 ** (passed / this.halfLifeMs) + running * passed;
  }

  /** Returns the account with its current time. */
  private current(accountId: string): AccountTime {
    let account = this.accounts.get(accountId);
    if (account === undefined) {
      if (this.accounts.size >= MANY_ACCOUNTS) this.forget();
      account = { ms: 0, at: 0, running: 0 };
      this.accounts.set(accountId, account);
    }
    account.ms = this.now(account);
    account.at = performance.now();
    return account;
  }

  private forget(): void {
    for (const [id, account] of this.accounts) {
      if (account.running === 0 && this.now(account) < FORGOTTEN_MS) this.accounts.delete(id);
    }
  }
}

/** An account is slow when its slow documents took this time recently, in milliseconds ... */
const SLOW_MS = 1_000;
/** ... and this share of the slowest account's time. */
const SLOW_SHARE = 1 / 4;

/**
 * The accounts whose documents are slow at the moment, as seen by this worker.
 *
 * On a busy machine a short document may take as long as a slow one, so a fixed limit in milliseconds is not enough. An account is slow
 * when it has spent a second or more on slow documents recently, and not much less than the slowest account.
 */
export class SlowAccounts extends RecentTime {
  private readonly slowMs: number;

  /** @param options.halfLifeMs the time after which slow documents count half, in milliseconds. */
  constructor({ slowMs = SLOW_MS, halfLifeMs = HALF_LIFE_MS } = {}) {
    super(halfLifeMs);
    this.slowMs = slowMs;
  }

  has(accountId: string): boolean {
    // Read first, because time passes between the two reads, and no account may be slower than the slowest.
    const most = this.most();
    const ms = this.of(accountId);
    return ms > 0 && ms >= this.slowMs && ms >= most * SLOW_SHARE;
  }
}

/** A job that waits longer for its resources, in milliseconds, moves to the slow queue and frees its slot for others. */
const SHORT_MS = 1_500;

/**
 * Fetches resources of a job's document.
 *
 * @param slowAccounts records documents that wait long.
 * @param fetch rejects when its signal aborts.
 * @throws Postponed when it takes long and the job may be postponed. Errors of `fetch`.
 */
export async function whileSlow<Result>(
  slowAccounts: SlowAccounts | undefined,
  { accountId, mayBePostponed }: Pick<RenderContext, 'accountId' | 'mayBePostponed'>,
  fetch: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const postponed = new AbortController();
  let ended: (() => void) | undefined;
  const timer = setTimeout(() => {
    ended = slowAccounts?.begin(accountId, SHORT_MS);
    if (mayBePostponed) postponed.abort(new Postponed());
  }, SHORT_MS);
  try {
    return await fetch(postponed.signal);
  } catch (error) {
    postponed.signal.throwIfAborted();
    throw error;
  } finally {
    clearTimeout(timer);
    ended?.();
  }
}
