/**
 * The audit log in Redis. A change is noted before it is made and moved to the log when it has ended. So no change is made without an entry,
 * even if the gateway dies or Redis fails meanwhile: such a change is listed with the outcome `unknown`.
 */
import { randomUUID } from 'node:crypto';
import {
  type AuditAction,
  type AuditEntry,
  type AuditQuery,
  MAX_ACTOR_NAME,
  type Page,
  type Settings,
} from '@toolpress/contract';
import type { Logger, Redis } from '@toolpress/runtime';
import { keys } from '../../shared/keys.js';
import { pageOfStream } from '../../shared/pagination.js';
import { objectScript } from '../../shared/redis-scripts.js';

const appendEntry = objectScript<AppendArguments>('api/audit/append-entry');

interface AppendArguments {
  ended?: string;
  outcome: AuditEntry['outcome'];
  object: string;
  account: string;
  overdue_before: string;
  accounts: string;
  most: number;
  most_of_account: number;
  oldest: string;
  life_ms: number;
}

const DAY_MS = 24 * 3_600_000;
/** The time in milliseconds after which the outcome of a change is unknown. No change takes as long while its gateway lives. */
const OVERDUE_MS = 15 * 60_000;

/** A change before it is made. The object of a creation, and sometimes the account, are known only afterwards. */
export interface Change {
  actor: AuditEntry['actor'];
  action: AuditAction;
  object?: string | undefined;
  account_id?: string | undefined;
  fields: string[];
  request_id: string;
  address: string;
}

/** How a change ended, with what was unknown before. */
type End = { outcome: AuditEntry['outcome']; object?: string | undefined; account_id?: string | undefined };

export interface NotedChange {
  /** Writes the entry. Never rejects: a change whose end cannot be written is listed as `unknown` later. */
  ended(end: End): Promise<void>;
  /** Removes the note of a change that was not made. */
  refused(): Promise<void>;
}

export interface AuditLogOptions {
  redis: Redis;
  settings: { current(): Promise<Pick<Settings, 'audit'>> };
  logger: Logger;
  /** Returns the time in epoch milliseconds. The default is the system clock. */
  now?: () => number;
}

export class AuditLog {
  private readonly now: () => number;

  constructor(private readonly options: AuditLogOptions) {
    this.now = options.now ?? Date.now;
  }

  /** Notes a change before it is made. @throws when Redis is unavailable. The change must not be made then. */
  async note(change: Change): Promise<NotedChange> {
    const { redis } = this.options;
    const { actor } = change;
    const name = actor.name?.slice(0, MAX_ACTOR_NAME) ?? null;
    const member = `${randomUUID()}${JSON.stringify({ ...change, actor: { ...actor, name } })}`;
    await redis.zadd(keys.openAudit, this.now(), member).catch((error: unknown) => {
      redis.zrem(keys.openAudit, member).catch(() => undefined); // Redis may have run the command although its reply was lost
      throw error;
    });
    return {
      ended: ({ outcome, object = change.object, account_id = change.account_id }) =>
        this.logged(this.append({ ended: member, outcome, object: object ?? '', account: account_id ?? '' })),
      refused: () => this.logged(redis.zrem(keys.openAudit, member)),
    };
  }

  /** Returns a page of entries, the newest first. */
  async list({ account, action, from, to, ...query }: AuditQuery): Promise<Page<AuditEntry>> {
    const { redis } = this.options;
    if (query.cursor === undefined) await this.logged(this.append({ outcome: 'unknown', object: '', account: '' }));
    const { audit } = await this.options.settings.current();
    const range = {
      // Ids of streams are not negative, as days before 1970 are.
      newest: to === undefined ? '+' : String(Math.max(0, Date.parse(to) + DAY_MS - 1)),
      oldest: from === undefined ? this.oldest(audit.retention_days) : String(Math.max(0, Date.parse(from))),
    };
    const key = account === undefined ? keys.audit : keys.accountAudit(account);
    return pageOfStream(redis, key, { ...query, ...range }, async (id) => {
      const [found] = await redis.xrange(keys.audit, id, id);
      const entry = found && entryOf(...found);
      return entry && (action === undefined || entry.action === action) ? entry : undefined;
    });
  }

  private async append(end: Pick<AppendArguments, 'ended' | 'outcome' | 'object' | 'account'>): Promise<void> {
    const { redis, settings } = this.options;
    const { audit } = await settings.current();
    await appendEntry.run(redis, [keys.audit, keys.openAudit], {
      ...end,
      overdue_before: String(this.now() - OVERDUE_MS),
      accounts: keys.ofAccounts,
      most: audit.max_entries,
      most_of_account: audit.max_entries_per_account,
      oldest: this.oldest(audit.retention_days),
      life_ms: audit.retention_days * DAY_MS,
    });
  }

  private logged(work: Promise<unknown>): Promise<void> {
    return work.then(
      () => undefined,
      (error: unknown) =>
        this.options.logger.warn({ err: error }, 'cannot write the outcome of a change to the audit log'),
    );
  }

  private oldest(retentionDays: number): string {
    return String(Math.max(0, this.now() - retentionDays * DAY_MS));
  }
}

/** @param id the id in the stream: epoch milliseconds and a number. */
function entryOf(id: string, fields: readonly string[]): AuditEntry {
  const [, json = '', , outcome, , object, , account] = fields;
  const { actor, action, fields: given, request_id, address } = JSON.parse(json) as Change;
  return {
    ...{ id, at: new Date(Number.parseInt(id, 10)).toISOString(), actor, action },
    ...{ object: object || null, account_id: account || null, fields: given },
    ...{ outcome: outcome as AuditEntry['outcome'], request_id, address },
  };
}
