import type { RenderReply } from '@toolpress/contract';
import { eventually, redisContents, startRedis, type TestRedis } from '@toolpress/testkit';
import { Worker } from 'bullmq';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { consume, RenderQueue, type SentFile } from './index.js';
import { job, LIMITS, logger, rendered } from './testing/documents.js';

describe('A reply of the render queue', () => {
  let redis: TestRedis;
  before(async () => {
    redis = await startRedis();
  });
  after(() => redis.stop());

  it('is requested again when it was sent without a listener', async () => {
    const queue = await RenderQueue.open(redis.url, LIMITS, logger);
    let isDeaf = true;
    const deafen = async (): Promise<void> => {
      while (isDeaf) await redis.command('CLIENT', 'KILL', 'TYPE', 'pubsub');
    };
    const deaf = deafen();
    const consumer = consume(redis.url, async () => rendered('unheard'), { concurrency: 1, logger });
    const submitWhenItListens = async (): Promise<RenderReply> => {
      for (;;) {
        const reply = queue.submitAndWait(job(), { accountId: 'acc_1', deadlineMs: 60_000 });
        const answered = await reply.catch((error: { code?: string }) => error.code);
        if (typeof answered === 'object') return answered;
        expect(answered).to.equal('unavailable');
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    };
    const reply = submitWhenItListens();
    await eventually(async () =>
      expect(Number(await redis.command('ZCARD', 'toolpress:render:completed'))).to.equal(1),
    );
    isDeaf = false;
    expect(await reply).to.deep.equal(rendered('unheard'));
    await deaf;
    await consumer.close();
    await queue.close();
  });

  it('follows the file that the worker sends while it stores it', async () => {
    const queue = await RenderQueue.open(redis.url, LIMITS, logger);
    const bytes = Buffer.from('{ \xff\0\r\n {"jobId":1}', 'latin1');
    let store = (): void => undefined;
    const stored = new Promise<void>((resolve) => {
      store = resolve;
    });
    const consumer = consume(
      redis.url,
      async (_document, { sendFile }) => {
        sendFile?.({ id: 'other', bytes: Buffer.alloc(300_000) }); // too large
        sendFile?.({ id: 'file', bytes });
        await stored;
        return rendered(sendFile === undefined ? 'not sent' : 'file');
      },
      { concurrency: 1, logger },
    );
    const sent: SentFile[] = [];
    const options = { accountId: 'acc_1', deadlineMs: 60_000, onFile: (file: SentFile) => void sent.push(file) };
    const reply = queue.submitAndWait(job(), options);
    await eventually(() => expect(sent).to.deep.equal([{ id: 'file', bytes }]));
    store();
    expect(await reply).to.deep.equal(rendered('file'));
    const withoutFile = { accountId: 'acc_1', deadlineMs: 60_000 };
    expect(await queue.submitAndWait(job(), withoutFile)).to.deep.equal(rendered('not sent'));
    expect(sent).to.have.lengthOf(1);
    await consumer.close();
    await queue.close();
  });

  it('returns names and warnings, which may quote the data and are left nowhere in Redis', async () => {
    const queue = await RenderQueue.open(redis.url, LIMITS, logger);
    const file = { fileId: 'named', sizeBytes: 1, pageCount: 1 };
    const warnings = [{ code: 'font_unavailable', message: 'Quittenmus' } as const];
    for (const named of [
      { filename: 'Quittenmus.pdf', folder: 'Quittenmus' },
      { filename: 'Quittenmus.pdf', warnings },
    ]) {
      const reply: RenderReply = { ok: true, file: { ...file, ...named } };
      const consumer = consume(redis.url, async () => reply, { concurrency: 1, logger });
      const received = await queue.submitAndWait(job(), { accountId: 'acc_1', deadlineMs: 60_000 });
      expect(received).to.deep.equal(reply);
      await consumer.close();
    }
    expect(await redisContents(redis.url))
      .to.include('named')
      .and.not.include('Quittenmus');
    await queue.close();
  });

  it('of a second attempt is found when it was sent without a listener', async () => {
    const queue = await RenderQueue.open(redis.url, LIMITS, logger);
    const { hostname: host, port } = new URL(redis.url);
    const connection = { host, port: Number(port), maxRetriesPerRequest: null };
    const result = { ok: true, file: { fileId: 'silent second', sizeBytes: 1, pageCount: 1 } };
    const silent = new Worker(
      'render',
      async ({ attemptsMade }) => {
        if (attemptsMade === 0) throw new Error('the store was unavailable for a moment');
        return result;
      },
      { connection, prefix: 'toolpress' },
    );
    const reply = await queue.submitAndWait(job(), { accountId: 'acc_1', deadlineMs: 60_000 });
    expect(reply).to.deep.equal(rendered('silent second'));
    await silent.close();
    await queue.close();
  });

  it('that a worker does not send is found all the same', async () => {
    const queue = await RenderQueue.open(redis.url, LIMITS, logger);
    const result = { ok: true, file: { fileId: 'silent', sizeBytes: 1, pageCount: 1 } };
    const { hostname: host, port } = new URL(redis.url);
    const connection = { host, port: Number(port), maxRetriesPerRequest: null };
    const silent = new Worker('render', async () => result, { connection, prefix: 'toolpress' });
    const reply = await queue.submitAndWait(job(), { accountId: 'acc_1', deadlineMs: 60_000 });
    expect(reply).to.deep.equal(rendered('silent'));
    await silent.close();
    await queue.close();
  });
});
