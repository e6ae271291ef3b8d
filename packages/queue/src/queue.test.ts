import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type RenderJob, type RenderReply, ServiceError } from '@toolpress/contract';
import {
  eventually,
  quietLogger,
  redisContents,
  serviceErrorOf,
  startProcess,
  startRedis,
  type TestRedis,
} from '@toolpress/testkit';
import { Queue } from 'bullmq';
import { expect } from 'chai';
import { after, afterEach, before, beforeEach, describe, it } from 'mocha';
import {
  announceWorker,
  consume,
  DEADLY,
  NotUnderstood,
  type RenderConsumer,
  type RenderHandler,
  RenderQueue,
  UNCLAIMED_FILES,
  unclaimedFile,
} from './index.js';
import { KEY_PREFIX, PROTOCOL, RENDER_QUEUE, SLOW_QUEUE } from './queues.js';
import { codeOf, job, LIMITS, logger, reading, rendered } from './testing/documents.js';
import { HOLDER, holdDocument } from './testing/held-document.js';

describe('The render queue', () => {
  let redis: TestRedis;
  let queue: RenderQueue;
  let consumers: RenderConsumer[];
  const work = (handle: Parameters<typeof reading>[0], concurrency = 1): RenderConsumer => {
    const consumer = consume(redis.url, reading(handle), { concurrency, logger, lockMs: 5_000 });
    consumers.push(consumer);
    return consumer;
  };

  before(async () => {
    redis = await startRedis();
  });
  after(() => redis.stop());
  beforeEach(async () => {
    consumers = [];
    queue = await RenderQueue.open(redis.url, LIMITS, logger);
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
    expect(await queue.submitAndWait(sent, { accountId: 'acc_1', deadlineMs: 60_000 })).to.deep.equal(rendered('made'));
    expect(seen).to.deep.equal([sent]);
  });

  it('passes the caller’s remaining time to the worker', async () => {
    let remaining = 0;
    work(async (_job, { remainingMs }) => {
      remaining = remainingMs;
      return rendered();
    });
    await queue.submitAndWait(job(), { accountId: 'acc_1', deadlineMs: 60_000 });
    expect(remaining).to.be.within(10_000, 60_000);
  });

  it('receives the result of a first job that is done immediately, every time', async () => {
    work(async () => rendered());
    for (let round = 0; round < 5; round++) {
      const fresh = await RenderQueue.open(redis.url, LIMITS, logger);
      expect(await fresh.submitAndWait(job(), { accountId: 'acc_1', deadlineMs: 60_000 })).to.have.property('ok', true);
      await fresh.close();
    }
  });

  it('gives each of many callers at a time its own reply', async () => {
    work(async ({ html }) => rendered(html), 8);
    const names = Array.from({ length: 200 }, (_, index) => `document ${index}`);
    const replies = await Promise.all(
      names.map((name) => queue.submitAndWait(job(name), { accountId: 'acc_1', deadlineMs: 60_000 })),
    );
    expect(replies.map((reply) => reply.ok && reply.file?.fileId)).to.deep.equal(names);
  });

  it('returns a caller’s mistake as data, without trying the job again', async () => {
    let tries = 0;
    work(async () => {
      tries += 1;
      return { ok: false, error: { code: 'page_limit', message: 'too many pages' } };
    });
    const reply = await queue.submitAndWait(job(), { accountId: 'acc_1', deadlineMs: 60_000 });
    expect(reply).to.deep.equal({ ok: false, error: { code: 'page_limit', message: 'too many pages' } });
    expect(tries).to.equal(1);
  });

  it('leaves nothing of a customer’s content in Redis, for any outcome', async () => {
    const secret = 'salary-of-ann-4711';
    work(async ({ html }) => {
      if (html.includes('throws')) throw new Error(`can not render ${html}`);
      if (html.includes('refused')) return { ok: false, error: { code: 'template_invalid', message: html } };
      return rendered();
    });
    await queue.submitAndWait(job(`renders ${secret}`), { accountId: 'acc_1', deadlineMs: 60_000 });
    await queue.submitAndWait(job(`refused ${secret}`), { accountId: 'acc_1', deadlineMs: 60_000 });
    await codeOf(queue.submitAndWait(job(`throws ${secret}`), { accountId: 'acc_1', deadlineMs: 60_000 }));
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
    expect(await queue.submitAndWait(job(), { accountId: 'acc_1', deadlineMs: 60_000 })).to.deep.equal(rendered());
    expect(tries).to.equal(3);
  });

  it('tries a failed job again, without waiting for its lock, when Redis refused writes meanwhile', async () => {
    let tries = 0;
    const handler: RenderHandler = async () => {
      tries += 1;
      if (tries > 1) return rendered();
      await redis.command('CONFIG', 'SET', 'min-replicas-to-write', '1');
      setTimeout(() => void redis.command('CONFIG', 'SET', 'min-replicas-to-write', '0'), 500);
      throw new Error('the browser was killed');
    };
    consumers.push(consume(redis.url, handler, { concurrency: 1, logger, lockMs: 600_000 }));
    expect(await queue.submitAndWait(job(), { accountId: 'acc_1', deadlineMs: 60_000 })).to.deep.equal(rendered());
    expect(tries).to.equal(2);
  });

  it('refuses a job that its handler does not understand', async () => {
    work(async ({ css }) => {
      if (css !== undefined) throw new NotUnderstood('the job has an unknown field');
      return rendered();
    });
    const newer = { ...job(), css: 'p {}' };
    const refused = codeOf(queue.submitAndWait(newer, { accountId: 'acc_1', deadlineMs: 60_000 }));
    expect(await refused).to.equal('unavailable');
    expect(await queue.submitAndWait(job(), { accountId: 'acc_1', deadlineMs: 60_000 })).to.deep.equal(rendered());
  });

  it('refuses a job of a newer protocol, and says that the service is being updated', async () => {
    const refused = queue.submitAndWait(job(), { accountId: 'acc_1', deadlineMs: 60_000 }).then(
      () => 'printed',
      ({ code, message }: ServiceError) => `${code}: ${message}`,
    );
    const board = new Queue(RENDER_QUEUE, { connection: { url: redis.url }, prefix: KEY_PREFIX });
    await eventually(async () => {
      const [waiting] = await board.getPrioritized();
      expect(waiting?.data.protocol).to.equal(PROTOCOL);
      await waiting?.updateData({ ...waiting.data, protocol: PROTOCOL + 1 });
    });
    await board.close();
    work(async () => rendered());
    expect(await refused).to.equal(
      'unavailable: The service is being updated, and its workers do not support the request yet; try again in a moment.',
    );
  });

  it('tries a document once more when one worker ended over it, and not when two did', async () => {
    const printed: (string | undefined)[] = [];
    const replyAfter = async (deaths: number): Promise<RenderReply> => {
      const reply = queue.submitAndWait(job(`after ${deaths}`), { accountId: 'acc_1', deadlineMs: 60_000 });
      const board = new Queue(RENDER_QUEUE, { connection: { url: redis.url }, prefix: KEY_PREFIX });
      await eventually(async () => {
        const [waiting] = await board.getPrioritized();
        expect(waiting).not.to.equal(undefined);
        await waiting?.updateData({ ...waiting.data, deaths });
      });
      await board.close();
      const consumer = consume(
        redis.url,
        reading(async ({ html }) => {
          printed.push(html);
          return rendered();
        }),
        { concurrency: 1, logger },
      );
      return reply.finally(() => consumer.close());
    };
    expect(await replyAfter(1)).to.deep.equal(rendered());
    expect(await replyAfter(2)).to.deep.equal({ ok: false, error: DEADLY });
    expect(printed).to.deep.equal(['after 1']);
  });

  it('takes no reply of a worker that has lost the job to another, and deletes its file', async () => {
    const discarded: string[] = [];
    const held = holdDocument(redis.url, rendered('of the one'), async (fileId) => void discarded.push(fileId));
    consumers.push(held.consumer);
    const reply = queue.submitAndWait(job(), { accountId: 'acc_1', deadlineMs: 60_000 });
    await held.taken;
    await work(async () => rendered('of the other')).returnJobsOf(HOLDER);
    expect(await reply).to.deep.equal(rendered('of the other'));
    held.release();
    await eventually(() => expect(discarded).to.deep.equal(['of the one']));
  });

  it('keeps the file of the worker that has the job now when the former one ends before it', async () => {
    const discarded: string[] = [];
    const discard = async (fileId: string): Promise<void> => void discarded.push(fileId);
    const former = holdDocument(redis.url, rendered('of the former'), discard);
    consumers.push(former.consumer);
    const options = { accountId: 'acc_1', deadlineMs: 60_000, backgroundId: randomUUID(), origin: 'job_1:0' };
    const reply = queue.submitAndWait(job(), options);
    await former.taken;
    const present = holdDocument(redis.url, rendered('of the present'), discard, 'present');
    consumers.push(present.consumer);
    await present.consumer.returnJobsOf(HOLDER);
    await present.taken;
    former.release();
    await eventually(() => expect(discarded).to.deep.equal(['of the former']));
    await new Promise((resolve) => setTimeout(resolve, 100)); // it notes the end of its attempt
    present.release();
    expect(await reply).to.deep.equal(rendered('of the present'));
    expect(discarded).to.deep.equal(['of the former']);
  });

  describe('whose workers cannot store a document', () => {
    const FULL = { code: 'unavailable', message: 'full', reason: 'store_unavailable' } as const;
    const fileId = 'f'.repeat(41);
    let attempts: boolean[];
    let said: string[];
    /** @param handle gets whether the job is tried again. */
    const handing = (handle: () => Promise<RenderReply>): void => {
      [attempts, said] = [[], []];
      const noting = Object.assign(quietLogger(), { warn: (_about: object, text: string) => said.push(text) });
      const handler: RenderHandler = async (_document, { mayBeRepeated }) => {
        attempts.push(mayBeRepeated);
        return handle();
      };
      const options = {
        concurrency: 1,
        logger: Object.assign(noting, { child: () => noting }),
        newFileId: () => fileId,
      };
      consumers.push(consume(redis.url, handler, options));
    };
    const failure = (): Promise<ServiceError> =>
      serviceErrorOf(() => queue.submitAndWait(job(), { accountId: 'acc_1', deadlineMs: 60_000 }));
    const expectStoreToBlame = ({ code, reason, message, headers }: ServiceError): void => {
      expect([code, reason, headers]).to.deep.equal(['unavailable', 'store_unavailable', { 'Retry-After': '1' }]);
      expect(message).to.include('file store');
      expect(said).to.deep.equal([]); // the store's own log has it
    };

    it('ends with 503 that blames the store, and sweeps what may have been stored', async () => {
      handing(async () => ({ ok: false, error: FULL }));
      expectStoreToBlame(await failure());
      expect(attempts).to.deep.equal([true]);
      expect(await redis.command('ZRANGE', UNCLAIMED_FILES, '0', '-1')).to.deep.equal([unclaimedFile('acc_1', fileId)]);
    });

    it('tries again when a worker gives it back, and blames the store at last', async () => {
      handing(() => Promise.reject(ServiceError.fromData(FULL)));
      expectStoreToBlame(await failure());
      expect(attempts).to.deep.equal([true, true, true, false]);
    });

    it('lets a job that only waits end when its worker does', async () => {
      let hasBegun = false;
      const waiting: RenderHandler = (_document, { closing }) => {
        hasBegun = true;
        return new Promise((_resolve, reject) =>
          closing.addEventListener('abort', () => reject(ServiceError.fromData(FULL))),
        );
      };
      const ending = consume(redis.url, waiting, { concurrency: 1, logger });
      const reply = queue.submitAndWait(job(), { accountId: 'acc_1', deadlineMs: 60_000 });
      await eventually(() => expect(hasBegun).to.equal(true));
      await ending.close();
      work(async () => rendered('of the next'));
      expect(await reply).to.deep.equal(rendered('of the next'));
    });
  });

  it('gives up with 503 on a job that fails every time', async () => {
    work(async () => {
      throw new Error('no store');
    });
    expect(await codeOf(queue.submitAndWait(job(), { accountId: 'acc_1', deadlineMs: 60_000 }))).to.equal(
      'unavailable',
    );
  });

  describe('of two gateways', () => {
    let other: RenderQueue;
    const deadlines = { accountId: 'acc_1', deadlineMs: 60_000 };
    const board = (): Queue => new Queue(RENDER_QUEUE, { connection: { url: redis.url }, prefix: KEY_PREFIX });
    const openOther = async (documents: number): Promise<void> => {
      other = await RenderQueue.open(redis.url, { ...LIMITS, documents }, logger);
    };
    afterEach(() => other.close());

    it('keeps an account’s documents in order, also the first of a gateway that does not know of the others', async () => {
      await openOther(10);
      const names = ['a', 'b', 'c'];
      const replies = names.map((name) => queue.submitAndWait(job(name), deadlines));
      const waiting = board();
      await eventually(async () => expect(await waiting.getPrioritizedCount()).to.equal(3));
      replies.push(other.submitAndWait(job('d'), deadlines));
      const priorities = async (): Promise<number[]> =>
        (await waiting.getPrioritized()).map(({ priority }) => priority);
      await eventually(async () => expect(await priorities()).to.deep.equal([1, 2, 3, 4]));
      await waiting.close();
      const seen: string[] = [];
      work(async ({ html }) => {
        seen.push(html);
        return rendered();
      });
      await Promise.all(replies);
      expect(seen).to.deep.equal(['a', 'b', 'c', 'd']);
    });

    it('leaves no job of a document that got no slot', async () => {
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

  it('answers 504 when no worker is available in time, and withdraws the job', async () => {
    expect(await codeOf(queue.submitAndWait(job(), { accountId: 'acc_1', deadlineMs: 150 }))).to.equal(
      'deadline_exceeded',
    );
    let seen = 0;
    work(async () => {
      seen += 1;
      return rendered();
    });
    await queue.submitAndWait(job(), { accountId: 'acc_1', deadlineMs: 60_000 });
    expect(seen, 'jobs rendered').to.equal(1);
  });

  describe('in the background', () => {
    const inBackground = () => ({ accountId: 'acc_1', deadlineMs: 600, backgroundId: randomUUID() });
    /** The case of a process that dies without a notice to its job. */
    const ofDead = (backgroundId: string, life: AbortController) => ({
      accountId: 'acc_1',
      deadlineMs: 60_000,
      backgroundId,
      signal: life.signal,
    });

    it('gives a job back that no worker has time for, whose fault it is not', async () => {
      // Its deadline would pass after twice this time.
      expect(await codeOf(queue.submitAndWait(job('of nobody'), inBackground()))).to.equal('queue_full');
      await eventually(async () => expect(await redisContents(redis.url)).not.to.include('of nobody'));
    });

    it('gives a job as long again when a worker has begun with it', async () => {
      work(async (_job, { isBackground }) => {
        await new Promise((resolve) => setTimeout(resolve, 4_000));
        return rendered(isBackground ? 'in the background' : '');
      });
      const options = { ...inBackground(), deadlineMs: 3_000 };
      expect(await queue.submitAndWait(job(), options)).to.deep.equal(rendered('in the background'));
    });

    it('takes half of the slots, so that calls find the others', async () => {
      const small = await RenderQueue.open(redis.url, { ...LIMITS, documents: 8 }, logger);
      const patient = () => ({ ...inBackground(), deadlineMs: 60_000 });
      const documents = Array.from({ length: 6 }, () => small.submitAndWait(job(), patient()));
      const codes = Promise.all(documents.map(codeOf));
      const calls = Array.from({ length: 4 }, (_, index) =>
        small.submitAndWait(job(`call ${index}`), { accountId: 'acc_1', deadlineMs: 60_000 }),
      );
      work(async ({ html }) => rendered(html), 1);
      for (const reply of await Promise.all(calls)) expect(reply.ok).to.equal(true);
      expect((await codes).filter((code) => code === 'queue_full')).to.have.lengthOf(2);
      await small.close();
    });

    it('leaves nothing in the queue of what a process had printed that died', async () => {
      const held = holdDocument(redis.url, rendered('left behind'));
      consumers.push(held.consumer);
      const dead = await RenderQueue.open(redis.url, LIMITS, logger);
      const [id, life] = [randomUUID(), new AbortController()];
      const reply = codeOf(dead.submitAndWait(job(), ofDead(id, life)));
      await held.taken;
      await dead.close();
      held.release();
      const board = new Queue(SLOW_QUEUE, { connection: { url: redis.url }, prefix: KEY_PREFIX });
      await eventually(async () => expect(await board.getJobState(id)).to.equal('completed'));
      await queue.abandon(id);
      expect(await board.getJob(id)).to.equal(undefined);
      await queue.abandon(id); // once more is no fault
      await board.close();
      life.abort();
      await reply;
    });

    it('deletes what a worker makes for a process that died meanwhile', async () => {
      const discarded: string[] = [];
      const held = holdDocument(redis.url, rendered('in vain'), async (fileId) => void discarded.push(fileId));
      consumers.push(held.consumer);
      const dead = await RenderQueue.open(redis.url, LIMITS, logger);
      const [id, life] = [randomUUID(), new AbortController()];
      const reply = codeOf(dead.submitAndWait(job(), ofDead(id, life)));
      await held.taken;
      await dead.close();
      await queue.abandon(id);
      held.release();
      await eventually(() => expect(discarded).to.deep.equal(['in vain']));
      life.abort();
      await reply;
    });

    it('knows how many documents all workers print at a time', async () => {
      expect(await queue.pages()).to.equal(0);
      const one = announceWorker(redis.url, { id: 'w1', version: '1', concurrency: 3 }, { busy: () => 0 });
      const other = announceWorker(redis.url, { id: 'w2', version: '1', concurrency: 4 }, { busy: () => 0 });
      await Promise.all([one.announced, other.announced]);
      expect(await queue.pages()).to.equal(7);
      await Promise.all([one.close(), other.close()]);
    });
  });

  it('withdraws a waiting job when its caller hangs up', async () => {
    const caller = new AbortController();
    const waiting = queue.submitAndWait(job('of one who left'), {
      accountId: 'acc_1',
      deadlineMs: 60_000,
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
    await queue.submitAndWait(job('of one who stayed'), { accountId: 'acc_1', deadlineMs: 60_000 });
    expect(seen).to.deep.equal(['of one who stayed']);
  });

  it('stops rendering when the caller disconnects, if the job belongs to a call', async () => {
    const stopped: string[] = [];
    const signals: boolean[] = [];
    work(async ({ html }, { signal }) => {
      signals.push(signal !== undefined);
      if (signal === undefined) return rendered();
      await once(signal, 'abort');
      stopped.push(html);
      throw signal.reason;
    });
    const caller = new AbortController();
    const options = { accountId: 'acc_1', deadlineMs: 60_000, stopsWithCaller: true };
    const waiting = codeOf(queue.submitAndWait(job('overtaken'), { ...options, signal: caller.signal }));
    await eventually(() => expect(signals).to.deep.equal([true]));
    caller.abort(new Error('gone'));
    await waiting;
    await eventually(() => expect(stopped).to.deep.equal(['overtaken']));
    await queue.submitAndWait(job(), { accountId: 'acc_1', deadlineMs: 60_000 });
    expect(signals, 'no other try, and no signal for other documents').to.deep.equal([true, false]);
  });

  it('lets a worker finish its jobs when it closes', async () => {
    const begun = new EventTarget();
    const started = once(begun, 'work');
    const consumer = work(async () => {
      begun.dispatchEvent(new Event('work'));
      await new Promise((resolve) => setTimeout(resolve, 200));
      return rendered('finished');
    });
    const reply = queue.submitAndWait(job(), { accountId: 'acc_1', deadlineMs: 60_000 });
    await started;
    await consumer.close();
    expect(await reply).to.deep.equal(rendered('finished'));
  });

  it('leaves a job that arrives while a worker closes to another worker immediately', async () => {
    const lockMs = 600_000; // a job that is lost waits for the end of its lock
    for (let round = 0; round < 80; round++) {
      const closing = consume(redis.url, async () => rendered('by the first'), { concurrency: 1, logger, lockMs });
      await queue.submitAndWait(job(), { accountId: 'acc_1', deadlineMs: 60_000 });
      const reply = queue.submitAndWait(job(), { accountId: 'acc_1', deadlineMs: 60_000 });
      // The time until the worker takes the job, which differs.
      const until = performance.now() + round / 20;
      while (performance.now() < until) await new Promise(setImmediate);
      await closing.close();
      const other = consume(redis.url, async () => rendered('by the second'), { concurrency: 1, logger, lockMs });
      expect(await reply).to.have.property('ok', true);
      await other.close();
    }
  });

  it('renders a job again when the worker that has it is killed', async () => {
    const script = fileURLToPath(new URL('./testing/stuck-worker.js', import.meta.url));
    const stuck = startProcess(process.execPath, [script, redis.url]);
    await stuck.waitFor(/waiting for jobs/);
    const reply = queue.submitAndWait(job(), { accountId: 'acc_1', deadlineMs: 60_000 });
    await stuck.waitFor(/has a job/);
    await stuck.end('SIGKILL');
    work(async () => rendered('by the second'));
    expect(await reply).to.deep.equal(rendered('by the second'));
  });
});
