/** What an operator should know first: each trouble in a sentence. */
import { ERRORS } from '@toolpress/contract';
import type { RedisHealth } from './redis-health.js';
import type { ServiceState } from './service-state.js';

/** `bad`: callers suffer, or will. `warn`: somebody should look at it. */
export interface Trouble {
  level: 'bad' | 'warn';
  text: string;
}

/** A document should wait no longer than this, seconds. */
const LONG_WAIT = 10;
/** From so much of its limit on, Redis may soon be full. */
const NEARLY_FULL = 0.8;

const bad = (text: string): Trouble => ({ level: 'bad', text });
const warn = (text: string): Trouble => ({ level: 'warn', text });

/** @returns the troubles, the worst first; none when all is well. */
export function troublesOf(state: Omit<ServiceState, 'troubles'>): Trouble[] {
  const { redis, storage } = state;
  const all = [
    ...(redis.reachable ? [] : [bad('Redis does not answer: every request is refused.')]),
    ...(storage.reachable
      ? []
      : [bad('The file store does not answer: PDFs can be neither made nor fetched, all else is served.')]),
    ...workerTroubles(state),
    ...queueTroubles(state),
    ...(redis.health ? redisTroubles(redis.health) : []),
    ...errorTroubles(state),
  ];
  return [...all.filter(({ level }) => level === 'bad'), ...all.filter(({ level }) => level === 'warn')];
}

function workerTroubles({ workers }: Pick<ServiceState, 'workers'>): Trouble[] {
  if (workers === null) return [];
  const silent = workers.filter(({ alive }) => !alive).length;
  return [
    ...(silent < workers.length ? [] : [bad('No worker is alive: documents wait in vain.')]),
    ...(silent === 0 ? [] : [warn(`${silent === 1 ? 'A worker has' : `${silent} workers have`} fallen silent.`)]),
  ];
}

function queueTroubles({ queue }: Pick<ServiceState, 'queue'>): Trouble[] {
  if (queue === null || queue.oldestWaitingSeconds < LONG_WAIT) return [];
  return [warn(`A document has waited for ${Math.round(queue.oldestWaitingSeconds)} s: more workers would help.`)];
}

function redisTroubles({ usedBytes, maxBytes, evictionPolicy, appendOnly, writesWork }: RedisHealth): Trouble[] {
  return [
    ...(writesWork ? [] : [bad('Redis can’t write to its disk.')]),
    ...(maxBytes === null || usedBytes < NEARLY_FULL * maxBytes ? [] : [warn('The memory of Redis is nearly full.')]),
    ...(appendOnly ? [] : [warn('Redis does not persist: its append-only file is off.')]),
    ...(evictionPolicy === 'noeviction' ? [] : [warn(`Redis evicts keys (${evictionPolicy}): set noeviction.`)]),
  ];
}

/** A caller's mistakes are no trouble of the service's; neither is a target that does not answer. */
function errorTroubles({ work }: Pick<ServiceState, 'work'>): Trouble[] {
  const ours = (work?.errors ?? []).filter(({ code }) => [500, 503].includes(ERRORS[code].status));
  return ours.map(({ code, count }) => warn(`${count} × ${code} in the last hour.`));
}
