import { randomUUID } from 'node:crypto';
import type { AssemblyJob, RenderReply } from '@toolpress/contract';
import { eventually, redisContents, startRedis, type TestRedis } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, afterEach, before, beforeEach, describe, it } from 'mocha';
import { type AssemblyContext, consume, type RenderConsumer, RenderQueue } from './index.js';
import { job, LIMITS, logger, reading, rendered } from './testing/documents.js';

/** An assembly at work. */
interface Held extends Pick<AssemblyContext, 'attempt' | 'signal'> {
  worker: string;
  job: AssemblyJob;
  release(reply: RenderReply): void;
}

describe('Files that are put together', () => {
  let redis: TestRedis;
  let queue: RenderQueue;
  let consumers: RenderConsumer[];
  let held: Held[];
  let discarded: string[];

  before(async () => {
    redis = await startRedis();
  });
  after(() => redis.stop());
  beforeEach(async () => {
    [consumers, held, discarded] = [[], [], []];
    queue = await RenderQueue.open(redis.url, LIMITS, logger);
  });
  afterEach(async () => {
    for (const { release } of held) release(rendered());
    await Promise.all(consumers.map((consumer) => consumer.close()));
    await queue.close();
  });

  function work(worker: string): RenderConsumer {
    const consumer = consume(
      redis.url,
      reading(async ({ html = '' }) => rendered(html)),
      {
        concurrency: 2,
        logger,
        lockMs: 2_000,
        assemble: (assembly, { attempt, signal }) =>
          new Promise((release, reject) => {
            held.push({ worker, job: assembly, attempt, signal, release });
            signal.addEventListener('abort', () => reject(signal.reason));
          }),
        discard: async (fileId) => void discarded.push(fileId),
      },
    );
    consumers.push(consumer);
    return consumer;
  }
  const order = (output: AssemblyJob['output'] = 'zip'): AssemblyJob => ({
    requestId: 'bat_1.0',
    output,
    files: 'a,,b',
  });
  const assemble = (given: AssemblyJob, signal?: AbortSignal): Promise<RenderReply> =>
    queue.assembleAndWait(given, {
      accountId: 'a',
      deadlineMs: 60_000,
      backgroundId: randomUUID(),
      ...(signal && { signal }),
    });
  const first = async (index = 0): Promise<Held> => {
    await eventually(async () => expect(held.length).to.be.above(index));
    return held[index] as Held;
  };

  it('are processed one job at a time, beside documents, and the result is reported', async () => {
    work('one');
    const [zip, merged] = [assemble(order('zip')), assemble(order('merged'))];
    const at = await first();
    expect(at.job).to.deep.equal(order('zip'));
    expect(await queue.submitAndWait(job('beside'), { accountId: 'a', deadlineMs: 60_000 })).to.deep.equal(
      rendered('beside'),
    );
    expect(held).to.have.lengthOf(1);
    const file = { fileId: 'all', sizeBytes: 9, pageCount: 0, missing: 2 };
    at.release({ ok: true, file });
    expect(await zip).to.deep.equal({ ok: true, file });
    (await first(1)).release({ ok: false, error: { code: 'file_expired', message: 'gone' } });
    expect(await merged).to.deep.equal({ ok: false, error: { code: 'file_expired', message: 'gone' } });
    await eventually(async () => expect(await redisContents(redis.url)).to.not.include('a,,b'));
  });

  it('are given up when no caller waits for them', async () => {
    work('one');
    const gateway = new AbortController();
    const waiting = assemble(order(), gateway.signal).catch((reason: Error) => reason.message);
    const { signal } = await first();
    gateway.abort(new Error('the gateway ends'));
    expect(await waiting).to.equal('the gateway ends');
    await eventually(async () => expect(signal.aborted).to.equal(true));
    const next = assemble(order('merged'));
    (await first(1)).release(rendered('next'));
    expect(await next, 'the worker is free').to.deep.equal(rendered('next'));
  });

  it('are put together by another worker when theirs ends', async () => {
    const one = work('one');
    const waiting = assemble(order());
    await first();
    work('two');
    await one.close();
    const again = await first(1);
    expect([again.worker, again.attempt]).to.deep.equal(['two', 2]);
    again.release(rendered('all'));
    expect(await waiting).to.deep.equal(rendered('all'));
  });
});
