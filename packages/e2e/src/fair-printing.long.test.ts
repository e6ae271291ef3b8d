import { setTimeout as sleep } from 'node:timers/promises';
import { AFTER_WORK_MS, type Answer, eventually, pdfText, startRawTarget, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

const PDF = '/api/utilities/html-to-pdf';
const DEADLINE_MS = 12_000;
const PRINT_LIMIT_MS = 4_000;
const isPrintLimit = ({ body }: Answer): boolean => /\b(4|30|40) seconds/.test(body.error ?? '');

/** Its layout outlasts every deadline. */
const BURNING = { html: `<table>${'<tr><td rowspan="65534">x<td>y'.repeat(3_000)}</table>` };
/** A drawing of 7^5 rectangles: it takes a second and more, and is printed. */
const SLOW = {
  html: `<svg><defs><g id="g0"><rect width="1" height="1"/></g>${Array.from(
    { length: 5 },
    (_, level) => `<g id="g${level + 1}">${`<use href="#g${level}"/>`.repeat(7)}</g>`,
  ).join('')}</defs><use href="#g5"/></svg>`,
};

/** Slow documents on their way. */
interface Crowd {
  answers: Promise<Answer | undefined>[];
  /** How many have been printed or given up by a page; those that waited until their deadline are not among them. */
  ended: number;
}

describe('Beside the rows of a batch', () => {
  /** What ends its row, and its own print; the others are begun with while it is looked. */
  const MOST_BEFORE = 5;
  let service: TestService;
  before(async () => {
    service = await TestService.start();
  });
  after(() => service.stop());

  it('a call is printed next, also of the account of the batch', async () => {
    const other = await service.createAccount('other');
    const html = `<p>${'<i>text</i> '.repeat(3_000)}`;
    const body = { tool: 'html-to-pdf', input: { html }, rows: Array(400).fill({}) };
    const { id } = (await service.call('/api/batches', { body })).body.data;
    const done = async (): Promise<number> => (await service.call(`/api/batches/${id}`)).body.data.done;
    await eventually(async () => expect(await done()).to.be.above(8), AFTER_WORK_MS);
    for (const token of [service.token, other.token, service.token, other.token]) {
      const begun = await done();
      expect((await service.call(PDF, { token, body: { html: '<p>' } })).status).to.equal(200);
      expect((await done()) - begun, 'rows before a call').to.be.at.most(MOST_BEFORE);
    }
    expect(await done(), 'the batch goes on meanwhile').to.be.within(10, 399);
    await service.call(`/api/batches/${id}`, { method: 'DELETE' });
  });
});

describe('Beside one account’s slow documents', () => {
  const services: TestService[] = [];
  const start = async (options: Parameters<typeof TestService.start>[0]): Promise<TestService> => {
    const service = await TestService.start(options);
    services.push(service);
    return service;
  };
  after(() => Promise.all(services.map((service) => service.stop())));

  const env = (pages: number): Record<string, string> => ({
    RENDER_CONCURRENCY: String(pages),
    RENDER_DEADLINE_MS: String(DEADLINE_MS),
    RENDER_PRINT_LIMIT_MS: String(PRINT_LIMIT_MS),
    OUTBOUND_ALLOW: '127.0.0.2',
  });

  function send(service: TestService, token: string, count: number, body: object, signal?: AbortSignal): Crowd {
    const crowd: Crowd = { answers: [], ended: 0 };
    crowd.answers = Array.from({ length: count }, async () => {
      const options = { token, body, ...(signal && { signal }) };
      const answer = await service.call(PDF, options).catch(() => undefined);
      if (answer?.status === 200 || (answer !== undefined && isPrintLimit(answer))) crowd.ended++;
      return answer;
    });
    return crowd;
  }

  /** Sends a small document now and then. Each must print before more than a number of the crowd have had a page. */
  async function expectServed(
    service: TestService,
    tokens: readonly string[],
    rounds: number,
    crowd: Crowd,
    most: number,
  ) {
    for (let round = 0; round < rounds; round++) {
      const text = `small-${round}-end`;
      const before = crowd.ended;
      const body = { html: `<p>${text}</p>` };
      for (const answer of await Promise.all(tokens.map((token) => service.call(PDF, { token, body })))) {
        expect(answer.status, `round ${round}: ${answer.body.error}`).to.equal(200);
        expect(pdfText(Buffer.from(answer.body.data.pdf_base64, 'base64'))).to.include(text);
      }
      expect(crowd.ended - before, `slow ones before a small one, round ${round}`).to.be.at.most(most);
      await sleep(150);
    }
  }

  /** Documents that are in the queue or at work. */
  const inQueue = async (service: TestService): Promise<number> =>
    Number(await service.redis.command('ZCARD', 'toolpress:admission'));

  it('that burn their deadlines, two others’ small ones are not kept waiting', async () => {
    const service = await start({ env: env(2) });
    const [b, c] = [await service.createAccount('b'), await service.createAccount('c')];
    const begun = performance.now();
    const burning = send(service, service.token, 24, BURNING);
    await eventually(async () => expect(await inQueue(service)).to.equal(24), AFTER_WORK_MS);
    await expectServed(service, [b.token, c.token], 6, burning, 2);
    const answers = (await Promise.all(burning.answers)).flatMap((one) => one ?? []);
    expect(performance.now() - begun, 'no deadline, and one more print').to.be.below(DEADLINE_MS + PRINT_LIMIT_MS);
    expect(answers).to.have.lengthOf(24);
    for (const answer of answers) expect(answer.status, answer.body.error).to.equal(504);
    expect(answers.filter(isPrintLimit), 'answered with the limit of printing').not.to.be.empty;
    expect((await service.call('/api/usage')).body.data.requests, 'charged').to.equal(0);
    expect(service.logs()).not.to.match(/"level":"(error|fatal)"/);
  });

  it('that are printed in the end, and in more pages, others’ small ones are not kept waiting', async () => {
    const service = await start({ env: { ...env(4), RENDER_DEADLINE_MS: '300000', RENDER_PRINT_LIMIT_MS: '200000' } });
    const other = await service.createAccount('other');
    const caller = new AbortController();
    const slow = send(service, service.token, 24, SLOW, caller.signal);
    await eventually(async () => expect(await inQueue(service)).to.equal(24), AFTER_WORK_MS);
    await expectServed(service, [other.token], 8, slow, 4);
    // They continue beside the other prints.
    const first = await Promise.race(slow.answers);
    expect(first?.status, first?.body.error).to.equal(200);
    caller.abort();
    await Promise.all(slow.answers);
    await eventually(async () => expect(await inQueue(service)).to.equal(0), AFTER_WORK_MS);
  });

  it('with two such batches, the small documents of a third account do not wait, and both batches get turns', async () => {
    const service = await start({ env: { ...env(2), RENDER_DEADLINE_MS: '300000', RENDER_PRINT_LIMIT_MS: '200000' } });
    const [b, c] = [await service.createAccount('b'), await service.createAccount('c')];
    const caller = new AbortController();
    const burning = send(service, service.token, 16, BURNING, caller.signal);
    await eventually(async () => expect(await inQueue(service)).to.equal(16), AFTER_WORK_MS);
    const slow = send(service, b.token, 8, SLOW, caller.signal);
    await eventually(async () => expect(await inQueue(service)).to.be.above(16), AFTER_WORK_MS);
    await expectServed(service, [c.token], 6, slow, 2);
    expect(burning.ended, 'none waited for the limit of printing').to.equal(0);
    const first = await Promise.race(slow.answers);
    expect(first?.status, first?.body.error).to.equal(200);
    caller.abort();
    await Promise.all([...burning.answers, ...slow.answers]);
  });

  it('that wait for slow images, others’ small ones are not kept waiting', async () => {
    const target = await startRawTarget(() => undefined, { greet: true }); // not even TLS is spoken
    const service = await start({ env: env(2) });
    const other = await service.createAccount('other');
    const caller = new AbortController();
    const html = `<img src="https://${target.host}:${target.port}/logo.png">`;
    const waiting = send(service, service.token, 24, { html }, caller.signal);
    await eventually(async () => expect(await inQueue(service)).to.equal(24), AFTER_WORK_MS);
    await eventually(() => expect(target.connections).to.be.above(0), AFTER_WORK_MS);
    await expectServed(service, [other.token], 6, waiting, 2);
    caller.abort();
    await Promise.all(waiting.answers);
    await target.close();
  });
});
