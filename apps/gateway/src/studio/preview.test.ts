import { ServiceError } from '@toolpress/contract';
import type { Redis } from '@toolpress/runtime';
import { eventually, startConnectedRedis } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import type { RequestContext } from '../api/endpoint.js';
import type { Caller } from '../auth/callers.js';
import type { UnkeptPdf } from '../tools/pdf/unkept-print.js';
import { PreviewRate, previewEndpoint } from './preview.js';

const FILE: UnkeptPdf = { fileId: 'x', sizeBytes: 4, pageCount: 1, bytes: Buffer.from('%PDF') };

const callerOf = (accountId: string): Caller => ({ accountId, tokenId: 'tok', monthlyActions: null });

describe('Previews', () => {
  /** The previews that print, by their documents. */
  const printing = new Map<string, { signal: AbortSignal; finish: () => void }>();
  /** The accounts without actions. */
  const refused = new Map<string, () => never>();
  /** The number of calls that wait for a worker. */
  let calls = 0;
  const endpoint = previewEndpoint(
    { zcard: async () => calls } as unknown as Redis,
    ({ html }, _caller, { signal }) =>
      new Promise((resolve, reject) => {
        printing.set(String(html), { signal, finish: () => resolve(FILE) });
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
    { check: async ({ accountId }) => refused.get(accountId)?.() },
  );
  /** Starts a preview. @returns its pages, or the code of its error. */
  const preview = async (html: string, accountId: string, hangUp = new AbortController()): Promise<unknown> => {
    const input = { body: { html }, caller: callerOf(accountId) };
    const context = { signal: hangUp.signal } as RequestContext;
    const answer = (endpoint.handle as (...input: unknown[]) => Promise<{ page_count: number }>)(input, context);
    return answer.then(
      ({ page_count }) => page_count,
      (error: { code?: string; message: string }) => error.code ?? error.message,
    );
  };

  const begun = (...names: string[]) => eventually(() => expect([...printing.keys()]).to.include.members(names));

  it('let waiting calls go first, and those that are given up meanwhile are not printed', async () => {
    calls = 1;
    const hangUp = new AbortController();
    const answers = [preview('patient', 'a'), preview('impatient', 'a', hangUp)];
    hangUp.abort(new Error('the caller hung up'));
    expect(await answers[1]).to.equal('the caller hung up');
    expect([...printing.keys()]).to.deep.equal([]);
    calls = 0;
    await begun('patient');
    printing.get('patient')?.finish();
    expect(await answers[0]).to.equal(1);
    expect([...printing.keys()]).to.deep.equal(['patient']);
  });

  it('answer each fault of a document, and other errors as errors', async () => {
    const faults = [
      { code: 'template_invalid', message: 'a', line: 1, column: 2 },
      { code: 'content_forbidden', message: 'b' },
    ];
    const failing = (error: ServiceError) =>
      previewEndpoint(
        { zcard: async () => 0 } as unknown as Redis,
        async () => {
          throw error;
        },
        { check: async () => undefined },
      ).handle as (...input: unknown[]) => Promise<unknown>;
    const input = { body: { html: 'x' }, caller: callerOf('a') };
    const context = { signal: new AbortController().signal } as RequestContext;
    const refused = new ServiceError('template_invalid', '2 faults', { faults });
    expect(await failing(refused)(input, context)).to.deep.equal({ faults });
    const one = new ServiceError('page_limit', 'too long');
    expect(await failing(one)(input, context)).to.deep.equal({ faults: [{ code: 'page_limit', message: 'too long' }] });
    const away = new ServiceError('unavailable', 'away');
    expect(await failing(away)(input, context).catch((error: unknown) => error)).to.equal(away);
  });

  it('of an account run two at a time: a third one cancels the oldest, and none of other accounts', async () => {
    const first = preview('one', 'a');
    const second = preview('two', 'a');
    const others = preview('theirs', 'b');
    await begun('one', 'two', 'theirs');
    expect(printing.get('one')?.signal.aborted).to.equal(false);
    const third = preview('three', 'a');
    expect(await first).to.equal('concurrency_exceeded');
    await begun('three');
    expect(['two', 'three', 'theirs'].map((name) => printing.get(name)?.signal.aborted)).to.deep.equal([
      false,
      false,
      false,
    ]);
    for (const name of ['two', 'three', 'theirs']) printing.get(name)?.finish();
    expect(await Promise.all([second, third, others])).to.deep.equal([1, 1, 1]);
    const next = preview('four', 'a');
    const last = preview('five', 'a');
    await begun('four', 'five');
    expect(printing.get('four')?.signal.aborted).to.equal(false);
    for (const name of ['four', 'five']) printing.get(name)?.finish();
    expect(await Promise.all([next, last])).to.deep.equal([1, 1]);
  });

  it('are refused without a print when the quota is used up', async () => {
    refused.set('c', () => {
      throw new ServiceError('quota_exceeded', 'used up');
    });
    expect(await preview('too much', 'c')).to.equal('quota_exceeded');
    expect(printing.has('too much')).to.equal(false);
  });

  it('are cancelled when the page gives them up', async () => {
    const hangUp = new AbortController();
    const answer = preview('given up', 'a', hangUp);
    await begun('given up');
    hangUp.abort(new Error('the caller hung up'));
    expect(await answer).to.equal('the caller hung up');
    expect(printing.get('given up')?.signal.aborted).to.equal(true);
  });

  it('have a limit of 20 at a time by account', async () => {
    const { server, redis } = await startConnectedRedis();
    try {
      const rate = new PreviewRate(redis);
      const count = (accountId: string) =>
        rate.count(callerOf(accountId)).then(
          () => 'counted',
          (error: { code: string; headers: object }) => [error.code, Object.keys(error.headers)],
        );
      const all = await Promise.all(Array.from({ length: 21 }, () => count('a')));
      expect(all.filter((each) => each === 'counted')).to.have.lengthOf(20);
      expect(all.at(-1)).to.deep.equal(['rate_limited', ['Retry-After']]);
      expect(await count('b')).to.equal('counted');
    } finally {
      redis.disconnect();
      await server.stop();
    }
  });
});
