/** Small requests that want much: what they may take of the gateway's memory, its thread, and Redis. */
import { readFileSync, writeFileSync } from 'node:fs';
import { type ClientRequest, type IncomingMessage, request as startRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import {
  AFTER_WORK_MS,
  eventually,
  type HttpTarget,
  startHttpTarget,
  TARGET_ADDRESS,
  TestService,
} from '@toolpress/testkit';
import { expect } from 'chai';
import { after, afterEach, before, describe, it } from 'mocha';

const MIB = 1024 * 1024;
const PDF = '/api/utilities/html-to-pdf';
const HTTP = '/api/utilities/http-request';
/** A margin that leaves no room: refused when the body has been read and checked, before anything else is done. */
const TOO_WIDE = { top: '900in' };

describe('A gateway with a budget of 96 MiB for requests under way', () => {
  let service: TestService;
  before(async () => {
    service = await TestService.start({
      workers: 0,
      env: { MEMORY_BUDGET_MB: '96', OUTBOUND_ALLOW: TARGET_ADDRESS, LOG_LEVEL: 'info', RENDER_DEADLINE_MS: '300000' },
    });
  });
  after(() => service.stop());

  const cleanups: (() => unknown)[] = [];
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });

  /** The gateway's memory in MiB: current, and the peak since the last reset. */
  const memory = (field: 'VmRSS' | 'VmHWM'): number =>
    Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${service.gateway.pid}/status`, 'utf8'))?.[1]) /
    1024;
  const forgetPeak = (): void => writeFileSync(`/proc/${service.gateway.pid}/clear_refs`, '5');
  const redisMemory = async (field: 'used_memory' | 'used_memory_peak'): Promise<number> =>
    Number(new RegExp(`${field}:(\\d+)`).exec(String(await service.redis.command('INFO', 'memory')))?.[1]) / MIB;

  const outcomeOf = async (path: string, options: Parameters<TestService['call']>[1]): Promise<string> =>
    service.call(path, options).then(
      ({ status, headers }) => `${status} ${headers.get('x-error-code') ?? ''}`.trim(),
      () => 'gone',
    );

  /** A request by hand: what is written and read of it a test decides. */
  function open(path: string, headers: Record<string, string>, token = service.token) {
    const request = startRequest(`${service.url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    });
    request.on('error', () => undefined);
    cleanups.push(() => request.destroy());
    return request;
  }
  const answerTo = (request: ClientRequest): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => request.once('response', resolve).once('error', reject));

  it('looks at the sizes of variables before it reads them: 40 small requests that name 24 MiB move none of it', async () => {
    const names = Array.from({ length: 24 }, (_, index) => `large-${index}`);
    for (const name of names) {
      const body = { kind: 'html', content: 'x'.repeat(MIB) };
      expect(await outcomeOf(`/api/variables/${name}`, { method: 'PUT', body })).to.equal('200');
    }
    cleanups.push(() => Promise.all(names.map((name) => service.call(`/api/variables/${name}`, { method: 'DELETE' }))));
    await service.redis.command('CONFIG', 'RESETSTAT'); // the peak is what it is now
    const before = await redisMemory('used_memory');
    const html = names.map((name) => `[[var:${name}]]`).join('');
    const footer_html = `[[var:${names[0]}]]`;
    const wanting = Array.from({ length: 40 }, (_, index) =>
      outcomeOf(PDF, { body: index % 2 === 0 ? { html } : { html: 'x', footer_html } }),
    );
    expect(new Set(await Promise.all(wanting))).to.deep.equal(new Set(['413 body_too_large']));
    expect((await redisMemory('used_memory_peak')) - before, 'MiB more in Redis').to.be.below(16);
    const repeated = await service.call(PDF, { body: { html: `[[var:${names[0]}]]`.repeat(1_000) } });
    expect([repeated.status, repeated.body.error]).to.deep.equal([
      413,
      '`html` is over the limit of 5 MiB, with its template variables.',
    ]);
  });

  it('refuses a body of more than a million names and values without parsing it', async () => {
    const request = open(PDF, { 'content-encoding': 'gzip' });
    request.end(gzipSync(`{"html":"x","data":{"a":[${'{},'.repeat(1_200_000)}0]}}`));
    const answer = await answerTo(request);
    expect([answer.statusCode, answer.headers['x-error-code']]).to.deep.equal([413, 'body_too_large']);
    answer.resume();
  });

  it('counts a request under an idempotency key as at work until its work is done, though its caller has gone', async () => {
    const limitTo = (concurrent_requests: number) =>
      service.call('/admin/settings', {
        method: 'PATCH',
        token: service.adminToken,
        body: { rate_limit: { concurrent_requests } },
      });
    let atWork = 0;
    let most = 0;
    const answers: (() => void)[] = [];
    const target = await startHttpTarget((_request, response) => {
      most = Math.max(most, ++atWork);
      answers.push(() => response.end('done'));
    });
    await limitTo(3);
    cleanups.push(
      () => limitTo(1_000),
      () => target.close(),
    );
    const { token } = await service.createAccount('hangs up');
    const hangUp = async (index: number): Promise<void> => {
      const caller = new AbortController();
      const headers = { 'idempotency-key': `key-${index}` };
      const body = { method: 'GET', url: target.url };
      const before = answers.length;
      const outcome = outcomeOf(HTTP, { token, headers, body, signal: caller.signal });
      const arrived = eventually(() => expect(answers).to.have.lengthOf.above(before), AFTER_WORK_MS);
      await Promise.race([outcome, arrived]);
      caller.abort();
      await outcome;
    };
    await sleep(1_100); // settings are known for a second
    for (let index = 0; index < 12; index++) await hangUp(index);
    expect(most).to.equal(3);
    expect(await outcomeOf('/api/usage', { token })).to.equal('429 concurrency_exceeded');
    for (const answer of answers) answer();
    await eventually(async () => expect(await outcomeOf('/api/usage', { token })).to.equal('200'), AFTER_WORK_MS);
  });

  it('takes no more bodies in than it has room for: 40 of 9.6 MiB at a time', async () => {
    const body = JSON.stringify({ html: 'h'.repeat(4.9 * MIB), data: { d: 'd'.repeat(4.7 * MIB) } });
    const caller = new AbortController();
    const before = memory('VmRSS');
    forgetPeak();
    const bodies = Array.from({ length: 40 }, () => outcomeOf(PDF, { body, signal: caller.signal }));
    const { token } = await service.createAccount('small');
    for (let second = 0; second < 4; second++) {
      expect(await outcomeOf(PDF, { token, body: { html: 'x', margin: TOO_WIDE } })).to.equal('400 invalid_parameter');
      await sleep(1_000);
    }
    expect(memory('VmHWM') - before, 'MiB more').to.be.below(320);
    caller.abort();
    expect(new Set(await Promise.all(bodies)).has('500 internal')).to.equal(false);
  });

  it('keeps no documents that wait in Redis: 40 of 1 MiB are taken in, more than its room for them', async () => {
    let before = 0;
    const caller = new AbortController();
    cleanups.push(() => caller.abort());
    const body = JSON.stringify({ html: 'h'.repeat(MIB) });
    const ended: string[] = [];
    const waiting: Promise<unknown>[] = [];
    // A few at a time: a busy machine reads the last of many so late that it is refused.
    for (let number = 1; number <= 40; number++) {
      waiting.push(outcomeOf(PDF, { body, signal: caller.signal }).then((outcome) => ended.push(outcome)));
      if (number % 5 > 0) continue;
      await eventually(async () => {
        expect(ended, 'answers').to.deep.equal([]);
        expect(await service.redis.command('KEYS', 'toolpress:payload:*')).to.have.lengthOf(number);
      });
      if (number > 10) continue;
      // A gateway that has just started grows with its first documents.
      before = memory('VmRSS');
      forgetPeak();
    }
    expect(memory('VmHWM') - before, 'MiB more').to.be.below(120);
    caller.abort();
    await Promise.all(waiting);
  });

  describe('and a target whose answers are large', () => {
    let target: HttpTarget;
    before(async () => {
      const large = JSON.stringify({ text: 'z'.repeat(9.5 * MIB) });
      target = await startHttpTarget((_request, response) => {
        response.setHeader('content-type', 'application/json');
        response.end(large);
      });
    });
    after(() => target.close());

    it('holds unread answers within its budget, and other requests continue', async () => {
      const before = memory('VmRSS');
      forgetPeak();
      let answered = 0;
      for (let reader = 0; reader < 30; reader++) {
        const request = open(HTTP, {});
        request.once('response', (response: IncomingMessage) => {
          answered++;
          response.pause();
          response.on('error', () => undefined);
        });
        request.end(JSON.stringify({ method: 'GET', url: target.url }));
      }
      await eventually(() => expect(answered).to.be.at.least(1), AFTER_WORK_MS);
      const { token } = await service.createAccount('reads');
      const body = JSON.stringify({ html: 'h'.repeat(5 * MIB + 1) });
      expect(await outcomeOf(PDF, { token, body }), 'a large body of another').to.equal('413 body_too_large');
      const read = await service.call(HTTP, { token, body: { method: 'GET', url: `${target.url}/read` } });
      expect([read.status, read.body.data?.body.text.length]).to.deep.equal([200, 9.5 * MIB]);
      expect(memory('VmHWM') - before, 'MiB more').to.be.below(320);
    });
  });

  it('leaves room for another account’s large body while uploads of one are stalled', async () => {
    for (let upload = 0; upload < 20; upload++) {
      open(PDF, { 'content-length': String(9 * MIB) }).write('{"html":"');
    }
    await sleep(500);
    const { token } = await service.createAccount('uploads');
    const body = JSON.stringify({ html: 'x', data: { d: 'd'.repeat(2 * MIB) }, margin: TOO_WIDE });
    expect(await outcomeOf(PDF, { token, body })).to.equal('400 invalid_parameter');
  });
});
