/** How get-record behaves with each kind of server. The titles are the table; "real" servers run here, the others are their documentation. */

import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  type Answer,
  DIALECTS,
  type DialectName,
  DOUBLE_TABLE,
  findPocketBase,
  freePort,
  hasPostgres,
  LARGE_NUMBER,
  makeCertificate,
  RECORD_TOKEN,
  RECORDS,
  type RecordDouble,
  redisContents,
  type StartedProcess,
  startPocketBase,
  startPostgres,
  startProcess,
  startRawTarget,
  startRecordDouble,
  TestService,
  UNICODE_FIELDS,
} from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

const CASES = [
  ...(['found', 'not found', 'no permission', 'wrong token', 'wrong base', 'wrong table', 'throttled'] as const),
  ...(['slow', 'broken answer', 'huge record', 'Unicode names', 'empty fields'] as const),
];
type Case = (typeof CASES)[number];
type Expected = readonly [status: number, words: RegExp];

/** The expected answers of most REST servers. */
const COMMON: Record<Case, Expected> = {
  found: [200, /Ada Lovelace/],
  'not found': [404, /no such base, table or record|no record `2`/],
  'no permission': [403, /does not permit the connection/],
  'wrong token': [403, /refuses the token of the connection/],
  'wrong base': [400, /`base_id` must be `default`/],
  'wrong table': [404, /no such base, table or record/],
  throttled: [200, /Name/],
  slow: [504, /did not answer within the time limit/],
  'broken answer': [502, /unexpected shape/],
  'huge record': [413, /larger than 10 MiB/],
  'Unicode names': [200, /東京/],
  'empty fields': [200, /^(?!.*Notes)/],
};

const REST: Record<DialectName, Partial<Record<Case, Expected>>> = {
  // PocketBase takes a request with an unknown token for one of a guest.
  pocketbase: { 'wrong token': [404, /The requested resource wasn't found/] },
  nocodb: { 'wrong base': [404, /Base 'other' not found/] },
  baserow: { 'wrong table': [404, /The requested table does not exist/] },
  grist: { 'wrong base': [404, /document not found/] },
  teable: {},
  seatable: { 'wrong token': [403, /does not permit the connection.*Permission denied/] },
  // Directus does not distinguish missing items from forbidden ones.
  directus: { 'not found': [403, /does not permit/], 'wrong table': [403, /You don't have permission/] },
  postgrest: { 'wrong base': [400, /The schema must be one of the following/] },
};

const TOOL = '/api/tablebase/get-record';

/** A service that may reach one server. The server's port is known only when it runs. */
async function serviceFor(url: string, env: Record<string, string> = {}): Promise<TestService> {
  const { hostname, port } = new URL(url.replace(/^postgres/, 'http'));
  const service = await TestService.start({ workers: 0, env: { RECORD_HOSTS: `${hostname}:${port}`, ...env } });
  const timeout = { get_record: { timeout_ms: 8_000 } };
  await service.call('/admin/settings', { method: 'PATCH', token: service.adminToken, body: timeout });
  return service;
}

const limit = (service: TestService, timeout_ms: number) =>
  service.call('/admin/settings', { method: 'PATCH', token: service.adminToken, body: { get_record: { timeout_ms } } });

const connect = (service: TestService, slug: string, provider: string, url: string, token: string, more: object = {}) =>
  service.call(`/api/connections/${slug}`, { method: 'PUT', body: { provider, url, token, ...more } });

interface Ids {
  base_id: string;
  table_id: string;
  record_id?: string;
}
const get = (service: TestService, slug: string, ids: Ids, more: object = {}) =>
  service.call(TOOL, { body: { ...ids, _connections: { tablebase: slug }, ...more } });

function expectAnswer(answer: Answer, [status, words]: Expected): void {
  expect([answer.status, JSON.stringify(answer.body)]).to.satisfy(
    ([got, text]: [number, string]) => got === status && words.test(text),
    `expected ${status} ${words}`,
  );
  const keys = status === 200 ? ['success', 'data', 'metadata'] : ['success', 'error'];
  expect(answer.body).to.have.all.keys(keys);
}

/** No secret may be in the log, in Redis or in an answer. */
async function expectNoSecret(
  service: TestService,
  secrets: readonly string[],
  answers: readonly Answer[],
): Promise<void> {
  const texts = [
    await redisContents(service.redis.url),
    service.logs(),
    JSON.stringify(answers.map(({ body }) => body)),
  ];
  for (const secret of secrets) for (const text of texts) expect(text).not.to.include(secret);
}

describe('get-record with recorded answers', () => {
  const names = Object.keys(DIALECTS) as DialectName[];
  const doubles = new Map<DialectName, RecordDouble>();
  let service: TestService;
  before(async () => {
    for (const name of names) doubles.set(name, await startRecordDouble(name));
    const hosts = [...doubles.values()].map(({ target }) => new URL(target.url).host).join();
    service = await serviceFor('http://127.0.0.1', { RECORD_HOSTS: hosts });
  });
  after(async () => {
    await service.stop();
    for (const { target } of doubles.values()) await target.close();
  });

  for (const name of names) {
    describe(`of ${name}`, () => {
      let double: RecordDouble;
      const answers: Answer[] = [];
      before(async () => {
        double = doubles.get(name) as RecordDouble;
        await connect(service, 'main', name, `${double.target.url}/`, RECORD_TOKEN);
        await connect(service, 'stale', name, double.target.url, 'wrongTokenOfTheTest');
      });

      const record = (id: string): Ids => ({ base_id: double.base, table_id: DOUBLE_TABLE, record_id: id });
      const calls: Record<Case, () => Promise<Answer>> = {
        found: () => get(service, 'main', record(RECORDS.found)),
        'not found': () => get(service, 'main', record(RECORDS.notFound)),
        'no permission': () => get(service, 'main', record(RECORDS.noPermission)),
        'wrong token': () => get(service, 'stale', record(RECORDS.found)),
        'wrong base': () => get(service, 'main', { ...record(RECORDS.found), base_id: 'other' }),
        'wrong table': () => get(service, 'main', { ...record(RECORDS.found), table_id: '404' }),
        throttled: () => get(service, 'main', record(RECORDS.throttled)),
        async slow() {
          await limit(service, 1_000);
          return get(service, 'main', record(RECORDS.slow)).finally(() => limit(service, 8_000));
        },
        'broken answer': () => get(service, 'main', record(RECORDS.broken)),
        'huge record': () => get(service, 'main', record(RECORDS.huge)),
        'Unicode names': () => get(service, 'main', record(RECORDS.unicode)),
        'empty fields': () => get(service, 'main', record(RECORDS.empty)),
      };
      for (const each of CASES) {
        const expected = REST[name][each] ?? COMMON[each];
        it(`${each}: ${expected[0]}`, async () => {
          const answer = await calls[each]();
          answers.push(answer);
          expectAnswer(answer, expected);
          if (each === 'Unicode names') expect(answer.body.data.fields).to.deep.include(UNICODE_FIELDS);
          if (each === 'found') expect(answer.body.data.id).to.equal(RECORDS.found);
        });
      }

      it('keeps the digits of numbers that a double cannot hold', async () => {
        const { body } = await get(service, 'main', record(RECORDS.exact));
        expect(body.data.fields).to.deep.include({ Big: LARGE_NUMBER, Small: 12.5 });
      });

      it('accepts the token in a test of the connection', async () => {
        expect((await service.call('/api/connections/main/test', { method: 'POST' })).body).to.deep.equal({
          success: true,
          data: { ok: true },
        });
      });

      if (name === 'pocketbase') return; // it knows no request that needs a token
      it('refuses a wrong token in a test of the connection', async () => {
        const answer = await service.call('/api/connections/stale/test', { method: 'POST' });
        answers.push(answer);
        expect([answer.status, answer.headers.get('x-error-code')]).to.deep.equal([403, 'provider_refused']);
      });

      it('shows no secret', () => expectNoSecret(service, [RECORD_TOKEN, 'wrongTokenOfTheTest'], answers));
    });
  }

  it('of baserow: a filter that the server ignores finds no record', async () => {
    const { base, target } = doubles.get('baserow') as RecordDouble;
    await connect(service, 'baserow', 'baserow', target.url, RECORD_TOKEN);
    const find = (field: string, value: string) =>
      get(service, 'baserow', { base_id: base, table_id: DOUBLE_TABLE }, { where: { field, value } });
    expectAnswer(await find('Name', 'Ada'), [200, /Ada/]);
    expectAnswer(await find('Typo', 'Ada'), [400, /`where.field` must be the name of a field/]);
    expectAnswer(await find('Name', ' '), [400, /`where.value` must not be blank/]);
  });

  it('of directus: a value that the server replaces is refused', async () => {
    const { base, target } = doubles.get('directus') as RecordDouble;
    await connect(service, 'directus', 'directus', target.url, RECORD_TOKEN);
    const where = { field: 'user', value: '$CURRENT_USER' };
    const answer = await get(service, 'directus', { base_id: base, table_id: DOUBLE_TABLE }, { where });
    expectAnswer(answer, [400, /`where.value` must not begin with/]);
  });
});

describe(`get-record with pocketbase (real server${findPocketBase() ? '' : '; skipped: TOOLPRESS_POCKETBASE names none'})`, () => {
  const program = findPocketBase();
  let service: TestService;
  let server: Awaited<ReturnType<typeof startPocketBase>>;
  const ids: Record<string, string> = {};
  const answers: Answer[] = [];
  before(async function () {
    if (program === undefined) return this.skip();
    this.timeout(120_000);
    server = await startPocketBase(program);
    const customers = await server.call('POST', '/api/collections', {
      ...{ name: 'customers', type: 'base', viewRule: null, listRule: null },
      fields: [
        { name: 'name', type: 'text' },
        { name: 'created', type: 'autodate', onCreate: true },
      ],
    });
    await server.call('POST', '/api/collections', {
      ...{ name: 'orders', type: 'base', viewRule: '@request.auth.id != ""', listRule: '@request.auth.id != ""' },
      fields: [
        ...[
          { name: 'Name', type: 'text' },
          { name: 'notes', type: 'json', maxSize: 20_000_000 },
        ],
        { name: 'customer', type: 'relation', collectionId: customers['id'], maxSelect: 1 },
        { name: 'created', type: 'autodate', onCreate: true },
      ],
    });
    const add = async (table: string, key: string, body: object): Promise<void> => {
      ids[key] = String((await server.call('POST', `/api/collections/${table}/records`, body))['id']);
    };
    await add('customers', 'ada', { name: 'Ada’s Büro' });
    await add('orders', 'found', { Name: "Ada O'Lovelace", customer: ids['ada'] });
    await add('orders', 'unicode', { Name: '東京 🦊', notes: UNICODE_FIELDS });
    await add('orders', 'empty', {});
    await add('orders', 'huge', { Name: 'huge', notes: 'x'.repeat(11 * 1024 * 1024) });
    service = await serviceFor(server.url);
    await connect(service, 'main', 'pocketbase', server.url, server.token);
    await connect(service, 'stale', 'pocketbase', server.url, 'wrongTokenOfTheTest');
  });
  after(async () => {
    await service?.stop();
    await server?.stop();
  });

  const record = (id: string | undefined): Ids => ({ base_id: 'default', table_id: 'orders', record_id: id ?? 'none' });
  const ROWS: [Case, number, RegExp, () => Promise<Answer>][] = [
    ['found', 200, /Ada O'Lovelace/, () => get(service, 'main', record(ids['found']))],
    ['not found', 404, /The requested resource wasn't found/, () => get(service, 'main', record('none'))],
    [
      'no permission',
      403,
      /Only superusers can perform this action/,
      () => get(service, 'stale', { ...record(ids['ada']), table_id: 'customers' }),
    ],
    // PocketBase takes a request with an unknown token for one of a guest.
    ['wrong token', 404, /The requested resource wasn't found/, () => get(service, 'stale', record(ids['found']))],
    [
      'wrong base',
      400,
      /`base_id` must be `default`/,
      () => get(service, 'main', { ...record(ids['found']), base_id: 'other' }),
    ],
    [
      'wrong table',
      404,
      /Missing or invalid collection context|Missing collection context/,
      () => get(service, 'main', { ...record('x'), table_id: 'none' }),
    ],
    ['huge record', 413, /larger than 10 MiB/, () => get(service, 'main', record(ids['huge']))],
    ['Unicode names', 200, /Größe 東京/, () => get(service, 'main', record(ids['unicode']))],
    ['empty fields', 200, /"fields":\{\}/, () => get(service, 'main', record(ids['empty']))],
  ];
  for (const [each, status, words, call] of ROWS) {
    it(`${each}: ${status}`, async () => {
      const answer = await call();
      answers.push(answer);
      expectAnswer(answer, [status, words]);
    });
  }

  it('finds by value, expands a relation, chooses fields, prints text', async () => {
    const where = { field: 'Name', value: "Ada O'Lovelace" };
    const more = { where, expand: { customer: 'customers' }, fields: ['Name', 'customer'] };
    const { body } = await get(service, 'main', { base_id: 'default', table_id: 'orders' }, more);
    expect(body.data.fields.customer)
      .to.include({ id: ids['ada'] })
      .and.to.have.nested.property('fields.name', 'Ada’s Büro');
    expect(body.data.createdTime).to.match(/^\d{4}-.*Z$/);
    const text = await get(service, 'main', record(ids['unicode']), { cell_format: 'string' });
    for (const value of Object.values(text.body.data.fields)) expect(value).to.be.a('string');
  });

  for (const value of [
    "' || id != '",
    "x' || 1=1 || '",
    "'",
    '\\',
    "\\' || 1=1 || Name='",
    '" || 1=1',
    '%',
    '@request.auth.id',
    '🦊',
  ]) {
    it(`takes ${JSON.stringify(value)} as a value of a filter`, async () => {
      const answer = await get(
        service,
        'main',
        { base_id: 'default', table_id: 'orders' },
        { where: { field: 'Name', value } },
      );
      expect(answer.status, JSON.stringify(answer.body)).to.equal(value.includes('\\') ? 400 : 404);
    });
  }

  it('shows no secret', () => expectNoSecret(service, [server.token, 'wrongTokenOfTheTest'], answers));
});

const SCHEMA = `
CREATE ROLE reader LOGIN PASSWORD 'passwordOfTheReader' CONNECTION LIMIT 20;
CREATE ROLE crowded LOGIN PASSWORD 'passwordOfTheReader' CONNECTION LIMIT 0;
CREATE TABLE customers (id int PRIMARY KEY, name text);
CREATE TABLE orders (
  id bigint PRIMARY KEY, "Größe 東京 🦊" text, "quo""te" text, amount numeric, big bigint, huge numeric, ratio float8, paid boolean,
  at timestamptz, local timestamp, due date, raw bytea, tags text[], bigs bigint[], doc jsonb, big_doc jsonb, wait interval,
  empty text, customer_id int REFERENCES customers, secret text, created_at timestamptz);
INSERT INTO customers VALUES (7, 'Ada Lovelace');
INSERT INTO orders VALUES (1, 'Müller', 'q', 1234.50, 9007199254740993, 123456789012345678901234567890.5, 0.1, true,
  '2026-02-03 04:05:06.123456+02', '2026-02-03 04:05:06', '2026-02-28', '\\x00ff10', '{"a b",NULL,"c\\"d"}',
  '{{1,9007199254740993}}', '{"a": [1, 2.5]}', '{"n": 12345678901234567890}', '1 day 2 hours', '', 7, 's', '2026-01-01 00:00:00Z');
INSERT INTO orders (id) VALUES (2), (9223372036854775807);
INSERT INTO orders (id, empty) VALUES (3, repeat('x', 11 * 1024 * 1024)), (4, 'twice'), (5, 'twice');
CREATE TABLE hidden (id int PRIMARY KEY);
CREATE TABLE pairs (a int, b int, PRIMARY KEY (a, b));
CREATE TABLE uuids (id uuid PRIMARY KEY, n int);
INSERT INTO uuids VALUES ('6f1c1c3e-0000-4000-8000-000000000001', 5);
CREATE ROLE hasty LOGIN PASSWORD 'passwordOfTheReader';
ALTER ROLE hasty SET statement_timeout = '500ms';
CREATE TABLE codes (code char(3) PRIMARY KEY, bits bit(4) UNIQUE, name text);
INSERT INTO codes VALUES ('a', B'1000', 'short'), ('abc', B'1010', 'long');
CREATE TABLE included (id int, name text, PRIMARY KEY (id) INCLUDE (name));
INSERT INTO included VALUES (1, 'one');
CREATE TABLE hidden_key (k int PRIMARY KEY, id int);
INSERT INTO hidden_key VALUES (1, 5), (2, 5);
CREATE TABLE hidden_part (a int, b int, PRIMARY KEY (a, b));
INSERT INTO hidden_part VALUES (1, 1), (1, 2);
CREATE VIEW doubled AS SELECT 1 AS id, n FROM generate_series(1, 2) n UNION ALL SELECT 2, 3;
INSERT INTO pairs VALUES (1, 2);
CREATE TABLE forms (id int PRIMARY KEY, boxes box[], numbers int2vector, odd int[], ref int);
CREATE TABLE repeats (id int PRIMARY KEY, refs int[], others int[]);
INSERT INTO repeats VALUES (1, array_fill(6, ARRAY[1000000]), array_fill(7, ARRAY[3]));
INSERT INTO orders (id, empty) VALUES (6, repeat('x', 1024 * 1024));
INSERT INTO forms VALUES (1, '{(1,1),(0,0);(2,2),(1,1)}', '1 2', '[0:1]={1,2}', 1);
CREATE TABLE documents (id int PRIMARY KEY, doc jsonb);
INSERT INTO documents VALUES (1, jsonb_build_object('s', repeat('x"\\\\', 2000000), 'n', 1.5));
CREATE SCHEMA sales;
CREATE VIEW sales.slow AS SELECT 1 AS id, pg_sleep(30)::text AS waited;
CREATE TABLE sales.deleted (id int PRIMARY KEY, n int);
CREATE FUNCTION sales.writes() RETURNS int LANGUAGE sql AS 'INSERT INTO sales.deleted VALUES (1, 1) RETURNING 1';
CREATE VIEW sales.writing AS SELECT 1 AS id, sales.writes() AS n;
GRANT USAGE ON SCHEMA sales TO reader;
GRANT SELECT (id, "Größe 東京 🦊", "quo""te", amount, big, huge, ratio, paid, at, local, due, raw, tags, bigs, doc, big_doc, wait, empty,
  customer_id, created_at) ON orders TO reader;
GRANT SELECT ON customers, pairs, uuids, sales.slow, sales.writing TO reader;
GRANT SELECT ON codes, included, doubled, repeats, forms, documents TO reader;
GRANT SELECT (id) ON hidden_key TO reader;
GRANT SELECT (a) ON hidden_part TO reader;
GRANT USAGE ON SCHEMA sales TO hasty;
GRANT SELECT ON sales.slow TO hasty;
GRANT INSERT, DELETE ON sales.deleted, customers TO reader;
`;

describe(`get-record with postgres (real server${hasPostgres() ? '' : '; skipped: none is installed'})`, () => {
  let service: TestService;
  let server: Awaited<ReturnType<typeof startPostgres>>;
  let broken: Awaited<ReturnType<typeof startRawTarget>>;
  const answers: Answer[] = [];
  const authority = makeCertificate({ subject: 'Test CA' });
  const ca = join(tmpdir(), `toolpress-ca-${process.pid}.pem`);
  before(async function () {
    if (!hasPostgres()) return this.skip();
    this.timeout(120_000);
    await writeFile(ca, authority.cert);
    server = await startPostgres(
      makeCertificate({ subject: 'db', names: ['127.0.0.1', 'localhost'], issuer: authority }),
    );
    server.sql('CREATE DATABASE shop');
    server.sql(SCHEMA.replaceAll('\\\\', '\\'), 'shop');
    broken = await startRawTarget((socket) => socket.end('HTTP/1.1 400 Bad Request'), { greet: true });
    const hosts = `127.0.0.1:${server.port}, localhost:${server.port}, ${new URL(broken.url).host}`;
    service = await serviceFor(broken.url, { RECORD_HOSTS: hosts, NODE_EXTRA_CA_CERTS: ca });
    const url = `postgres://reader@127.0.0.1:${server.port}`;
    await connect(service, 'main', 'postgres', url, 'passwordOfTheReader');
    await connect(service, 'plain', 'postgres', `${url}?sslmode=disable`, 'passwordOfTheReader');
    await connect(service, 'stale', 'postgres', url, 'wrongTokenOfTheTest');
    await connect(service, 'crowded', 'postgres', url.replace('reader', 'crowded'), 'passwordOfTheReader');
    await connect(service, 'broken', 'postgres', `postgres://reader@${new URL(broken.url).host}?sslmode=disable`, 'x');
    await connect(service, 'listed', 'postgres', url, 'passwordOfTheReader', { tables: ['public.customers'] });
  });
  after(async () => {
    await service?.stop();
    await server?.stop();
    await broken?.close();
    await rm(ca, { force: true });
  });

  const shop = (table_id: string, record_id?: string): Ids => ({
    ...{ base_id: 'shop', table_id },
    ...(record_id === undefined ? {} : { record_id }),
  });
  const ROWS: [Case, number, RegExp, () => Promise<Answer>][] = [
    ['found', 200, /Müller/, () => get(service, 'main', shop('orders', '1'))],
    ['not found', 404, /The table has no record `99`/, () => get(service, 'main', shop('orders', '99'))],
    ['no permission', 403, /no permission to read the table `hidden`/, () => get(service, 'main', shop('hidden', '1'))],
    [
      'wrong token',
      403,
      /refuses the token of the connection `stale`/,
      () => get(service, 'stale', shop('orders', '1')),
    ],
    [
      'wrong base',
      404,
      /no database `other`/,
      () => get(service, 'main', { ...shop('orders', '1'), base_id: 'other' }),
    ],
    ['wrong table', 404, /no table or view `none`/, () => get(service, 'main', shop('none', '1'))],
    ['throttled', 503, /accepts no more connections/, () => get(service, 'crowded', shop('orders', '1'))],
    [
      ...(['slow', 504, /did not answer within the time limit/] as const),
      async () => {
        await limit(service, 2_000);
        return get(service, 'main', shop('sales.slow', '1')).finally(() => limit(service, 8_000));
      },
    ],
    ['broken answer', 502, /can’t be reached|provider failed/, () => get(service, 'broken', shop('orders', '1'))],
    ['huge record', 413, /larger than 10 MiB/, () => get(service, 'main', shop('orders', '3'))],
    ['Unicode names', 200, /"Größe 東京 🦊":"Müller"/, () => get(service, 'plain', shop('orders', '1'))],
    ['empty fields', 200, /"fields":\{"id":2\}/, () => get(service, 'main', shop('orders', '2'))],
  ];
  for (const [each, status, words, call] of ROWS) {
    it(`${each}: ${status}`, async () => {
      const answer = await call();
      answers.push(answer);
      expectAnswer(answer, [status, words]);
    });
  }

  it('returns each type without loss, and no column that the role may not read', async () => {
    const { data } = (await get(service, 'main', shop('orders', '1'))).body;
    expect(data).to.deep.equal({
      id: '1',
      fields: {
        ...{ id: 1, 'Größe 東京 🦊': 'Müller', 'quo"te': 'q', amount: 1234.5, big: '9007199254740993' },
        ...{ huge: '123456789012345678901234567890.5', ratio: 0.1, paid: true, at: '2026-02-03T02:05:06.123456Z' },
        ...{ local: '2026-02-03T04:05:06', due: '2026-02-28', raw: 'AP8Q', tags: ['a b', null, 'c"d'] },
        ...{ bigs: [[1, '9007199254740993']], doc: { a: [1, 2.5] }, big_doc: '{"n": 12345678901234567890}' },
        ...{ wait: 'P1DT2H', customer_id: 7, created_at: '2026-01-01T00:00:00Z' },
      },
      createdTime: '2026-01-01T00:00:00.000Z',
    });
    expect((await get(service, 'main', shop('orders', '9223372036854775807'))).body.data.id).to.equal(
      '9223372036854775807',
    );
  });

  it('finds by value, expands a reference, chooses fields, prints text', async () => {
    const more = {
      where: { field: 'amount', value: 1234.5 },
      expand: { customer_id: 'customers' },
      fields: ['id', 'customer_id'],
    };
    expect((await get(service, 'main', shop('orders'), more)).body.data.fields).to.deep.equal({
      id: 1,
      customer_id: { id: '7', fields: { id: 7, name: 'Ada Lovelace' }, createdTime: null },
    });
    const twice = await get(service, 'main', shop('orders'), { where: { field: 'empty', value: 'twice' } });
    expectAnswer(twice, [400, /several records/]);
    const text = await get(service, 'main', shop('orders', '1'), {
      cell_format: 'string',
      fields: ['amount', 'tags', 'paid'],
    });
    expect(text.body.data.fields).to.deep.equal({ amount: '1234.5', tags: 'a b, , c"d', paid: 'true' });
    const key = '6F1C1C3E-0000-4000-8000-000000000001';
    expect((await get(service, 'main', shop('uuids', key))).body.data.id).to.equal(key.toLowerCase());
  });

  it('verifies the certificate', async () => {
    const ip = makeCertificate({ subject: 'other', names: ['other.example'], issuer: authority });
    const other = await startPostgres(ip);
    const more = await TestService.start({
      workers: 0,
      env: { RECORD_HOSTS: `127.0.0.1:${other.port}`, NODE_EXTRA_CA_CERTS: ca },
    });
    await connect(more, 'main', 'postgres', `postgres://postgres@127.0.0.1:${other.port}`, 'x');
    expectAnswer(await get(more, 'main', shop('orders', '1')), [502, /can’t be reached/]);
    await more.stop();
    await other.stop();
  });

  it('writes nothing, also through functions of views', async () => {
    expectAnswer(await get(service, 'main', shop('sales.writing', '1')), [502, /PostgreSQL reports 25006/]);
  });

  it('reads only the listed tables', async () => {
    expectAnswer(await get(service, 'listed', shop('customers', '7')), [200, /Ada/]);
    expectAnswer(await get(service, 'listed', shop('orders', '1')), [403, /does not list this table/]);
  });

  for (const [table, id] of [
    ['orders; DROP TABLE customers; --', '1'],
    ['orders" WHERE 1=1; DELETE FROM customers; --', '1'],
    ['orders', '1; DELETE FROM customers'],
    ['orders', "1' OR '1'='1"],
    ['orders', '1 OR 1=1'],
    ['orders', '-- x'],
    ['orders', '1) UNION SELECT secret FROM orders --'],
    ['orders', '{1,2}'],
    ['pg_catalog.pg_authid', '10'],
    ['pg_catalog.pg_shadow', 'postgres'],
    ['information_schema.tables', 'orders'],
    ['pg_temp.orders', '1'],
    ['public.orders.secret', '1'],
    ['pairs', '1'],
    ['"orders"', '1'],
    ['Orders', '1'],
    ['orders ', '1'],
    ['ｏrders', '1'],
    ['$1', '1'],
    ['orders', '$1'],
  ] as const) {
    it(`refuses the table ${JSON.stringify(table)} and the record ${JSON.stringify(id)}`, async () => {
      const answer = await get(service, 'main', shop(table, id));
      expect(answer.status, JSON.stringify(answer.body)).to.be.within(400, 404);
      expect((await get(service, 'main', shop('customers', '7'))).status).to.equal(200);
    });
  }

  for (const field of [
    'secret',
    'id" = ANY ($1) OR "id',
    'ctid',
    'xmin',
    'none',
    '*',
    '1=1',
    'orders.id',
    'tableoid',
  ]) {
    it(`refuses the field ${JSON.stringify(field)} in \`where\``, async () => {
      expectAnswer(await get(service, 'main', shop('orders'), { where: { field, value: 1 } }), [400, /`where.field`/]);
    });
  }

  it('takes the whole value of keys with a length', async () => {
    expect((await get(service, 'main', shop('codes', 'abc'))).body.data.fields.name).to.equal('long');
    expect((await get(service, 'main', shop('codes', 'a'))).body.data.fields.name).to.equal('short');
    const where = { field: 'bits', value: '1010' };
    expect((await get(service, 'main', shop('codes'), { where })).body.data.fields.name).to.equal('long');
  });

  it('reads no arbitrary row when the id is not a key', async () => {
    expectAnswer(await get(service, 'main', shop('included', '1')), [200, /"id":"1".*"one"/]);
    for (const table of ['hidden_key', 'hidden_part', 'pairs'])
      expectAnswer(await get(service, 'main', shop(table, '1')), [400, /must have a primary key of one column/]);
    expectAnswer(await get(service, 'main', shop('doubled', '1')), [400, /`record_id`: several rows/]);
    expectAnswer(await get(service, 'main', shop('doubled', '2')), [200, /"n":3/]);
    const expand = { ref: 'doubled' };
    expectAnswer(await get(service, 'main', shop('forms', '1'), { expand }), [400, /`expand`: several rows/]);
  });

  it('finds by value in a table without a key of one column', async () => {
    const { body } = await get(service, 'main', shop('pairs'), { where: { field: 'b', value: 2 } });
    expect(body.data).to.deep.equal({ id: '2', fields: { a: 1, b: 2 }, createdTime: null });
  });

  it('returns arrays of other forms as text, and a long document as values', async () => {
    const { fields } = (await get(service, 'main', shop('forms', '1'))).body.data;
    expect(fields).to.deep.include({ boxes: '{(1,1),(0,0);(2,2),(1,1)}', numbers: '1 2', odd: [1, 2] });
    const { body } = await get(service, 'main', shop('documents', '1'));
    expect([body.data?.fields.doc.n, body.data?.fields.doc.s.length]).to.deep.equal([1.5, 6_000_000]);
  });

  it('bounds the size of records that a list names again', async () => {
    const ids = shop('repeats', '1');
    const { body } = await get(service, 'main', ids, { expand: { others: 'customers' }, fields: ['others'] });
    expect(body.data.fields.others).to.deep.equal(
      Array(3).fill({ id: '7', fields: { id: 7, name: 'Ada Lovelace' }, createdTime: null }),
    );
    const large = await get(service, 'main', ids, { expand: { refs: 'orders' } });
    expectAnswer(large, [413, /larger than 20 MiB together/]);
  });

  it('keeps a shorter time limit of the role', async () => {
    const url = `postgres://hasty@127.0.0.1:${server.port}`;
    await connect(service, 'hasty', 'postgres', url, 'passwordOfTheReader');
    const begun = performance.now();
    expectAnswer(await get(service, 'hasty', shop('sales.slow', '1')), [504, /did not answer/]);
    expect(performance.now() - begun, 'the statement would take 30 s').to.be.below(29_000);
  });

  it('ends the statement when the caller is gone', async () => {
    const caller = new AbortController();
    const body = { ...shop('sales.slow', '1'), _connections: { tablebase: 'main' } };
    const call = service.call(TOOL, { body, signal: caller.signal }).catch(() => undefined);
    await sleep(500);
    const isRunning =
      'EXISTS (SELECT FROM pg_stat_activity WHERE query LIKE \'%"sales"."slow"%\' AND state = \'active\' AND pid <> pg_backend_pid())';
    server.sql(
      `DO $$ BEGIN FOR i IN 1..600 LOOP EXIT WHEN ${isRunning}; PERFORM pg_sleep(0.1), pg_stat_clear_snapshot(); END LOOP; IF NOT ${isRunning} THEN RAISE EXCEPTION 'not begun'; END IF; END $$`,
    );
    caller.abort();
    await call;
    await sleep(500);
    server.sql(
      `DO $$ BEGIN FOR i IN 1..250 LOOP EXIT WHEN NOT ${isRunning}; PERFORM pg_sleep(0.1), pg_stat_clear_snapshot(); END LOOP; IF ${isRunning} THEN RAISE EXCEPTION 'still running'; END IF; END $$`,
    );
  });

  it('tests the connection', async () => {
    expect((await service.call('/api/connections/main/test', { method: 'POST' })).body.data).to.deep.equal({
      ok: true,
    });
    expect((await service.call('/api/connections/stale/test', { method: 'POST' })).status).to.equal(403);
  });

  it('closes its connections', async () => {
    server.sql(
      "DO $$ BEGIN PERFORM pg_sleep(0.5); IF (SELECT count(*) FROM pg_stat_activity WHERE usename = 'reader' AND query NOT LIKE '%slow%') > 0 THEN RAISE EXCEPTION 'open'; END IF; END $$",
    );
  });

  it('shows no secret', () => expectNoSecret(service, ['passwordOfTheReader', 'wrongTokenOfTheTest'], answers));
});

describe('get-record with a hostile PostgreSQL server', () => {
  const OPENING = '5200000008000000005a0000000549';
  const COLUMN = `540000001d00016e616d6500${'00'.repeat(18)}`;
  const ANSWERS: Record<string, string> = {
    'a request for GSS': '520000000800000007',
    'an error without its end': '450000000553',
    'an error of 2 GiB': `457fffffff${'41'.repeat(100_000)}`,
    'a row that ends early': `${OPENING}${COLUMN}440000000a000100000009`,
    'a row without columns': `${OPENING}44000000060000`,
    'an unknown message': '7a00000004',
    'a negative number of columns': `${OPENING}5400000006ffff`,
    'a copy': `${OPENING}4700000007000000`,
  };
  let service: TestService;
  let target: Awaited<ReturnType<typeof startRawTarget>>;
  let answer = '';
  before(async () => {
    target = await startRawTarget((socket) => socket.on('error', () => undefined).write(Buffer.from(answer, 'hex')), {
      greet: true,
    });
    service = await serviceFor(target.url);
    const url = `postgres://reader@${new URL(target.url).host}?sslmode=disable`;
    await connect(service, 'main', 'postgres', url, 'x');
  });
  after(async () => {
    await service.stop();
    await target.close();
  });

  for (const [what, bytes] of Object.entries(ANSWERS))
    it(`fails after ${what}, and continues`, async () => {
      answer = bytes;
      const ids = { base_id: 'shop', table_id: 'orders', record_id: '1' };
      expectAnswer(await get(service, 'main', ids), [502, /provider failed: it sent an unexpected message/]);
      expect((await service.call('/api/connections')).status).to.equal(200);
    });
});

describe('get-record with the sample base (real PGlite)', () => {
  let service: TestService;
  let server: StartedProcess;
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toolpress-sample-'));
    const port = await freePort();
    const program = fileURLToPath(new URL('../../../scripts/lib/service/sample-base.mjs', import.meta.url));
    server = startProcess(process.execPath, [program, String(port), join(folder, 'sample.tar.gz')]);
    service = await TestService.start({ workers: 0, env: { RECORD_HOSTS: `127.0.0.1:${port}` } });
    await connect(service, 'sample', 'postgres', `postgres://sample@127.0.0.1:${port}?sslmode=disable`, 'sample');
  });
  after(async () => {
    await service.stop();
    await server.end();
    await rm(folder, { recursive: true });
  });

  const order = { base_id: 'sample', table_id: 'orders', record_id: 'ord_1' };

  it('serves the next call after its thread ended', async () => {
    await writeFile(join(folder, 'sample.tar.gz'), 'no archive');
    expect((await get(service, 'sample', order)).status).to.equal(502);
    await rm(join(folder, 'sample.tar.gz'));
    expect((await get(service, 'sample', order)).status).to.equal(200);
    expect(await readdir(folder)).to.deep.equal(['sample.tar.gz']);
  });

  it('found: 200, with customer and items, by id and by value', async () => {
    const expand = { customer_id: 'customers', item_ids: 'items' };
    const { status, body } = await get(service, 'sample', order, { expand });
    expect(status, JSON.stringify(body)).to.equal(200);
    const { fields, createdTime } = body.data;
    expect(fields).to.deep.include({ number: '2026-0001', total: 1725.5, ordered_on: '2026-03-02', is_paid: false });
    expect(fields.customer_id.fields.name).to.equal('Lovelace Analytics Ltd');
    expect(fields.item_ids.map((item: { id: string }) => item.id)).to.deep.equal(['itm_1', 'itm_2']);
    expect(createdTime).to.equal('2026-03-02T10:00:00.000Z');
    const { base_id, table_id } = order;
    const byValue = await get(
      service,
      'sample',
      { base_id, table_id },
      { where: { field: 'number', value: '2026-0001' }, expand },
    );
    expect(byValue.body.data).to.deep.equal(body.data);
  });

  it('not found: 404, wrong table: 404, Unicode names: 200', async () => {
    expect((await get(service, 'sample', { ...order, record_id: 'none' })).status).to.equal(404);
    expect((await get(service, 'sample', { ...order, table_id: 'none' })).status).to.equal(404);
    const { body } = await get(service, 'sample', { ...order, table_id: 'customers', record_id: 'cus_tanaka' });
    expect(body.data.fields.name).to.equal('株式会社田中');
  });

  it('answers simultaneous calls', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => get(service, 'sample', order)));
    expect(answers.map(({ status }) => status)).to.deep.equal(Array(8).fill(200));
  });
});
