/** How much of the pages' time each account has had lately. */

/** What was had so long ago counts half. */
const HALF_LIFE_MS = 10_000;
/** Nothing is left of what was had before that. */
const FORGOTTEN_MS = 8 * HALF_LIFE_MS;
/** So many accounts are remembered before those are looked for that may be forgotten. */
const MANY_ACCOUNTS = 1_000;

interface TimeHad {
  ms: number;
  /** When it was that much, milliseconds of the process. */
  at: number;
}

export class PageTime {
  private readonly accounts = new Map<string, TimeHad>();

  /** @returns milliseconds. */
  of(accountId: string): number {
    const had = this.accounts.get(accountId);
    return had === undefined ? 0 : had.ms * 0.5 ** ((performance.now() - had.at) / HALF_LIFE_MS);
  }

  add(accountId: string, ms: number): void {
    const at = performance.now();
    this.accounts.set(accountId, { ms: this.of(accountId) + ms, at });
    if (this.accounts.size <= MANY_ACCOUNTS) return;
    for (const [id, had] of this.accounts) if (at - had.at > FORGOTTEN_MS) this.accounts.delete(id);
  }

  /** @returns the accounts that had some within so many milliseconds. */
  *within(ms: number): Generator<string> {
    const since = performance.now() - ms;
    for (const [id, { at }] of this.accounts) if (at >= since) yield id;
  }
}
