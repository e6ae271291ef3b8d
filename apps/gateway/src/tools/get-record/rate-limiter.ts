/**
 * The rate limiter of the provider, one bucket a base. The provider takes five requests a second for each base and answers nothing
 * for half a minute when there are more, so all gateways together keep below.
 *
 * When a request reaches the provider can't be known here: at some time between its start and its answer. So it counts from its
 * start until a second after its answer, and at most five may count at once. Those that wait have a slot in a queue, by which they
 * learn at once when it comes too late.
 *
 * The accounts that have read a base share its bucket: the provider counts them together. Any other account has a bucket of its
 * own for the base, so that nobody slows down others by knowing the id of their base.
 */
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Redis, Throttle } from '@toolpress/runtime';
import { keys } from '../../shared/keys.js';
import { luaScript } from '../../shared/redis-scripts.js';

/** The provider's published limit. */
const REQUESTS_PER_SECOND = 5;
/** How long a request counts after its answer: the provider's second, and what clocks may differ in. */
const COUNTS_MS = 1_025;
/** How long a request counts that is not answered: by then it has reached the provider, or never will. */
const UNANSWERED_MS = 5_000;
/** How soon to try again while five requests are under way: any of them may end at any time. */
const TRY_AGAIN_MS = 200;
/** A slot of the queue has room for five requests and this length: a second and a usual answer. */
const SLOT_MS = 1_200;
/** How long an account that has read a base counts as one that may. */
const GRANT_MS = 60 * 60_000;
const GRANT_EVERY_MS = 60_000;

/** There is no slot early enough. */
export class NoSlot extends Error {
  override readonly name = 'NoSlot';

  /** @param afterMs when there would be one. */
  constructor(readonly afterMs: number) {
    super(`the next slot is in ${afterMs} ms`);
  }
}

/** The rate limit of one base for one account. */
export interface RateLimiter {
  /**
   * Waits in the queue until a request may start.
   *
   * @param withinMs the latest start; where that can't be had, no slot is taken.
   * @param signal ends the waiting.
   * @returns to be called when the request has ended, however it did.
   * @throws NoSlot.
   */
  acquire(withinMs: number, signal: AbortSignal): Promise<() => void>;
  /** The provider demands a pause: nothing starts within it, and no request has a slot in it. */
  pause(ms: number): Promise<void>;
  /** The account has read the base. It is noted in the background. */
  grant(): void;
}

export class RateLimiters {
  private readonly grants = new Throttle(GRANT_EVERY_MS);

  constructor(private readonly redis: Redis) {}

  of(accountId: string, baseId: string): RateLimiter {
    const buckets = bucketsOf(accountId, createHash('sha256').update(baseId).digest('base64url'));
    const { redis, grants } = this;
    return {
      acquire: (withinMs, signal) => this.acquire(buckets, performance.now() + withinMs, signal),
      pause: async (ms) => void (await step(this.redis, buckets, ['pause', Math.ceil(ms)])),
      grant() {
        const grant = () => step(redis, buckets, ['grant', GRANT_MS]);
        grants.run(buckets[0], grant).catch(() => undefined);
      },
    };
  }

  private async acquire(buckets: Buckets, latest: number, signal: AbortSignal): Promise<() => void> {
    const request = randomUUID();
    // Neither is waited for: a request that is not taken out counts a little longer.
    const inBackground = (...values: [string, ...(string | number)[]]): void =>
      void step(this.redis, buckets, values).catch(() => undefined);
    try {
      await this.wait(buckets, request, latest, signal);
      return () => inBackground('finish', request, COUNTS_MS);
    } catch (error) {
      inBackground('dequeue', request);
      throw error;
    }
  }

  private async wait(buckets: Buckets, request: string, latest: number, signal: AbortSignal): Promise<void> {
    const left = (): number => Math.max(0, Math.floor(latest - performance.now()));
    let wait = await this.enqueue(buckets, request, left());
    for (;;) {
      if (wait > 0) await sleep(wait, undefined, { signal });
      const limits = [REQUESTS_PER_SECOND, UNANSWERED_MS, COUNTS_MS, TRY_AGAIN_MS];
      wait = Number(await step(this.redis, buckets, ['start', request, ...limits]));
      if (wait === 0) return;
      // Only a pause takes so long. Requests that it stops are queued again, so that they don't all start together after it.
      if (wait > COUNTS_MS) wait = await this.enqueue(buckets, request, left());
      if (wait > left()) throw new NoSlot(wait);
    }
  }

  /** @returns milliseconds until the request's slot. @throws NoSlot. */
  private async enqueue(buckets: Buckets, request: string, withinMs: number): Promise<number> {
    const values = ['enqueue', request, REQUESTS_PER_SECOND, SLOT_MS, withinMs];
    const [hasSlot, wait] = (await step(this.redis, buckets, values)) as [0 | 1, number];
    if (hasSlot === 0) throw new NoSlot(wait);
    return wait;
  }
}

const step = luaScript('provider-rate-limiter');

type Buckets = readonly [grant: string, ...buckets: string[]];

/** In the order in which the script takes them. */
const bucketsOf = (accountId: string, base: string): Buckets => [
  keys.providerGrant(base, accountId),
  ...['shared', accountId].flatMap((bucket) => [
    keys.providerQueue(base, bucket),
    keys.providerRequests(base, bucket),
    keys.providerPause(base, bucket),
  ]),
];
