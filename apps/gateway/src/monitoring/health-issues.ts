/** What an operator should know first: each health issue in a sentence. */
import { ERRORS } from '@toolpress/contract';
import type { HealthIssue, ServiceState } from './service-state.js';

/** Seconds that a document should wait at most. */
const LONG_WAIT = 10;
/** Part of its memory limit from which on Redis may soon be full. */
const NEARLY_FULL = 0.8;

/** @returns the issues, the worst first; none when all is well. */
export function healthIssuesOf(state: Omit<ServiceState, 'troubles'>): HealthIssue[] {
  const { redis, storage, workers, queue, work } = state;
  const issues: HealthIssue[] = [];
  const check = (level: HealthIssue['level'], isIssue: boolean, text: string): void => {
    if (isIssue) issues.push({ level, text });
  };
  check('bad', !redis.reachable, 'Redis does not answer: every request is refused.');
  check(
    'bad',
    !storage.reachable,
    'The file store does not answer: PDFs can be neither made nor fetched, all else is served.',
  );
  if (workers !== null) {
    const silent = workers.filter(({ alive }) => !alive).length;
    check('bad', silent === workers.length, 'No worker is alive: documents wait in vain.');
    check('warn', silent > 0, `${silent === 1 ? 'A worker has' : `${silent} workers have`} fallen silent.`);
  }
  if (queue !== null) {
    const seconds = queue.oldestWaitingSeconds;
    check('warn', seconds >= LONG_WAIT, `A document has waited for ${Math.round(seconds)} s: more workers would help.`);
  }
  if (redis.health !== null) {
    const { usedBytes, maxBytes, evictionPolicy, appendOnly, writesWork } = redis.health;
    const isNearlyFull = maxBytes !== null && usedBytes >= NEARLY_FULL * maxBytes;
    check('bad', !writesWork, 'Redis can’t write to its disk.');
    check('warn', isNearlyFull, 'The memory of Redis is nearly full.');
    check('warn', !appendOnly, 'Redis does not persist: its append-only file is off.');
    check('warn', evictionPolicy !== 'noeviction', `Redis evicts keys (${evictionPolicy}): set noeviction.`);
  }
  for (const { code, count } of work?.errors ?? []) {
    // The mistakes of callers are no issue of the service, nor is a target that does not answer.
    check('warn', [500, 503].includes(ERRORS[code].status), `${count} × ${code} in the last hour.`);
  }
  return [...issues.filter(({ level }) => level === 'bad'), ...issues.filter(({ level }) => level === 'warn')];
}
