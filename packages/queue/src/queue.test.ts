import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { RenderJob, RenderReply } from '@toolpress/contract';
import { eventually, quietLogger, redisContents, startProcess, startRedis, type TestRedis } from '@toolpress/testkit';
import { Queue, Worker } from 'bullmq';
import { expect } from 'chai';
import { after, afterEach, before, beforeEach, describe, it } from 'mocha';
import { consume, openRenderQueue, type RenderConsumer, type RenderHandler, type RenderQueue } from './index.js';
import { KEY_PREFIX, RENDER_QUEUE } from './names.js';

const logger = quietLogger();
const LIMITS = { documents: 1_000, bytes: 64 * 1024 * 1024 };
const job = (html = 'a document'): RenderJob => ({ requestId: 'request-1', html, orientation: 'portrait' });
const rendered = (fileId = 'file'): RenderReply => ({ ok: true, file: { fileId, sizeBytes: 1, pageCount: 1 } });

/** The code of the error that a promise rejects with. */
async function codeOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => 'no error',
    (error: { code?: string }) => error.code ?? String(error),
  );
}

describe('The render queue', () => {
  let redis: TestRedis;
  let queue: RenderQueue;
  let consumers: RenderConsumer[];
  const work = (handler: RenderHandler, concurrency = 1): RenderConsumer => {
    const consumer = consume(redis.url, handler, { concurrency, logger, lockMs: 600 });
    consumers.push(consumer);
    return consumer;
  };

  before(async () => {
    redis = await startRedis();
  });
  after(() => redis.stop());
  beforeEach(async () => {
    consumers = [];
    queue = await openRenderQueue(redis.url, LIMITS, logger);
  });
  afterEach(async () => {
    await Promise.all(consumers.map((consumer) => consumer.close()));
    await queue.close();
  });

  it('hands a job to a worker and the worker’s reply to the caller', async () => {
    const seen: RenderJob[] = [];
    work(async (taken) => {
      seen.push(taken);
      return rendered('made');
    });
    const sent = { ...job(), css: 'p {}', data: { name: 'Ann' }, pageSize: 'A5' as const };
    expect(await queue.submitAndWait(sent, { accountId: 'acc_1', deadlineMs: 5_000 })).to.deep.equal(rendered('made'));
    expect(seen).to.deep.equal([sent]);
  });

  it('tells the worker how long the caller still waits', async () => {
    let remaining = 0;
    work(async (_job, { remainingMs }) => {
      remaining = remainingMs;
      return rendered();
    });
    await queue.submitAndWait(job(), { accountId: 'acc_1', deadlineMs: 5_000 });
    expect(remaining).to.be.within(4_000, 5_000);
  });

  it('hears the result of a first job that is done at once, every time', async () => {
    work(async () => rendered());
    for (let round = 0; round < 5; round++) {
      const fresh = await openRenderQueue(redis.url, LIMITS, logger);
      expect(await fresh.submitAndWait(job(), { accountId: 'acc_1', deadlineMs: 3_000 })).to.have.property('ok', true);
      await fresh.close();
    }
  });

  it('gives each of many callers at a time its own reply', async () => {
    work(async ({ html }) => rendered(html), 8);
    const names = Array.from({ length: 200 }, (_, index) => `document ${index}`);
    const replies = await Promise.all(
      names.map((name) => queue.submitAndWait(job(name), { accountId: 'acc_1', deadlineMs: 20_000 })),
    );
    expect(replies.map((reply) => reply.ok && reply.file.fileId)).to.deep.equal(names);
  });

  it('returns a caller’s mistake as data, without trying the job again', async () => {
    let tries = 0;
    work(async () => {
      tries += 1;
      return { ok: false, error: { code: 'page_limit', message: 'too many pages' } };
    });
    const reply = await queue.submitAndWait(job(), { accountId: 'acc_1', deadlineMs: 5_000 });
    expect(reply).to.deep.equal({ ok: false, error: { code: 'page_limit', message: 'too many pages' } });
    expect(tries).to.equal(1);
  });

  it('leaves nothing of a customer’s content in Redis, whatever the outcome', async () => {
    const secret = 'salary-of-ann-4711';
    work(async ({ html }) => {
      if (html.includes('throws')) throw new Error(`can not render ${html}`);
      if (html.includes('refused')) return { ok: false, error: { code: 'template_invalid', message: html } };
      return rendered();
    });
    await queue.submitAndWait(job(`renders ${secret}`), { accountId: 'acc_1', deadlineMs: 5_000 });
    await queue.submitAndWait(job(`refused ${secret}`), { accountId: 'acc_1', deadlineMs: 5_000 });
    await codeOf(queue.submitAndWait(job(`throws ${secret}`), { accountId: 'acc_1', deadlineMs: 5_000 }));
    await eventually(async () => expect(await redisContents(redis.url)).not.to.include(secret));
    expect(await redisContents(redis.url), 'the check itself').to.include('rendering failed');
  });

  it('tries a job again when the infrastructure fails under it', async () => {
    let tries = 0;
    work(async () => {
      tries += 1;
      if (tries < 3) throw new Error('the browser was killed');
      return rendered();
    });
    expect(await queue.submitAndWait(job(), { accountId: 'acc_1', deadlineMs: 5_000 })).to.deep.equal(rendered());
    expect(tries).to.equal(3);
  });

  it('refuses a job with a field of a newer gateway’s rather than render something else', async () => {
    let seen = 0;
    work(async () => {
      seen += 1;
      return rendered();
    });
    const newer = { ...job(), watermark: 'draft' };
    const refused = codeOf(queue.submitAndWait(newer, { accountId: 'acc_1', deadlineMs: 5_000 }));
    expect(await refused).to.equal('unavailable');
    expect(seen, 'jobs rendered').to.equal(0);
    expect(await queue.submitAndWait(job(), { accountId: 'acc_1', deadlineMs: 5_000 })).to.deep.equal(rendered());
  });

  it('gives up with 503 on a job that fails every time', async () => {
    work(async () => {
      throw new Error('no store');
    });
    expect(await codeOf(queue.submitAndWait(job(), { accountId: 'acc_1', deadlineMs: 5_000 }))).to.equal('unavailable');
  });

  describe('of two gateways', () => {
    let other: RenderQueue;
    const deadlines = { accountId: 'acc_1', deadlineMs: 5_000 };
    const board = (): Queue => new Queue(RENDER_QUEUE, { connection: { url: redis.url }, prefix: KEY_PREFIX });
    const openOther = async (documents: number): Promise<void> => {
      other = await openRenderQueue(redis.url, { ...LIMITS, documents }, logger);
    };
    afterEach(() => other.close());

    it('keeps an account’s documents in order, also the first of a gateway that does not know of the others', async () => {
      await openOther(10);
      const names = ['a', 'b', 'c'];
      const replies = names.map((name) => queue.submitAndWait(job(name), deadlines));
      const waiting = board();
      await eventually(async () => expect(await waiting.getPrioritizedCount()).to.equal(3));
      replies.push(other.submitAndWait(job('d'), deadlines));
      const turns = async (): Promise<number[]> => (await waiting.getPrioritized()).map(({ priority }) => priority);
      await eventually(async () => expect(await turns()).to.deep.equal([1, 2, 3, 4]));
      await waiting.close();
      const seen: string[] = [];
      work(async ({ html }) => {
        seen.push(html);
        return rendered();
      });
      await Promise.all(replies);
      expect(seen).to.deep.equal(['a', 'b', 'c', 'd']);
    });

    it('leaves no job of a document that got no place', async () => {
      await openOther(1);
      const first = queue.submitAndWait(job('first'), deadlines);
      const waiting = board();
      await eventually(async () => expect(await waiting.getPrioritizedCount()).to.equal(1));
      expect(await codeOf(other.submitAndWait(job('second'), deadlines))).to.equal('queue_full');
      await eventually(async () => expect(await waiting.getPrioritizedCount()).to.equal(1));
      await waiting.close();
      const seen: string[] = [];
      work(async ({ html }) => {
        seen.push(html);
        return rendered();
      });
      await first;
      expect(seen).to.deep.equal(['first']);
    });
  });

  it('answers 504 when no worker is there in time, and withdraws the job', async () => {
    expect(await codeOf(queue.submitAndWait(job(), { accountId: 'acc_1', deadlineMs: 150 }))).to.equal(
      'deadline_exceeded',
    );
    let seen = 0;
    work(async () => {
      seen += 1;
      return rendered();
    });
    await queue.submitAndWait(job(), { accountId: 'acc_1', deadlineMs: 5_000 });
    expect(seen, 'jobs rendered').to.equal(1);
  });

  it('withdraws a waiting job when its caller hangs up', async () => {
    const caller = new AbortController();
    const waiting = queue.submitAndWait(job('of one who left'), {
      accountId: 'acc_1',
      deadlineMs: 5_000,
      signal: caller.signal,
    });
    await eventually(async () => expect(await redisContents(redis.url)).to.include('of one who left'));
    caller.abort(new Error('gone'));
    expect(await waiting.catch((error: Error) => error.message)).to.equal('gone');
    await eventually(async () => expect(await redisContents(redis.url)).not.to.include('of one who left'));
    const seen: string[] = [];
    work(async ({ html }) => {
      seen.push(html);
      return rendered();
    });
    await queue.submitAndWait(job('of one who stayed'), { accountId: 'acc_1', deadlineMs: 5_000 });
    expect(seen).to.deep.equal(['of one who stayed']);
  });

  it('lets a worker finish its jobs when it closes', async () => {
    const begun = new EventTarget();
    const started = once(begun, 'work');
    const consumer = work(async () => {
      begun.dispatchEvent(new Event('work'));
      await new Promise((resolve) => setTimeout(resolve, 200));
      return rendered('finished');
    });
    const reply = queue.submitAndWait(job(), { accountId: 'acc_1', deadlineMs: 5_000 });
    await started;
    await consumer.close();
    expect(await reply).to.deep.equal(rendered('finished'));
  });

  it('renders a job again when the worker that has it is killed', async () => {
    const script = fileURLToPath(new URL('./testing/stuck-worker.js', import.meta.url));
    const stuck = startProcess(process.execPath, [script, redis.url]);
    await stuck.waitFor(/waiting for jobs/);
    const reply = queue.submitAndWait(job(), { accountId: 'acc_1', deadlineMs: 15_000 });
    await stuck.waitFor(/has a job/);
    await stuck.end('SIGKILL');
    work(async () => rendered('by the second'));
    expect(await reply).to.deep.equal(rendered('by the second'));
  });
});

describe('A reply of the render queue', () => {
  let redis: TestRedis;
  before(async () => {
    redis = await startRedis();
  });
  after(() => redis.stop());

  it('is asked for when it was sent while nobody listened', async () => {
    const queue = await openRenderQueue(redis.url, LIMITS, logger);
    let isDeaf = true;
    const deafen = async (): Promise<void> => {
      while (isDeaf) await redis.command('CLIENT', 'KILL', 'TYPE', 'pubsub');
    };
    const deaf = deafen();
    const consumer = consume(redis.url, async () => rendered('unheard'), { concurrency: 1, logger });
    const submitWhenItListens = async (): Promise<RenderReply> => {
      for (;;) {
        const reply = queue.submitAndWait(job(), { accountId: 'acc_1', deadlineMs: 15_000 });
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
    const begun = Date.now();
    expect(await reply).to.deep.equal(rendered('unheard'));
    expect(Date.now() - begun, 'milliseconds').to.be.below(2_000);
    await deaf;
    await consumer.close();
    await queue.close();
  });

  it('is not taken from an attempt that failed, however long the next one takes', async () => {
    const queue = await openRenderQueue(redis.url, LIMITS, logger);
    const consumer = consume(
      redis.url,
      async (_job, { attempt }) => {
        if (attempt === 1) throw new Error('the store was away for a moment');
        await new Promise((resolve) => setTimeout(resolve, 3_500)); // it is asked for meanwhile
        return rendered('second attempt');
      },
      { concurrency: 1, logger },
    );
    const reply = await queue.submitAndWait(job(), { accountId: 'acc_1', deadlineMs: 15_000 });
    expect(reply).to.deep.equal(rendered('second attempt'));
    await consumer.close();
    await queue.close();
  });

  it('of a second attempt is found when nobody heard it', async () => {
    const queue = await openRenderQueue(redis.url, LIMITS, logger);
    const { hostname: host, port } = new URL(redis.url);
    const connection = { host, port: Number(port), maxRetriesPerRequest: null };
    const result = { ok: true, file: { fileId: 'silent second', sizeBytes: 1, pageCount: 1 } };
    const silent = new Worker(
      'render',
      async ({ attemptsMade }) => {
        if (attemptsMade === 0) throw new Error('the store was away for a moment');
        return result;
      },
      { connection, prefix: 'toolpress' },
    );
    const reply = await queue.submitAndWait(job(), { accountId: 'acc_1', deadlineMs: 15_000 });
    expect(reply).to.deep.equal(rendered('silent second'));
    await silent.close();
    await queue.close();
  });

  it('that a worker does not send is found all the same', async () => {
    const queue = await openRenderQueue(redis.url, LIMITS, logger);
    const result = { ok: true, file: { fileId: 'silent', sizeBytes: 1, pageCount: 1 } };
    const { hostname: host, port } = new URL(redis.url);
    const connection = { host, port: Number(port), maxRetriesPerRequest: null };
    const silent = new Worker('render', async () => result, { connection, prefix: 'toolpress' });
    const reply = await queue.submitAndWait(job(), { accountId: 'acc_1', deadlineMs: 15_000 });
    expect(reply).to.deep.equal(rendered('silent'));
    await silent.close();
    await queue.close();
  });
});

describe('The render queue without its Redis', () => {
  let redis: TestRedis;
  let queue: RenderQueue;

  before(async () => {
    redis = await startRedis();
    queue = await openRenderQueue(redis.url, LIMITS, logger);
  });
  after(async () => {
    await queue.close();
    await redis.stop();
  });

  it('refuses at once, and works again once Redis is back', async () => {
    await redis.kill();
    const begun = Date.now();
    expect(await codeOf(queue.submitAndWait(job(), { accountId: 'acc_1', deadlineMs: 5_000 }))).to.equal('unavailable');
    expect(Date.now() - begun, 'milliseconds until refused').to.be.below(500);
    await redis.restart();
    const consumer = consume(redis.url, async () => rendered('after'), { concurrency: 1, logger });
    await eventually(async () => {
      expect(await queue.submitAndWait(job(), { accountId: 'acc_1', deadlineMs: 5_000 })).to.deep.equal(
        rendered('after'),
      );
    }, 20_000);
    await consumer.close();
  });

  it('still answers a caller who was waiting when Redis was restarted', async () => {
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const begun = new EventTarget();
    const started = once(begun, 'work');
    const consumer = consume(
      redis.url,
      async () => {
        begun.dispatchEvent(new Event('work'));
        await gate;
        return rendered('through the restart');
      },
      { concurrency: 1, logger, lockMs: 600 },
    );
    const reply = queue.submitAndWait(job(), { accountId: 'acc_1', deadlineMs: 15_000 });
    await started;
    await redis.kill();
    await redis.restart();
    release();
    expect(await reply).to.deep.equal(rendered('through the restart'));
    await consumer.close();
  });

  it('can be closed while Redis is away', async () => {
    const doomed = await openRenderQueue(redis.url, LIMITS, logger);
    await redis.kill();
    const begun = Date.now();
    await doomed.close();
    expect(Date.now() - begun, 'milliseconds').to.be.below(3_000);
    await redis.restart();
  });

  it('lets a worker close while Redis is away, in bounded time, after the document at work', async () => {
    const fresh = await openRenderQueue(redis.url, LIMITS, logger);
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const begun = new EventTarget();
    const started = once(begun, 'work');
    const consumer = consume(
      redis.url,
      async () => {
        begun.dispatchEvent(new Event('work'));
        await finished;
        return rendered();
      },
      { concurrency: 1, logger, lockMs: 600 },
    );
    const reply = fresh.submitAndWait(job(), { accountId: 'acc_1', deadlineMs: 15_000 });
    await started;
    await redis.kill();
    let closed = false;
    const closing = consumer.close().then(() => {
      closed = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(closed, 'closed under a document at work').to.equal(false);
    finish();
    const since = Date.now();
    await closing;
    expect(Date.now() - since, 'milliseconds').to.be.below(4_000);
    await redis.restart();
    const other = consume(redis.url, async () => rendered('again'), { concurrency: 1, logger, lockMs: 600 });
    expect(await reply).to.deep.equal(rendered('again'));
    await other.close();
    await fresh.close();
  });

  it('can be opened while Redis is away, and serves once it is there', async () => {
    await redis.kill();
    const early = await openRenderQueue(redis.url, LIMITS, logger);
    expect(await codeOf(early.submitAndWait(job(), { accountId: 'acc_1', deadlineMs: 1_000 }))).to.equal('unavailable');
    await redis.restart();
    const consumer = consume(redis.url, async () => rendered('late'), { concurrency: 1, logger });
    await eventually(async () => {
      expect(await early.submitAndWait(job(), { accountId: 'acc_1', deadlineMs: 5_000 })).to.deep.equal(
        rendered('late'),
      );
    }, 5_000);
    await consumer.close();
    await early.close();
  });
});
