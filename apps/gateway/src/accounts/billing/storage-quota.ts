/**
 * Limits the bytes of files that an account may store. Files are counted together with their charge, and the reply has the new sum. So
 * a check takes a round trip only when the last known sum is unknown or over the limit.
 */
import { ServiceError } from '@toolpress/contract';
import type { Redis } from '@toolpress/runtime';
import { LRUCache } from 'lru-cache';
import type { StorageLimit } from '../../api/charging.js';
import { keys } from '../../shared/keys.js';
import { dayOf, readTally } from '../../shared/tally.js';
import type { SettingsStore } from '../settings/settings.js';

const DAY_MS = 24 * 3_600_000;

export class StorageQuota implements StorageLimit {
  /** The last stored bytes that this gateway has seen, by account. */
  private readonly stored = new LRUCache<string, number>({ max: 10_000 });

  constructor(
    private readonly redis: Redis,
    private readonly settings: Pick<SettingsStore, 'current'>,
  ) {}

  /** @throws ServiceError `storage_quota_exceeded` when the account has reached its limit. */
  async check(accountId: string): Promise<void> {
    const { max_bytes_per_account: limit } = (await this.settings.current()).storage;
    if (limit === 0 || (this.stored.get(accountId) ?? Number.POSITIVE_INFINITY) < limit) return;
    const { bytes, first } = await readTally(this.redis, keys.storage(accountId), dayOf(new Date()));
    this.note(accountId, bytes);
    if (bytes < limit || first === undefined) return;
    const freed = dayOf(new Date(Date.parse(first) + DAY_MS));
    throw new ServiceError(
      'storage_quota_exceeded',
      `The files of the account take ${bytes} bytes of the ${limit} that it may store. The next files expire and stop counting on ${freed} (UTC).`,
    );
  }

  /** Updates the account's stored bytes. */
  note(accountId: string, bytes: number): void {
    this.stored.set(accountId, bytes);
  }
}
