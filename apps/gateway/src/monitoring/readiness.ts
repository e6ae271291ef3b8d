import { atMostEvery, type Redis, reasonOf } from '@toolpress/runtime';
import type { FileStore } from '@toolpress/storage';

/** Many may ask, and anybody: the parts are asked once for all of them. */
const CHECK_EVERY_MS = 1_000;

/** A part of the service: whether it answers, and for the log why not. */
export interface PartState {
  there: boolean;
  reason?: string;
}

export interface Readiness {
  redis: PartState;
  storage: PartState;
}

/** @returns the way to ask whether Redis and the file store answer; at most one check a second, however many ask. */
export function watchReadiness(redis: Redis, store: FileStore): () => Promise<Readiness> {
  return atMostEvery(CHECK_EVERY_MS, async () => {
    const [database, storage] = await Promise.allSettled([redis.ping(), store.check()]);
    return { redis: stateOf(database), storage: stateOf(storage) };
  });
}

const stateOf = (check: PromiseSettledResult<unknown>): PartState =>
  check.status === 'fulfilled'
    ? { there: true }
    : { there: false, reason: reasonOf(check.reason?.cause ?? check.reason) };
