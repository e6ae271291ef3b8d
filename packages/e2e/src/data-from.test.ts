import {
  type Answer,
  eventually,
  PROVIDER_TOKEN,
  type ProviderDouble,
  pdfText,
  redisContents,
  sampleRecord,
  startProviderDouble,
  TestService,
} from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

const PDF = '/api/utilities/html-to-pdf';
const HTML = '<p>[[Name]] [[.["Invoice No."]]] [[Amount]] [[_record.id]] [[_record.createdTime]] [[firm]]';

describe('Documents from records', () => {
  let service: TestService;
  let provider: ProviderDouble;
  let bases = 0;
  const answers: Answer[] = [];
  before(async () => {
    provider = await startProviderDouble({ penaltyMs: 3_000 });
    service = await TestService.start({ env: { TABLEBASE_API_URL: provider.apiUrl } });
  });
  after(async () => {
    await service.stop();
    await provider.target.close();
  });

  /** Returns a new account with a connection, and its monthly quota. */
  async function account(name: string, monthly_actions?: number): Promise<string> {
    const { id, token } = await service.createAccount(name);
    const connection = { method: 'PUT', token, body: { token: PROVIDER_TOKEN } };
    await service.call('/api/connections/main', connection);
    if (monthly_actions !== undefined) {
      const quota = { method: 'PATCH', token: service.adminToken, body: { monthly_actions } };
      await service.call(`/admin/accounts/${id}`, quota);
    }
    return token;
  }
  const from = (more: object = {}) => ({
    base_id: `appData${++bases}`,
    table_id: 'Orders',
    record_id: 'recSample',
    _connections: { tablebase: 'main' },
    ...more,
  });
  const call = async (path: string, token: string, body: object, headers: Record<string, string> = {}) => {
    const answer = await service.call(path, { token, body, headers });
    answers.push(answer);
    return answer;
  };
  const used = async (token: string) => {
    const { actions, requests, by_tool } = (await service.call('/api/usage', { token })).body.data;
    return { actions, requests, by_tool };
  };
  const NOTHING = { actions: 0, requests: 0, by_tool: {} };
  const BOTH = {
    actions: 4,
    requests: 2,
    by_tool: { 'get-record': { actions: 1, requests: 1 }, 'html-to-pdf': { actions: 3, requests: 1 } },
  };
  const usedIs = (token: string, expected: object) =>
    eventually(async () => expect(await used(token)).to.deep.equal(expected));
  const textOf = async (url: string) => pdfText(Buffer.from(await (await fetch(url)).arrayBuffer()));
  const ended = async (id: string, token: string) =>
    (await service.call(`/api/jobs/${id}?wait=50`, { token })).body.data;

  it('have its fields at the root, its id in `_record`, and the given `data`; charged as both tools', async () => {
    const token = await account('root');
    const data = { firm: 'Ada & Co', Amount: 1, _record: 'x' };
    const { status, body } = await call(PDF, token, { html: HTML, data, data_from: from() });
    expect(status, body.error).to.equal(200);
    expect(body.metadata).to.deep.equal({ actions_consumed: 4 });
    const text = await pdfText(Buffer.from(body.data.pdf_base64, 'base64'));
    expect(text).to.include('Müller & Söhne').and.include('2022/0815').and.include('1234.5 recSample');
    expect(text).to.include('2022-09-12T21:03:48.000Z').and.include('Ada & Co');
    await usedIs(token, BOTH);
  });

  it('take `fields`, `expand`, `where` and `cell_format` as get-record does', async () => {
    const token = await account('options');
    const { record_id: _, ...table } = from();
    const html = '[[#each Customer]]<p>[[id]]: [[fields.Name]]</p>[[/each]]<p>none: [[Amount]]|</p>';
    const where = { field: 'Invoice No.', value: '2022/0815' };
    const data_from = { ...table, where, expand: { Customer: 'Customers' }, fields: ['Customer'] };
    const { status, body } = await call(PDF, token, { html, data_from });
    expect(status, body.error).to.equal(200);
    const text = await pdfText(Buffer.from(body.data.pdf_base64, 'base64'));
    for (const id of sampleRecord('recSample').fields.Customer) expect(text).to.include(`${id}: Müller`);
    expect(text).to.include('none: |');
    expect((await used(token)).actions).to.equal(4);
  });

  it('add the record to large data, which is not parsed', async () => {
    const token = await account('large');
    const data = { firm: 'Ada & Co', long: 'x'.repeat(3_000_000), Amount: 1 };
    const { status, body } = await call(PDF, token, { html: HTML, data, data_from: from() });
    expect(status, body.error).to.equal(200);
    const text = await pdfText(Buffer.from(body.data.pdf_base64, 'base64'));
    expect(text).to.include('1234.5 recSample').and.include('Ada & Co');
  });

  it('run once per idempotency key', async () => {
    const token = await account('once');
    const body = { html: HTML, data_from: from() };
    const before = provider.requests.length;
    const first = await call(PDF, token, body, { 'idempotency-key': 'one' });
    const second = await call(PDF, token, body, { 'idempotency-key': 'one' });
    expect([first.status, second.status]).to.deep.equal([200, 200]);
    expect(second.headers.get('idempotent-replayed')).to.equal('true');
    expect(second.body.metadata).to.deep.equal({ actions_consumed: 0 });
    expect(provider.requests.length - before).to.equal(1);
    await usedIs(token, BOTH);
    const other = await call(PDF, token, { ...body, data_from: from() }, { 'idempotency-key': 'one' });
    expect(other.headers.get('x-error-code')).to.equal('idempotency_conflict');
  });

  const failures: [string, object, number, string, RegExp][] = [
    ['a record that does not exist', { record_id: 'recNotFound' }, 404, 'record_not_found', /no record `recNotFound`/],
    ['a forbidden record', { record_id: 'recForbidden' }, 403, 'provider_refused', /`data_from.base_id`, `data_from.t/],
    ['a provider that fails', { record_id: 'recInternal' }, 502, 'response_invalid', /The provider failed/],
    ['an unknown connection', { _connections: { tablebase: 'no' } }, 404, 'connection_unknown', /no connection `no`/],
    ['an id with another prefix', { record_id: 'x1' }, 400, 'invalid_parameter', /^`data_from.record_id` must begin/],
    ['a base with another prefix', { base_id: 'x1' }, 400, 'invalid_parameter', /^`data_from.base_id` must begin/],
    ['no record', { record_id: undefined }, 400, 'invalid_parameter', /^`data_from.record_id` is required\.$/],
    ['an unknown field', { record: 'x' }, 400, 'invalid_parameter', /^`data_from.record` is not known/],
    ['no connection', { _connections: {} }, 400, 'invalid_parameter', /^`data_from._connections.tablebase` is req/],
  ];
  for (const [what, more, status, code, words] of failures)
    it(`end with the error of get-record for ${what}, as a call and as a job, and cost nothing`, async () => {
      const token = await account('failing');
      const body = { html: HTML, data_from: from(more) };
      const answer = await call(PDF, token, body);
      expect([answer.status, answer.headers.get('x-error-code')]).to.deep.equal([status, code]);
      expect(answer.body.error).to.match(words);
      const job = await call('/api/jobs', token, { tool: 'html-to-pdf', input: body });
      if (code === 'connection_unknown' || code === 'invalid_parameter') {
        expect([job.status, job.headers.get('x-error-code')]).to.deep.equal([status, code]);
        const deferred = await call(PDF, token, body, { prefer: 'respond-async' });
        expect(deferred.status).to.equal(status);
      } else {
        const { error } = await ended(job.body.data.id, token);
        expect([error.code, error.message]).to.satisfy(
          ([got, text]: string[]) => got === code && words.test(text ?? ''),
        );
      }
      expect(await used(token)).to.deep.equal(NOTHING);
    });

  it('cost nothing when the record is read and the document fails', async () => {
    const token = await account('half');
    const answer = await call(PDF, token, { html: '[[#Name]]', data_from: from() });
    expect(answer.headers.get('x-error-code')).to.equal('template_invalid');
    expect(await used(token)).to.deep.equal(NOTHING);
  });

  it('need the actions of both tools, and wrong ids are found first', async () => {
    const token = await account('poor', 3);
    const enough = await account('rich', 4);
    const before = provider.requests.length;
    const refused = await call(PDF, token, { html: HTML, data_from: from() });
    expect([refused.status, refused.body.error]).to.satisfy(
      ([status, text]: [number, string]) => status === 402 && text.includes('this call takes 4'),
    );
    expect((await call(PDF, token, { html: HTML, data_from: from({ record_id: 'x' }) })).status).to.equal(400);
    expect(provider.requests.length).to.equal(before);
    expect((await call(PDF, enough, { html: HTML, data_from: from() })).status).to.equal(200);
    const none = await account('none', 0);
    expect((await call('/api/tablebase/get-record', none, from({ record_id: 'x' }))).status).to.equal(400);
    expect((await call('/api/tablebase/get-record', none, from())).status).to.equal(402);
  });

  it('are jobs by `Prefer: respond-async` and `POST /api/jobs`, whose record is read when they are printed', async () => {
    const token = await account('jobs');
    const body = { html: HTML, data: { firm: 'Ada' }, data_from: from() };
    const deferred = await call(PDF, token, body, { prefer: 'respond-async' });
    const submitted = await call('/api/jobs', token, { tool: 'json-to-pdf', input: body });
    for (const { status, body: accepted } of [deferred, submitted]) {
      expect(status, accepted.error).to.equal(202);
      const job = await ended(accepted.data.id, token);
      expect(job.status, JSON.stringify(job)).to.equal('done');
      expect(await textOf(job.result.download_url))
        .to.include('1234.5 recSample')
        .and.include('Ada');
    }
    await usedIs(token, {
      actions: 8,
      requests: 4,
      by_tool: {
        'get-record': { actions: 2, requests: 2 },
        'html-to-pdf': { actions: 3, requests: 1 },
        'json-to-pdf': { actions: 3, requests: 1 },
      },
    });
  });

  const batch = (token: string, rows_from: object, more: object = {}) =>
    call('/api/batches', token, {
      tool: 'json-to-pdf',
      input: { html: HTML, data: { firm: 'Ada' }, filename: 'order' },
      rows_from,
      ...more,
    });
  const rowsFrom = (record_ids: unknown, more: object = {}) => {
    const { record_id: _, ...table } = from();
    return { ...table, record_ids, ...more };
  };
  const rowsOf = async (id: string, token: string) =>
    (await service.call(`/api/batches/${id}/rows?limit=1000`, { token })).body.data.items as {
      status: string;
      result?: { download_url: string };
      error?: { code: string; message: string };
    }[];

  it('are rows of a batch by ids of records: they keep the rate limit, wait their turn, and cost both tools', async () => {
    const token = await account('rows');
    const ids = Array.from({ length: 24 }, (_, index) => `recRow${index + 1}`);
    const records = rowsFrom([...ids.slice(0, 20), 'recNotFound', ...ids.slice(20), 'x1']);
    provider.penalise(records.base_id);
    const accepted = await batch(token, records);
    expect(accepted.status, accepted.body.error).to.equal(202);
    const { id, rows } = accepted.body.data;
    expect(rows).to.equal(26);
    const { data } = (await service.call(`/api/batches/${id}?wait=60`, { token })).body;
    expect(data).to.deep.include({ status: 'done', done: 24, failed: 2 });
    const shown = await rowsOf(id, token);
    expect(shown[20]?.error).to.deep.include({ code: 'record_not_found' });
    expect(shown[25]?.error).to.deep.include({ code: 'invalid_parameter' });
    expect(shown[25]?.error?.message).to.match(/^`rows_from.record_ids\[25\]` must begin with `rec`/);
    const last = await fetch(shown[24]?.result?.download_url ?? '');
    expect(last.headers.get('content-disposition')).to.include('order-25.pdf');
    expect(await pdfText(Buffer.from(await last.arrayBuffer())))
      .to.include('recRow24')
      .and.include('Ada');
    await usedIs(token, {
      actions: 96,
      requests: 48,
      by_tool: { 'get-record': { actions: 24, requests: 24 }, 'json-to-pdf': { actions: 72, requests: 24 } },
    });
  });

  it('are printed while rows of another account or another batch wait for their provider', async () => {
    const waiting = await account('waiting');
    // Each answer demands a pause of 30 s, which a call would wait for. At most five requests are made before the first answer.
    provider.script('recPaused', ...Array(8).fill('slowDown'));
    const { id } = (await batch(waiting, rowsFrom(Array(100).fill('recPaused')))).body.data;
    await eventually(() => expect(provider.requests.some(({ record }) => record === 'recPaused')).to.equal(true));
    const token = await account('passing');
    const job = await call('/api/jobs', token, { tool: 'html-to-pdf', input: { html: '<p>quick' } });
    expect((await ended(job.body.data.id, token)).status).to.equal('done');
    const plain = { tool: 'html-to-pdf', input: { html: '<p>quick' }, rows: Array(24).fill({}) };
    const other = (await call('/api/batches', waiting, plain)).body.data;
    const ending = (await service.call(`/api/batches/${other.id}?wait=60`, { token: waiting })).body.data;
    expect(ending).to.include({ status: 'done', done: 24 });
    const { data } = (await service.call(`/api/batches/${id}`, { token: waiting })).body;
    expect(data).to.include({ status: 'working', done: 0, failed: 0 });
    // None followed after the pause.
    expect(provider.requests.filter(({ record }) => record === 'recPaused').length).to.be.within(1, 5);
    await service.call(`/api/batches/${id}`, { method: 'DELETE', token: waiting });
  });

  for (const [what, body, words] of [
    [
      '`data_from` in a batch',
      { input: { html: '<p>', data_from: from() }, rows: [{}] },
      /`input.data_from` is not allowed/,
    ],
    [
      'two kinds of rows',
      { rows_from: rowsFrom(['recA']), rows: [{}] },
      /only one of `rows`, `upload` and `rows_from`/,
    ],
    ['no rows', {}, /must have `rows`, `upload` or `rows_from`/],
    ['no ids', { rows_from: rowsFrom([]) }, /`rows_from.record_ids`/],
    ['10,001 ids', { rows_from: rowsFrom(Array(10_001).fill('recA')) }, /`rows_from.record_ids` .*10000/],
    ['an id that is no text', { rows_from: rowsFrom(['recA', 7]) }, /`rows_from.record_ids`: item 1/],
    [
      'a base with another prefix',
      { rows_from: rowsFrom(['recA'], { base_id: 'x' }) },
      /^`rows_from.base_id` must begin/,
    ],
    ['one record', { rows_from: from() }, /`rows_from.record_id` is not known/],
  ] as const)
    it(`refuse ${what}`, async () => {
      const token = await account('wrong');
      const request = { tool: 'json-to-pdf', input: { html: '<p>' }, ...body };
      const answer = await call('/api/batches', token, request);
      expect([answer.status, answer.body.error]).to.satisfy(
        ([status, text]: [number, string]) => status === 400 && words.test(text),
      );
    });

  it('refuse an unknown connection of a batch before it is accepted', async () => {
    const answer = await batch(await account('gone'), rowsFrom(['recA'], { _connections: { tablebase: 'no' } }));
    expect([answer.status, answer.headers.get('x-error-code')]).to.deep.equal([404, 'connection_unknown']);
  });

  it('show no token in answers, the log and Redis', async () => {
    const texts = [
      await redisContents(service.redis.url),
      service.logs(),
      JSON.stringify(answers.map(({ body }) => body)),
    ];
    for (const text of texts) expect(text).not.to.include(PROVIDER_TOKEN);
    expect(texts[1]).not.to.include('2022/0815');
    expect(texts[0]).not.to.include('2022/0815');
  });
});
