/**
 * How many bytes of files an account may store. Files are counted in the same step as their charge, whose reply has the new
 * sum: a check costs nothing until an account is over its limit, as far as this gateway knows.
 */
import { ServiceError } from '@toolpress/contract';
import type { Redis } from '@toolpress/runtime';
import { LRUCache } from 'lru-cache';
import { keys } from '../../shared/keys.js';
import type { SettingsStore } from '../settings/settings.js';
import { dayOf, readTally } from './tally.js';

const DAY_MS = 24 * 3_600_000;

export class StorageQuota {
  /** Stored bytes by account, as last seen by this gateway. */
  private readonly stored = new LRUCache<string, number>({ max: 10_000 });

  constructor(
    private readonly redis: Redis,
    private readonly settings: Pick<SettingsStore, 'current'>,
  ) {}

  /** @throws ServiceError `storage_quota_exceeded` when the account has stored as much as it may. */
  async check(accountId: string): Promise<void> {
    const { max_bytes_per_account: limit } = (await this.settings.current()).storage;
    if (limit === 0 || (this.stored.get(accountId) ?? Number.POSITIVE_INFINITY) < limit) return;
    const { bytes, first } = await readTally(this.redis, keys.storage(accountId), dayOf(new Date()));
    this.note(accountId, bytes);
    if (bytes < limit || first === undefined) return;
    const freed = dayOf(new Date(Date.parse(first) + DAY_MS));
    throw new ServiceError(
      'storage_quota_exceeded',
      `The files of the account take ${bytes} bytes of the ${limit} that it may store; the next of them have expired and no longer count on ${freed} (UTC).`,
    );
  }

  /** @param bytes what the account stores now. */
  note(accountId: string, bytes: number): void {
    this.stored.set(accountId, bytes);
  }
}
