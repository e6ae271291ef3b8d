/** For load balancers and supervisors: does the process live, can it work. */
import { ServiceError, shape, text } from '@toolpress/contract';
import type { Redis } from '@toolpress/runtime';
import type { FileStore } from '@toolpress/storage';
import { type Endpoint, forAnybody } from '../http/endpoint.js';

export function healthEndpoints(redis: Redis, store: FileStore): Endpoint[] {
  return [
    forAnybody({
      method: 'get',
      path: '/healthz',
      summary: 'The process lives',
      answer: shape({ status: text() }),
      errors: [],
      handle: async () => ({ status: 'ok' }),
    }),
    forAnybody({
      method: 'get',
      path: '/readyz',
      summary: 'Redis and the file store answer',
      answer: shape({ redis: text(), storage: text() }),
      errors: ['unavailable'],
      async handle() {
        const [database, storage] = await Promise.allSettled([redis.ping(), store.check()]);
        const away = [
          ...(database.status === 'rejected' ? ['Redis'] : []),
          ...(storage.status === 'rejected' ? ['the file store'] : []),
        ];
        if (away.length === 0) return { redis: 'ok', storage: 'ok' };
        throw new ServiceError('unavailable', `Not ready: ${away.join(' and ')} does not answer.`, {
          cause: [database, storage]
            .map((check) => (check.status === 'rejected' ? String(check.reason) : 'ok'))
            .join('; '),
          headers: { 'Retry-After': '1' },
        });
      },
    }),
  ];
}
