import { setTimeout as sleep } from 'node:timers/promises';
import { AFTER_WORK_MS, eventually, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { afterEach, beforeEach, describe, it } from 'mocha';

const PDF = '/api/utilities/html-to-pdf';
const PREVIEW = '/studio/api/preview';
const PAGES = 2;
const NEIGHBOURS = 4;
const CALLS_OF_EACH = 40;
const PAUSE_MS = 50;
/** The clients of one account that send previews without a pause. */
const TYPISTS = 8;
/** A preview may be at work when the call arrives. */
const MOST_BEFORE = 1;

describe('Previews of one account', () => {
  let service: TestService;
  beforeEach(async () => {
    service = await TestService.start({ env: { RENDER_CONCURRENCY: String(PAGES), LOG_LEVEL: 'info' } });
  });
  afterEach(() => service.stop());

  const sessionOf = async (token: string): Promise<Record<string, string>> => {
    const page = { 'sec-fetch-site': 'same-origin' };
    const signIn = { method: 'POST', headers: { ...page, 'content-type': 'application/json' } };
    const response = await fetch(`${service.url}/studio/session`, { ...signIn, body: JSON.stringify({ token }) });
    return { ...page, cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
  };
  const waiting = async (): Promise<number> => Number(await service.redis.command('ZCARD', 'toolpress:admission'));

  it('as fast as it can send them do not delay four accounts that call, and are bounded', async () => {
    const neighbours = [];
    for (let index = 0; index < NEIGHBOURS; index++) neighbours.push(await service.createAccount(`n${index}`));
    const headers = await sessionOf(service.token);
    const html = '<p style="break-after: page">text '.repeat(5);
    const outcomes: Record<string, number> = {};
    let previews = 0;
    let isOver = false;
    const typist = async (): Promise<void> => {
      while (!isOver) {
        const answer = await service.call(PREVIEW, { token: null, headers, body: { html } });
        const outcome = answer.headers.get('x-error-code') ?? String(answer.status);
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
        if (answer.status === 200) previews += 1;
      }
    };
    /** The previews that were answered during each call. */
    const during: number[] = [];
    const neighbour = async ({ token }: { token: string }): Promise<void> => {
      for (let call = 0; call < CALLS_OF_EACH; call++) {
        const before = previews;
        const answer = await service.call(PDF, { token, body: { html: `<p>${call}</p>` } });
        expect(answer.status, answer.body.error).to.equal(200);
        during.push(previews - before);
        await sleep(PAUSE_MS);
      }
    };
    const typists = Array.from({ length: TYPISTS }, typist);
    await eventually(() => expect(previews).to.be.above(0), AFTER_WORK_MS);
    const begun = performance.now();
    const before = { ...outcomes };
    await Promise.all(neighbours.map(neighbour));
    const minutes = Math.ceil((performance.now() - begun) / 60_000) + 1;
    isOver = true;
    await Promise.all(typists);

    expect(Object.keys(outcomes)).to.have.members(['200', 'concurrency_exceeded', 'rate_limited']);
    expect(outcomes['200'], 'previews go on').to.be.above(before['200'] ?? 0);
    const admitted = (outcomes['200'] ?? 0) + (outcomes['concurrency_exceeded'] ?? 0);
    expect(admitted, 'previews that were not refused').to.be.at.most(600 * (minutes + 1));
    const sorted = during.sort((one, other) => one - other);
    expect(sorted[Math.floor(sorted.length / 2)], 'usual previews before a call').to.be.at.most(MOST_BEFORE);
    for (const { token } of neighbours)
      expect((await service.call('/api/usage', { token })).body.data.requests).to.equal(CALLS_OF_EACH);
    expect((await service.call('/api/usage')).body.data.requests, 'charged for previews').to.equal(0);
    await eventually(async () => expect(await waiting()).to.equal(0), AFTER_WORK_MS);
    expect(service.logs()).not.to.match(/"level":"(error|fatal)"/);
  });

  it('wait behind calls, and leave the queue when the page gives them up', async () => {
    await service.workers[0]?.end();
    const headers = await sessionOf(service.token);
    const hangUp = new AbortController();
    const preview = (signal?: AbortSignal) =>
      service
        .call(PREVIEW, { token: null, headers, body: { html: '<p>next' }, ...(signal && { signal }) })
        .catch(() => undefined);
    const inQueues = (): Promise<unknown[]> =>
      Promise.all(
        ['render', 'render-slow'].map((name) => service.redis.command('ZCARD', `toolpress:${name}:prioritized`)),
      );
    const answer = preview(hangUp.signal);
    await eventually(async () => expect(await inQueues()).to.deep.equal([0, 1]), AFTER_WORK_MS);
    hangUp.abort();
    expect(await answer).to.equal(undefined);
    await eventually(async () => expect([...(await inQueues()), await waiting()]).to.deep.equal([0, 0, 0]));
    const next = preview();
    await service.addWorker();
    expect((await next)?.status).to.equal(200);
  });
});
