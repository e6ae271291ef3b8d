/** A file that is assigned to an account; an argument of `own-file.lua`. */
import { unclaimedFile } from '@toolpress/queue';
import { fileExpiry } from '@toolpress/storage';
import type { StoredFile } from '../../api/charging.js';
import { dayOf } from '../../shared/tally.js';

const DAY_SECONDS = 24 * 3_600;

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
