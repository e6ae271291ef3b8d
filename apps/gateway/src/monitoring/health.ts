/** Health checks for load balancers and supervisors: liveness and readiness. */
import { ServiceError, shape, text } from '@toolpress/contract';
import { atMostEvery, type Redis, reasonOf, silentConnections } from '@toolpress/runtime';
import type { FileStore } from '@toolpress/storage';
import { type Endpoint, forAnybody } from '../api/endpoint.js';
import type { StoreWrites } from './store-probe.js';

/** The endpoints are public, so checks of the parts are shared by all requests. */
const CHECK_EVERY_MS = 1_000;

/** Whether a part of the service answers, with the reason for the log if it does not. */
interface PartState {
  available: boolean;
  reason?: string;
}

export interface Readiness {
  redis: PartState;
  /** `takesFiles`: false for a store that answers but is full, for example. The reason says why. */
  storage: PartState & { takesFiles: boolean };
}

/**
 * Returns a function that checks whether Redis answers on all connections, and the file store, at most once per second.
 *
 * @param writes returns the latest outcome of a write, if known.
 */
export function watchReadiness(
  redis: Redis,
  store: FileStore,
  writes: () => StoreWrites | undefined,
): () => Promise<Readiness> {
  const partOf = (check: PromiseSettledResult<unknown>): PartState =>
    check.status === 'fulfilled'
      ? { available: true }
      : { available: false, reason: reasonOf(check.reason?.cause ?? check.reason) };
  return atMostEvery(CHECK_EVERY_MS, async () => {
    const [database, storage] = await Promise.allSettled([redis.ping(), store.check()]);
    const silent = silentConnections();
    const isSilent = database.status === 'fulfilled' && silent.length > 0;
    const silence = `no answer on the connections: ${silent.join('; ')}`;
    const { work: takesFiles, reason } = writes() ?? { work: true };
    return {
      redis: isSilent ? { available: false, reason: silence } : partOf(database),
      storage: { takesFiles, ...(reason && { reason }), ...partOf(storage) },
    };
  });
}

function stateOf({ available, takesFiles }: Readiness['storage']): 'ok' | 'unavailable' | 'unwritable' {
  if (!available) return 'unavailable';
  return takesFiles ? 'ok' : 'unwritable';
}

export function healthEndpoints(readiness: () => Promise<Readiness>, isStopping: () => boolean): Endpoint[] {
  return [
    forAnybody({
      method: 'get',
      path: '/healthz',
      id: 'getHealth',
      summary: 'Whether the process is alive',
      answer: shape({ status: text().description('Always `ok`.').example('ok') }),
      handle: async () => ({ status: 'ok' }),
    }),
    forAnybody({
      method: 'get',
      path: '/readyz',
      id: 'getReadiness',
      summary: 'Ready: Redis answers and the process is not stopping. Documents also need the file store',
      answer: shape({
        redis: text().description('Always `ok`.').example('ok'),
        storage: text().description('`ok`, `unavailable`, or `unwritable`: full or read-only.').example('ok'),
      }),
      errors: ['unavailable'],
      async handle() {
        if (isStopping()) throw new ServiceError('unavailable', 'Not ready: this gateway is stopping.');
        const { redis, storage } = await readiness();
        if (redis.available) return { redis: 'ok', storage: stateOf(storage) };
        const unavailable = storage.available ? 'Redis does' : 'Redis and the file store do';
        throw new ServiceError('unavailable', `Not ready: ${unavailable} not answer.`, {
          cause: redis.reason,
          headers: { 'Retry-After': '1' },
        });
      },
    }),
  ];
}
