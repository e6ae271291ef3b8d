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
      summary: 'Redis and the file store answer, and the process is not stopping',
      answer: shape({ redis: text(), storage: text() }),
      errors: ['unavailable'],
      async handle() {
        if (isStopping()) throw new ServiceError('unavailable', 'Not ready: this gateway is stopping.');
        const { redis, storage } = await readiness();
        if (redis.there && storage.there) return { redis: 'ok', storage: 'ok' };
        const away = [...(redis.there ? [] : ['Redis']), ...(storage.there ? [] : ['the file store'])];
        throw new ServiceError('unavailable', `Not ready: ${away.join(' and ')} does not answer.`, {
          cause: [redis, storage].map(({ reason }) => reason ?? 'ok').join('; '),
          headers: { 'Retry-After': '1' },
        });
      },
    }),
  ];
}
