import { setTimeout as sleep } from 'node:timers/promises';
import {
  AFTER_WORK_MS,
  type Answer,
  type CollectedSpan,
  eventually,
  type OtlpCollector,
  pdfText,
  startCollector,
  startRawTarget,
  TestService,
} from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

const PDF = '/api/utilities/html-to-pdf';
/** A small document takes a part of these on a busy machine, too. Documents that burn them take several. */
const DEADLINE_MS = 30_000;
const PRINT_LIMIT_MS = 10_000;
const isPrintLimit = ({ body }: Answer): boolean => /\b10 seconds/.test(body.error ?? '');

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
  /** The number of documents that a page has printed or abandoned, without those that waited until their deadline. */
  ended: number;
}

describe('Beside the rows of a batch', () => {
  /** The number of rows that a worker holds is 7, and a gateway holds 16. A row may end while the worker takes the call. */
  const MOST_TAKEN_BEFORE = 3;
  /** The row that has the page when the call joins, and one that had just ended. */
  const MOST_PRINTED_BEFORE = 2;
  let collector: OtlpCollector;
  let service: TestService;
  before(async () => {
    collector = await startCollector();
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '50' };
    service = await TestService.start({ env });
  });
  after(async () => {
    await service.stop();
    await collector.close();
  });

  it('a call is printed next, also of the account of the batch', async () => {
    const other = await service.createAccount('other');
    const html = `<p>${'<i>text</i> '.repeat(3_000)}`;
    const body = { tool: 'html-to-pdf', input: { html }, rows: Array(400).fill({}) };
    const { id } = (await service.call('/api/batches', { body })).body.data;
    const done = async (): Promise<number> => (await service.call(`/api/batches/${id}`)).body.data.done;
    const goesOn = async (): Promise<void> => {
      const begun = await done();
      await eventually(async () => expect(await done()).to.be.above(begun + 8), AFTER_WORK_MS);
    };
    await goesOn();
    const calls: string[] = [];
    for (const token of [service.token, other.token, service.token, other.token]) {
      const answer = await service.call(PDF, { token, body: { html: '<p>' } });
      expect(answer.status).to.equal(200);
      calls.push(answer.headers.get('x-request-id') ?? '');
    }
    await goesOn();
    expect(await done(), 'the batch goes on meanwhile').to.be.below(400);
    await service.call(`/api/batches/${id}`, { method: 'DELETE' });

    // The order comes from the worker's own records, so the duration of an answer does not matter.
    const ofWorker = (name: string): CollectedSpan[] =>
      collector.spans.filter((span) => span.service === 'toolpress-worker' && span.name === name);
    const traceOf = (call: string): string | undefined =>
      ofWorker('render').find(({ attributes }) => attributes['toolpress.request_id'] === call)?.traceId;
    await eventually(() => expect(calls.map(traceOf), 'recorded calls').not.to.include(undefined));
    const traces = calls.map(traceOf);
    const ofRows = (name: string): CollectedSpan[] => ofWorker(name).filter(({ traceId }) => !traces.includes(traceId));
    const isDuring = (time: number, { begun, ended }: CollectedSpan): boolean => time > begun && time < ended;
    expect(ofRows('print'), 'recorded rows').to.have.lengthOf.above(16);
    for (const trace of traces) {
      const [wait, print] = ['wait for a worker', 'print'].map((name) =>
        ofWorker(name).find(({ traceId }) => traceId === trace),
      );
      if (!wait || !print) throw new Error('the worker has not recorded a call');
      const taken = ofRows('render').filter(({ begun }) => isDuring(begun, wait));
      expect(taken.length, 'rows taken before a call').to.be.at.most(MOST_TAKEN_BEFORE);
      const printed = ofRows('print').filter(({ ended }) => isDuring(ended, print));
      expect(printed.length, 'rows printed before a call').to.be.at.most(MOST_PRINTED_BEFORE);
    }
  });
});

describe('Beside one account’s slow documents', () => {
  const services: TestService[] = [];
  const start = async (options: Parameters<typeof TestService.start>[0]): Promise<TestService> => {
    const service = await TestService.start(options);
    services.push(service);
    return service;
  };
  after(async () => {
    // They would print the slow documents to their end first.
    for (const service of services) for (const worker of service.workers.splice(0)) await worker.end('SIGKILL');
    await Promise.all(services.map((service) => service.stop()));
  });

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
    const burning = send(service, service.token, 24, BURNING);
    await eventually(async () => expect(await inQueue(service)).to.equal(24), AFTER_WORK_MS);
    await expectServed(service, [b.token, c.token], 6, burning, 2);
    const answers = (await Promise.all(burning.answers)).flatMap((one) => one ?? []);
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
