/** For load balancers and supervisors: does the process live, can it work. */
import { ServiceError, shape, text } from '@toolpress/contract';
import { type Endpoint, forAnybody } from '../http/endpoint.js';
import type { Readiness } from './readiness.js';

/** @param readiness looks at the parts. */
export function healthEndpoints(readiness: () => Promise<Readiness>, isStopping: () => boolean): Endpoint[] {
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
      summary:
        'Requests are served: Redis answers, and the process is not stopping. Documents need the file store, too',
      answer: shape({ redis: text(), storage: text() }),
      errors: ['unavailable'],
      async handle() {
        if (isStopping()) throw new ServiceError('unavailable', 'Not ready: this gateway is stopping.');
        const { redis, storage } = await readiness();
        if (redis.there) return { redis: 'ok', storage: storage.there ? 'ok' : 'unavailable' };
        const away = storage.there ? 'Redis does' : 'Redis and the file store do';
        throw new ServiceError('unavailable', `Not ready: ${away} not answer.`, {
          cause: redis.reason,
          headers: { 'Retry-After': '1' },
        });
      },
    }),
  ];
}
