import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, makeCertificate, startPostgres, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { connect, type Expected, faultOf, getRecord, limit } from './cases.js';
import { type Postgres, postgres, READER_PASSWORD, shop } from './postgres.js';

const TOOL = '/api/tablebase/get-record';
const why = postgres.missing();

describe(`get-record with the tables of a PostgreSQL (${why === undefined ? 'real server' : `skipped: ${why}`})`, () => {
  let service: TestService;
  let server: Postgres;
  before(async function () {
    if (why !== undefined) return this.skip();
    this.timeout(120_000);
    server = await postgres.start();
    service = await TestService.start({ workers: 0, env: { RECORD_HOSTS: server.hosts.join(), ...server.env } });
    await limit(service);
    await connect(service, server);
  });
  after(async () => {
    await service?.stop();
    await server?.stop();
  });

  const save = (to: TestService, slug: string, url: string): Promise<Answer> =>
    to.call(`/api/connections/${slug}`, { method: 'PUT', body: { provider: 'postgres', url, token: READER_PASSWORD } });
  const expectAnswer = (answer: Answer, expected: Expected) => expect(faultOf(answer, expected)).to.equal(undefined);

  it('returns each type without loss, and no column that the role may not read', async () => {
    const { data } = (await getRecord(service, 'main', shop('orders', '1'))).body;
    expect(data).to.deep.equal({
      id: '1',
      fields: {
        id: 1,
        'Größe 東京 🦊': 'Ada Lovelace',
        'quo"te': 'q',
        amount: 1234.5,
        big: '9007199254740993',
        huge: '123456789012345678901234567890.5',
        ratio: 0.1,
        paid: true,
        at: '2026-02-03T02:05:06.123456Z',
        local: '2026-02-03T04:05:06',
        due: '2026-02-28',
        raw: 'AP8Q',
        tags: ['a b', null, 'c"d'],
        bigs: [[1, '9007199254740993']],
        doc: { a: [1, 2.5] },
        big_doc: '{"n": 12345678901234567890}',
        wait: 'P1DT2H',
        customer_id: 7,
        created_at: '2026-01-01T00:00:00Z',
      },
      createdTime: '2026-01-01T00:00:00.000Z',
    });
    expect((await getRecord(service, 'main', shop('orders', '9223372036854775807'))).body.data.id).to.equal(
      '9223372036854775807',
    );
  });

  it('finds by value, expands a reference, chooses fields, prints text', async () => {
    const more = {
      where: { field: 'amount', value: 1234.5 },
      expand: { customer_id: 'customers' },
      fields: ['id', 'customer_id'],
    };
    expect((await getRecord(service, 'main', shop('orders'), more)).body.data.fields).to.deep.equal({
      id: 1,
      customer_id: { id: '7', fields: { id: 7, name: 'Ada Lovelace' }, createdTime: null },
    });
    const twice = await getRecord(service, 'main', shop('orders'), { where: { field: 'empty', value: 'twice' } });
    expectAnswer(twice, [400, /several records/]);
    const text = await getRecord(service, 'main', shop('orders', '1'), {
      cell_format: 'string',
      fields: ['amount', 'tags', 'paid'],
    });
    expect(text.body.data.fields).to.deep.equal({ amount: '1234.5', tags: 'a b, , c"d', paid: 'true' });
    const key = '6F1C1C3E-0000-4000-8000-000000000001';
    expect((await getRecord(service, 'main', shop('uuids', key))).body.data.id).to.equal(key.toLowerCase());
  });

  it('verifies the certificate', async () => {
    const ip = makeCertificate({ subject: 'other', names: ['other.example'], issuer: server.authority });
    const other = await startPostgres(ip);
    const more = await TestService.start({
      workers: 0,
      env: { RECORD_HOSTS: `127.0.0.1:${other.port}`, NODE_EXTRA_CA_CERTS: server.authorityPath },
    });
    await save(more, 'main', `postgres://postgres@127.0.0.1:${other.port}`);
    const fault = /certificate of the PostgreSQL server is not valid.*ALTNAME_INVALID.*`\?sslmode=disable`/;
    expectAnswer(await getRecord(more, 'main', shop('orders', '1')), [502, fault]);
    await more.stop();
    await other.stop();
  });

  it('writes nothing, also through functions of views', async () => {
    expectAnswer(await getRecord(service, 'main', shop('sales.writing', '1')), [502, /PostgreSQL reports 25006/]);
  });

  it('reads only the listed tables', async () => {
    expectAnswer(await getRecord(service, 'listed', shop('customers', '7')), [200, /Ada/]);
    expectAnswer(await getRecord(service, 'listed', shop('orders', '1')), [403, /does not list this table/]);
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
      const answer = await getRecord(service, 'main', shop(table, id));
      expect(answer.status, JSON.stringify(answer.body)).to.be.within(400, 404);
      expect((await getRecord(service, 'main', shop('customers', '7'))).status).to.equal(200);
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
      expectAnswer(await getRecord(service, 'main', shop('orders'), { where: { field, value: 1 } }), [
        400,
        /`where.field`/,
      ]);
    });
  }

  it('takes the whole value of keys with a length', async () => {
    expect((await getRecord(service, 'main', shop('codes', 'abc'))).body.data.fields.name).to.equal('long');
    expect((await getRecord(service, 'main', shop('codes', 'a'))).body.data.fields.name).to.equal('short');
    const where = { field: 'bits', value: '1010' };
    expect((await getRecord(service, 'main', shop('codes'), { where })).body.data.fields.name).to.equal('long');
  });

  it('reads no arbitrary row when the id is not a key', async () => {
    expectAnswer(await getRecord(service, 'main', shop('included', '1')), [200, /"id":"1".*"one"/]);
    for (const table of ['hidden_key', 'hidden_part', 'pairs'])
      expectAnswer(await getRecord(service, 'main', shop(table, '1')), [400, /must have a primary key of one column/]);
    expectAnswer(await getRecord(service, 'main', shop('doubled', '1')), [400, /`record_id`: several rows/]);
    expectAnswer(await getRecord(service, 'main', shop('doubled', '2')), [200, /"n":3/]);
    const expand = { ref: 'doubled' };
    expectAnswer(await getRecord(service, 'main', shop('forms', '1'), { expand }), [400, /`expand`: several rows/]);
  });

  it('finds by value in a table without a key of one column', async () => {
    const { body } = await getRecord(service, 'main', shop('pairs'), { where: { field: 'b', value: 2 } });
    expect(body.data).to.deep.equal({ id: '2', fields: { a: 1, b: 2 }, createdTime: null });
  });

  it('returns arrays of other forms as text, and a long document as values', async () => {
    const { fields } = (await getRecord(service, 'main', shop('forms', '1'))).body.data;
    expect(fields).to.deep.include({ boxes: '{(1,1),(0,0);(2,2),(1,1)}', numbers: '1 2', odd: [1, 2] });
    const { body } = await getRecord(service, 'main', shop('documents', '1'));
    expect([body.data?.fields.doc.n, body.data?.fields.doc.s.length]).to.deep.equal([1.5, 6_000_000]);
  });

  it('bounds the size of records that a list names again', async () => {
    const ids = shop('repeats', '1');
    const { body } = await getRecord(service, 'main', ids, { expand: { others: 'customers' }, fields: ['others'] });
    expect(body.data.fields.others).to.deep.equal(
      Array(3).fill({ id: '7', fields: { id: 7, name: 'Ada Lovelace' }, createdTime: null }),
    );
    const large = await getRecord(service, 'main', ids, { expand: { refs: 'orders' } });
    expectAnswer(large, [413, /larger than 20 MiB together/]);
  });

  it('keeps a shorter time limit of the role', async () => {
    await save(service, 'hasty', server.url.replace('reader', 'hasty'));
    const begun = performance.now();
    expectAnswer(await getRecord(service, 'hasty', shop('sales.slow', '1')), [504, /did not answer/]);
    expect(performance.now() - begun, 'the statement would take 30 s').to.be.below(29_000);
  });

  it('ends the statement when the caller is gone', async () => {
    const caller = new AbortController();
    const body = { ...shop('sales.slow', '1'), _connections: { tablebase: 'main' } };
    const call = service.call(TOOL, { body, signal: caller.signal }).catch(() => undefined);
    await sleep(500);
    const isRunning =
      'EXISTS (SELECT FROM pg_stat_activity WHERE query LIKE \'%"sales"."slow"%\' AND state = \'active\' AND pid <> pg_backend_pid())';
    server.server.sql(
      `DO $$ BEGIN FOR i IN 1..600 LOOP EXIT WHEN ${isRunning}; PERFORM pg_sleep(0.1), pg_stat_clear_snapshot(); END LOOP; IF NOT ${isRunning} THEN RAISE EXCEPTION 'not begun'; END IF; END $$`,
    );
    caller.abort();
    await call;
    await sleep(500);
    server.server.sql(
      `DO $$ BEGIN FOR i IN 1..250 LOOP EXIT WHEN NOT ${isRunning}; PERFORM pg_sleep(0.1), pg_stat_clear_snapshot(); END LOOP; IF ${isRunning} THEN RAISE EXCEPTION 'still running'; END IF; END $$`,
    );
  });

  it('tests the login where the role may not use the database `postgres`, and explains a refused login', async () => {
    const test = (slug: string) => service.call(`/api/connections/${slug}/test`, { method: 'POST' });
    server.server.sql('REVOKE CONNECT ON DATABASE postgres FROM PUBLIC');
    server.server.sql("CREATE ROLE idle NOLOGIN PASSWORD 'passwordOfTheReader'");
    await save(service, 'idle', server.url.replace('reader', 'idle'));
    expect((await test('main')).body.data).to.deep.equal({ ok: true });
    expect((await test('stale')).status).to.equal(403);
    expectAnswer(await test('idle'), [403, /does not let the role of the connection `idle` log in to `postgres`/]);
    expectAnswer(await getRecord(service, 'idle', shop('orders', '1')), [403, /log in to `shop`/]);
    server.server.sql('GRANT CONNECT ON DATABASE postgres TO PUBLIC');
  });

  it('tests the connection', async () => {
    expect((await service.call('/api/connections/main/test', { method: 'POST' })).body.data).to.deep.equal({
      ok: true,
    });
    expect((await service.call('/api/connections/stale/test', { method: 'POST' })).status).to.equal(403);
  });

  it('closes its connections', async () => {
    server.server.sql(
      "DO $$ BEGIN PERFORM pg_sleep(0.5); IF (SELECT count(*) FROM pg_stat_activity WHERE usename = 'reader' AND query NOT LIKE '%slow%') > 0 THEN RAISE EXCEPTION 'open'; END IF; END $$",
    );
  });
});
