/** The limits of an account's waiting jobs. Their input is in the file store until they end, and does not count towards the storage quota. */
import { ServiceError } from '@toolpress/contract';
import type { RecordOutcome } from '../api/completion.js';
import { dayOf } from '../shared/keys.js';

const GIB = 1024 ** 3;

/** The largest number of waiting jobs of an account. */
export const MAX_WAITING_JOBS = 20_000;
/** The largest number of batches of an account with waiting rows. */
export const MAX_WAITING_BATCHES = 100;
/** The largest encrypted size, in bytes, of the input of an account's open jobs and batches. */
const MAX_WAITING_BYTES = 10 * GIB;

/** The arguments of scripts about the size of a job's or batch's input in the file store. */
interface HeldInput {
  today: string;
  /** The day on which the input expires. */
  expires_on: string;
  bytes: number;
  /** The limit of the account's input in bytes. */
  most_bytes: number;
}

export const heldInput = (expiresAt: Date, bytes: number): HeldInput => ({
  ...{ today: dayOf(new Date()), expires_on: dayOf(expiresAt), bytes, most_bytes: MAX_WAITING_BYTES },
});

/** The arguments of the scripts that accept a job or a batch. */
export interface Submission extends HeldInput {
  account: string;
  id: string;
  most_waiting: number;
  life_ms: number;
  /** The first id that may still exist. */
  oldest: string;
  /** The members of the sorted set of unclaimed files. */
  files: readonly string[];
  /** The names and values of the record, alternating. */
  fields: readonly string[];
  /** The outcome of the request under its idempotency key. */
  record?: RecordOutcome;
}

/** Returns whether a script's reply means that it accepted the job or batch. */
export const isTaken = (reply: unknown): boolean => reply === 1;

/** The reply of the scripts when the input is too large. */
const TOO_MANY_BYTES = -2;

export function queueFull(reply: unknown, waiting: string): ServiceError {
  const fault =
    reply === TOO_MANY_BYTES
      ? `The input of the account’s open jobs and batches would exceed the limit of ${MAX_WAITING_BYTES / GIB} GiB`
      : `The account has reached the limit of ${waiting} that wait`;
  return new ServiceError('queue_full', `${fault}; try again in 60 s, as \`Retry-After\` says.`, {
    headers: { 'Retry-After': '60' },
  });
}
