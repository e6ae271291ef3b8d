/**
 * Charges each successful call exactly once, even when Redis or the gateway fails meanwhile.
 *
 * Each charge has an id. Redis remembers the id until this process has read the reply, so a charge whose reply was lost is sent again.
 * While a charge fails, new calls are refused: work that cannot be charged does not start. For an account with a quota, the actions of
 * a call are held before it starts, so that concurrent calls cannot exceed the quota. A hold has a lease that this process renews, so
 * the holds of a killed gateway expire soon.
 */
import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError, TOOLS, type ToolName } from '@toolpress/contract';
import { UNCLAIMED_FILES } from '@toolpress/queue';
import { isRedisOutage, type Logger, type Redis, redisUnavailable } from '@toolpress/runtime';
import { fileExpiry } from '@toolpress/storage';
import {
  actionsOf,
  type Charge,
  type Charging,
  type Extras,
  type Settled,
  type StorageLimit,
  type Taking,
} from '../../api/charging.js';
import { type CompletedRow, type Completion, type RecordOutcome, recordOutcome } from '../../api/completion.js';
import type { Caller } from '../../auth/callers.js';
import { dayOf, keys, monthOf } from '../../shared/keys.js';
import { objectScript } from '../../shared/redis-scripts.js';
import { AnsweredFiles, type OwnedFile, ownedFile } from './stored-files.js';

/** The time in milliseconds for which Redis remembers a charge id whose reply was not read. It is longer than any outage. */
const REMEMBER_MS = 7 * 24 * 60 * 60 * 1_000;
/** The largest number of charge ids that one charge deletes. */
const MAX_DELETED_IDS = 100;
const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 2_000;
/** The time in milliseconds for which a stopping gateway retries its pending charges. */
const CLOSE_LIMIT_MS = 5_000;
/** The lease of a hold in milliseconds. */
const HOLD_LEASE_MS = 15_000;
/** The number of renewals within a lease. */
const RENEWALS = 3;
/** How long a job waits for actions that running calls hold, in milliseconds, and how often it looks. To print it again takes longer. */
const RAISE_WAIT_MS = 10 * 60_000;
const RAISE_EVERY_MS = 1_000;
/** The interval, in milliseconds, at which a failing charge is logged. */
const LOG_EVERY_MS = 60_000;

interface ChargeArguments {
  actions: number;
  remember_ms: number;
  hold: string;
  /** The actions of each tool that is charged. */
  tools: Partial<Record<ToolName, number>>;
  day: string;
  month: string;
  token: string;
  file?: OwnedFile;
  /** `owner` is set when only this owner may complete the record. */
  record?: RecordOutcome & { owner?: string };
  /** The row of a batch instead: its field and owner, its record afterwards, and the member of its lease. */
  row?: { field: string; owner: string; ended: string; place: string; member: string };
}

const chargeOnce = objectScript<ChargeArguments>(
  'shared/tally',
  'api/release-input',
  'api/complete-record',
  'accounts/files/own-file',
  'accounts/billing/usage',
  'jobs/row-record',
  'accounts/billing/charge',
);
const holdActions = objectScript('accounts/billing/hold-actions');
const renewHolds = objectScript<{ lease_ms: number; holds: string[] }>('accounts/billing/renew-holds');

export class Charges implements Charging {
  /** Receives the bytes that an account stores, when a charge has changed them. */
  storage: Pick<StorageLimit, 'note'> | undefined;
  private readonly pending = new Set<Promise<unknown>>();
  /** Failing charges by id, with their account. The account is undefined while Redis is unavailable: all accounts are affected then. */
  private readonly failing = new Map<string, { accountId: string | undefined; loggedAt: number }>();
  /** Keys of charges whose reply was read. The next charge deletes them. */
  private readonly known: string[] = [];
  private readonly closing = new AbortController();
  /** The account of each hold of a running call. */
  private readonly holds = new Map<string, string>();
  private readonly renewal: NodeJS.Timeout;

  constructor(
    private readonly redis: Redis,
    private readonly answered = new AnsweredFiles(redis),
    private readonly holdLeaseMs = HOLD_LEASE_MS,
  ) {
    this.renewal = setInterval(() => this.renewAll(), holdLeaseMs / RENEWALS).unref();
    setMaxListeners(0, this.closing.signal); // each waiting charge adds a listener
  }

  /**
   * Starts a call. It takes a round trip to Redis only if the account has a quota.
   *
   * @throws ServiceError `unavailable` while charges fail, `quota_exceeded` when the call would exceed the monthly quota,
   *   `concurrency_exceeded` when it would exceed the quota together with the running calls.
   */
  async begin(caller: Caller, tools: readonly ToolName[], log: Logger, taking?: Taking): Promise<Charge> {
    for (const { accountId } of this.failing.values()) {
      if (accountId === undefined) throw redisUnavailable('earlier charges fail');
      if (accountId === caller.accountId) throw chargeFails();
    }
    const id = randomUUID();
    const actions = actionsOf(tools);
    const charge: Charge = { id, caller, tools, actions, log, hold: holdOf(taking?.owner ?? id, actions) };
    const replaced = (taking?.ownersBefore ?? []).map((owner) => holdOf(owner, actions));
    if (caller.monthlyActions !== null) await this.hold(charge, caller.monthlyActions, replaced);
    return charge;
  }

  async raise(charge: Charge, tools: readonly ToolName[], waiting?: AbortSignal): Promise<Charge> {
    const actions = actionsOf(tools);
    const hold = holdOf(charge.hold.slice(charge.hold.indexOf(':') + 1), actions);
    const raised: Charge = { ...charge, tools, actions, hold };
    const { monthlyActions } = charge.caller;
    if (monthlyActions === null) return raised;
    this.holds.delete(charge.hold); // the script releases it in any case
    const until = performance.now() + RAISE_WAIT_MS;
    for (;;) {
      try {
        await this.hold(raised, monthlyActions, [charge.hold]);
        return raised;
      } catch (error) {
        const isHeld = error instanceof ServiceError && error.code === 'concurrency_exceeded';
        if (!isHeld || waiting === undefined || performance.now() > until) throw error;
        await sleep(RAISE_EVERY_MS, undefined, { signal: waiting });
      }
    }
  }

  async check({ accountId, monthlyActions: quota }: Caller, tools: readonly ToolName[]): Promise<void> {
    if (quota === null) return;
    const now = new Date();
    const actions = actionsOf(tools);
    const used = Number(await this.redis.hget(keys.usage(accountId), actionsIn(now)));
    if (used + actions > quota) throw quotaExceeded(usedOf(used, quota), actions, now);
  }

  /** Releases the hold of a failed call. Does not wait for Redis: the lease expires anyway. */
  release({ caller, hold }: Charge): void {
    if (caller.monthlyActions === null) return;
    this.holds.delete(hold);
    this.redis.zrem(keys.holds(caller.accountId), hold).catch(() => undefined);
  }

  /**
   * Charges a successful call. The command is sent to Redis before the answer is sent to the caller, and the answer does not wait for
   * the reply. If Redis fails, the charge is sent again until its outcome is known.
   *
   * @returns the outcome. Rejects only when this process ends before the outcome is known; the lost charge is logged then.
   */
  settle(charge: Charge, extras: Extras = {}): Promise<Settled> {
    this.holds.delete(charge.hold); // the charge releases it; a later renewal would count it again
    const settled = this.sendUntilKnown(charge, new Date(), extras).finally(() => this.pending.delete(settled));
    settled.catch(({ cause: error }: Error) => {
      const { id, caller, tools, actions, log } = charge;
      log.error({ err: error, chargeId: id, accountId: caller.accountId, tools, actions }, 'not charged');
    });
    this.pending.add(settled);
    return settled;
  }

  /** Returns the number of accounts whose calls are refused because charging them fails. An outage of Redis does not count. */
  refusedAccounts(): number {
    const accounts = [...this.failing.values()].flatMap(({ accountId }) => accountId ?? []);
    return new Set(accounts).size;
  }

  /** Waits up to {@link CLOSE_LIMIT_MS} for pending charges. */
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
    const args = { month: actionsIn(now), actions, quota, hold, lease_ms: this.holdLeaseMs, replaced };
    const reply = await holdActions.run(this.redis, touched, args).catch((error: unknown) => {
      this.release(charge); // Redis may have run the command although the reply was lost
      throw error;
    });
    const [held, used, others] = reply as [number, number, number];
    if (held === 1) {
      this.holds.set(hold, caller.accountId);
      return;
    }
    const known = usedOf(used, quota);
    if (used + actions <= quota) {
      throw new ServiceError(
        'concurrency_exceeded',
        `${known}, and running calls hold ${others} more. This call takes ${actions}. Try again in 1 s, as \`Retry-After\` says.`,
        { headers: { 'Retry-After': '1' } },
      );
    }
    throw quotaExceeded(known, actions, now);
  }

  /** Renewal may fail: leases expire while Redis is unavailable, but no new call starts then. */
  private renewAll(): void {
    const byAccount = new Map<string, string[]>();
    for (const [hold, account] of this.holds) byAccount.set(account, [...(byAccount.get(account) ?? []), hold]);
    for (const [account, holds] of byAccount)
      renewHolds.run(this.redis, [keys.holds(account)], { lease_ms: this.holdLeaseMs, holds }).catch(() => undefined);
  }

  /** @throws ServiceError `unavailable` with the last failure as its cause, when this process ends. */
  private async sendUntilKnown(charge: Charge, at: Date, extras: Extras): Promise<Settled> {
    for (let delay = FIRST_RETRY_MS; ; delay = Math.min(delay * 2, LONGEST_RETRY_MS)) {
      try {
        const settled = await this.send(charge, at, extras);
        // If the charge was sent twice, the first command may still be on its way to Redis, so the id must stay.
        // The record of a row shows whether it was charged.
        const hasId = extras.completion?.row === undefined;
        if (!this.failing.has(charge.id)) this.known.push(...(hasId ? [keys.charge(charge.id)] : []));
        else if (this.failing.delete(charge.id) && this.failing.size === 0)
          charge.log.info('all charges succeeded; calls are accepted again');
        if (settled.storedBytes !== undefined) this.storage?.note(charge.caller.accountId, settled.storedBytes);
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
    // The connection already logs an outage. Other failures persist until the operator acts.
    if (isKnown && (isOutage || now - before.loggedAt < LOG_EVERY_MS)) return;
    if (!isOutage)
      log.error({ err: error, chargeId: id, accountId }, 'a charge fails; calls of its account are refused');
    else if (this.failing.size === 0) log.warn({ err: error }, 'charges fail; calls are refused');
    this.failing.set(id, { accountId: refused, loggedAt: now });
  }

  private async send({ id, caller, tools, actions, hold }: Charge, at: Date, extras: Extras): Promise<Settled> {
    const { accountId, tokenId } = caller;
    const { completion: record, file } = extras;
    const row = record?.row;
    const expiresOn = file ? dayOf(fileExpiry(file.id) ?? new Date()) : '';
    const known = this.known.splice(0, MAX_DELETED_IDS);
    const touched = [
      ...[keys.usage(accountId), keys.serviceUsage, keys.charge(id), keys.holds(accountId)],
      ...(file ? [keys.storage(accountId), keys.files(accountId, expiresOn), UNCLAIMED_FILES] : []),
      ...(record ? [record.key, ...(row ? [row.batch, row.leases] : [keys.idempotencyBytes(accountId)])] : []),
      ...known,
    ];
    const args: ChargeArguments = {
      ...{
        actions,
        hold: caller.monthlyActions === null ? '' : hold,
        tools: actionsByTool(tools),
        day: dayOf(at),
        month: monthOf(at),
        token: tokenId,
        remember_ms: REMEMBER_MS,
      },
      ...(file && { file: ownedFile(accountId, file) }),
      ...(record && !row && { record: { ...recordOutcome(record), ...(record.owner && { owner: record.owner }) } }),
      ...(record && row && { row: completed(record, row) }),
    };
    let outcome: string | undefined;
    try {
      const reply = (await chargeOnce.run(this.redis, touched, args)) as [string, unknown, unknown];
      const [, detail, released] = reply;
      [outcome] = reply;
      if (outcome === 'done') return { done: detail as string[] };
      return {
        ...(typeof detail === 'number' && { storedBytes: detail }),
        ...(released === 1 && { isReleased: true }),
      };
    } finally {
      if (outcome !== 'charged') this.known.push(...known);
    }
  }
}

/** Returns the error for calls of an account whose earlier charge Redis refuses. */
const chargeFails = (): ServiceError =>
  new ServiceError(
    'unavailable',
    'An earlier call of this account cannot be charged. Calls are refused until the operator of the service has fixed this; the log has the reason.',
    { cause: 'an earlier charge of the account fails', headers: { 'Retry-After': '5' } },
  );

const completed = ({ place, value, owner = '' }: Completion, { field, member }: CompletedRow) => ({
  ...{ field, owner, place, member, ended: `${place} ${value}` },
});

/** Returns the actions of each tool. A tool may be charged several times. */
function actionsByTool(tools: readonly ToolName[]): Partial<Record<ToolName, number>> {
  const all: Partial<Record<ToolName, number>> = {};
  for (const tool of tools) all[tool] = (all[tool] ?? 0) + TOOLS[tool].actions;
  return all;
}

/** The field of an account's usage with its actions of a month. */
const actionsIn = (month: Date): string => `month:${monthOf(month)}:actions`;

const usedOf = (used: number, quota: number): string =>
  `The account has used ${used} of its ${quota} actions for this month`;

function quotaExceeded(used: string, actions: number, now: Date): ServiceError {
  const next = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
  return new ServiceError(
    'quota_exceeded',
    `${used}; this call takes ${actions}. The next month begins on ${dayOf(next)} (UTC).`,
  );
}

const holdOf = (id: string, actions: number): string => `${actions}:${id}`;
