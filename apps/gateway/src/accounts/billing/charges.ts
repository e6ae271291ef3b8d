/**
 * Charging: each success is counted once, whatever happens to Redis or the gateway meanwhile.
 *
 * A charge has an id, and Redis remembers which ids it has seen until their reply has been read. So a charge whose answer
 * was lost is simply sent again, for as long as this process lives. While one can't be made no call is begun: what can't
 * be charged is not done. An account with a quota has the actions of a call held before the call begins: calls at once can
 * not use more together than is left.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError, TOOLS, type ToolName } from '@toolpress/contract';
import { isRedisOutage, type Logger, type Redis, redisAway } from '@toolpress/runtime';
import { fileExpiry } from '@toolpress/storage';
import type { Caller } from '../../auth/tokens.js';
import { keys } from '../../shared/keys.js';
import * as scripts from './charge-scripts.js';
import { dayOf } from './tally.js';
import { monthOf } from './usage.js';

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

/** The record of an idempotency key that becomes "done" in the same step as the charge. */
export interface Completion {
  key: string;
  /** The sealed digest of the request. */
  request: string;
  place: 'inline' | 'file' | 'lost';
  value: string;
  lifeMs: number;
  /** The hour in which it ends, and what it takes in Redis until then. */
  endsIn: string;
  bytes: number;
}

/** A file that counts for the account from now on until it expires. */
export interface StoredFile {
  id: string;
  sizeBytes: number;
}

/** What belongs to a success besides the charge: all of it is noted, or nothing. */
export interface Extras {
  completion?: Completion | undefined;
  file?: StoredFile | undefined;
}

export interface Settled {
  /** Not charged, as another request under the same key has been done and charged before: the fields of its record. */
  done?: string[];
  /** What the account stores now, where the charge has changed it. */
  storedBytes?: number;
}

/** How long an id is remembered when its reply was never read: no outage lasts as long. */
const REMEMBER_MS = 7 * 24 * 60 * 60 * 1_000;
/** How many ids a charge takes along that are to be forgotten. */
const FORGET_AT_ONCE = 100;
const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 2_000;
/** How long a stopping gateway tries to bring its last charges to Redis. */
const CLOSE_LIMIT_MS = 5_000;
/** Longer than any call takes; only the holds of a gateway that died last so long. */
const HOLD_MS = 6 * 60_000;

export class Charges {
  private readonly pending = new Set<Promise<unknown>>();
  /** The charges that could not be made so far: of all accounts while Redis is in trouble, or of the one account named. */
  private readonly troubled = new Map<string, string | undefined>();
  /** Keys of charges whose reply has been read. */
  private readonly known: string[] = [];
  private readonly closing = new AbortController();

  constructor(private readonly redis: Redis) {}

  /**
   * Begins a call. Costs a round trip only where the account has a quota.
   *
   * @throws ServiceError `unavailable` while charges can't be made, `quota_exceeded` when the call would use more than is
   *   left of the month.
   */
  async begin(caller: Caller, tool: ToolName, log: Logger): Promise<Charge> {
    this.refuseInTrouble(caller.accountId);
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
   * Charges a success. The command is on its way to Redis before the answer is on its way to the caller; the answer need
   * not wait for Redis' reply. Should Redis be lost in this moment, the charge is sent again until it is known.
   *
   * @returns how it ended. It rejects only when this process has to end before that is known; the log says what is lost.
   */
  settle(charge: Charge, extras: Extras = {}): Promise<Settled> {
    const settled = this.sendUntilKnown(charge, new Date(), extras).finally(() => this.pending.delete(settled));
    settled.catch(({ cause: error }: Error) => {
      const { id, caller, tool, actions, log } = charge;
      log.error({ err: error, chargeId: id, accountId: caller.accountId, tool, actions }, 'not charged');
    });
    this.pending.add(settled);
    return settled;
  }

  /** Waits for the charges under way, for a bounded time. */
  async close(): Promise<void> {
    const timer = setTimeout(() => this.closing.abort(), CLOSE_LIMIT_MS);
    await Promise.allSettled(this.pending);
    clearTimeout(timer);
    if (this.known.length > 0) await this.redis.unlink(this.known).catch(() => undefined);
  }

  private refuseInTrouble(accountId: string): void {
    for (const account of this.troubled.values()) {
      if (account === undefined || account === accountId) throw redisAway('charges of before can not be made');
    }
  }

  private async hold(charge: Charge, quota: number): Promise<void> {
    const { id, caller, actions } = charge;
    const { accountId } = caller;
    const now = new Date();
    const reply = await scripts
      .hold(
        this.redis,
        [keys.usage(accountId), keys.holds(accountId)],
        [`month:${monthOf(now)}:actions`, actions, quota, holdOf(id, actions), HOLD_MS],
      )
      .catch((error: unknown) => {
        this.release(charge); // the reply may have been lost, not the command
        throw error;
      });
    const [held, used, others] = reply as [number, number, number];
    if (held === 0) throw quotaExceeded({ quota, used, others, actions }, now);
  }

  /** @throws ServiceError `unavailable`, its cause the last failure, when this process has to end. */
  private async sendUntilKnown(charge: Charge, at: Date, extras: Extras): Promise<Settled> {
    for (let delay = FIRST_RETRY_MS; ; delay = Math.min(delay * 2, LONGEST_RETRY_MS)) {
      try {
        const settled = await this.send(charge, at, extras);
        // Where it was sent twice, the first may still be on its way: its id has to stay.
        if (!this.troubled.has(charge.id)) this.known.push(keys.charge(charge.id));
        this.troubleEnded(charge);
        return settled;
      } catch (error) {
        this.troubleBegan(charge, error);
        if (this.closing.signal.aborted) throw redisAway(error);
        await sleep(delay, undefined, { signal: this.closing.signal }).catch(() => undefined);
      }
    }
  }

  private troubleBegan({ id, caller, log }: Charge, error: unknown): void {
    if (this.troubled.has(id)) return;
    const { accountId } = caller;
    const isRedis = isRedisOutage(error);
    if (!isRedis)
      log.error({ err: error, chargeId: id, accountId }, 'a charge fails; calls of its account are refused');
    else if (this.troubled.size === 0) log.warn({ err: error }, 'charges can not be made; calls are refused');
    this.troubled.set(id, isRedis ? undefined : accountId);
  }

  private troubleEnded({ id, log }: Charge): void {
    if (this.troubled.delete(id) && this.troubled.size === 0) log.info('all charges are made; calls are taken again');
  }

  private async send({ id, caller, tool, actions }: Charge, at: Date, extras: Extras): Promise<Settled> {
    const { accountId, tokenId } = caller;
    const { completion, file } = extras;
    const known = this.known.splice(0, FORGET_AT_ONCE);
    let outcome: string | undefined;
    try {
      const reply = await scripts.charge(
        this.redis,
        [
          ...[
            keys.usage(accountId),
            keys.serviceUsage,
            keys.charge(id),
            keys.holds(accountId),
            keys.storage(accountId),
          ],
          ...[completion?.key ?? '', keys.idempotencyBytes(accountId), ...known],
        ],
        [
          ...[actions, REMEMBER_MS, holdOf(id, actions), tool, dayOf(at), monthOf(at), tokenId],
          ...(file === undefined ? ['', 0] : [dayOfExpiry(file.id), file.sizeBytes]),
          ...(completion === undefined ? [] : recordOf(completion)),
        ],
      );
      let more: unknown;
      [outcome, more] = reply as [string, unknown];
      if (outcome === 'done') return { done: more as string[] };
      return typeof more === 'number' ? { storedBytes: more } : {};
    } finally {
      if (outcome !== 'charged') this.known.push(...known); // the next charge takes them along
    }
  }
}

const recordOf = ({ request, place, value, lifeMs, endsIn, bytes }: Completion): (string | number)[] => [
  ...[request, place, value, Math.ceil(lifeMs), endsIn, bytes],
];

const dayOfExpiry = (fileId: string): string => dayOf(fileExpiry(fileId) ?? new Date());

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
