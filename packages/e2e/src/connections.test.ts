import { createHash } from 'node:crypto';
import {
  type Answer,
  eventually,
  PROVIDER_TOKEN,
  type ProviderDouble,
  redisContents,
  startProviderDouble,
  TestService,
} from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

const SECRET = 'patOfTheTest.53cr3t4711';

describe('Connections', () => {
  let service: TestService;
  let provider: ProviderDouble;
  /** Every answer of the service in these tests, bodies and headers, to look for secrets in. */
  const answers: string[] = [];
  before(async () => {
    provider = await startProviderDouble({ penaltyMs: 7_000 });
    service = await TestService.start({ workers: 0, env: { TABLEBASE_API_URL: provider.apiUrl } });
  });
  after(async () => {
    await service.stop();
    await provider.target.close();
  });

  const call: TestService['call'] = async (path, options) => {
    const answer = await service.call(path, options);
    answers.push(JSON.stringify([answer.body, [...answer.headers]]));
    return answer;
  };
  const put = (slug: string, more: object = {}, token = service.token): Promise<Answer> =>
    call(`/api/connections/${slug}`, {
      method: 'PUT',
      token,
      body: { provider: 'tablebase', token: SECRET, ...more },
    });
  const outcome = ({ status, headers }: Answer) => [status, headers.get('x-error-code')];

  it('are refused for a bucket that the client of S3 cannot address', async () => {
    const bucket = { provider: 's3', bucket: 'my-pdfs', access_key: 'KEY' };
    for (const url of ['https://_s3.example.com', 'https://-s3.example.com', 'https://[2606:4700::1111]']) {
      const refused = await put('bucket', { ...bucket, url });
      expect([...outcome(refused), refused.body.error?.slice(0, 10)], url).to.deep.equal([
        400,
        'invalid_parameter',
        '`url` must',
      ]);
    }
  });

  it('can be saved, read, listed, replaced and deleted, and never show their token', async () => {
    const first = (await put('sales-1', { label: 'Sales, read only' })).body.data;
    expect(first).to.have.all.keys('slug', 'provider', 'label', 'created_at', 'updated_at', 'last_used_at');
    expect(first).to.include({
      slug: 'sales-1',
      provider: 'tablebase',
      label: 'Sales, read only',
      last_used_at: null,
      updated_at: first.created_at,
    });
    const second = (await put('sales-1')).body.data;
    expect(second).to.include({ label: null, created_at: first.created_at });
    expect(Date.parse(second.updated_at)).to.be.at.least(Date.parse(first.updated_at));
    expect((await call('/api/connections/sales-1')).body.data).to.deep.equal(second);
    expect((await call('/api/connections')).body.data).to.deep.equal({ items: [second], next_cursor: null });
    const deleted = await call('/api/connections/sales-1', { method: 'DELETE' });
    expect(deleted.body.data).to.deep.equal({ slug: 'sales-1' });
    for (const method of ['GET', 'DELETE']) {
      expect(outcome(await call('/api/connections/sales-1', { method }))).to.deep.equal([404, 'connection_unknown']);
    }
    expect((await call('/api/connections')).body.data.items).to.deep.equal([]);
  });

  it('are listed in pages, by their slugs', async () => {
    const { token } = await service.createAccount('pages');
    for (const slug of ['c', 'a', 'b']) await put(slug, {}, token);
    const first = (await call('/api/connections?limit=2', { token })).body.data;
    const second = (await call(`/api/connections?limit=2&cursor=${first.next_cursor}`, { token })).body.data;
    const slugs = [...first.items, ...second.items].map(({ slug }: { slug: string }) => slug);
    expect(slugs).to.deep.equal(['a', 'b', 'c']);
    expect(second.next_cursor).to.equal(null);
  });

  for (const slug of ['Sales', 'a_b', 'a%20b', 'a.b', 'ä', 'x'.repeat(65)]) {
    it(`refuse the slug "${slug.slice(0, 10)}"`, async () => {
      const answer = await put(slug);
      expect(outcome(answer)).to.deep.equal([400, 'invalid_parameter']);
      expect(answer.body.error).to.include('`slug` must be 1 to 64 lower-case letters, digits or hyphens');
    });
  }

  for (const [what, body, words] of [
    ['another provider', { provider: 'other' }, /`provider` must be tablebase/],
    ['no token', { token: undefined }, /`token` is required/],
    ['an empty token', { token: '' }, /`token`/],
    ['a token with a blank', { token: `${SECRET} x` }, /`token` must be of visible ASCII/],
    ['a token with a line break', { token: `${SECRET}\r\nx-evil: 1` }, /`token` must be of visible ASCII/],
    ['a token of other letters', { token: `${SECRET}ä` }, /`token` must be of visible ASCII/],
    ['a token of 1,001 characters', { token: SECRET.padEnd(1_001, 'x') }, /`token`.*1000/],
    ['a label of 201 characters', { label: 'x'.repeat(201) }, /`label`.*200/],
    ['an unknown field', { secret: SECRET }, /`secret` is not known/],
  ] as const) {
    it(`refuse ${what}`, async () => {
      const answer = await put('refused', body);
      expect(outcome(answer)).to.deep.equal([400, 'invalid_parameter']);
      expect(answer.body.error).to.match(words);
    });
  }

  it('are a hundred for an account at most, which can still be replaced', async () => {
    const { token } = await service.createAccount('many');
    const put100 = Array.from({ length: 110 }, (_, index) => put(`slug-${index}`, {}, token));
    const statuses = (await Promise.all(put100)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).to.have.length(100);
    const refused = await put('one-more', {}, token);
    expect(outcome(refused)).to.deep.equal([400, 'invalid_parameter']);
    expect(refused.body.error).to.include('100 connections');
    const taken = (await call('/api/connections?limit=1', { token })).body.data.items[0].slug;
    expect((await put(taken, {}, token)).status).to.equal(200);
    await call(`/api/connections/${taken}`, { method: 'DELETE', token });
    expect((await put('one-more', {}, token)).status).to.equal(200);
  });

  it('cannot be seen, changed, tested or used by another account, which gets the answer for a missing one', async () => {
    const { token } = await service.createAccount('stranger');
    await put('mine', { token: PROVIDER_TOKEN });
    const attempts = (slug: string) =>
      Promise.all([
        call(`/api/connections/${slug}`, { token }),
        call(`/api/connections/${slug}`, { token, method: 'DELETE' }),
        call(`/api/connections/${slug}/test`, { token, method: 'POST' }),
        call('/api/tablebase/get-record', {
          token,
          body: { base_id: 'appX', table_id: 'T', record_id: 'recX', _connections: { tablebase: slug } },
        }),
      ]);
    const shown = (all: Answer[], slug: string) =>
      all.map(({ status, headers, body }) => [
        status,
        headers.get('x-error-code'),
        JSON.stringify(body).replaceAll(slug, 'X'),
      ]);
    expect(shown(await attempts('mine'), 'mine')).to.deep.equal(shown(await attempts('none'), 'none'));
    expect((await call('/api/connections/mine/test', { method: 'POST' })).body.data).to.deep.equal({ ok: true });
    await put('mine', { token: 'patTheirs.1' }, token);
    expect((await call('/api/connections/mine/test', { method: 'POST' })).status).to.equal(200);
  });

  it('are tested by asking the provider who the token is', async () => {
    await put('good', { token: PROVIDER_TOKEN });
    expect((await call('/api/connections/good/test', { method: 'POST' })).body).to.deep.equal({
      success: true,
      data: { ok: true },
    });
    const [asked] = provider.target.requests.slice(-1);
    expect(asked?.path).to.equal('/v0/meta/whoami');
    expect(asked?.headers.authorization).to.equal(`Bearer ${PROVIDER_TOKEN}`);
    await put('bad');
    const refused = await call('/api/connections/bad/test', { method: 'POST' });
    // A request of a token that is rejected counts for it, too.
    const digest = createHash('sha256').update(SECRET).digest('base64url');
    expect(await redisContents(service.redis.url)).to.include(`:provider:token:${digest}`);
    expect(outcome(refused)).to.deep.equal([403, 'provider_refused']);
    expect(refused.body.error).to.include('token of the connection `bad`');
    expect(outcome(await call('/api/connections/none/test', { method: 'POST' }))).to.deep.equal([
      404,
      'connection_unknown',
    ]);
  });

  for (const [provided, status, code] of [
    ['forbidden', 403, 'provider_refused'],
    ['slowDown', 503, 'unavailable'],
    ['page', 502, 'response_invalid'],
    ['internal', 502, 'response_invalid'],
    ['reset', 502, 'target_unreachable'],
  ] as const) {
    it(`are answered ${status} in a test that the provider answers with "${provided}"`, async () => {
      await put('tested', { token: PROVIDER_TOKEN });
      provider.script('whoami', provided, ...(status === 502 ? [provided] : []));
      const answer = await call('/api/connections/tested/test', { method: 'POST' });
      expect(outcome(answer)).to.deep.equal([status, code]);
      expect(answer.headers.get('retry-after')).to.equal(status === 503 ? '30' : null);
      expect((await call('/api/connections/tested/test', { method: 'POST' })).status).to.equal(200);
    });
  }

  it('show their last use, which outlives a new token but not the connection', async () => {
    await put('used', { token: PROVIDER_TOKEN });
    await call('/api/connections/used/test', { method: 'POST' });
    await eventually(async () => {
      const { last_used_at } = (await call('/api/connections/used')).body.data;
      expect(Date.parse(last_used_at)).to.be.closeTo(Date.now(), 60_000);
    });
    expect((await put('used', { token: PROVIDER_TOKEN })).body.data.last_used_at).to.be.a('string');
    await call('/api/connections/used', { method: 'DELETE' });
    expect((await put('used', { token: PROVIDER_TOKEN })).body.data.last_used_at).to.equal(null);
  });

  it('can not be swapped in Redis, between slugs or accounts', async () => {
    const stranger = await service.createAccount('swapped');
    await put('source', { token: PROVIDER_TOKEN });
    await put('other', { token: 'patOther.1' });
    await put('source', { token: 'patOther.1' }, stranger.token);
    const keyOf = (account: string, slug: string) => `toolpress:account:${account}:connection:${slug}`;
    const sealed = String(await service.redis.command('HGET', keyOf(service.accountId, 'source'), 'secret'));
    for (const [token, account, slug] of [
      [service.token, service.accountId, 'other'],
      [stranger.token, stranger.id, 'source'],
    ] as const) {
      await service.redis.command('HSET', keyOf(account, slug), 'secret', sealed);
      const answer = await call(`/api/connections/${slug}/test`, { method: 'POST', token });
      expect(outcome(answer)).to.deep.equal([500, 'internal']);
      expect(answer.body.error).to.include('Save the connection again');
      await call(`/api/connections/${slug}`, { method: 'DELETE', token });
    }
  });

  it('leave their tokens in no answer, in no line of the log at any level, and in Redis sealed only', async () => {
    await eventually(() =>
      expect(service.logs()).to.match(/"level":"error".*"endpoint":"DELETE \/api\/connections\/\{slug\}"/s),
    );
    const stored = await redisContents(service.redis.url);
    expect(stored).to.include(':connection:good');
    for (const secret of [SECRET, PROVIDER_TOKEN]) {
      for (const text of [secret, Buffer.from(secret).toString('base64').slice(0, -3), secret.slice(-16)]) {
        expect(answers.join('\n')).not.to.include(text);
        expect(service.logs()).not.to.include(text);
        expect(stored).not.to.include(text);
      }
    }
  });
});
