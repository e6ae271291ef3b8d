/** The behavior of get-record that is the same for all servers: twelve cases, and what the service answers. */
import type { ProviderName } from '@toolpress/contract';
import { type Answer, redisContents, type TestService } from '@toolpress/testkit';

export const CASES = [
  ...(['found', 'not found', 'no permission', 'wrong token', 'wrong base', 'wrong table', 'throttled'] as const),
  ...(['slow', 'broken answer', 'huge record', 'Unicode names', 'empty fields'] as const),
];
export type Case = (typeof CASES)[number];

/** The status, and words of the answer as JSON. */
export type Expected = readonly [status: number, words: RegExp];

export interface Ids {
  base_id: string;
  table_id: string;
  record_id?: string;
}

export interface RecordCall {
  /** The slug of the connection. */
  slug: string;
  ids: Ids;
  expected: Expected;
}

/** A running server with a record for each case. */
export interface RecordServer {
  readonly provider: ProviderName;
  /** What runs, such as `PocketBase 0.36.9`. */
  readonly title: string;
  /** The entries for `RECORD_HOSTS`. */
  readonly hosts: readonly string[];
  /** Settings of the service, such as a certificate authority. */
  readonly env?: Readonly<Record<string, string>>;
  /** The connections by slug. `main` may read all records. */
  readonly connections: Readonly<Record<string, { url: string; token: string; tables?: readonly string[] }>>;
  /** The call for each case. Cases that this server does not have are absent. */
  readonly calls: Readonly<Partial<Record<Case, RecordCall>>>;
  /** A table with a field `Name`, for searches. Absent for servers with separate tests of searches. */
  readonly search?: Ids;
  /** The table with `ROWS`. Absent for servers without. */
  readonly rows?: Ids;
  stop(): Promise<void>;
}

export interface ServerKind<Server extends RecordServer = RecordServer> {
  readonly name: string;
  /** Whether the server itself runs, in contrast to recorded answers. */
  readonly isReal: boolean;
  /** Returns why the server cannot be started on this machine; undefined if it can. */
  missing(): string | undefined;
  start(): Promise<Server>;
}

/** The time limits in milliseconds of calls, and of those that must exceed it. */
const TIME_LIMIT = { usual: 200_000, slow: 2_000 };

/** The answers of most servers. */
export const COMMON: Record<Case, Expected> = {
  found: [200, /Ada Lovelace/],
  'not found': [404, /no such base, table or record|no record `2`/],
  'no permission': [403, /does not permit the connection/],
  'wrong token': [403, /refuses the token of the connection/],
  'wrong base': [400, /`base_id` must be `default`/],
  'wrong table': [404, /no such base, table or record/],
  throttled: [200, /"fields":\{/],
  slow: [504, /did not answer within the time limit/],
  'broken answer': [502, /unexpected shape/],
  'huge record': [413, /larger than 10 MiB/],
  'Unicode names': [200, /東京/],
  'empty fields': [200, /^(?!.*Notes)/],
};

/** Saves the connections of a server. The slugs get a prefix, so that a service can have those of several servers. */
export async function connect(service: TestService, server: RecordServer, prefix = ''): Promise<void> {
  for (const [slug, connection] of Object.entries(server.connections)) {
    const body = { provider: server.provider, ...connection };
    const answer = await service.call(`/api/connections/${prefix}${slug}`, { method: 'PUT', body });
    if (answer.status !== 200) throw new Error(`${server.title}, ${slug}: ${JSON.stringify(answer.body)}`);
  }
}

/** Calls get-record through a connection. @param more other parameters, such as `where`. */
export const getRecord = (service: TestService, slug: string, ids: Ids, more: object = {}): Promise<Answer> =>
  service.call('/api/tablebase/get-record', { body: { ...ids, _connections: { tablebase: slug }, ...more } });

/** Sets the time limit of get-record in milliseconds. */
export const limit = (service: TestService, timeout_ms = TIME_LIMIT.usual): Promise<Answer> =>
  service.call('/admin/settings', { method: 'PATCH', token: service.adminToken, body: { get_record: { timeout_ms } } });

/** Makes the call of a case. */
export async function answerOf(
  service: TestService,
  of: Case,
  { slug, ids }: RecordCall,
  prefix = '',
): Promise<Answer> {
  await limit(service, of === 'slow' ? TIME_LIMIT.slow : TIME_LIMIT.usual);
  return getRecord(service, `${prefix}${slug}`, ids);
}

/** Returns what is wrong with an answer; undefined if it is as expected. */
export function faultOf(answer: Answer, [status, words]: Expected): string | undefined {
  const text = JSON.stringify(answer.body);
  const members = Object.keys(answer.body).sort().join();
  const isWhole = members === (status === 200 ? 'data,metadata,success' : 'error,success');
  if (answer.status === status && words.test(text) && isWhole) return undefined;
  return `${answer.status} ${text.slice(0, 500)} instead of ${status} ${words}`;
}

/** Returns the secrets of a server that are in the log, in Redis or in an answer, with the place. */
export async function leaks(
  service: TestService,
  server: Pick<RecordServer, 'connections'>,
  answers: readonly Answer[],
): Promise<string[]> {
  const places = {
    Redis: await redisContents(service.redis.url),
    'the log': service.logs(),
    'an answer': JSON.stringify(answers.map(({ body, headers }) => [body, [...headers]])),
  };
  const secrets = Object.values(server.connections).map(({ token }) => token);
  return secrets.flatMap((secret) =>
    Object.entries(places).flatMap(([place, text]) => (text.includes(secret) ? [`${secret} in ${place}`] : [])),
  );
}
