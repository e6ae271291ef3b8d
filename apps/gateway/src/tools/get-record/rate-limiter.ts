/**
 * Limits the rate of requests to the provider, with one bucket per base. The provider accepts five requests a second for each base, and
 * rejects all for half a minute when there are more. So all gateways share the limit.
 *
 * A request reaches the provider at an unknown time between its start and its answer. So it counts from its start until a second after its
 * answer, and at most five count at a time. Waiting requests have a slot in a queue. If the slot is too late, they fail immediately.
 *
 * A request also counts for its token, for as long. At most fifty count for a token at a time, whatever their bases.
 *
 * The accounts that have read a base share its bucket, because the provider counts them together. Any other account has a separate bucket
 * for the base, so that no account can slow down others just by knowing the id of their base.
 */
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Redis, Throttle } from '@toolpress/runtime';
import { keys } from '../../shared/keys.js';
import { objectScript } from '../../shared/redis-scripts.js';

/** The time in milliseconds that a request counts after its answer: the provider's second, and a margin for different clocks. */
const COUNTS_MS = 1_025;
/** The time in milliseconds for which an account that has read a base uses its shared bucket. */
const GRANT_MS = 60 * 60_000;
const GRANT_EVERY_MS = 60_000;

/** Thrown when no slot is free before the deadline. */
export class NoSlot extends Error {
  override readonly name = 'NoSlot';

  /** @param afterMs the time until the next slot in milliseconds. */
  constructor(readonly afterMs: number) {
    super(`the next slot is in ${afterMs} ms`);
  }
}

/** The rate limit of one base for one account. */
export interface RateLimiter {
  /**
   * Waits in the queue until a request may start.
   *
   * @param withinMs the latest start. If no slot is early enough, none is taken.
   * @param signal ends the wait.
   * @returns a function to call when the request has ended, also after a failure.
   * @throws NoSlot.
   */
  acquire(withinMs: number, signal: AbortSignal): Promise<() => void>;
  /** Applies a pause that the provider demands. No request starts or has a slot during it. */
  pause(ms: number): Promise<void>;
  /** Records in the background that the account has read the base. */
  grant(): void;
}

export class RateLimiters {
  private readonly grants = new Throttle(GRANT_EVERY_MS);

  constructor(private readonly redis: Redis) {}

  /**
   * @param baseId undefined for requests that read no base. They count for the token only.
   * @param token the token of the requests. Without it, only the requests of the base count.
   */
  of(accountId: string, baseId: string = randomUUID(), token?: string): RateLimiter {
    const buckets = bucketsOf(accountId, digest(baseId), digest(token ?? randomUUID()));
    const { redis, grants } = this;
    return {
      acquire: (withinMs, signal) => this.acquire(buckets, performance.now() + withinMs, signal),
      pause: async (ms) => void (await step.run(this.redis, buckets, { step: 'pause', ms: Math.ceil(ms) })),
      grant() {
        const grant = () => step.run(redis, buckets, { step: 'grant', ms: GRANT_MS });
        grants.run(buckets[0], grant).catch(() => undefined);
      },
    };
  }

  private async acquire(buckets: Buckets, latest: number, signal: AbortSignal): Promise<() => void> {
    const request = randomUUID();
    // Do not wait for these steps. If one fails, the request counts a little longer.
    const inBackground = (args: Step): void => void step.run(this.redis, buckets, args).catch(() => undefined);
    try {
      await this.wait(buckets, request, latest, signal);
      return () => inBackground({ step: 'finish', request, counts_ms: COUNTS_MS });
    } catch (error) {
      inBackground({ step: 'dequeue', request });
      throw error;
    }
  }

  private async wait(buckets: Buckets, request: string, latest: number, signal: AbortSignal): Promise<void> {
    const left = (): number => Math.max(0, Math.floor(latest - performance.now()));
    let wait = await this.enqueue(buckets, request, left());
    for (;;) {
      if (wait > 0) await sleep(wait, undefined, { signal });
      wait = Number(await step.run(this.redis, buckets, { step: 'start', request, counts_ms: COUNTS_MS }));
      if (wait === 0) return;
      // Only a pause takes this long. Queue the request again, so that not all requests start together after the pause.
      if (wait > COUNTS_MS) wait = await this.enqueue(buckets, request, left());
      if (wait > left()) throw new NoSlot(wait);
    }
  }

  /** @returns milliseconds until the request's slot. @throws NoSlot. */
  private async enqueue(buckets: Buckets, request: string, withinMs: number): Promise<number> {
    const args: Step = { step: 'enqueue', request, within_ms: withinMs };
    const [hasSlot, wait] = (await step.run(this.redis, buckets, args)) as [0 | 1, number];
    if (hasSlot === 0) throw new NoSlot(wait);
    return wait;
  }
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** A step of the script with its values. `request` is the id of a request. */
type Step =
  | { step: 'enqueue'; request: string; within_ms: number }
  | { step: 'dequeue'; request: string }
  | { step: 'start' | 'finish'; request: string; counts_ms: number }
  | { step: 'pause' | 'grant'; ms: number };

const step = objectScript<Step>('tools/get-record/provider-rate-limiter');

type Buckets = readonly [grant: string, ...buckets: string[]];

/** Returns the keys in the order of the script's arguments. */
const bucketsOf = (accountId: string, base: string, token: string): Buckets => [
  keys.providerGrant(base, accountId),
  ...['shared', accountId].flatMap((bucket) => [
    keys.providerQueue(base, bucket),
    keys.providerRequests(base, bucket),
    keys.providerPause(base, bucket),
  ]),
  keys.providerTokenRequests(token),
];
