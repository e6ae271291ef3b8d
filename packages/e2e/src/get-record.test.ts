import {
  eventually,
  PROVIDER_TOKEN,
  type ProviderAnswer,
  type ProviderDouble,
  recordAnswering,
  redisContents,
  sampleRecord,
  startProviderDouble,
  TestService,
} from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

const TOOL = '/api/tablebase/get-record';

describe('The get-record tool', () => {
  let service: TestService;
  let provider: ProviderDouble;
  let bases = 0;
  before(async () => {
    provider = await startProviderDouble({ penaltyMs: 1_000 });
    service = await TestService.start({ workers: 0, env: { TABLEBASE_API_URL: `${provider.apiUrl}/` } });
    await connect('main');
  });
  after(async () => {
    await service.stop();
    await provider.target.close();
  });

  const connect = (slug: string, token = PROVIDER_TOKEN, as = service.token) =>
    service.call(`/api/connections/${slug}`, { method: 'PUT', token: as, body: { provider: 'tablebase', token } });
  /** A base that no test has read yet, so that no test waits for another one's slots. */
  const freshBase = (): string => `appTest${++bases}`;
  const get = (record_id: string, more: object = {}, options: { token?: string; signal?: AbortSignal } = {}) =>
    service.call(TOOL, {
      ...options,
      body: { base_id: freshBase(), table_id: 'Orders', record_id, _connections: { tablebase: 'main' }, ...more },
    });
  const limitTime = (timeout_ms: number) =>
    service.call('/admin/settings', {
      method: 'PATCH',
      token: service.adminToken,
      body: { get_record: { timeout_ms } },
    });

  it('answers with every field of the specification, as the provider gives it, charged one action', async () => {
    const { status, body } = await get('recSample');
    expect(status).to.equal(200);
    expect(body).to.deep.equal({
      success: true,
      data: sampleRecord('recSample'),
      metadata: { actions_consumed: 1 },
    });
  });

  it('answers a record whose every field is empty with empty fields', async () => {
    const { data } = (await get(recordAnswering('emptyRecord'))).body;
    expect(data).to.deep.equal({ ...sampleRecord(recordAnswering('emptyRecord')), fields: {} });
  });

  it('asks for base, table and record with the connection’s token', async () => {
    const base_id = freshBase();
    await get('recSample', { base_id, table_id: 'tbl0123456789abcd' });
    expect(provider.requests.at(-1)).to.include({
      base: base_id,
      table: 'tbl0123456789abcd',
      record: 'recSample',
      token: PROVIDER_TOKEN,
    });
    expect(provider.target.requests.at(-1)?.headers).to.include({ accept: 'application/json' });
  });

  for (const name of ['Orders 2024', 'a/b', '../../meta/whoami', '?x=1#y', '100 % Größe', '東京 🦊', '%2e%2e', '. .']) {
    it(`finds a table named "${name}"`, async () => {
      expect((await get('recSample', { table_id: name })).status).to.equal(200);
      expect(provider.requests.at(-1)?.table).to.equal(name);
    });
  }

  for (const [what, more, words] of [
    ['a base id without its prefix', { base_id: 'tblX' }, /`base_id` must begin with `app`/],
    ['a base id that is a path', { base_id: 'app/../x' }, /`base_id`/],
    ['a record id without its prefix', { record_id: 'Rec1' }, /`record_id` must begin with `rec`/],
    ['a record id with a query', { record_id: 'rec1?x' }, /`record_id`/],
    ['an empty table', { table_id: '' }, /`table_id`/],
    ['a table that is a dot', { table_id: '.' }, /`table_id`/],
    ['a table that is two dots', { table_id: '..' }, /`table_id`/],
    ['a table with a line break', { table_id: 'a\nb' }, /`table_id`.*control characters/],
    ['a table with half a character', { table_id: 'a\ud800' }, /`table_id`/],
    ['no connection', { _connections: {} }, /`_connections.tablebase` is required/],
    ['no connections at all', { _connections: undefined }, /`_connections` is required/],
    ['a connection that is no text', { _connections: { tablebase: 5 } }, /must be a string/],
    [
      'ids of an unknown connection',
      { base_id: 'sample', _connections: { tablebase: 'none' } },
      /`base_id` must begin with `app` .*\. The account has no connection `none`\.$/,
    ],
    ['an unknown parameter', { view: 'x' }, /`view` is not known/],
  ] as const) {
    it(`refuses ${what} with 400, and the provider is not asked`, async () => {
      const asked = provider.target.requests.length;
      const answer = await get('recSample', more);
      expect([answer.status, answer.headers.get('x-error-code')]).to.deep.equal([400, 'invalid_parameter']);
      expect(answer.body).to.have.all.keys('success', 'error');
      expect(answer.body.error).to.match(words);
      expect(provider.target.requests.length).to.equal(asked);
    });
  }

  /** Every way in which the provider says no or fails: its answer, ours, and how often it is asked. */
  const ROWS: [answer: ProviderAnswer, status: number, code: string, words: RegExp, asked: number][] = [
    ['unauthorized', 403, 'provider_refused', /refuses the token of the connection `main`/, 1],
    ['forbidden', 403, 'provider_refused', /Not permitted or not found.*`data.records:read`.*“Invalid permissions/, 1],
    ['forbiddenWord', 403, 'provider_refused', /“INVALID_PERMISSIONS”$/, 1],
    ['forbiddenPage', 403, 'provider_refused', /lacks the scope `data.records:read`\.$/, 1],
    ['notFound', 404, 'record_not_found', /no record `recNotFound`.*“NOT_FOUND”/, 1],
    ['recordGone', 404, 'record_not_found', /“Record not found”/, 1],
    ['notFoundList', 404, 'record_not_found', /“Could not find table Orders”/, 1],
    ['invalid', 400, 'invalid_parameter', /“Invalid request: parameter validation failed\.”/, 1],
    ['invalidList', 400, 'invalid_parameter', /“Record ID is not valid”/, 1],
    ['invalidLong', 400, 'invalid_parameter', /^.{300,400}…”$/, 1],
    ['echo', 400, 'invalid_parameter', /“bad token \[token\]: "Bearer \[token\]"”/, 1],
    ['teapot', 502, 'response_invalid', /status 418/, 1],
    ['quota', 403, 'provider_refused', /quota of its plan is used up.*this month/, 1],
    ['quotaPayment', 403, 'provider_refused', /quota.*Upgrade your plan/, 1],
    ['internal', 502, 'response_invalid', /status 500/, 2],
    ['badGateway', 502, 'response_invalid', /status 502/, 2],
    ['away', 502, 'response_invalid', /status 503/, 2],
    ['page', 502, 'response_invalid', /unexpected shape/, 2],
    ['noJson', 502, 'response_invalid', /unexpected shape/, 2],
    ['list', 502, 'response_invalid', /unexpected shape/, 2],
    ['noRecord', 502, 'response_invalid', /unexpected shape/, 2],
    ['noTime', 502, 'response_invalid', /unexpected shape/, 2],
    ['fieldsAreText', 502, 'response_invalid', /unexpected shape/, 2],
    ['nothing', 502, 'response_invalid', /unexpected shape/, 2],
    ['deep', 502, 'response_invalid', /unexpected shape/, 2],
    ['cut', 502, 'response_invalid', /cut short/, 2],
    ['reset', 502, 'target_unreachable', /can’t be reached/, 2],
    ['redirect', 502, 'response_invalid', /redirects, which is not followed/, 2],
    ['huge', 413, 'response_too_large', /larger than 10 MiB/, 1],
  ];
  for (const [provided, status, code, words, asked] of ROWS) {
    it(`answers ${status} when the provider’s answer is "${provided}", having asked ${asked === 1 ? 'once' : 'twice'}`, async () => {
      const before = provider.requests.length;
      const answer = await get(recordAnswering(provided));
      expect([answer.status, answer.headers.get('x-error-code')]).to.deep.equal([status, code]);
      expect(answer.body).to.have.all.keys('success', 'error');
      expect(answer.body.error)
        .to.match(words)
        .and.not.match(/[\r\n]/);
      expect(answer.body.error).not.to.include(PROVIDER_TOKEN).and.not.include('127.0.0.2');
      expect(provider.requests.slice(before).map((request) => request.answer)).to.deep.equal(
        Array.from({ length: asked }, () => provided),
      );
    });
  }

  for (const failure of ['internal', 'page', 'cut', 'reset'] as const) {
    it(`gets the record all the same when the provider’s first answer is "${failure}"`, async () => {
      provider.script('recSecond', failure);
      expect((await get('recSecond')).body.data).to.deep.equal(sampleRecord('recSecond'));
    });
  }

  it('says that the token is at fault when the provider does not know it', async () => {
    await connect('stale', 'patRevoked.4711');
    const answer = await get('recSample', { _connections: { tablebase: 'stale' } });
    expect([answer.status, answer.headers.get('x-error-code')]).to.deep.equal([403, 'provider_refused']);
    expect(answer.body.error).to.include('token of the connection `stale`: it is invalid');
  });

  it('waits for the requested time and asks again when the provider says "slow down"', async () => {
    provider.script('recLater', 'slowDownOneSecond');
    const begun = Date.now();
    expect((await get('recLater')).status).to.equal(200);
    expect(Date.now() - begun, 'not the half minute of other answers').to.be.within(1_000, 29_000);
  });

  it('answers 503 with Retry-After when the pause is longer than the deadline, for everybody who may read the base', async () => {
    await limitTime(20_000);
    const base_id = freshBase();
    const { token } = await service.createAccount('colleague');
    await connect('main', PROVIDER_TOKEN, token);
    for (const one of [{}, { token }]) expect((await get('recSample', { base_id }, one)).status).to.equal(200);
    const begun = Date.now();
    const answer = await get(recordAnswering('slowDown'), { base_id });
    expect([answer.status, answer.headers.get('x-error-code')]).to.deep.equal([503, 'unavailable']);
    expect(Number(answer.headers.get('retry-after'))).to.be.within(20, 30);
    const asked = provider.requests.length;
    for (const one of [{}, { token }]) {
      const next = await get('recSample', { base_id }, one);
      expect([next.status, next.headers.get('x-error-code')]).to.deep.equal([503, 'unavailable']);
      expect(Number(next.headers.get('retry-after'))).to.be.within(20, 30);
    }
    expect(provider.requests.length, 'requests during the pause').to.equal(asked);
    expect(Date.now() - begun, 'nobody waits for what can not be').to.be.below(15_000);
    await limitTime(60_000);
  });

  it('is not slowed down by the pause of an account that knows the base’s id and may not read it', async () => {
    await limitTime(10_000);
    const base_id = freshBase();
    const { token } = await service.createAccount('curious');
    await connect('main', PROVIDER_TOKEN, token);
    const paused = await get(recordAnswering('slowDown'), { base_id }, { token });
    expect(paused.status).to.equal(503);
    expect((await get('recSample', { base_id })).status).to.equal(200);
    await limitTime(60_000);
  });

  for (const provided of ['silence', 'drip'] as const) {
    it(`answers 504 at its deadline when the provider’s answer is "${provided}"`, async () => {
      await limitTime(1_000);
      const begun = Date.now();
      const answer = await get(recordAnswering(provided));
      expect([answer.status, answer.headers.get('x-error-code')]).to.deep.equal([504, 'deadline_exceeded']);
      expect(Date.now() - begun, 'not earlier').to.be.at.least(990);
      await limitTime(60_000);
      await provider.target.idle();
    });
  }

  it('gives up its request when the caller hangs up', async () => {
    const caller = new AbortController();
    const asked = provider.requests.length;
    const answer = get(recordAnswering('silence'), {}, { signal: caller.signal }).catch(() => 'gone');
    await eventually(() => expect(provider.requests.length).to.equal(asked + 1));
    caller.abort();
    expect(await answer).to.equal('gone');
    await provider.target.idle();
  });

  it('gives up its waiting when the caller hangs up', async () => {
    const caller = new AbortController();
    const asked = provider.requests.length;
    provider.script('recHungUp', 'slowDownOneSecond');
    const answer = get('recHungUp', {}, { signal: caller.signal }).catch(() => 'gone');
    await eventually(() => expect(provider.requests.length).to.equal(asked + 1));
    caller.abort();
    expect(await answer).to.equal('gone');
    await eventually(() =>
      expect(service.logs()).to.match(/"endpoint":"POST \/api\/tablebase\/get-record"[^\n]*499|499[^\n]*get-record/),
    );
    expect((await get('recSample')).status).to.equal(200);
    expect(provider.requests.map(({ record }) => record).filter((record) => record === 'recHungUp')).to.have.length(1);
  });

  it('answers 404 for an unknown connection, and for another account’s, in the same words', async () => {
    const { token } = await service.createAccount('other');
    await connect('theirs', PROVIDER_TOKEN, token);
    for (const slug of ['none', 'theirs', 'No Slug At All:*']) {
      const answer = await get('recSample', { _connections: { tablebase: slug } });
      expect([answer.status, answer.headers.get('x-error-code')]).to.deep.equal([404, 'connection_unknown']);
      expect(answer.body.error).to.equal(`The account has no connection \`${slug}\`.`);
    }
  });

  it('charges successes only', async () => {
    const used = async () => (await service.call('/api/usage')).body.data.by_tool['get-record'];
    const before = await used();
    await get('recSample');
    await get(recordAnswering('notFound'));
    await get(recordAnswering('internal'));
    expect(await used()).to.deep.equal({ actions: before.actions + 1, requests: before.requests + 1 });
  });

  it('answers a repeat under the same idempotency key without asking again', async () => {
    const body = {
      base_id: freshBase(),
      table_id: 'T',
      record_id: 'recOnce',
      _connections: { tablebase: 'main' },
    };
    const ask = () => service.call(TOOL, { body, headers: { 'idempotency-key': 'record-1' } });
    const first = await ask();
    expect((await ask()).body.data).to.deep.equal(first.body.data);
    expect(provider.requests.filter(({ record }) => record === 'recOnce')).to.have.length(1);
  });

  it('counts requests, durations and waits, with labels of closed sets only', async () => {
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    for (const outcome of ['success', 'provider_refused', 'record_not_found', 'rate_limited', 'caller_gone']) {
      expect(metrics).to.match(
        new RegExp(`toolpress_provider_requests_total\\{operation="get_record",outcome="${outcome}",[^}]*\\} \\d+`),
      );
    }
    expect(metrics).to.include('toolpress_provider_request_duration_seconds_bucket');
    expect(metrics).to.match(/toolpress_provider_wait_seconds_count\{[^}]*outcome="no_slot"[^}]*\} \d+/);
    expect(metrics).not.to.include('appTest').and.not.include('recSample').and.not.include('127.0.0.2');
  });

  it('leaves nothing of the records in Redis or in the log, and no base id in Redis', async () => {
    const [stored, logs] = [await redisContents(service.redis.url), service.logs()];
    for (const text of [stored, logs]) {
      expect(text).not.to.include('Müller').and.not.include('recSample').and.not.include(PROVIDER_TOKEN);
      expect(text).not.to.include('appTest1');
    }
    expect(logs).not.to.match(/"level":"(error|fatal)"/);
  });
});
