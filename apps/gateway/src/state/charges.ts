/**
 * Charging: each success is counted once, whatever happens to Redis or the gateway meanwhile.
 *
 * A charge has an id, and Redis remembers for some minutes which ids it has seen. So a charge whose answer was lost is
 * simply sent again. An account with a quota has the actions of a call held before the call begins: calls at once can
 * not use more together than is left.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError, TOOLS, type ToolName } from '@toolpress/contract';
import { isRedisOutage, type Logger, type Redis } from '@toolpress/runtime';
import * as scripts from './charge-scripts.js';
import { keys } from './keys.js';
import type { Caller } from './tokens.js';
import { dayOf, monthOf } from './usage.js';

/** What one call costs, and whom. */
export interface Charge {
  /** Made here: a caller's own request id could repeat. */
  id: string;
  caller: Caller;
  tool: ToolName;
  actions: number;
  /** Of the request that is charged. */
  log: Logger;
}

/** The record of an idempotency key that turns from "at work" to "done" in the same step as the charge. */
export interface Completion {
  key: string;
  /** Whose record it must still be. */
  owner: string;
  place: 'inline' | 'file' | 'lost';
  value: string;
  lifeMs: number;
}

/** Longer than any charge is tried. */
const REMEMBER_MS = 180_000;
const TRY_FOR_MS = 120_000;
const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 2_000;
/** How long a stopping gateway tries to bring its last charges to Redis. */
const CLOSE_LIMIT_MS = 5_000;
/** Longer than any call takes; only the holds of a gateway that died last so long. */
const HOLD_MS = 6 * 60_000;

export class Charges {
  private readonly pending = new Set<Promise<void>>();
  private readonly closing = new AbortController();

  constructor(private readonly redis: Redis) {}

  /**
   * Begins a call. Costs a round trip only where the account has a quota.
   *
   * @throws ServiceError `quota_exceeded` when the call would use more than is left of the month.
   */
  async begin(caller: Caller, tool: ToolName, log: Logger): Promise<Charge> {
    const charge: Charge = { id: randomUUID(), caller, tool, actions: TOOLS[tool].actions, log };
    if (caller.monthlyActions !== null) await this.hold(charge, caller.monthlyActions);
    return charge;
  }

  /** Gives back what was held for a call that failed. Nobody waits for it: the lease ends by itself. */
  release({ id, caller, actions }: Charge): void {
    if (caller.monthlyActions === null) return;
    this.redis.zrem(keys.holds(caller.accountId), holdOf(id, actions)).catch(() => undefined);
  }

  /**
   * Charges a success. The command is on its way to Redis before the answer is on its way to the caller; the answer does
   * not wait for Redis' reply. Should Redis be lost in this moment, the charge is sent again until it is known.
   */
  settle(charge: Charge): void {
    const settled = this.send(charge)
      .catch((error) => this.retry(charge, error))
      .then(() => undefined)
      .catch((error) => {
        const { id, caller, tool, actions, log } = charge;
        log.error({ err: error, chargeId: id, accountId: caller.accountId, tool, actions }, 'not charged');
      })
      .finally(() => this.pending.delete(settled));
    this.pending.add(settled);
  }

  /**
   * Charges a success and completes its idempotency record, both or neither.
   *
   * @returns false when the record belongs to somebody else by now: then nothing is charged.
   */
  async settleWith(charge: Charge, completion: Completion): Promise<boolean> {
    return (await this.send(charge, completion)) !== 'not-owner';
  }

  /** Waits for the charges under way, for a bounded time. */
  async close(): Promise<void> {
    const timer = setTimeout(() => this.closing.abort(), CLOSE_LIMIT_MS);
    await Promise.all(this.pending);
    clearTimeout(timer);
  }

  private async hold({ id, caller, actions }: Charge, quota: number): Promise<void> {
    const { accountId } = caller;
    const now = new Date();
    const [held, used, others] = (await scripts.hold(
      this.redis,
      [keys.usage(accountId), keys.holds(accountId)],
      [`month:${monthOf(now)}:actions`, actions, quota, holdOf(id, actions), HOLD_MS],
    )) as [number, number, number];
    if (held === 0) throw quotaExceeded({ quota, used, others, actions }, now);
  }

  private async retry(charge: Charge, first: unknown): Promise<string> {
    const until = performance.now() + TRY_FOR_MS;
    let error = first;
    for (let delay = FIRST_RETRY_MS; isRedisOutage(error); delay = Math.min(delay * 2, LONGEST_RETRY_MS)) {
      if (performance.now() > until || this.closing.signal.aborted) break;
      await sleep(delay, undefined, { signal: this.closing.signal }).catch(() => undefined);
      try {
        return await this.send(charge);
      } catch (again) {
        error = again;
      }
    }
    throw error;
  }

  private async send({ id, caller, tool, actions }: Charge, completion?: Completion): Promise<string> {
    const now = new Date();
    const { accountId, tokenId } = caller;
    const touched = [keys.usage(accountId), keys.serviceUsage, keys.charge(id), keys.holds(accountId)];
    const values = [actions, REMEMBER_MS, holdOf(id, actions), tool, dayOf(now), monthOf(now), tokenId];
    if (completion === undefined) return String(await scripts.charge(this.redis, touched, values));
    const { key, owner, place, value, lifeMs } = completion;
    const reply = await scripts.charge(
      this.redis,
      [...touched, key],
      [...values, owner, place, value, Math.ceil(lifeMs)],
    );
    return String(reply);
  }
}

const holdOf = (id: string, actions: number): string => `${actions}:${id}`;

function quotaExceeded(
  { quota, used, others, actions }: { quota: number; used: number; others: number; actions: number },
  now: Date,
): ServiceError {
  const next = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
  const atWork = others === 0 ? '' : `, ${others} more are held for calls at work`;
  return new ServiceError(
    'quota_exceeded',
    `The account has used ${used} of its ${quota} actions of this month${atWork}; this call takes ${actions}. The next month begins on ${dayOf(next)} (UTC).`,
  );
}
