/** Reads records of REST servers. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError, type Where } from '@toolpress/contract';
import type { ProviderRequest } from '../provider.js';
import { quoted, tokenRejected } from '../provider-errors.js';
import { NoSlot, type RateLimiter } from '../rate-limiter.js';
import type { Access, Ask, Call, RecordProvider, RecordQuery, RestServer, TableIds } from './provider.js';
import { searched } from './search.js';

export const restProvider = (server: RestServer): RecordProvider => ({
  ids: server.ids,
  open(access, call) {
    const ask: Ask = ({ path, read, given = '', exchanged, extra, operation = 'get_record' as const }) =>
      call.client.request(
        {
          operation,
          ...{ path, read, given, token: exchanged?.token ?? access.token, errors: errorsOf(access) },
          ...{ roomFor: call.roomFor, owner: call.owner },
          server: {
            outbound: call.servers,
            url: access.url,
            headers: { ...(exchanged?.headers ?? server.headers(access.token)), ...extra },
          },
        },
        call.paced(noLimit(call)),
        call.left(),
        call.signal,
      );
    const { search, key } = server;
    const query = search && ((table: TableIds, wanted: RecordQuery) => searched(search, table, wanted, ask));
    return {
      ...(server.hasAllFields && { hasAllFields: true }),
      get: (ids) => server.get(ids, ask, access.token),
      ...(query && { query }),
      ...(query && {
        find: (table: TableIds, where: Where) => query(table, { where: [{ op: '=', ...where }], sort: [], limit: 2 }),
      }),
      ...(query &&
        key !== undefined && {
          list: (table: TableIds, ids: readonly string[]) =>
            query(table, { where: [{ field: key, op: 'in', value: ids }], sort: [], limit: ids.length + 1 }),
        }),
      async test() {
        if ((await server.test(ask, access.token)) === false) throw tokenRejected(access.slug);
      },
    };
  },
});

function errorsOf({ slug, provider }: Access): ProviderRequest<unknown>['errors'] {
  // An id, or a condition or order of a list.
  const invalid = (said: Parameters<typeof quoted>[0]) =>
    new ServiceError('invalid_parameter', `The server rejects the request.${quoted(said)}`);
  const refused = (said: Parameters<typeof quoted>[0]) =>
    new ServiceError(
      'provider_refused',
      `The ${provider} server does not permit the connection \`${slug}\` to read this record.${quoted(said)}`,
    );
  const missing = (said: Parameters<typeof quoted>[0]) =>
    // PostgREST answers 404 for an operator that the type of a column does not have.
    /^operator .*:/i.test(said.message ?? '')
      ? new ServiceError('provider_cannot', `The type of a field does not have this operator.${quoted(said)}`)
      : new ServiceError('record_not_found', `The server has no such base, table or record.${quoted(said)}`);
  return {
    400: invalid,
    // Baserow answers 401 also for a valid token without permission.
    401: (said) => (said.type?.includes('PERMISSION') ? refused(said) : tokenRejected(slug)),
    403: refused,
    404: missing,
    406: invalid,
    // NocoDB answers 422 for unknown bases, tables and fields.
    422: (said) => (/(?<!FIELD|COLUMN)_NOT_FOUND$/.test(said.type ?? '') ? missing(said) : invalid(said)),
  };
}

/** The rate limiter of servers without a known limit. It applies only the pauses that a server demands. */
const noLimit = (call: Pick<Call, 'left'>): RateLimiter => {
  let until = 0;
  return {
    async acquire(withinMs, signal) {
      const wait = until - performance.now();
      if (wait > Math.min(withinMs, call.left())) throw new NoSlot(wait);
      if (wait > 0) await sleep(wait, undefined, { signal });
      return () => undefined;
    },
    async pause(ms) {
      until = performance.now() + ms;
    },
    grant: () => undefined,
  };
};
