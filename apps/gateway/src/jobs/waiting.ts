/** How much of an account may wait: what it is to print lies in the file store until it is over, and counts to no storage quota. */
import { ServiceError } from '@toolpress/contract';
import { dayOf } from '../accounts/billing/tally.js';

const GIB = 1024 ** 3;

/** How many jobs may wait to be taken. */
export const MAX_WAITING_JOBS = 20_000;
/** How many batches may wait for the turn of their next row. */
export const MAX_WAITING_BATCHES = 100;
/** What jobs and batches that are not over may take in the store, sealed, bytes. */
const MAX_WAITING_BYTES = 10 * GIB;

/** As the scripts take it that note a job or a batch: today, the day on which what it is to print expires, its bytes, and the most of all. */
export const heldInput = (expiresAt: Date, bytes: number): (string | number)[] => [
  ...[dayOf(new Date()), dayOf(expiresAt), bytes, MAX_WAITING_BYTES],
];

/** What those scripts return when they have taken it over. */
export const isTaken = (reply: unknown): boolean => reply === 1;

/** … and when there is too much. */
const TOO_MANY_BYTES = -2;

export function queueFull(reply: unknown, waiting: string): ServiceError {
  const fault =
    reply === TOO_MANY_BYTES
      ? `What the account’s jobs and batches are to print may take ${MAX_WAITING_BYTES / GIB} GiB until they are over; this would be more`
      : `${waiting} of the account wait already`;
  return new ServiceError('queue_full', `${fault}; try again in 60 s, as \`Retry-After\` says.`, {
    headers: { 'Retry-After': '60' },
  });
}
