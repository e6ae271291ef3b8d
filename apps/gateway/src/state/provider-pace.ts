/**
 * The pace at which bases of the provider are asked. The provider takes five requests a second for each base and answers
 * nothing for half a minute when there are more, so all gateways together keep below.
 *
 * When a request reaches the provider nobody here can know: at some time between its start and its answer. So it counts
 * from its start until a second after its answer, and at most five may count at once. Those that wait have a place in a
 * queue, by which they learn at once when their turn comes too late.
 *
 * Requests are counted in lanes. The accounts that have read a base share its lane: the provider counts them together. Any
 * other account has a lane of its own for the base, so that nobody slows down others by knowing the id of their base.
 */
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from '@toolpress/runtime';
import { keys } from '../shared/keys.js';
import { Throttle } from '../shared/throttle.js';
import * as scripts from './pace-scripts.js';

/** The provider's published limit. */
const REQUESTS_PER_SECOND = 5;
/** How long a request counts after its answer: the provider's second, and what clocks may differ in. */
const COUNTS_MS = 1_025;
/** How long a request counts that is not answered: it has reached the provider long since, or never will. */
const UNANSWERED_MS = 5_000;
/** How soon to try again while five requests are under way: any of them may end at any time. */
const TRY_AGAIN_MS = 200;
/** A place in the queue is a slot of this length, for five: a second and a usual answer. */
const SLOT_MS = 1_200;
/** How long an account that has read a base counts as one that may. */
const PROOF_MS = 60 * 60_000;
const PROVE_EVERY_MS = 60_000;

/** There is no slot early enough. */
export class NoSlot extends Error {
  override readonly name = 'NoSlot';

  /** @param afterMs when there would be one. */
  constructor(readonly afterMs: number) {
    super(`the next slot is in ${afterMs} ms`);
  }
}

/** One account's way to one base. */
export interface BasePace {
  /**
   * Waits for its turn in the queue.
   *
   * @param withinMs the latest start; where that can't be had, no place in the queue is taken.
   * @param signal ends the waiting.
   * @returns what is to be called when the request has ended, however it did.
   * @throws NoSlot.
   */
  turn(withinMs: number, signal: AbortSignal): Promise<() => void>;
  /** The provider demands a pause: nothing starts within it, and nobody has a slot in it. */
  pause(ms: number): Promise<void>;
  /** The account has read the base. Nobody waits for this. */
  proved(): void;
}

export class ProviderPace {
  private readonly proofs = new Throttle(PROVE_EVERY_MS);

  constructor(private readonly redis: Redis) {}

  of(accountId: string, baseId: string): BasePace {
    const lanes = lanesOf(accountId, createHash('sha256').update(baseId).digest('base64url'));
    return {
      turn: (withinMs, signal) => this.turn(lanes, performance.now() + withinMs, signal),
      pause: async (ms) => void (await scripts.lengthenPause(this.redis, lanes, [Math.ceil(ms)])),
      proved: () => this.proofs.run(lanes[0], () => scripts.prove(this.redis, lanes, [PROOF_MS])),
    };
  }

  private async turn(lanes: Lanes, latest: number, signal: AbortSignal): Promise<() => void> {
    const request = randomUUID();
    try {
      await this.wait(lanes, request, latest, signal);
      return () => this.end(lanes, request);
    } catch (error) {
      scripts.leaveQueue(this.redis, lanes, [request]).catch(() => undefined);
      throw error;
    }
  }

  private async wait(lanes: Lanes, request: string, latest: number, signal: AbortSignal): Promise<void> {
    const rest = (): number => Math.max(0, Math.floor(latest - performance.now()));
    let wait = await this.queueUp(lanes, request, rest());
    for (;;) {
      if (wait > 0) await sleep(wait, undefined, { signal });
      wait = await this.start(lanes, request);
      if (wait === 0) return;
      // Only a pause takes so long. Whom it stops queues up anew, lest all start again together.
      if (wait > COUNTS_MS) wait = await this.queueUp(lanes, request, rest());
      if (wait > rest()) throw new NoSlot(wait);
    }
  }

  /** @returns milliseconds until the request's slot. @throws NoSlot. */
  private async queueUp(lanes: Lanes, request: string, withinMs: number): Promise<number> {
    const values = [request, REQUESTS_PER_SECOND, SLOT_MS, withinMs];
    const [hasPlace, wait] = (await scripts.queueUp(this.redis, lanes, values)) as [0 | 1, number];
    if (hasPlace === 0) throw new NoSlot(wait);
    return wait;
  }

  /** @returns 0 when the request may be made now, else milliseconds to wait before the next try. */
  private async start(lanes: Lanes, request: string): Promise<number> {
    const values = [request, REQUESTS_PER_SECOND, UNANSWERED_MS, COUNTS_MS, TRY_AGAIN_MS];
    return Number(await scripts.start(this.redis, lanes, values));
  }

  /** Nobody waits for this: a request whose end gets lost counts a little longer. */
  private end(lanes: Lanes, request: string): void {
    scripts.end(this.redis, lanes, [request, COUNTS_MS]).catch(() => undefined);
  }
}

type Lanes = readonly [proof: string, ...lanes: string[]];

/** In the order in which the scripts take them. */
const lanesOf = (accountId: string, base: string): Lanes => [
  keys.paceProof(base, accountId),
  ...['shared', accountId].flatMap((lane) => [
    keys.paceQueue(base, lane),
    keys.paceRequests(base, lane),
    keys.pacePause(base, lane),
  ]),
];
