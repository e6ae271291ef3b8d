/**
 * Limits the memory of running requests: bodies until they are in Redis, contents of variables, and answers until they are sent. Small
 * amounts are only counted; large ones wait until there is room.
 *
 * Each step of a request has a separate pool, and a request that holds memory of one pool waits only for later pools. This prevents
 * deadlocks: the last step, sending the answer, waits only for its reader. In each pool, an account may hold up to three times the free
 * memory (dynamic thresholds, as network switches share buffers). One account alone gets three quarters, so others always find room.
 */
import { ServiceError } from '@toolpress/contract';
import { SMALL_BYTES } from '@toolpress/runtime';

/** The largest amount that an account may hold, as a multiple of the free memory. */
const SHARE_OF_FREE = 3;
/** The amount up to which an account is not limited. */
const NEGLIGIBLE_BYTES = 1024 * 1024;
/** The longest time in milliseconds that a request waits for room. */
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
   * The holding of each account that receives memory although there is no room. Otherwise requests that each hold a part could wait for one
   * another forever.
   */
  private readonly favoured = new Map<string, Holding>();
  /** The holdings that can be freed, the oldest first. */
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
        this.admitWaiting(); // a smaller request may have waited behind this one
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

  /** See `Holding.set`. The holding is complete or released, so another one may be favoured. */
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
    if (this.isAdmitting) return; // the running loop sees the memory that it frees
    this.isAdmitting = true;
    while (this.waiting.size > 0) {
      const next = this.next();
      if (next !== undefined && this.hasRoom(next.bytes)) next.admit();
      else if (!this.freeSpare() && !this.favourOne()) break;
    }
    this.isAdmitting = false;
  }

  /** Returns the first admissible request of the account that holds least. Smaller requests of other accounts cannot starve it. */
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

  /** Admits one request beyond the limit. The pool is exceeded by at most that request's amount. */
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

/** The memory that one request holds in one pool. */
export class Holding {
  /** The number of bytes that the pool counts. */
  bytes = 0;
  free: (() => void) | undefined;
  isOver = false;

  constructor(
    private readonly pool: MemoryPool,
    readonly account: string,
  ) {}

  /**
   * Sets the number of bytes in use, without waiting.
   *
   * @param free frees the memory when another request needs it. Given if the memory is only a reserve.
   */
  set(bytes: number, free?: () => void): void {
    if (this.isOver) return;
    this.free = free;
    this.pool.set(this, bytes, free !== undefined);
  }

  /**
   * Requests memory. Amounts larger than the pool count as the size of the pool.
   *
   * @param isMore whether the request already holds a part and needs the rest to continue. It calls `set` when it is complete.
   * @returns undefined when there is room, which is always so for small amounts; otherwise a promise that resolves when there is.
   * @throws ServiceError `overloaded`, with `Retry-After`, after waiting in vain; the signal's reason.
   */
  take(bytes: number, signal?: AbortSignal, isMore = false): Promise<void> | undefined {
    return this.pool.take(this, bytes, isMore, signal);
  }

  /** Releases the memory. Later calls have no effect. */
  release(): void {
    this.set(0);
    this.isOver = true;
  }
}

/** The memory that one request holds, by step. */
export interface MemoryShare {
  readonly account: string;
  readonly body: Holding;
  readonly variables: Holding;
  readonly answer: Holding;
  /** Releases all memory of the request. Later calls have no effect. */
  release(): void;
}

/** Returns a callback that counts the bytes of a queued payload, in the pool that holds most of its document. */
export function payloadHolder({ body, variables }: MemoryShare): (bytes: number, giveUp?: () => void) => void {
  const [from, other] = variables.bytes > body.bytes ? [variables, body] : [body, variables];
  return (bytes, giveUp) => {
    from.set(bytes, giveUp);
    other.set(0);
  };
}

/** The pools of all steps of a request. */
export class MemoryBudget {
  private readonly pools: Record<'body' | 'variables' | 'answer', MemoryPool>;

  /** @param waitMs the longest time in milliseconds that a request waits for room. */
  constructor(totalBytes: number, waitMs?: number) {
    const pool = (part: number): MemoryPool => new MemoryPool(totalBytes * part, waitMs);
    this.pools = { body: pool(3 / 8), variables: pool(1 / 4), answer: pool(3 / 8) };
  }

  /** Returns the share of a new request. @param account the account that the memory counts for. */
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
    'The service has no free memory for further requests; try again in 1 s, as in `Retry-After`.',
    { headers: { 'Retry-After': '1' } },
  );
