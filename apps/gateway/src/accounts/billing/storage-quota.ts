/**
 * How many bytes of files an account may have stored at a time. Files are counted in the same step as their charge, whose
 * reply brings the sum back: asking costs nothing until an account is over its limit, as far as this gateway knows.
 */
import { ServiceError } from '@toolpress/contract';
import type { Redis } from '@toolpress/runtime';
import { keys } from '../../shared/keys.js';
import type { SettingsStore } from '../settings/settings.js';
import { dayOf, readTally } from './tally.js';

const MAX_REMEMBERED = 10_000;
const DAY_MS = 24 * 3_600_000;

export class StorageQuota {
  /** What accounts stored when this gateway last heard of it. */
  private readonly known = new Map<string, number>();

  constructor(
    private readonly redis: Redis,
    private readonly settings: Pick<SettingsStore, 'current'>,
  ) {}

  /** @throws ServiceError `storage_quota_exceeded` when the account has stored as much as it may. */
  async check(accountId: string): Promise<void> {
    const { max_bytes_per_account: limit } = (await this.settings.current()).storage;
    if (limit === 0 || (this.known.get(accountId) ?? Number.POSITIVE_INFINITY) < limit) return;
    const { bytes, first } = await readTally(this.redis, keys.storage(accountId), dayOf(new Date()));
    this.note(accountId, bytes);
    if (bytes >= limit && first !== undefined) throw exceeded(bytes, limit, first);
  }

  /** What an account stores now. */
  note(accountId: string, bytes: number): void {
    if (this.known.size >= MAX_REMEMBERED) this.known.clear();
    this.known.set(accountId, bytes);
  }
}

function exceeded(bytes: number, limit: number, first: string): ServiceError {
  const freed = dayOf(new Date(Date.parse(first) + DAY_MS));
  return new ServiceError(
    'storage_quota_exceeded',
    `The files of the account take ${bytes} bytes of the ${limit} that it may store; the next of them have expired and no longer count on ${freed} (UTC).`,
  );
}
