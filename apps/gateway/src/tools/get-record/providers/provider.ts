/** The interface between get-record and the servers that hold records, and what REST servers have in common. */

import { setTimeout as sleep } from 'node:timers/promises';
import { type ConnectionProvider, ServiceError, segment, shape, text, type Where } from '@toolpress/contract';
import type { OutboundWithAddresses } from '@toolpress/outbound';
import type Joi from 'joi';
import type { BodyOwner, LargeBodies } from '../../../api/large-bodies.js';
import type { Provider, ProviderRequest } from '../provider.js';
import { quoted, tokenRejected } from '../provider-errors.js';
import { NoSlot, type RateLimiter } from '../rate-limiter.js';
import type { AnswerOf, ReaderName, ReadRecord } from './answers.js';

export interface TableIds {
  base_id: string;
  table_id: string;
}
interface RecordIds extends TableIds {
  record_id: string;
}

/** A connection with its token in plain text. */
export interface Access {
  slug: string;
  provider: ConnectionProvider;
  token: string;
  /** The address of the server in canonical form, without a slash at the end; empty for `tablebase`. */
  url: string;
  /** The only tables and views that may be read, with `postgres`. */
  tables?: readonly string[];
}

/** The means and limits of one call of get-record. */
export interface Call {
  client: Provider;
  /** The client for the hosts that the operator names. */
  servers: OutboundWithAddresses;
  signal: AbortSignal;
  owner: BodyOwner;
  largeBodies: Pick<LargeBodies, 'call'>;
  /** Returns the time until the deadline in milliseconds, at least 1. */
  left(): number;
  roomFor: NonNullable<ProviderRequest<ReaderName>['roomFor']>;
  /** Returns the number of bytes that `roomFor` still allows. */
  roomLeft(): number;
  /** Returns the rate limiter of a base of the hosted provider; without a base, that of its token only. */
  limiterOf(baseId?: string): RateLimiter;
  /** Returns a limiter that does not wait longer than this call may. */
  paced(limiter: RateLimiter): RateLimiter;
}

/** Reads records through one connection, in one call. All methods throw the errors of `Provider.request`. */
export interface Reader {
  /** @param asText asks the server for values as text, if it can. */
  get(ids: RecordIds, asText: boolean): Promise<ReadRecord>;
  /** Returns the first two records whose field has a value. Absent if the server cannot search. */
  find?(table: TableIds, where: Where, asText: boolean): Promise<ReadRecord[]>;
  /** Returns the records with the given ids, in any order. Absent if the server has no request for several records. */
  list?(table: TableIds, recordIds: readonly string[]): Promise<ReadRecord[]>;
  /** Checks whether the server accepts the token. */
  test(): Promise<void>;
  close?(): void;
}

export interface RecordProvider {
  /** The rule for `base_id`, `table_id` and `record_id` (optional). */
  readonly ids: Joi.ObjectSchema;
  open(access: Access, call: Call): Reader;
}

/** The base of servers that have one only. */
const ONLY_BASE = 'default';

/** Returns a rule for ids. The default is any text that can be a segment of a path. */
export const idRule = (rules: { base_id?: Joi.AnySchema; table_id?: Joi.AnySchema; record_id?: Joi.AnySchema }) =>
  shape(
    { base_id: rules.base_id ?? segment('a base’s ID'), table_id: rules.table_id ?? segment('a table’s ID or name') },
    { record_id: rules.record_id ?? segment('a record’s ID') },
  );

export const onlyBase = () =>
  text()
    .valid(ONLY_BASE)
    .messages({ 'any.only': `{{#label}} must be \`${ONLY_BASE}\`: this server has no bases` });

/** Returns a rule for an id that is a positive integer. */
export const numberId = (what: string) =>
  segment(what)
    .pattern(/^[1-9]\d{0,14}$/)
    .message(`{{#label}} must be ${what}, a number in digits`);

/** A request to a REST server, below its URL. */
interface RestRequest<Name extends ReaderName> {
  /** The encoded path and query, with a leading slash. */
  path: string;
  /** The reader of the server's answer, and the text that it needs. */
  read: Name;
  given?: string;
  operation?: 'whoami';
  /** The token in place of the connection's, and its headers, for servers that exchange the token. */
  exchanged?: { token: string; headers: Record<string, string> };
  /** Additional headers. */
  extra?: Record<string, string>;
}
export type Ask = <Name extends ReaderName>(request: RestRequest<Name>) => Promise<AnswerOf<Name>>;

/** What differs between REST servers. */
export interface RestServer {
  readonly ids: Joi.ObjectSchema;
  /** Returns the headers that carry the token. */
  headers(token: string): Record<string, string>;
  get(ids: RecordIds, ask: Ask, token: string): Promise<ReadRecord>;
  find?(table: TableIds, where: Where, ask: Ask): Promise<ReadRecord[]>;
  list?(table: TableIds, recordIds: readonly string[], ask: Ask): Promise<ReadRecord[]>;
  /** Makes a request with the token. @returns false if the answer shows that the server does not know the token. */
  test(ask: Ask, token: string): Promise<unknown>;
}

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
    const { find, list } = server;
    return {
      get: (ids) => server.get(ids, ask, access.token),
      ...(find && { find: (table: TableIds, where: Where) => find(table, where, ask) }),
      ...(list && { list: (table: TableIds, ids: readonly string[]) => list(table, ids, ask) }),
      async test() {
        if ((await server.test(ask, access.token)) === false) throw tokenRejected(access.slug);
      },
    };
  },
});

function errorsOf({ slug, provider }: Access): ProviderRequest<ReaderName>['errors'] {
  const invalid = (said: Parameters<typeof quoted>[0]) =>
    new ServiceError('invalid_parameter', `The server rejects these ids.${quoted(said)}`);
  const refused = (said: Parameters<typeof quoted>[0]) =>
    new ServiceError(
      'provider_refused',
      `The ${provider} server does not permit the connection \`${slug}\` to read this record.${quoted(said)}`,
    );
  const missing = (said: Parameters<typeof quoted>[0]) =>
    new ServiceError('record_not_found', `The server has no such base, table or record.${quoted(said)}`);
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

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

export const encoded = encodeURIComponent;

/** The error for a table whose `id` is not its key. */
export const notUnique = (field: 'record_id' | 'expand'): ServiceError =>
  new ServiceError(
    'invalid_parameter',
    `\`${field}\`: several rows of the table have this value in \`id\`, which is not its key.`,
  );

/** Returns linked records unchanged. @throws ServiceError `invalid_parameter` if two have the same id. */
export function unique(records: ReadRecord[]): ReadRecord[] {
  if (new Set(records.map(({ id }) => id)).size < records.length) throw notUnique('expand');
  return records;
}
