/**
 * The pace at which bases of the provider are asked. The provider takes five requests a second for each base and answers
 * nothing for half a minute when there are more, so all gateways together keep below: a request takes a slot, the time at
 * which it may start, before it is made.
 *
 * Slots are counted in lanes. The accounts that have read a base share its lane: the provider counts them together. Any
 * other account has a lane of its own for the base, so that nobody slows down others by knowing the id of their base.
 */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from '@toolpress/runtime';
import { keys } from './keys.js';
import * as scripts from './pace-scripts.js';
import { Throttle } from './throttle.js';

/** The provider's published limit. */
export const REQUESTS_PER_SECOND = 5;
/** A second, and what requests may differ in their way to the provider. */
const WINDOW_MS = 1_200;
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
   * Takes a slot and waits for it.
   *
   * @param withinMs the latest start; where that can't be had, nothing is taken.
   * @param signal ends the waiting.
   * @throws NoSlot.
   */
  turn(withinMs: number, signal: AbortSignal): Promise<void>;
  /** The provider demands a pause: from now on no slot lies within it, and slots within it are given up. */
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
      pause: async (ms) => void (await scripts.pause(this.redis, lanes, [Math.ceil(ms)])),
      proved: () => {
        const values = [PROOF_MS, REQUESTS_PER_SECOND, WINDOW_MS];
        this.proofs.run(lanes[0], () => scripts.prove(this.redis, lanes, values));
      },
    };
  }

  private async turn(lanes: Lanes, latest: number, signal: AbortSignal): Promise<void> {
    for (;;) {
      const within = Math.max(0, Math.floor(latest - performance.now()));
      const [taken, wait] = (await scripts.takeSlot(this.redis, lanes, [REQUESTS_PER_SECOND, WINDOW_MS, within])) as [
        taken: 0 | 1,
        wait: number,
      ];
      if (taken === 0) throw new NoSlot(wait);
      if (wait === 0) return;
      await sleep(wait, undefined, { signal });
      // A pause that came meanwhile makes the slot worthless: it is for another one to be taken.
      if ((await scripts.pauseLeft(this.redis, lanes, [])) === 0) return;
    }
  }
}

type Lanes = readonly [proof: string, ...lanes: string[]];

/** In the order in which the scripts take them. */
const lanesOf = (accountId: string, base: string): Lanes => [
  keys.paceProof(base, accountId),
  keys.paceStarts(base, 'shared'),
  keys.pacePause(base, 'shared'),
  keys.paceStarts(base, accountId),
  keys.pacePause(base, accountId),
];
