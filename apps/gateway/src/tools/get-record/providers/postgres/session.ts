/** One connection to PostgreSQL for one call: to a checked address, in a read-only transaction, with limits of time and size. */
import { isIP } from 'node:net';
import { ServiceError } from '@toolpress/contract';
import pg, { type Client } from 'pg';
import type { PostgresUrl } from '../../../../accounts/connections/server-url.js';
import { providerBroken, translated } from '../../provider-errors.js';
import type { Call } from '../provider.js';
import { MessageReader, unexpected } from './messages.js';
import type { RawList, RawRow } from './values.js';

export interface PostgresServer extends PostgresUrl {
  password: string;
  database: string;
}

const SMALL_BYTES = 64 * 1024;

/** Values are in UTC and in forms that `postgres-values.ts` reads, whatever the role's settings are. */
const BEGIN = `BEGIN READ ONLY; SELECT ${[
  ...[`'TimeZone', 'UTC'`, `'DateStyle', 'ISO, YMD'`, `'IntervalStyle', 'iso_8601'`, `'bytea_output', 'hex'`],
  ...[`'extra_float_digits', '1'`, `'search_path', 'pg_catalog'`],
]
  .map((setting) => `pg_catalog.set_config(${setting}, true)`)
  .join(', ')}`;

/**
 * Sets the limits of time, but raises none of the role's own. The server notices within a second that this connection was closed, and ends
 * the statement: since version 14, on Linux.
 */
const LIMITS = `
SELECT set_config(name, least(nullif(setting::bigint, 0), $1::bigint)::text, true) FROM pg_settings
WHERE name IN ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')
UNION ALL
SELECT set_config(name, '1000', true) FROM pg_settings
WHERE name = 'client_connection_check_interval' AND setting = '0' AND version() ~ '-linux'`;

type ErrorsByState = (code: string) => ServiceError | undefined;

export class Session {
  /** The reason why the connection was closed. */
  private failure: Error | undefined;
  private received = 0;
  private readonly messages = new MessageReader((message) => this.parse(message));
  private parser: (message: Buffer) => void = () => undefined;
  private readonly timer: NodeJS.Timeout;
  private readonly onAbort = (): void => this.fail(this.call.signal.reason);

  private constructor(
    private readonly client: Client,
    private readonly call: Call,
    private readonly errors: ErrorsByState,
  ) {
    this.timer = setTimeout(() => this.fail(timedOut()), call.left());
    call.signal.addEventListener('abort', this.onAbort, { once: true });
    // Without a listener, an error between two queries ends the process.
    client.on('error', () => undefined);
    this.readMessages();
  }

  /**
   * Connects, and begins a read-only transaction.
   *
   * @param errors returns the error for a SQLSTATE.
   * @throws ServiceError of `errors`, `target_unreachable`, `response_invalid`, `deadline_exceeded`; the signal's reason.
   */
  static async open(server: PostgresServer, call: Call, errors: ErrorsByState): Promise<Session> {
    const addresses = await call.servers
      .addressesOf(server.host, server.port, call.left(), call.signal)
      .catch((error: unknown) => {
        throw (error instanceof ServiceError && translated(error)) || error;
      });
    for (const [index, address] of addresses.entries()) {
      const others = addresses.length - index - 1;
      try {
        return await Session.connect(server, address, call.left() / (others + 1), call, errors);
      } catch (error) {
        const isElsewhere = error instanceof ServiceError && UNREACHABLE.has(error.code);
        if (others === 0 || !isElsewhere || call.signal.aborted) throw error;
      }
    }
    throw unreachable();
  }

  private static async connect(
    server: PostgresServer,
    address: string,
    withinMs: number,
    call: Call,
    errors: ErrorsByState,
  ): Promise<Session> {
    const name = isIP(server.host) === 0 ? { servername: server.host } : {};
    const client = new pg.Client({
      ...{ host: address, port: server.port, user: server.user, password: server.password, database: server.database },
      ssl: server.isEncrypted ? { rejectUnauthorized: true, ...name } : false,
      ...{ application_name: 'toolpress', options: '', connectionTimeoutMillis: withinMs },
      // Values stay text; `postgres-values.ts` converts them.
      types: { getTypeParser: () => (raw: string) => raw },
    });
    const session = new Session(client, call, errors);
    try {
      await session.run(async () => {
        await client.connect();
        await client.query(BEGIN);
        await client.query(LIMITS, [String(Math.ceil(call.left()))]);
      });
      return session;
    } catch (error) {
      session.close();
      throw error;
    }
  }

  /** Runs one statement. @returns its rows with values as text. */
  async query(text: string, values: readonly unknown[]): Promise<RawRow[]> {
    return (await this.run(() => this.client.query<RawRow>(text, [...values]))).rows;
  }

  /** Runs one statement that returns many values. @returns its rows as lists, and the OIDs of the types of the columns. */
  async lists(text: string, values: readonly unknown[]): Promise<{ rows: RawList[]; types: number[] }> {
    const query = { text, values: [...values], rowMode: 'array' as const };
    const { rows, fields } = await this.run(() => this.client.query<RawList>(query));
    return { rows, types: fields.map(({ dataTypeID }) => dataTypeID) };
  }

  close(): void {
    clearTimeout(this.timer);
    this.call.signal.removeEventListener('abort', this.onAbort);
    this.failure ??= new Error('closed');
    this.client.connection.stream.destroy();
  }

  private fail(reason: Error): void {
    this.failure ??= reason;
    this.client.connection.stream.destroy();
  }

  /** Puts the check of messages between the stream, encrypted or not, and the parser of `pg`. */
  private readMessages(): void {
    const connection = this.client.connection as unknown as Attaching;
    const attach = connection.attachListeners.bind(connection);
    connection.attachListeners = (stream) => {
      attach({
        on: (event, listener) => {
          if (event === 'data') this.parser = listener;
          else stream.on(event, listener);
        },
      });
      stream.on('data', (bytes: Buffer) => this.receive(bytes));
    };
  }

  private receive(bytes: Buffer): void {
    if (this.failure !== undefined) return;
    try {
      this.messages.push(bytes);
    } catch (error) {
      // An error in a listener would end the process.
      this.fail(error instanceof ServiceError ? error : unexpected(error));
      return;
    }
    this.received += bytes.length;
    if (this.received <= SMALL_BYTES) return;
    const { stream } = this.client.connection;
    const room = this.call.roomFor(bytes.length, true);
    if (room === undefined) return;
    stream.pause();
    room.then(
      () => stream.resume(),
      (error: Error) => this.fail(error),
    );
  }

  private parse(message: Buffer): boolean {
    this.parser(message);
    return this.failure === undefined;
  }

  private async run<Result>(work: () => Promise<Result>): Promise<Result> {
    this.call.signal.throwIfAborted();
    return this.call.client.measured('get_record', this.call.signal, () =>
      work().catch((error: unknown) => {
        throw this.failure ?? this.translate(error);
      }),
    );
  }

  private translate(error: unknown): unknown {
    if (error instanceof ServiceError) return error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const said = this.errors(code);
    if (said !== undefined) return said;
    // Messages of PostgreSQL can contain values, so only their code is logged.
    const cause = new Error(code || 'no code');
    if (/^[0-9A-Z]{5}$/.test(code) && /\d/.test(code)) return providerBroken(`PostgreSQL reports ${code}`, cause);
    const message = error instanceof Error ? error.message : '';
    if (/timeout expired/.test(message)) return timedOut();
    // `pg` has no code for it. A server without TLS is usual on a machine of one’s own.
    if (/does not support SSL/.test(message)) return unencrypted(cause);
    if (CERTIFICATE_FAULT.test(code)) return untrusted(code, cause);
    return unreachable(cause);
  }
}

/** The part of `pg` that connects its parser with a stream. */
interface Attaching {
  attachListeners(stream: { on(event: string, listener: (bytes: Buffer) => void): void }): void;
}

/** Errors after which another address of the server may succeed. */
const UNREACHABLE: ReadonlySet<string> = new Set(['target_unreachable', 'deadline_exceeded']);

const unreachable = (cause?: Error): ServiceError =>
  new ServiceError('target_unreachable', 'The provider can’t be reached.', { cause });

const timedOut = (): ServiceError =>
  new ServiceError('deadline_exceeded', 'The provider did not answer within the time limit.');

/** The error for a server without TLS, which a connection requires unless its `url` says otherwise. */
const unencrypted = (cause: Error): ServiceError =>
  new ServiceError(
    'target_unreachable',
    'The PostgreSQL server has no TLS, which the connection requires. Turn it on at the server, or save the connection with `?sslmode=disable` at the end of its `url`, which sends records unencrypted.',
    { cause },
  );

/** Codes of OpenSSL and Node.js, such as `CERT_HAS_EXPIRED`, `DEPTH_ZERO_SELF_SIGNED_CERT` and `ERR_TLS_CERT_ALTNAME_INVALID`. */
const CERTIFICATE_FAULT = /CERT|UNABLE_TO_VERIFY/;

/** The error for a server with TLS whose certificate is not valid for its host. @param code of the fault. */
const untrusted = (code: string, cause: Error): ServiceError =>
  new ServiceError(
    'target_unreachable',
    `The certificate of the PostgreSQL server is not valid for the host in the connection’s \`url\` (${code}). TLS with a valid certificate is required (\`sslmode=verify-full\`); \`?sslmode=disable\` turns TLS off.`,
    { cause },
  );
