/** How much time each account has had of something lately, and which accounts' documents are slow at the moment. */

/** What was had so long ago counts half. */
const HALF_LIFE_MS = 10_000;
/** Less than that is as good as nothing. */
const FORGOTTEN_MS = 1;
/** So many accounts are remembered before those are looked for that may be forgotten. */
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

  /** @returns the most that any account has had, milliseconds. */
  most(): number {
    let most = 0;
    for (const account of this.accounts.values()) most = Math.max(most, this.now(account));
    return most;
  }

  /** Counts the time of a piece of work from now on. @returns what to call when it ends; again is no harm. */
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

/** So much slow documents' time makes an account slow. */
const SLOW_MS = 1_000;
/** And such a part of what the slowest account has had. */
const SLOW_SHARE = 1 / 4;

export interface SlowAccountsOptions {
  slowMs?: number;
  /** When half of an account's slow documents is forgotten. */
  halfLifeMs?: number;
}

/**
 * Which accounts' documents are slow at the moment, as this worker has seen.
 *
 * On a busy machine a short document may take as long as a slow one, so a single one tells nothing, and neither does any number of
 * milliseconds: an account is slow that has spent a second and more on slow documents lately, and not much less than the slowest.
 */
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
