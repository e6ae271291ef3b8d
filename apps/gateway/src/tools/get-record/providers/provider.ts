/** The interface between get-record and the servers that hold records, and what REST servers have in common. */
import {
  type Condition,
  type ConnectionProvider,
  ServiceError,
  type SortKey,
  segment,
  shape,
  text,
  type Where,
} from '@toolpress/contract';
import type { OutboundWithAddresses } from '@toolpress/outbound';
import type Joi from 'joi';
import type { BodyOwner, LargeBodies } from '../../../api/large-bodies.js';
import type { Provider, ProviderRequest } from '../provider.js';
import type { RateLimiter } from '../rate-limiter.js';
import type { AnswerReader, Carried, Page, ReadRecord } from './answers.js';

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
  roomFor: NonNullable<ProviderRequest<unknown>['roomFor']>;
  /** Returns the number of bytes that `roomFor` has counted. */
  received(): number;
  /** Returns the number of bytes that `roomFor` still allows. */
  roomLeft(): number;
  /** Returns the rate limiter of a base of the hosted provider; without a base, that of its token only. */
  limiterOf(baseId?: string): RateLimiter;
  /** Returns a limiter that does not wait longer than this call may. */
  paced(limiter: RateLimiter): RateLimiter;
}

/** What is read of a table. */
export interface RecordQuery {
  /** All of them must be true. */
  where: readonly Condition[];
  sort: readonly SortKey[];
  /** The only fields that are needed, beside the id and the creation time. Servers may return all. The default is all. */
  fields?: readonly string[];
  /** The largest number of records to read. The caller asks for one more than it may return, to see whether there are more. */
  limit: number;
}

/** Reads records through one connection, in one call. All methods throw the errors of `Provider.request`. */
export interface Reader {
  /** Whether each record has all fields of its table, see `ReadRecord.empty`. */
  readonly hasAllFields?: boolean;
  /** @param asText asks the server for values as text, if it can. */
  get(ids: RecordIds, asText: boolean): Promise<ReadRecord>;
  /** Returns the first two records whose field has a value. Absent if the server cannot search. */
  find?(table: TableIds, where: Where, asText: boolean): Promise<ReadRecord[]>;
  /** Returns the records with the given ids, in any order, by as many requests as the server needs. Absent if the server has no request for several records. */
  list?(table: TableIds, recordIds: readonly string[]): Promise<ReadRecord[]>;
  /**
   * Returns the records that meet all conditions, in the given order (by key without one), at most `limit`, none twice. Pages are read as the
   * server allows. Absent if the server cannot.
   *
   * @throws ServiceError `provider_cannot` for an operator or order that the server does not have.
   */
  query?(table: TableIds, query: RecordQuery): Promise<ReadRecord[]>;
  /** Reads what the server needs to know of all tables of a list at once. @throws ServiceError if one cannot be read. */
  prepare?(baseId: string, tableIds: readonly string[]): Promise<void>;
  /** Returns the names of a table's fields. Absent if the server has no list of them. */
  fieldsOf?(table: TableIds): Promise<string[]>;
  /** Returns whether the id of a table's records is its key, which children can name. Absent if it always is. */
  hasKey?(table: TableIds): Promise<boolean>;
  /** Returns the fields of the table `from` that name records of this table. Absent if the server has no list of them. */
  referencesTo?(table: TableIds, from: string): Promise<string[]>;
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
interface RestRequest<Answer> {
  /** The encoded path and query, with a leading slash. */
  path: string;
  /** The reader of the server's answer, and the text that it needs. */
  read: AnswerReader<Answer>;
  given?: string;
  operation?: 'whoami';
  /** The token in place of the connection's, and its headers, for servers that exchange the token. */
  exchanged?: { token: string; headers: Record<string, string> };
  /** Additional headers. */
  extra?: Record<string, string>;
}
export type Ask = <Answer>(request: RestRequest<Answer>) => Promise<Carried<Answer>>;

/** Where a page begins. */
export interface At {
  /** What `Search.next` returned; undefined for the first page. */
  cursor: string | undefined;
  /** The number of records on earlier pages. */
  read: number;
  /** The number of records to ask for, the same for all pages. */
  size: number;
}

/** How a server is searched. */
export interface Search {
  /** The largest number of records of a page. */
  size: number;
  /** @returns how much of what the server takes in one request the conditions need; more than 1 is too much. */
  load(query: RecordQuery): number;
  /** Returns the request for a page. @throws ServiceError `provider_cannot`. */
  page(table: TableIds, query: RecordQuery, at: At): RestRequest<Page>;
  /** Returns where the next page begins; undefined at the end. @param at with the records of the page. */
  next(page: Omit<Page, 'records'>, at: At, query: RecordQuery): string | undefined;
  /** Whether a date in a condition is its midnight in UTC. Other servers have a time zone of their own. */
  isUtc?: boolean;
  /**
   * Whether the requests choose lists and objects exactly (true), or not at all (false). By default they do, but `contains` only for letters
   * and digits.
   */
  isExact?: boolean;
  /** Where `=` and `in` do not find what links and lists hold: how one record with a value in a field is read, to see whether it is one. */
  sampleOf?(field: string): Pick<RecordQuery, 'where' | 'sort'>;
  /** Another form of the requests, for a server that rejects the first because of the types of its fields. */
  other?: { search: Search; isFor(where: readonly Condition[]): boolean };
}

/** What differs between REST servers. */
export interface RestServer {
  readonly ids: Joi.ObjectSchema;
  /** Whether each record in an answer has all fields of its table, also the empty ones. */
  readonly hasAllFields?: boolean;
  /** Returns the headers that carry the token. */
  headers(token: string): Record<string, string>;
  get(ids: RecordIds, ask: Ask, token: string): Promise<ReadRecord>;
  /** How lists are searched. Absent if the server cannot. */
  search?: Search;
  /** The field with the key of a table, by which linked records are searched. Absent if it has no certain name. */
  key?: string;
  /** Makes a request with the token. @returns false if the answer shows that the server does not know the token. */
  test(ask: Ask, token: string): Promise<unknown>;
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

export const encoded = encodeURIComponent;

/** The error for what a server does not have. @param what completes the sentence "This provider does not have …". */
export const providerCannot = (what: string): ServiceError =>
  new ServiceError('provider_cannot', `This provider does not have ${what}.`);

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
