import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, eventually, pdfText, startRawTarget, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, describe, it } from 'mocha';

const PDF = '/api/utilities/html-to-pdf';
const DEADLINE_MS = 12_000;
const PRINT_LIMIT_MS = 4_000;
/** How long a small document may take beside others’ slow ones; more only on a machine on which it takes that long anyway. */
const BOUND_MS = 3_000;
const TIMES_USUAL = 20;

/** Its layout outlasts every deadline. */
const BURNING = { html: `<table>${'<tr><td rowspan="65534">x<td>y'.repeat(3_000)}</table>` };
/** A drawing of 7^5 rectangles: it takes a second and more, and is printed. */
const SLOW = {
  html: `<svg><defs><g id="g0"><rect width="1" height="1"/></g>${Array.from(
    { length: 5 },
    (_, level) => `<g id="g${level + 1}">${`<use href="#g${level}"/>`.repeat(7)}</g>`,
  ).join('')}</defs><use href="#g5"/></svg>`,
};

interface Timed {
  answer: Answer;
  ms: number;
}

describe('Beside one account’s slow documents', () => {
  const services: TestService[] = [];
  /** How long a small document takes by itself, milliseconds. */
  let usual = 0;
  const start = async (options: Parameters<typeof TestService.start>[0]): Promise<TestService> => {
    const service = await TestService.start(options);
    services.push(service);
    const html = '<p>usual</p>';
    await timed(service, service.token, { html });
    usual = Math.max(
      (await timed(service, service.token, { html })).ms,
      (await timed(service, service.token, { html })).ms,
    );
    return service;
  };
  after(() => Promise.all(services.map((service) => service.stop())));

  const env = (pages: number): Record<string, string> => ({
    RENDER_CONCURRENCY: String(pages),
    RENDER_DEADLINE_MS: String(DEADLINE_MS),
    RENDER_PRINT_LIMIT_MS: String(PRINT_LIMIT_MS),
    OUTBOUND_ALLOW: '127.0.0.2',
  });

  async function timed(service: TestService, token: string, body: object, signal?: AbortSignal): Promise<Timed> {
    const begun = performance.now();
    const answer = await service.call(PDF, { token, body, ...(signal && { signal }) });
    return { answer, ms: performance.now() - begun };
  }

  const many = (service: TestService, token: string, count: number, body: object, signal?: AbortSignal) =>
    Array.from({ length: count }, () => timed(service, token, body, signal).catch(() => undefined));

  /** A small document every now and then, each to be printed within the bound. */
  async function expectServed(service: TestService, tokens: readonly string[], rounds: number): Promise<void> {
    const slowest: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const text = `small-${round}-end`;
      const all = await Promise.all(tokens.map((token) => timed(service, token, { html: `<p>${text}</p>` })));
      for (const { answer } of all) {
        expect(answer.status, `round ${round}: ${answer.body.error}`).to.equal(200);
        expect(pdfText(Buffer.from(answer.body.data.pdf_base64, 'base64'))).to.include(text);
      }
      slowest.push(Math.max(...all.map(({ ms }) => ms)));
      await sleep(150);
    }
    expect(Math.max(...slowest), `ms: ${slowest.map(Math.round).join(' ')}`).to.be.below(
      Math.max(BOUND_MS, TIMES_USUAL * usual),
    );
  }

  /** Documents that are in the queue or at work. */
  const inQueue = async (service: TestService): Promise<number> =>
    Number(await service.redis.command('ZCARD', 'toolpress:places'));

  it('that burn their deadlines, two others’ small ones are printed within seconds', async () => {
    const service = await start({ env: env(2) });
    const [b, c] = [await service.createAccount('b'), await service.createAccount('c')];
    const burning = many(service, service.token, 24, BURNING);
    await eventually(async () => expect(await inQueue(service)).to.equal(24), 10_000);
    await expectServed(service, [b.token, c.token], 6);
    const answers = (await Promise.all(burning)).flatMap((one) => one ?? []);
    expect(answers).to.have.lengthOf(24);
    for (const { answer, ms } of answers) {
      expect(answer.status, answer.body.error).to.equal(504);
      expect(ms).to.be.below(DEADLINE_MS + 1_500);
    }
    const named = answers.filter(({ answer }) => answer.body.error?.includes('4 seconds'));
    expect(named, 'answered with the limit of printing').not.to.be.empty;
    expect((await service.call('/api/usage')).body.data.requests, 'charged').to.equal(3); // the small ones before
    expect(service.logs()).not.to.match(/"level":"(error|fatal)"/);
  }).timeout(60_000);

  it('that are printed in the end, and in more pages, others’ small ones are printed within seconds', async () => {
    const service = await start({ env: { ...env(4), RENDER_DEADLINE_MS: '60000', RENDER_PRINT_LIMIT_MS: '40000' } });
    const other = await service.createAccount('other');
    const caller = new AbortController();
    const slow = many(service, service.token, 24, SLOW, caller.signal);
    await eventually(async () => expect(await inQueue(service)).to.equal(24), 10_000);
    await expectServed(service, [other.token], 8);
    // They go on meanwhile, whatever else is printed.
    const first = await Promise.race(slow);
    expect(first?.answer.status, first?.answer.body.error).to.equal(200);
    caller.abort();
    await Promise.all(slow);
    await eventually(async () => expect(await inQueue(service)).to.equal(0), 10_000);
  }).timeout(60_000);

  it('of which there are two, a third’s small ones are printed within seconds, and each of the two gets its turns', async () => {
    const service = await start({ env: { ...env(2), RENDER_DEADLINE_MS: '60000', RENDER_PRINT_LIMIT_MS: '30000' } });
    const [b, c] = [await service.createAccount('b'), await service.createAccount('c')];
    const caller = new AbortController();
    const burning = many(service, service.token, 16, BURNING, caller.signal);
    await eventually(async () => expect(await inQueue(service)).to.equal(16), 10_000);
    const slow = many(service, b.token, 8, SLOW, caller.signal);
    await eventually(async () => expect(await inQueue(service)).to.be.above(16), 10_000);
    await expectServed(service, [c.token], 6);
    const first = await Promise.race(slow);
    expect(first?.answer.status, first?.answer.body.error).to.equal(200);
    caller.abort();
    await Promise.all([...burning, ...slow]);
  }).timeout(60_000);

  it('that wait for slow images, others’ small ones are printed within seconds', async () => {
    const target = await startRawTarget(() => undefined, { greet: true }); // not even TLS is spoken
    const service = await start({ env: env(2) });
    const other = await service.createAccount('other');
    const caller = new AbortController();
    const html = `<img src="https://${target.host}:${target.port}/logo.png">`;
    const waiting = many(service, service.token, 24, { html }, caller.signal);
    await eventually(async () => expect(await inQueue(service)).to.equal(24), 10_000);
    await eventually(() => expect(target.connections).to.be.above(0));
    await expectServed(service, [other.token], 6);
    caller.abort();
    await Promise.all(waiting);
    await target.close();
  }).timeout(60_000);
});
