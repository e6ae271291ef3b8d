/** The files that count for an account: their claims, and the limit of their bytes. */
import { ServiceError } from '@toolpress/contract';
import { UNCLAIMED_FILES, unclaimedFile } from '@toolpress/queue';
import type { Redis } from '@toolpress/runtime';
import { fileExpiry } from '@toolpress/storage';
import { LRUCache } from 'lru-cache';
import type { StorageLimit, StoredFile } from '../../api/charging.js';
import { dayOf, keys } from '../../shared/keys.js';
import { readTally } from '../../shared/tally.js';
import type { SettingsStore } from '../settings/settings.js';

const DAY_SECONDS = 24 * 3_600;

/** A file that is assigned to an account; an argument of `own-file.lua`. */
export interface OwnedFile {
  id: string;
  bytes: number;
  /** The day (UTC) of its expiry. */
  day: string;
  /** The end of that day in epoch seconds. */
  day_ends: number;
  /** The member of the set of unclaimed files. */
  member: string;
}

export function ownedFile(accountId: string, { id, sizeBytes }: StoredFile): OwnedFile {
  const day = dayOf(fileExpiry(id) ?? new Date());
  return {
    id,
    bytes: sizeBytes,
    day,
    day_ends: Date.parse(day) / 1_000 + DAY_SECONDS,
    member: unclaimedFile(accountId, id),
  };
}

/** A file is claimed again after one to two of these intervals, in milliseconds. Longer than Redis delays writes to a busy disk. */
const EVERY_MS = 5_000;

/**
 * Claims the files of answered calls a second time. A Redis that is killed or replaced by its replica may lose its last second, including
 * the claim of a file whose link the caller already has. So the gateway claims the file again when that second is over. One command
 * claims the files of all calls. Files of jobs do not need this: Redis loses the completion of the job together with the claim, and the
 * job runs again.
 */
export class AnsweredFiles {
  private latest: string[] = [];
  private earlier: string[] = [];
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly redis: Redis,
    everyMs = EVERY_MS,
  ) {
    this.timer = setInterval(() => void this.claimEarlier(), everyMs).unref();
  }

  add(accountId: string, fileId: string): void {
    this.latest.push(unclaimedFile(accountId, fileId));
  }

  close(): void {
    clearInterval(this.timer);
  }

  private async claimEarlier(): Promise<void> {
    const due = this.earlier;
    this.earlier = this.latest;
    this.latest = [];
    if (due.length === 0) return;
    // No calls are answered while Redis is unavailable, so this list does not grow.
    await this.redis.zrem(UNCLAIMED_FILES, ...due).catch(() => this.earlier.push(...due));
  }
}

/**
 * Limits the bytes of files that an account may store. Files are counted together with their charge, and the reply has the new sum. So
 * a check takes a round trip only when the last known sum is unknown or over the limit.
 */
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
    const freed = dayOf(new Date(Date.parse(first) + DAY_SECONDS * 1_000));
    throw new ServiceError(
      'storage_quota_exceeded',
      `The files of the account take ${bytes} bytes of the ${limit} limit. The next files expire and stop counting on ${freed} (UTC).`,
    );
  }

  /** Returns how many more bytes the account may store. */
  async left(accountId: string): Promise<number> {
    const { max_bytes_per_account: limit } = (await this.settings.current()).storage;
    if (limit === 0) return Number.POSITIVE_INFINITY;
    const { bytes } = await readTally(this.redis, keys.storage(accountId), dayOf(new Date()));
    this.note(accountId, bytes);
    return Math.max(0, limit - bytes);
  }

  /** Updates the account's stored bytes. */
  note(accountId: string, bytes: number): void {
    this.stored.set(accountId, bytes);
  }
}
