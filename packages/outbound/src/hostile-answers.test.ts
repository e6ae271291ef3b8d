/** Tests that a broken answer ends only its own request. */
import { type ERRORS, type HttpMethod, ServiceError } from '@toolpress/contract';
import { type HttpTarget, startRawTarget, TARGET_ADDRESS } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, afterEach, before, beforeEach, describe, it } from 'mocha';
import type { OutboundResponse } from './exchange.js';
import { HOSTILE_ANSWERS, MANNERS } from './testing/hostile-answers.js';
import { LIMITS, testOutbound } from './testing/outbound.js';

/** The error codes that a misbehaving target may cause. */
const BLAMED: ReadonlySet<string> = new Set<keyof typeof ERRORS>([
  ...(['address_forbidden', 'target_unreachable', 'response_invalid', 'response_too_large'] as const),
  ...(['too_many_redirects', 'deadline_exceeded'] as const),
]);
const AT_ONCE = 16;

describe('A hostile answer', () => {
  const outbound = testOutbound({ resolve: async () => [{ address: TARGET_ADDRESS, family: 4 }] });
  const answers = Object.entries(HOSTILE_ANSWERS);
  const manners = Object.entries(MANNERS);
  const troubles: unknown[] = [];
  const note = (trouble: unknown): void => void troubles.push(trouble);
  let target: HttpTarget;

  before(async () => {
    target = await startRawTarget((socket, head) => {
      const [, answer = 0, manner = 0] = /^\S+ \/(\d+)\/(\d+)/.exec(head) ?? [];
      const [, bytes = ''] = answers[Number(answer)] ?? [];
      const [, send] = manners[Number(manner)] ?? [];
      send?.(socket, Buffer.from(bytes.replaceAll('{self}', `${TARGET_ADDRESS}:${target.port}`), 'latin1'));
    });
  });
  after(async () => {
    outbound.close();
    await target.close();
  });
  beforeEach(() => {
    troubles.length = 0;
    process.on('uncaughtException', note).on('unhandledRejection', note).on('warning', note);
  });
  afterEach(() => {
    process.off('uncaughtException', note).off('unhandledRejection', note).off('warning', note);
  });

  const request = (path: string, method: HttpMethod, timeoutMs: number, signal?: AbortSignal) =>
    outbound.request(
      { method, url: `${target.url}${path}`, headers: { 'x-own': '1' }, ...(method === 'GET' ? {} : { body: BODY }) },
      { ...LIMITS, timeoutMs, maxResponseBytes: 200_000 },
      signal,
    );
  const BODY = Buffer.alloc(300_000, 'b');

  /** Runs many calls, some at a time. */
  async function inTurns(calls: ReadonlyArray<() => Promise<void>>): Promise<void> {
    const queue = [...calls];
    const work = async (): Promise<void> => {
      for (let call = queue.shift(); call !== undefined; call = queue.shift()) await call();
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }

  function expectAnswer(response: OutboundResponse, what: string): void {
    expect(response.status, what).to.be.within(0, 999);
    expect(Object.getPrototypeOf(response.headers), what).to.equal(Object.prototype);
    expect(() => JSON.stringify(response.headers), what).not.to.throw();
  }

  function expectBlame(error: unknown, what: string): void {
    expect(error, what).to.be.instanceOf(ServiceError);
    const { code, message } = error as ServiceError;
    expect(BLAMED.has(code), `${what}: ${code}`).to.equal(true);
    expect(message, what).to.match(/^The target [\w.]+:\d+(?: \(after \d redirects?\))? [\s\S]{5,200}\.$/);
    expect(message, what).not.to.match(/ECONN|HPE|Parse|socket|errno|at .*:\d+:\d+/);
  }

  const methods = ['GET', 'POST'] as const;
  const cases = answers.flatMap(([answer], answerIndex) =>
    manners.flatMap(([manner], mannerIndex) =>
      methods.map((method) => ({
        what: `${method}: ${answer}, ${manner}`,
        path: `/${answerIndex}/${mannerIndex}`,
        method,
      })),
    ),
  );

  it(`of ${answers.length} kinds, sent in ${manners.length} manners to GET and POST, ends in an answer or a plain error`, async () => {
    await inTurns(
      cases.map(({ what, path, method }) => async () => {
        const start = performance.now();
        await request(path, method, 300).then(
          (response) => expectAnswer(response, what),
          (error: unknown) => expectBlame(error, what),
        );
        expect(performance.now() - start, what).to.be.lessThan(60_000);
      }),
    );
    await target.idle();
    expect(troubles).to.deep.equal([]);
    expect(cases.length).to.be.greaterThan(500);
  });

  it('ends only its own request when the caller disconnects at any moment', async () => {
    const moments = cases.filter((_case, index) => index % 2 === 0);
    await inTurns(
      moments.map(({ path, method }, index) => async () => {
        const caller = new AbortController();
        const timer = setTimeout(() => caller.abort(new Error('hung up')), index % 12);
        await request(path, method, 1_000, caller.signal).catch((error: unknown) => {
          if (!(error instanceof ServiceError)) expect(error).to.equal(caller.signal.reason);
        });
        clearTimeout(timer);
      }),
    );
    await target.idle();
    expect(troubles).to.deep.equal([]);
  });

  it('is reported with the right code', async () => {
    const told = async (answer: string): Promise<string> => {
      const index = answers.findIndex(([name]) => name === answer);
      const outcome = await request(`/${index}/0`, 'GET', 300).then(
        ({ status }) => `answer ${status}`,
        (error: ServiceError) => `${error.code}: ${error.message.replace(/^The target \S+( \(.*?\))? /, '')}`,
      );
      return outcome;
    };
    expect(await told('nothing')).to.equal('target_unreachable: closed the connection without an answer.');
    expect(await told('text that is no HTTP')).to.equal('response_invalid: sent something that is not valid HTTP.');
    expect(await told('too large a header')).to.equal('response_invalid: sent more than 16 KiB of response headers.');
    for (const answer of ['status 101 with an upgrade', 'status 101 without one']) {
      expect(await told(answer)).to.equal('response_invalid: switched to another protocol, which was not asked for.');
    }
    for (const answer of ['a body shorter than its Content-Length', 'a chunk cut off', 'chunks without an end']) {
      expect(await told(answer)).to.equal(
        'response_invalid: closed the connection before its response body was complete.',
      );
    }
    expect(await told('a body over the limit')).to.match(
      /^response_too_large: sent a response body of more than 200000/,
    );
    expect(await told('a redirect to this machine')).to.match(/^address_forbidden: is not allowed/);
    expect(await told('status 000')).to.equal('answer 0');
    expect(await told('status 102, 103, 199, then 200')).to.equal('answer 200');
    expect(await told('a body longer than its Content-Length')).to.equal('answer 200');
  });
});
