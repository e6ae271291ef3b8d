/** Reads records through connections of accounts: by id or by a field's value, with linked records, as values or text. */
import {
  CONNECTION_SLUG,
  type DataFrom,
  type ListRecordsRequest,
  type RecordRequest,
  ServiceError,
  validate,
} from '@toolpress/contract';
import type { NamedHosts, OutboundWithAddresses } from '@toolpress/outbound';
import { type Connections, connectionUnknown, type OpenConnection } from '../../accounts/connections/connections.js';
import { checkServer } from '../../accounts/connections/server-url.js';
import type { SettingsStore } from '../../accounts/settings/settings.js';
import type { RequestContext } from '../../api/endpoint.js';
import type { LargeBodies } from '../../api/large-bodies.js';
import { checkRecord } from './field-names.js';
import type { ListForm, ListJson } from './list-shape.js';
import { oneRecord } from './one-record.js';
import type { Provider } from './provider.js';
import type { ReadRecord } from './providers/answers.js';
import type { Call, Reader } from './providers/provider.js';
import { providerOf } from './providers/providers.js';
import type { RateLimiter, RateLimiters } from './rate-limiter.js';
import { ListReading } from './record-lists.js';
import { recordsTooLarge, shapedRecord } from './record-shape.js';

export interface RecordsOptions {
  connections: Connections;
  provider: Provider;
  rateLimiters: RateLimiters;
  settings: SettingsStore;
  /** The hosts that connections may name, and the client for them. */
  hosts: NamedHosts;
  servers: OutboundWithAddresses;
  largeBodies: Pick<LargeBodies, 'call'>;
}

/** How a record is read. The defaults are those of get-record. */
export interface ReadOptions {
  /** The time limit in milliseconds, if it is shorter than the service's. */
  withinMs?: number;
  /** Whether a job reads the record. It then does not wait for the rate limit, because it occupies a place that other jobs need. */
  isJob?: boolean;
  /** The parameter that holds the request, for messages, such as `data_from`. The default is the whole body. */
  parameter?: string;
}

/** The longest time in milliseconds that a job waits for its first request. Then it is put back into the queue. */
const JOB_WAIT_MS = 500;
/**
 * The copies of an answer in memory: as bytes, text and values, and again as text and bytes. Long numbers take three more: two texts and
 * bytes.
 */
const COPIES = 8;
/** The largest size in bytes of all answers of one call. A retry counts again. */
const MAX_BYTES = 20 * 1024 * 1024;

/** A list as JSON. */
export interface ListResult extends ListJson {
  /** Whether the limit left out records. */
  hasMore: boolean;
  /** The number of records, with children and linked records. */
  count: number;
}

type Room = RequestContext['memory']['answer'];

export class Records {
  constructor(private readonly options: RecordsOptions) {}

  /**
   * Reads a record.
   *
   * @param room the memory for answers.
   * @throws ServiceError `invalid_parameter`, `connection_unknown`, `host_forbidden`, `record_not_found`, `provider_refused`, and the
   *   errors of `Provider.request`; the signal's reason.
   */
  async get(
    request: RecordRequest,
    accountId: string,
    room: Room,
    signal: AbortSignal,
    options: ReadOptions = {},
  ): Promise<ReadRecord> {
    return this.reading(request, accountId, room, signal, options, (reader, call) => this.read(reader, request, call));
  }

  /**
   * Checks the ids by the rule of the connection's provider, before anything is charged or queued.
   *
   * @param parameter as in `ReadOptions`.
   * @throws ServiceError `invalid_parameter`, `connection_unknown`.
   */
  async check(
    request: Pick<RecordRequest, 'base_id' | 'table_id' | 'record_id' | '_connections'>,
    accountId: string,
    parameter?: string,
  ): Promise<void> {
    const slug = request._connections.tablebase;
    const found = CONNECTION_SLUG.test(slug) ? await this.options.connections.find(accountId, slug) : undefined;
    try {
      // Without a connection, the ids are those of the specification.
      validate(providerOf(found?.provider ?? 'tablebase', slug).ids, idsOf(request), 'body');
      if (found === undefined) throw connectionUnknown(slug);
    } catch (error) {
      if (found === undefined && error instanceof ServiceError && error.code === 'invalid_parameter')
        throw named(new ServiceError(error.code, `${error.message} ${connectionUnknown(slug).message}`), parameter);
      throw named(error, parameter);
    }
  }

  /**
   * Reads a list of records with children and linked records, see `ListReading`.
   *
   * @throws ServiceError as `get`, and as `ListReading`.
   */
  async list(
    request: ListRecordsRequest,
    form: Exclude<ListForm, 'one'>,
    accountId: string,
    room: Room,
    signal: AbortSignal,
    options: ReadOptions = {},
  ): Promise<ListResult> {
    return this.reading(request, accountId, room, signal, options, (reader, call) => {
      const reading = new ListReading(reader, request.base_id, call);
      return reading.within(async () => {
        const list = await reading.list(request);
        return { ...(await reading.json(list, form)), hasMore: list.hasMore, count: list.count };
      });
    });
  }

  /** Reads a record with its children, in the form `one`. @throws ServiceError as `list`. */
  async withChildren(
    request: DataFrom,
    accountId: string,
    room: Room,
    signal: AbortSignal,
    options: ReadOptions = {},
  ): Promise<ListResult> {
    return this.reading(request, accountId, room, signal, options, async (reader, call) => {
      const reading = new ListReading(reader, request.base_id, call);
      return reading.within(async () => {
        const { where: _found, ...wanted } = request;
        const list = await reading.one(await oneRecord(reader, request, false), wanted);
        return { ...(await reading.json(list, 'one')), hasMore: false, count: list.count };
      });
    });
  }

  private async read(reader: Reader, request: RecordRequest, call: Call): Promise<ReadRecord> {
    const { base_id, fields, expand = {}, cell_format } = request;
    const isText = cell_format === 'string';
    // Servers return linked records as names when they return text.
    const asText = isText && Object.keys(expand).length === 0;
    const record = await oneRecord(reader, request, asText);
    await checkRecord(reader, request, request, record);
    const {
      id,
      fields: shown,
      createdTime,
    } = await shapedRecord(record, { names: fields, isText, expand }, base_id, reader, call);
    return { id, fields: shown, createdTime };
  }

  /** Opens a connection, and closes its reader after the work. Errors name the parameter of the request. */
  private async reading<Result>(
    request: RecordRequest,
    accountId: string,
    room: Room,
    signal: AbortSignal,
    options: ReadOptions,
    work: (reader: Reader, call: Call) => Promise<Result>,
  ): Promise<Result> {
    try {
      const connection = await this.open(accountId, request._connections.tablebase, idsOf(request));
      const provider = providerOf(connection.provider, connection.slug);
      const call = await this.callOf(accountId, room, signal, connection.token, options);
      const reader = provider.open(connection, call);
      return await work(reader, call).finally(() => reader.close?.());
    } catch (error) {
      throw named(error, options.parameter);
    }
  }

  /**
   * Checks whether a connection's server accepts its token.
   *
   * @throws ServiceError as `get` does.
   */
  async test(slug: string, accountId: string, signal: AbortSignal): Promise<void> {
    const connection = await this.open(accountId, slug);
    const call = await this.callOf(accountId, undefined, signal, connection.token);
    const reader = providerOf(connection.provider, slug).open(connection, call);
    await reader.test().finally(() => reader.close?.());
  }

  private async open(accountId: string, slug: string, ids?: object): Promise<OpenConnection> {
    const { connections, hosts } = this.options;
    return connections.open(accountId, slug, ({ provider, url }) => {
      // The connection may have changed since the ids were checked.
      const { ids: rule } = providerOf(provider, slug);
      if (ids !== undefined) validate(rule, ids, 'body');
      checkServer(provider, url, hosts);
    });
  }

  private async callOf(
    accountId: string,
    room: Room | undefined,
    signal: AbortSignal,
    token: string,
    { withinMs = Number.POSITIVE_INFINITY, isJob = false }: ReadOptions = {},
  ): Promise<Call> {
    const { settings, provider, servers, rateLimiters, largeBodies } = this.options;
    const deadline = performance.now() + Math.min((await settings.current()).get_record.timeout_ms, withinMs);
    let received = 0;
    let hasAnswer = false;
    const paced = (limiter: RateLimiter): RateLimiter =>
      isJob
        ? {
            // A row that has begun goes before others, so that requests for linked records are not in vain.
            acquire: (ms, ended) => limiter.acquire(hasAnswer ? ms : Math.min(ms, JOB_WAIT_MS), ended),
            pause: (ms) => limiter.pause(ms),
            grant() {
              hasAnswer = true;
              limiter.grant();
            },
          }
        : limiter;
    return {
      ...{ client: provider, servers, signal, largeBodies, owner: { account: accountId, signal } },
      left: () => Math.max(1, Math.ceil(deadline - performance.now())),
      roomFor(bytes, isMore) {
        received += bytes;
        if (received > MAX_BYTES) return Promise.reject(recordsTooLarge());
        return room?.take(COPIES * bytes, signal, isMore || received > bytes);
      },
      received: () => received,
      roomLeft: () => MAX_BYTES - received,
      limiterOf: (baseId) => paced(rateLimiters.of(accountId, baseId, token)),
      paced,
    };
  }
}

const idsOf = ({ base_id, table_id, record_id }: Pick<RecordRequest, 'base_id' | 'table_id' | 'record_id'>) => ({
  base_id,
  table_id,
  ...(record_id === undefined ? {} : { record_id }),
});

/** The parameters of get-record that messages name. */
const NAMED = /`(?=(?:base_id|table_id|record_id|where|sort|limit|expand|fields|children)\b)/g;

/** Returns an error whose message names parameters by their full path. @param parameter as in `ReadOptions`. */
function named(error: unknown, parameter: string | undefined): unknown {
  if (parameter === undefined || !(error instanceof ServiceError)) return error;
  return error.withMessage(error.message.replace(NAMED, `\`${parameter}.`));
}
