import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { TOOLS } from '@toolpress/contract';
import { type Answer, eventually, type HttpTarget, startHttpTarget, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

const PDF = TOOLS['html-to-pdf'].path;
const HTTP = TOOLS['http-request'].path;
/** Takes long enough for its caller to hang up over it. */
const LONG = `<table>${'<tr><td>one<td>two<td>three'.repeat(1_500)}</table>`;

describe('The storage of an account', () => {
  let service: TestService;
  let target: HttpTarget;
  before(async () => {
    target = await startHttpTarget((_request, response) => response.end('x'.repeat(20_000)));
    service = await TestService.start({ env: { OUTBOUND_ALLOW: '127.0.0.2' } });
  });
  after(async () => {
    await service.stop();
    await target.close();
  });

  const render = (token: string, key?: string): Promise<Answer> =>
    service.call(PDF, { token, body: { html: 'x' }, headers: key === undefined ? {} : { 'idempotency-key': key } });
  const limitTo = (max_bytes_per_account: number) =>
    service.call('/admin/settings', {
      method: 'PATCH',
      token: service.adminToken,
      body: { storage: { max_bytes_per_account } },
    });
  const stored = async (token: string): Promise<number> =>
    (await service.call('/api/usage', { token })).body.data.storage_bytes;
  const files = async (): Promise<number> =>
    (await readdir(service.storageFolder, { recursive: true })).filter((name) => name.endsWith('.pdf')).length;

  it('is the sum of its files, and shown with its usage', async () => {
    const { token, id } = await service.createAccount('sums');
    expect(await stored(token)).to.equal(0);
    const sizes: number[] = [];
    for (const key of [undefined, randomUUID()]) sizes.push((await render(token, key)).body.data.size_bytes);
    const [one = 0, other = 0] = sizes;
    await eventually(async () => expect(await stored(token)).to.equal(one + other));
    const asked = await service.call(`/admin/usage?account=${id}`, { token: service.adminToken });
    expect(asked.body.data.storage_bytes).to.equal(one + other);
    expect((await service.call('/api/usage')).body.data.storage_bytes).to.equal(0);
  });

  it('has a PDF in it whose answer is long and kept under an idempotency key', async () => {
    const { token } = await service.createAccount('warned');
    // Each server that cannot be found is a separate warning.
    const html = Array.from(
      { length: 20 },
      (_, index) => `<img src="https://${'missing'.repeat(8)}${index}.invalid/">`,
    ).join('\n');
    const headers = { 'idempotency-key': randomUUID() };
    const { data } = (await service.call(PDF, { token, body: { html, on_blocked: 'warn' }, headers })).body;
    expect(JSON.stringify(data.warnings)).to.have.length.above(1_500);
    await eventually(async () => expect(await stored(token)).to.equal(data.size_bytes));
  });

  it('has a limit: beyond it is 422 before anything is rendered, on every gateway, until it is raised', async () => {
    const { token } = await service.createAccount('limited');
    const other = await service.addGateway();
    const first = await render(token);
    await limitTo(first.body.data.size_bytes + 1);
    expect((await render(token)).status).to.equal(200);
    const used = first.body.data.size_bytes * 2;
    await eventually(async () => expect(await stored(token)).to.equal(used));
    const before = await files();
    const refused = await render(token);
    expect(refused.status).to.equal(422);
    expect(refused.headers.get('x-error-code')).to.equal('storage_quota_exceeded');
    expect(refused.body.error).to.match(
      new RegExp(`take ${used} bytes of the ${used / 2 + 1} .* \\d{4}-\\d\\d-\\d\\d`),
    );
    await eventually(async () => {
      const there = await fetch(`${other.url}${PDF}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: '{"html":"x"}',
      });
      expect(there.status).to.equal(422);
    });
    await other.end();
    expect(await files()).to.equal(before);
    expect((await render((await service.createAccount('another')).token)).status).to.equal(200);
    await limitTo(0);
    expect((await render(token)).status).to.equal(200);
  });

  it('has room again when files have expired', async () => {
    const { token, id } = await service.createAccount('expiring');
    const { size_bytes: size } = (await render(token)).body.data;
    await eventually(async () => expect(await stored(token)).to.equal(size));
    await limitTo(size);
    expect((await render(token)).status).to.equal(422);
    const key = `toolpress:account:${id}:storage`;
    const [day = ''] = (await service.redis.command('HKEYS', key)) as string[];
    await service.redis.command('DEL', key);
    await service.redis.command('HSET', key, '2020-01-31', String(size));
    expect(await stored(token)).to.equal(0);
    expect((await render(token)).status).to.equal(200);
    await eventually(async () => expect(await service.redis.command('HKEYS', key)).to.deep.equal([day]));
    await limitTo(0);
  });

  it('holds the long results that are kept under idempotency keys', async () => {
    const { token } = await service.createAccount('keeping');
    const ask = (headers: Record<string, string>) =>
      service.call(HTTP, { token, headers, body: { method: 'GET', url: target.url } });
    expect((await ask({ 'idempotency-key': 'one' })).status).to.equal(200);
    const kept = await stored(token);
    expect(kept).to.be.above(20_000);
    await limitTo(kept);
    expect((await ask({ 'idempotency-key': 'two' })).headers.get('x-error-code')).to.equal('storage_quota_exceeded');
    expect((await ask({ 'idempotency-key': 'one' })).status, 'a repeat').to.equal(200);
    expect((await ask({})).status, 'without a key').to.equal(200);
    await limitTo(0);
  });

  it('omits the files of callers who hung up, which are deleted', async () => {
    const { token } = await service.createAccount('impatient');
    const before = await files();
    const [worker] = service.workers;
    const caller = new AbortController();
    const headers = { 'x-request-id': 'impatient' };
    const gone = service.call(PDF, { token, headers, body: { html: LONG }, signal: caller.signal }).catch(() => 'gone');
    await eventually(async () => {
      expect(await service.redis.command('LLEN', 'toolpress:render:active')).to.equal(1);
      expect(await service.redis.command('ZCARD', 'toolpress:admission:waiting')).to.equal(0); // the worker has read it
    });
    process.kill(worker?.pid ?? 0, 'SIGSTOP');
    caller.abort();
    expect(await gone).to.equal('gone');
    await eventually(() => expect(service.gateway.output()).to.include('"status":499'));
    process.kill(worker?.pid ?? 0, 'SIGCONT');
    const rendered = /"requestId":"impatient","outcome":"success"/;
    await eventually(() => expect(worker?.output()).to.match(rendered));
    await eventually(async () => expect(await files()).to.equal(before));
    expect(await stored(token)).to.equal(0);
  });

  it('holds one file of two documents that were rendered under one key, after a lease had ended', async () => {
    const { token } = await service.createAccount('twice');
    const before = await files();
    const [worker] = service.workers;
    process.kill(worker?.pid ?? 0, 'SIGSTOP');
    const call = () => service.call(PDF, { token, body: { html: 'x' }, headers: { 'idempotency-key': 'twice' } });
    const calls = [call()];
    const waiting = (number: number) =>
      eventually(async () => expect(await service.redis.command('ZCARD', 'toolpress:admission')).to.equal(number));
    await waiting(1);
    const records = (await service.redis.command('KEYS', 'toolpress:account:*:idempotency:*')) as string[];
    for (const key of records) {
      if ((await service.redis.command('HEXISTS', key, 'owner')) === 1) await service.redis.command('DEL', key);
    }
    calls.push(call());
    await waiting(2);
    process.kill(worker?.pid ?? 0, 'SIGCONT');
    const [one, other] = await Promise.all(calls);
    expect([one?.status, other?.status]).to.deep.equal([200, 200]);
    expect(other?.body.data.download_url).to.equal(one?.body.data.download_url);
    await eventually(async () => expect(await files()).to.equal(before + 1));
    expect(await stored(token)).to.equal(one?.body.data.size_bytes);
  });
});

describe('What is kept under the idempotency keys of an account', () => {
  let service: TestService;
  let target: HttpTarget;
  before(async () => {
    target = await startHttpTarget((request, response) => response.end('x'.repeat(Number(request.path.slice(1)))));
    service = await TestService.start({ workers: 0, env: { OUTBOUND_ALLOW: '127.0.0.2' } });
  });
  after(async () => {
    await service.stop();
    await target.close();
  });

  const CALLS = 40;
  const ask = (key: string | undefined, bytes = 10, token = service.token): Promise<Answer> =>
    service.call(HTTP, {
      token,
      body: { method: 'GET', url: `${target.url}/${bytes}` },
      headers: key === undefined ? {} : { 'idempotency-key': key },
    });
  const tally = () => `toolpress:account:${service.accountId}:idempotency-bytes`;
  const counted = async (): Promise<number> =>
    ((await service.redis.command('HVALS', tally())) as string[]).reduce((sum, bytes) => sum + Number(bytes), 0);

  for (const bytes of [10, 1_000, 12_000]) {
    it(`takes no more of Redis than is counted, with answers of ${bytes} bytes`, async () => {
      const countedBefore = await counted();
      const begun = Date.now();
      for (let call = 0; call < CALLS; call++) expect((await ask(`${begun}-${call}`, bytes)).status).to.equal(200);
      const records = (await service.redis.command('KEYS', 'toolpress:account:*:idempotency:*')) as string[];
      const usages = await Promise.all(records.map((key) => service.redis.command('MEMORY', 'USAGE', key)));
      const taken = usages.map(Number).reduce((sum, each) => sum + each, 0);
      expect(taken / CALLS, 'bytes of a record').to.be.below(4_000);
      expect((await counted()) - countedBefore).to.be.at.least(taken);
      await service.redis.command('DEL', ...records);
    });
  }

  it('has a limit: beyond it is 429 before the work is done, but repeats are answered, and other accounts', async () => {
    expect((await ask('done-before')).status).to.equal(200);
    const hour = new Date(Date.now() + 3_600_000).toISOString().slice(0, 13);
    const room = 32 * 1024 * 1024 - (await counted());
    await service.redis.command('HSET', tally(), hour, String(room));
    const requests = target.requests.length;
    const refused = await ask('one-more');
    expect(refused.status).to.equal(429);
    expect(refused.headers.get('x-error-code')).to.equal('idempotency_limit');
    expect(Number(refused.headers.get('retry-after'))).to.be.within(3_500, 7_200);
    expect(target.requests.length).to.equal(requests);
    expect((await ask('done-before')).status, 'a repeat').to.equal(200);
    expect((await ask(undefined)).status, 'without a key').to.equal(200);
    expect((await ask('one-more', 10, (await service.createAccount('other')).token)).status).to.equal(200);
    await service.redis.command('HDEL', tally(), hour);
    await service.redis.command('HSET', tally(), '2020-01-31T23', String(room));
    expect((await ask('one-more')).status, 'when records have ended').to.equal(200);
    expect(await service.redis.command('HEXISTS', tally(), '2020-01-31T23')).to.equal(0);
  });
});
