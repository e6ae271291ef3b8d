/** How much time each account has used lately, and which accounts' documents are slow at the moment. */
import { Postponed, type RenderContext } from '@toolpress/queue';

/** After this time an account's time counts half. */
const HALF_LIFE_MS = 10_000;
/** Less time than this is forgotten. */
const FORGOTTEN_MS = 1;
/** With more accounts than this, those that may be forgotten are removed. */
const MANY_ACCOUNTS = 1_000;

interface AccountTime {
  ms: number;
  /** When it was that much, milliseconds of the process. */
  at: number;
  /** Pieces of work that go on; each adds its time. */
  running: number;
}

export class RecentTime {
  private readonly accounts = new Map<string, AccountTime>();

  constructor(private readonly halfLifeMs = HALF_LIFE_MS) {}

  /** @returns milliseconds, what goes on included. */
  of(accountId: string): number {
    const account = this.accounts.get(accountId);
    return account === undefined ? 0 : this.now(account);
  }

  /** @returns the time of the account that has used the most, milliseconds. */
  most(): number {
    let most = 0;
    for (const account of this.accounts.values()) most = Math.max(most, this.now(account));
    return most;
  }

  /**
   * Counts the time of a piece of work from now on.
   *
   * @param alreadyMs added to its account's time at once, milliseconds.
   * @returns the function to call when it ends; further calls do nothing.
   */
  begin(accountId: string, alreadyMs = 0): () => void {
    const account = this.brought(accountId);
    account.ms += alreadyMs;
    account.running += 1;
    let hasEnded = false;
    return () => {
      if (hasEnded) return;
      hasEnded = true;
      this.brought(accountId).running -= 1;
    };
  }

  /** @returns the accounts that had some within so many milliseconds. */
  *within(ms: number): Generator<string> {
    const since = performance.now() - ms;
    for (const [id, { at, running }] of this.accounts) if (running > 0 || at >= since) yield id;
  }

  private now({ ms, at, running }: AccountTime): number {
    const passed = performance.now() - at;
    return ms * 0.5 ** (passed / this.halfLifeMs) + running * passed;
  }

  /** @returns the account's time, as it is now. */
  private brought(accountId: string): AccountTime {
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

/** An account is slow when its slow documents took this time lately ... */
const SLOW_MS = 1_000;
/** ... and this part of the slowest account's time. */
const SLOW_SHARE = 1 / 4;

/**
 * Which accounts' documents are slow at the moment, as this worker has seen.
 *
 * On a busy machine a short document may take as long as a slow one, so neither a single one nor any number of
 * milliseconds shows it: an account is slow that has spent a second and more on slow documents lately, and not much less than the slowest.
 */
export class SlowAccounts extends RecentTime {
  private readonly slowMs: number;

  /** @param options `halfLifeMs`: when half of an account's slow documents is forgotten. */
  constructor({ slowMs = SLOW_MS, halfLifeMs = HALF_LIFE_MS } = {}) {
    super(halfLifeMs);
    this.slowMs = slowMs;
  }

  has(accountId: string): boolean {
    // Before the account's own: time goes on between the two, and the slowest account is never slower than itself.
    const most = this.most();
    const ms = this.of(accountId);
    return ms > 0 && ms >= this.slowMs && ms >= most * SLOW_SHARE;
  }
}

/** A job that waits longer for what it fetches moves to the slow queue, to free its slot for others. */
const SHORT_MS = 1_500;

/**
 * Fetches what a job's document needs.
 *
 * @param slowAccounts records documents that wait long for it.
 * @param fetch rejects when its signal aborts.
 * @throws Postponed when it takes long and the job may be postponed; and as `fetch` does.
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
