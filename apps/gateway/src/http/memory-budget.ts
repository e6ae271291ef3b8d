/**
 * How much this process holds of requests under way: bodies as they come and until Redis has them, contents of variables,
 * answers until their callers have taken them. What is small is only counted; what is large waits until there is room for it.
 *
 * Each step of a request has a pool of its own, and a request that holds something of one waits for later ones only: so there is no
 * deadlock, and the last, an answer on its way out, waits for nothing but its reader. Of each pool an account may hold up to three
 * times what it leaves free (dynamic thresholds, as switches share their buffers): one account alone gets three quarters, and
 * another always finds room.
 */
import { ServiceError } from '@toolpress/contract';
import { SMALL_BYTES } from '@toolpress/runtime';

/** How many times of what is left free an account may hold. */
const SHARE_OF_FREE = 3;
/** An account that holds less may always have more. */
const NEGLIGIBLE_BYTES = 1024 * 1024;
/** How long a request waits for room. */
const WAIT_MS = 15_000;

interface Waiter {
  holding: Holding;
  bytes: number;
  isMore: boolean;
  admit: () => void;
}

/** Memory that accounts share. */
export class MemoryPool {
  private used = 0;
  private readonly heldBy = new Map<string, number>();
  private readonly waiting = new Set<Waiter>();
  /**
   * Of an account the one that gets more though there is no room: if all held a part and waited for the rest, they would wait
   * for ever.
   */
  private readonly favoured = new Map<string, Holding>();
  /** What is held for safety only, the oldest first. */
  private readonly spares = new Set<Holding>();
  private isAdmitting = false;

  constructor(
    private readonly totalBytes: number,
    private readonly waitMs = WAIT_MS,
  ) {}

  /** See `Holding.take`. */
  take(holding: Holding, wanted: number, isMore: boolean, signal?: AbortSignal): Promise<void> | undefined {
    const bytes = Math.min(wanted, this.totalBytes);
    const { account } = holding;
    const isFavoured = isMore && this.favoured.get(account) === holding;
    const hasRoom = (): boolean => this.waiting.size === 0 && this.hasRoom(bytes) && this.mayHold(account, bytes);
    if (bytes <= SMALL_BYTES || isFavoured || hasRoom()) {
      this.count(holding, bytes);
      return undefined;
    }
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', hungUp);
        this.waiting.delete(waiter);
      };
      const giveUp = (reason: unknown): void => {
        leave();
        reject(reason);
        this.admitWaiting(); // somebody smaller may have been behind
      };
      const hungUp = (): void => giveUp(signal?.reason);
      const timer = setTimeout(() => giveUp(overloaded()), this.waitMs);
      const admit = (): void => {
        leave();
        this.count(holding, bytes);
        resolve();
      };
      const waiter: Waiter = { holding, bytes, isMore, admit };
      this.waiting.add(waiter);
      signal?.addEventListener('abort', hungUp, { once: true });
      if (signal?.aborted) hungUp();
      else this.admitWaiting();
    });
  }

  /** See `Holding.set`: what the holding wanted more of is complete, or given back, and another may be favoured. */
  set(holding: Holding, bytes: number, isSpare: boolean): void {
    this.spares.delete(holding);
    if (isSpare) this.spares.add(holding);
    if (this.favoured.get(holding.account) === holding) this.favoured.delete(holding.account);
    this.count(holding, bytes - holding.bytes);
    this.admitWaiting();
  }

  private count(holding: Holding, more: number): void {
    if (holding.isOver || more === 0) return;
    const held = this.held(holding.account) + more;
    if (held > 0) this.heldBy.set(holding.account, held);
    else this.heldBy.delete(holding.account);
    this.used += more;
    holding.bytes += more;
  }

  private admitWaiting(): void {
    if (this.isAdmitting) return; // what is freed on the way is seen by the loop that freed it
    this.isAdmitting = true;
    while (this.waiting.size > 0) {
      const next = this.next();
      if (next !== undefined && this.hasRoom(next.bytes)) next.admit();
      else if (!this.freeSpare() && !this.favourOne()) break;
    }
    this.isAdmitting = false;
  }

  /** Of those who may, the first of the account that holds least. Smaller ones of others don't pass it by for ever. */
  private next(): Waiter | undefined {
    let best: Waiter | undefined;
    for (const waiter of this.waiting) {
      const { account } = waiter.holding;
      const isBetter = best === undefined || this.held(account) < this.held(best.holding.account);
      if (isBetter && this.mayHold(account, waiter.bytes)) best = waiter;
    }
    return best;
  }

  private freeSpare(): boolean {
    const [oldest] = this.spares;
    if (oldest === undefined) return false;
    this.spares.delete(oldest);
    oldest.free?.();
    return true;
  }

  /** One at a time may have more than there is: the pool is exceeded by what that one lacked. */
  private favourOne(): boolean {
    if (this.used > this.totalBytes) return false;
    const one = [...this.waiting].find(({ isMore, holding }) => isMore && !this.favoured.has(holding.account));
    if (one === undefined) return false;
    this.favoured.set(one.holding.account, one.holding);
    one.admit();
    return true;
  }

  private hasRoom(bytes: number): boolean {
    return this.used + bytes <= this.totalBytes || this.used === 0;
  }

  private mayHold(account: string, bytes: number): boolean {
    const held = this.held(account);
    return held < NEGLIGIBLE_BYTES || held + bytes <= SHARE_OF_FREE * (this.totalBytes - this.used - bytes);
  }

  private held(account: string): number {
    return this.heldBy.get(account) ?? 0;
  }
}

/** What one request holds of one pool. */
export class Holding {
  /** As the pool counts them. */
  bytes = 0;
  free: (() => void) | undefined;
  isOver = false;

  constructor(
    private readonly pool: MemoryPool,
    readonly account: string,
  ) {}

  /**
   * Says how much is really held. It waits for nothing.
   *
   * @param free frees it when somebody needs memory: it is held for safety only.
   */
  set(bytes: number, free?: () => void): void {
    if (this.isOver) return;
    this.free = free;
    this.pool.set(this, bytes, free !== undefined);
  }

  /**
   * Asks for more. What is larger than the pool is taken for as large as that.
   *
   * @param isMore whether it is for something that is held in part already, and can't be used without it. When it is complete, `set`
   *   says so.
   * @returns nothing when there is room, as for all that is small; else a promise of it.
   * @throws ServiceError `overloaded`, with `Retry-After`, when there was none for a while; the signal's reason.
   */
  take(bytes: number, signal?: AbortSignal, isMore = false): Promise<void> | undefined {
    return this.pool.take(this, bytes, isMore, signal);
  }

  /** It holds nothing from now on, whatever it is told. */
  release(): void {
    this.set(0);
    this.isOver = true;
  }
}

/** What one request holds, by its steps. */
export interface MemoryShare {
  readonly account: string;
  readonly body: Holding;
  readonly variables: Holding;
  readonly answer: Holding;
  /** The request is over: it holds nothing from now on. */
  release(): void;
}

/** The pools of all steps of a request. */
export class MemoryBudget {
  private readonly pools: Record<'body' | 'variables' | 'answer', MemoryPool>;

  /** @param waitMs how long a request waits for room. */
  constructor(totalBytes: number, waitMs?: number) {
    const pool = (part: number): MemoryPool => new MemoryPool(totalBytes * part, waitMs);
    this.pools = { body: pool(3 / 8), variables: pool(1 / 4), answer: pool(3 / 8) };
  }

  /** @param account in whose name a request holds memory. */
  share(account: string): MemoryShare {
    const body = new Holding(this.pools.body, account);
    const variables = new Holding(this.pools.variables, account);
    const answer = new Holding(this.pools.answer, account);
    const release = (): void => {
      for (const holding of [body, variables, answer]) holding.release();
    };
    return { account, body, variables, answer, release };
  }
}

const overloaded = (): ServiceError =>
  new ServiceError(
    'overloaded',
    'The service holds as much of requests under way as it has memory for; try again in 1 s, as `Retry-After` says.',
    { headers: { 'Retry-After': '1' } },
  );
