/**
 * Charging: each success is counted exactly once, whatever happens to Redis or the gateway meanwhile.
 *
 * A charge has an id, and Redis remembers the ids it has seen until their reply has been read. So a charge whose reply was
 * lost is simply sent again, as long as this process lives. While a charge can not be made no new call begins: work that
 * can not be charged is not done. For an account with a quota, the actions of a call are held before it begins: concurrent
 * calls can not use more together than is left. A hold is under a lease, which this process renews: those of one that was killed end soon.
 */
import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError, TOOLS, type ToolName } from '@toolpress/contract';
import { UNCLAIMED_FILES, unclaimedFile } from '@toolpress/queue';
import { isRedisOutage, type Logger, type Redis, redisUnavailable } from '@toolpress/runtime';
import { fileExpiry } from '@toolpress/storage';
import type { Caller } from '../../auth/tokens.js';
import { keys } from '../../shared/keys.js';
import { luaScript } from '../../shared/redis-scripts.js';
import { AnsweredFiles } from './answered-files.js';
import { dayOf, monthOf } from './tally.js';

/** What one call costs, and who pays. */
export interface Charge {
  /** Made here: a request id sent by the caller could repeat. */
  id: string;
  caller: Caller;
  tool: ToolName;
  actions: number;
  /** Of the request that is charged. */
  log: Logger;
  /** What is held for it, where the account has a quota. */
  hold: string;
}

/** Of a job, who has taken it, and who had before: their holds go, as a job has one. */
export interface Taking {
  owner: string;
  ownersBefore: readonly string[];
}

/** The record of an idempotency key or a job, completed in the same step as the charge. */
export interface Completion {
  key: string;
  /** The sealed digest of the request under a key. */
  request: string;
  /** Of the result; a record that has one is complete. */
  place: string;
  value: string;
  lifeMs: number;
  /** The hour in which it expires, and what it takes in Redis until then. */
  endsIn: string;
  bytes: number;
  /** When nobody else may complete it, and it may have been given to another owner meanwhile. */
  owner?: string;
}

/** A file that counts for the account until it expires. */
export interface StoredFile {
  id: string;
  sizeBytes: number;
}

/** What is written together with the charge: all of it or nothing. */
export interface Extras {
  completion?: Completion | undefined;
  file?: StoredFile | undefined;
}

export interface Settled {
  /** Not charged, as another request with the same idempotency key was charged before, or the record has another owner: its fields. */
  done?: string[];
  /** What the account stores now, where the charge has changed it. */
  storedBytes?: number;
}

/** How long an id is remembered when its reply was never read: longer than any outage. */
const REMEMBER_MS = 7 * 24 * 60 * 60 * 1_000;
/** How many ids one charge deletes at most. */
const FORGET_AT_ONCE = 100;
const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 2_000;
/** How long a stopping gateway tries to make its last charges. */
const CLOSE_LIMIT_MS = 5_000;
/** How long the holds of a gateway that was killed last. */
const HOLD_LEASE_MS = 15_000;
/** So often within a lease it is renewed. */
const RENEWALS = 3;
/** How often the log is told of a charge that goes on failing. */
const TELL_EVERY_MS = 60_000;

const DAY_SECONDS = 24 * 3_600;

const chargeOnce = luaScript('tally', 'release-input', 'complete-record', 'own-file', 'charge');
const holdActions = luaScript('hold-actions');
const renewHolds = luaScript('renew-holds');

export class Charges {
  private readonly pending = new Set<Promise<unknown>>();
  /** Charges that could not be made so far, by their ids, with the account; undefined, for all accounts, while Redis is unavailable. */
  private readonly failing = new Map<string, { accountId: string | undefined; toldAt: number }>();
  /** Keys of charges whose reply has been read: the next charge deletes them. */
  private readonly known: string[] = [];
  private readonly closing = new AbortController();
  /** Holds of calls at work, with the account. */
  private readonly holds = new Map<string, string>();
  private readonly renewal: NodeJS.Timeout;

  constructor(
    private readonly redis: Redis,
    private readonly answered = new AnsweredFiles(redis),
    private readonly holdLeaseMs = HOLD_LEASE_MS,
  ) {
    this.renewal = setInterval(() => this.renewAll(), holdLeaseMs / RENEWALS).unref();
    setMaxListeners(0, this.closing.signal); // each charge that waits is one
  }

  /**
   * Begins a call. Costs a round trip only where the account has a quota.
   *
   * @throws ServiceError `unavailable` while charges can't be made, `quota_exceeded` when the call would use more than is
   *   left of the month, `concurrency_exceeded` when that depends on calls at work.
   */
  async begin(caller: Caller, tool: ToolName, log: Logger, taking?: Taking): Promise<Charge> {
    for (const { accountId } of this.failing.values()) {
      if (accountId === undefined) throw redisUnavailable('earlier charges can not be made');
      if (accountId === caller.accountId) throw chargeFails();
    }
    const [id, { actions }] = [randomUUID(), TOOLS[tool]];
    const charge: Charge = { id, caller, tool, actions, log, hold: holdOf(taking?.owner ?? id, actions) };
    const replaced = (taking?.ownersBefore ?? []).map((owner) => holdOf(owner, actions));
    if (caller.monthlyActions !== null) await this.hold(charge, caller.monthlyActions, replaced);
    return charge;
  }

  /** Releases what was held for a call that failed. Not awaited: the lease ends by itself. */
  release({ caller, hold }: Charge): void {
    if (caller.monthlyActions === null) return;
    this.holds.delete(hold);
    this.redis.zrem(keys.holds(caller.accountId), hold).catch(() => undefined);
  }

  /**
   * Charges a success. The command is sent to Redis before the answer is sent to the caller; the answer need not wait for
   * the reply. If Redis is lost at this moment, the charge is sent again until its outcome is known.
   *
   * @returns the outcome. It rejects only when this process has to end before that is known; the log says what is lost.
   */
  settle(charge: Charge, extras: Extras = {}): Promise<Settled> {
    this.holds.delete(charge.hold); // the charge takes its place: renewed after that, it would count beside it
    const settled = this.sendUntilKnown(charge, new Date(), extras).finally(() => this.pending.delete(settled));
    settled.catch(({ cause: error }: Error) => {
      const { id, caller, tool, actions, log } = charge;
      log.error({ err: error, chargeId: id, accountId: caller.accountId, tool, actions }, 'not charged');
    });
    this.pending.add(settled);
    return settled;
  }

  /** Of how many accounts charges fail, so that their calls are refused; not while Redis is unavailable. */
  refusedAccounts(): number {
    const accounts = [...this.failing.values()].flatMap(({ accountId }) => accountId ?? []);
    return new Set(accounts).size;
  }

  /** Waits for pending charges, for a limited time. */
  async close(): Promise<void> {
    const timer = setTimeout(() => this.closing.abort(), CLOSE_LIMIT_MS);
    await Promise.allSettled(this.pending);
    clearTimeout(timer);
    clearInterval(this.renewal);
    this.answered.close();
    if (this.known.length > 0) await this.redis.unlink(this.known).catch(() => undefined);
  }

  private async hold(charge: Charge, quota: number, replaced: readonly string[]): Promise<void> {
    const { hold, caller, actions } = charge;
    const now = new Date();
    const touched = [keys.usage(caller.accountId), keys.holds(caller.accountId)];
    const values = [`month:${monthOf(now)}:actions`, actions, quota, hold, this.holdLeaseMs, ...replaced];
    const reply = await holdActions(this.redis, touched, values).catch((error: unknown) => {
      this.release(charge); // the reply may have been lost, not the command
      throw error;
    });
    const [held, used, others] = reply as [number, number, number];
    if (held === 1) {
      this.holds.set(hold, caller.accountId);
      return;
    }
    const known = `The account has used ${used} of its ${quota} actions of this month`;
    if (used + actions <= quota) {
      throw new ServiceError(
        'concurrency_exceeded',
        `${known}, and ${others} more are held for calls at work; this call takes ${actions}. Try again in 1 s, as \`Retry-After\` says.`,
        { headers: { 'Retry-After': '1' } },
      );
    }
    const next = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
    throw new ServiceError(
      'quota_exceeded',
      `${known}; this call takes ${actions}. The next month begins on ${dayOf(next)} (UTC).`,
    );
  }

  /** While Redis is unavailable leases may end: nothing else is begun with then. */
  private renewAll(): void {
    const byAccount = new Map<string, string[]>();
    for (const [hold, account] of this.holds) byAccount.set(account, [...(byAccount.get(account) ?? []), hold]);
    for (const [account, holds] of byAccount)
      renewHolds(this.redis, [keys.holds(account)], [this.holdLeaseMs, ...holds]).catch(() => undefined);
  }

  /** @throws ServiceError `unavailable`, its cause the last failure, when this process has to end. */
  private async sendUntilKnown(charge: Charge, at: Date, extras: Extras): Promise<Settled> {
    for (let delay = FIRST_RETRY_MS; ; delay = Math.min(delay * 2, LONGEST_RETRY_MS)) {
      try {
        const settled = await this.send(charge, at, extras);
        // If it was sent twice, the first may still be on its way to Redis: the id has to stay.
        if (!this.failing.has(charge.id)) this.known.push(keys.charge(charge.id));
        else if (this.failing.delete(charge.id) && this.failing.size === 0)
          charge.log.info('all charges are made; calls are accepted again');
        const isJob = extras.completion?.owner !== undefined;
        if (extras.file && settled.done === undefined && !isJob)
          this.answered.add(charge.caller.accountId, extras.file.id);
        return settled;
      } catch (error) {
        this.noteFailure(charge, error);
        if (this.closing.signal.aborted) throw redisUnavailable(error);
        await sleep(delay, undefined, { signal: this.closing.signal }).catch(() => undefined);
      }
    }
  }

  private noteFailure({ id, caller: { accountId }, log }: Charge, error: unknown): void {
    const isOutage = isRedisOutage(error);
    const refused = isOutage ? undefined : accountId;
    const before = this.failing.get(id);
    const now = performance.now();
    const isKnown = before !== undefined && before.accountId === refused;
    // An outage is told of by its connection; what else there is does not end by itself.
    if (isKnown && (isOutage || now - before.toldAt < TELL_EVERY_MS)) return;
    if (!isOutage)
      log.error({ err: error, chargeId: id, accountId }, 'a charge fails; calls of its account are refused');
    else if (this.failing.size === 0) log.warn({ err: error }, 'charges can not be made; calls are refused');
    this.failing.set(id, { accountId: refused, toldAt: now });
  }

  private async send({ id, caller, tool, actions, hold }: Charge, at: Date, extras: Extras): Promise<Settled> {
    const { accountId, tokenId } = caller;
    const { completion: record, file } = extras;
    const expiresOn = file ? dayOf(fileExpiry(file.id) ?? new Date()) : '';
    const known = this.known.splice(0, FORGET_AT_ONCE);
    const touched = [
      ...[keys.usage(accountId), keys.serviceUsage, keys.charge(id), keys.holds(accountId)],
      ...(file ? [keys.storage(accountId), keys.files(accountId, expiresOn), UNCLAIMED_FILES] : []),
      ...(record ? [record.key, keys.idempotencyBytes(accountId)] : []),
      ...known,
    ];
    const values = [
      ...[actions, REMEMBER_MS, hold, tool, dayOf(at), monthOf(at), tokenId],
      ...(file ? [expiresOn, file.sizeBytes, file.id, Date.parse(expiresOn) / 1_000 + DAY_SECONDS] : ['', 0, '', 0]),
      file ? unclaimedFile(accountId, file.id) : '',
      ...(record
        ? [record.request, record.place, record.value, Math.ceil(record.lifeMs), record.endsIn, record.bytes]
        : []),
      ...(record?.owner ? [record.owner] : []),
    ];
    let outcome: string | undefined;
    try {
      let detail: unknown;
      [outcome, detail] = (await chargeOnce(this.redis, touched, values)) as [string, unknown];
      if (outcome === 'done') return { done: detail as string[] };
      return typeof detail === 'number' ? { storedBytes: detail } : {};
    } finally {
      if (outcome !== 'charged') this.known.push(...known);
    }
  }
}

/** What the callers of an account are told whose charge Redis refuses. */
const chargeFails = (): ServiceError =>
  new ServiceError(
    'unavailable',
    'An earlier call of the account can’t be charged, and its calls are refused until it is; the operator of the service finds the reason in the log.',
    { cause: 'an earlier charge of the account fails', headers: { 'Retry-After': '5' } },
  );

const holdOf = (id: string, actions: number): string => `${actions}:${id}`;
