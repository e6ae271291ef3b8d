import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import {
  type HttpTarget,
  pdfText,
  redisContents,
  type SharedService,
  sharedService,
  startHttpTarget,
} from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { fileOf } from './file-of-link.js';

const HTTP = '/api/utilities/http-request';
const PDF = '/api/utilities/html-to-pdf';

describe('Under an idempotency key', () => {
  let service: SharedService;
  let target: HttpTarget;
  let answerNumber = 0;
  before(async () => {
    target = await startHttpTarget(async (request, response) => {
      answerNumber += 1;
      if (request.path === '/slow') await new Promise((resolve) => setTimeout(resolve, 400));
      const failsAtFirst = request.path.startsWith('/at-first') && answerNumber === 1;
      response.setHeader('content-type', 'application/json');
      if (failsAtFirst) response.destroy();
      else
        response.end(
          JSON.stringify({ secret: 'Pfirsichkern', answerNumber, long: 'x'.repeat(lengthOf(request.path)) }),
        );
    });
    service = await sharedService();
  });
  after(async () => {
    await target.close();
  });

  const lengthOf = (path: string): number => Number(/\d+$/.exec(path)?.[0] ?? 0);
  const requestsTo = (path: string): number => target.requests.filter((request) => request.path === path).length;
  const used = async (): Promise<number> => (await service.call('/api/usage')).body.data.actions;
  const once = (key: string, body: object, path = HTTP, token?: string) =>
    service.call(path, { body, headers: { 'idempotency-key': key }, ...(token === undefined ? {} : { token }) });
  const get = (path: string) => ({ method: 'GET', url: `${target.url}${path}` });

  const asReplayed = (body: object): object => ({ ...body, metadata: { actions_consumed: 0 } });

  it('a repeat is answered the same, without asking the target or charging again', async () => {
    const before = await used();
    const key = randomUUID();
    const first = await once(key, get('/again'));
    const second = await once(key, get('/again'));
    expect(second.status).to.equal(200);
    expect(second.body).to.deep.equal(asReplayed(first.body));
    expect(requestsTo('/again')).to.equal(1);
    expect((await used()) - before).to.equal(1);
  });

  it('a repeat on another gateway is answered the same', async () => {
    const other = await service.otherGateway();
    const key = randomUUID();
    const { body } = await once(key, get('/elsewhere'));
    const repeat = await fetch(`${other}${HTTP}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${service.token}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify(get('/elsewhere')),
    });
    expect(await repeat.json()).to.deep.equal(asReplayed(body));
  });

  it('a repeat of a long answer is exactly the same', async () => {
    const key = randomUUID();
    const first = await once(key, get('/long/3000000'));
    const second = await once(key, get('/long/3000000'));
    expect(second.body).to.deep.equal(asReplayed(first.body));
    expect(second.body.data.body.long).to.have.lengthOf(3_000_000);
    expect(requestsTo('/long/3000000')).to.equal(1);
  });

  it('a PDF’s repeat is rebuilt from its file', async () => {
    const before = await used();
    const key = randomUUID();
    const body = { html: '<p>[[who]]</p>', data: { who: 'Erdbeere' } };
    const first = (await once(key, body, PDF)).body.data;
    const second = (await once(key, body, PDF)).body.data;
    expect(second.download_url).to.equal(first.download_url);
    expect(second.pdf_base64).to.equal(first.pdf_base64);
    expect(second.page_count).to.equal(1);
    expect(pdfText(Buffer.from(second.pdf_base64, 'base64'))).to.include('Erdbeere');
    expect((await used()) - before).to.equal(3);
  });

  it('a PDF whose file is gone is 409, and nothing is done or charged', async () => {
    const key = randomUUID();
    const { data } = (await once(key, { html: 'x' }, PDF)).body;
    const before = await used();
    await rm(await fileOf(data.download_url, service.storageFolder));
    const repeat = await once(key, { html: 'x' }, PDF);
    expect(repeat.headers.get('x-error-code')).to.equal('idempotency_conflict');
    expect(repeat.body.error).to.include('is no longer available');
    expect(await used()).to.equal(before);
  });

  it('another request is 409: another body, or another tool', async () => {
    const key = randomUUID();
    expect((await once(key, get('/one'))).status).to.equal(200);
    const other = await once(key, get('/two'));
    expect(other.status).to.equal(409);
    expect(other.headers.get('x-error-code')).to.equal('idempotency_conflict');
    expect((await once(key, { html: 'x' }, PDF)).status).to.equal(409);
    const letter = randomUUID();
    const sent = { html: 'x', locale: 'de', translations: { de: { a: 'b' } } };
    expect((await once(letter, sent, PDF)).status).to.equal(200);
    for (const change of [{ locale: 'en' }, { time_zone: 'UTC' }, { translations: { de: { a: 'c' } } }])
      expect((await once(letter, { ...sent, ...change }, PDF)).status, JSON.stringify(change)).to.equal(409);
    expect((await once(letter, sent, PDF)).status).to.equal(200);
    expect(requestsTo('/two')).to.equal(0);
  });

  it('two concurrent requests run once, and both are answered', async () => {
    const before = await used();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 5 }, () => once(key, get('/slow'))));
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body.data))).size).to.equal(1);
    expect(answers.filter(({ body }) => body.metadata?.actions_consumed === 1)).to.have.lengthOf(1);
    expect(requestsTo('/slow')).to.equal(1);
    expect((await used()) - before).to.equal(1);
  });

  it('a failed request runs again', async () => {
    const key = randomUUID();
    answerNumber = 0;
    expect((await once(key, get('/at-first'))).status).to.equal(502);
    expect((await once(key, get('/at-first'))).status).to.equal(200);
    expect(requestsTo('/at-first')).to.equal(2);
  });

  it('a caller who hung up receives the result when it repeats the request', async () => {
    const key = randomUUID();
    const impatient = new AbortController();
    const gone = service.call(HTTP, {
      body: { ...get('/slow'), headers: { 'x-who': 'impatient' } },
      headers: { 'idempotency-key': key },
      signal: impatient.signal,
    });
    const begun = requestsTo('/slow');
    while (requestsTo('/slow') === begun) await new Promise((resolve) => setTimeout(resolve, 5));
    impatient.abort();
    await gone.catch(() => undefined);
    const again = await once(key, { ...get('/slow'), headers: { 'x-who': 'impatient' } });
    expect(again.status).to.equal(200);
    expect(requestsTo('/slow')).to.equal(begun + 1);
  });

  it('accounts do not meet: the same key of another account is another key', async () => {
    const { token } = await service.createAccount('other');
    const key = randomUUID();
    await once(key, get('/mine'));
    expect((await once(key, get('/theirs'), HTTP, token)).status).to.equal(200);
    expect(requestsTo('/theirs')).to.equal(1);
  });

  it('nothing of request or answer can be read in Redis or in the file store', async () => {
    const key = `key-${randomUUID()}`;
    const { body } = await once(key, { method: 'POST', url: `${target.url}/kept/40000`, body: { iban: 'DE0211' } });
    expect(body.data.body.secret).to.equal('Pfirsichkern');
    const contents = await redisContents(service.redis.url);
    for (const content of ['Pfirsichkern', 'DE0211', key]) expect(contents).not.to.include(content);
  });

  for (const [what, key] of [
    ['an empty key', ' '],
    ['a key with a blank', 'a b'],
    ['a key of 256 characters', 'k'.repeat(256)],
  ] as const) {
    it(`${what} is 400`, async () => {
      const answer = await once(key, get('/never'));
      expect(answer.headers.get('x-error-code')).to.equal('invalid_parameter');
    });
  }

  describe('the operator', () => {
    const create = (key: string, path: string, body: object) =>
      service.call(path, { token: service.adminToken, body, headers: { 'idempotency-key': key } });
    const accountsNamed = async (name: string): Promise<number> => {
      const { items } = (await service.call('/admin/accounts?limit=1000', { token: service.adminToken })).body.data;
      return items.filter((account: { name: string }) => account.name === name).length;
    };

    it('creates one account, however many requests come, also concurrently', async () => {
      const key = randomUUID();
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => create(key, '/admin/accounts', { name: key, monthly_actions: 5 })),
      );
      answers.push(await create(key, '/admin/accounts', { monthly_actions: 5, name: key }));
      for (const { status, body } of answers) {
        expect(status).to.equal(200);
        expect(body).to.deep.equal(answers[0]?.body);
      }
      expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).to.have.lengthOf(5);
      expect(await accountsNamed(key)).to.equal(1);
    });

    it('makes one token, whose secret is answered again and works, and is nowhere in Redis', async () => {
      const { id } = await service.createAccount('tokens once');
      const key = randomUUID();
      const first = await create(key, `/admin/accounts/${id}/tokens`, { name: 'ci' });
      const again = await create(key, `/admin/accounts/${id}/tokens`, { name: 'ci' });
      const { token } = first.body.data;
      expect(again.body).to.deep.equal(first.body);
      expect(again.headers.get('idempotent-replayed')).to.equal('true');
      expect((await service.call('/api/usage', { token })).status).to.equal(200);
      const list = await service.call(`/admin/accounts/${id}/tokens`, { token: service.adminToken });
      expect(list.body.data.items.filter(({ name }: { name: string }) => name === 'ci')).to.have.lengthOf(1);
      const contents = await redisContents(service.redis.url);
      expect(contents).not.to.include(token);
      expect(contents).not.to.include(Buffer.from(token).toString('base64'));
    });

    it('is refused another request under the key, also for another account', async () => {
      const key = randomUUID();
      const refused = `not ${key}`;
      await create(key, '/admin/accounts', { name: 'first' });
      expect((await create(key, '/admin/accounts', { name: refused })).status).to.equal(409);
      const { id } = await service.createAccount('another');
      expect((await create(key, `/admin/accounts/${id}/tokens`, {})).status).to.equal(409);
      expect(await accountsNamed(refused)).to.equal(0);
    });

    it('may ask again after an error', async () => {
      const key = randomUUID();
      const path = '/admin/accounts/acc_none/tokens';
      expect((await create(key, path, {})).status).to.equal(404);
      expect((await create(key, path, {})).status).to.equal(404);
      expect((await create(key, '/admin/accounts', { name: 'after an error' })).status).to.equal(200);
    });
  });
});
