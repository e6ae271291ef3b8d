import { setTimeout as sleep } from 'node:timers/promises';
import { fontsKey, type RenderReply } from '@toolpress/contract';
import { nonQueueingRedis, type Redis } from '@toolpress/runtime';
import { eventually, redisContents, startRedis, type TestRedis } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, afterEach, before, beforeEach, describe, it } from 'mocha';
import { consume, Postponed, type RenderConsumer, RenderQueue, viewQueues } from './index.js';
import { type DocumentQueue, nonQueueingQueue, RENDER_QUEUE, SLOW_QUEUE } from './queues.js';
import { job, LIMITS, logger, reading, rendered } from './testing/documents.js';

const DEADLINE_MS = 60_000;

describe('The slow queue', () => {
  let redis: TestRedis;
  let connection: Redis;
  let queue: RenderQueue;
  let consumers: RenderConsumer[];
  /** Accounts whose documents are slow. */
  let slow: Set<string>;
  /** What was printed, in order; with an `s` before what was printed in the slow queue. */
  let seen: string[];
  /** Documents that are not finished before the test says so. */
  let held: Map<string, () => void>;

  before(async () => {
    redis = await startRedis();
    connection = nonQueueingRedis(redis.url, 'test', logger);
  });
  after(async () => {
    connection.disconnect();
    await redis.stop();
  });
  beforeEach(async () => {
    [consumers, slow, seen, held] = [[], new Set(), [], new Map()];
    queue = await RenderQueue.open(redis.url, LIMITS, logger);
  });
  afterEach(async () => {
    for (const release of held.values()) release();
    await Promise.all(consumers.map((consumer) => consumer.close()));
    await queue.close();
  });

  const records = (name: string): DocumentQueue => nonQueueingQueue(name, connection);

  const submit = (name: string, accountId = 'a', signal?: AbortSignal): Promise<RenderReply> =>
    queue.submitAndWait(job(name), { accountId, deadlineMs: DEADLINE_MS, ...(signal && { signal }) });

  /** Documents called `hold…` are held; `turns…` turn out to be slow. */
  function work(concurrency: number, slowConcurrency: number): RenderConsumer {
    const consumer = consume(
      redis.url,
      reading(async ({ html }, { accountId, mayBePostponed }) => {
        if (html.startsWith('turns') && mayBePostponed) {
          slow.add(accountId);
          throw new Postponed();
        }
        seen.push(`${mayBePostponed ? '' : 's '}${html}`);
        if (html.startsWith('hold')) await new Promise<void>((resolve) => held.set(html, resolve));
        return html.startsWith('bad') ? { ok: false, error: { code: 'page_limit', message: html } } : rendered(html);
      }),
      { concurrency, slowConcurrency, slowAccounts: slow, logger, lockMs: 2_000 },
    );
    consumers.push(consumer);
    return consumer;
  }

  it('takes the jobs of slow accounts, opened or not, and answers their callers, with faults as well', async () => {
    work(1, 1);
    expect(await submit('turns out slow')).to.deep.equal(rendered('turns out slow'));
    expect(await submit('next')).to.deep.equal(rendered('next'));
    expect(await submit('bad')).to.have.nested.property('error.message', 'bad');
    expect(await submit('of another', 'b')).to.deep.equal(rendered('of another'));
    expect(seen).to.deep.equal(['s turns out slow', 's next', 's bad', 'of another']);
  });

  it('knows the fonts of a job’s account as they are at this moment, as the usual queue does', async () => {
    const fonts: [html: string, names: string[]][] = [];
    const handler = reading(async ({ html }, { mayBePostponed, fonts: found }) => {
      fonts.push([`${html}${mayBePostponed ? '' : ', slow'}`, found.map(({ name }) => name)]);
      if (mayBePostponed) await connection.hset(fontsKey('a'), 'second', '{"name":"second"}');
      if (mayBePostponed && html === 'first') throw new Postponed();
      return rendered(html);
    });
    consumers.push(consume(redis.url, handler, { concurrency: 1, logger }));
    await connection.hset(fontsKey('a'), 'first', '{"name":"first"}');
    await submit('first');
    await submit('none', 'b');
    await connection.del(fontsKey('a'));
    expect(fonts).to.deep.equal([
      ['first', ['first']],
      ['first, slow', ['first', 'second']],
      ['none', []],
    ]);
  });

  it('leaves the slots of the others free, and keeps an account’s documents in order', async () => {
    work(2, 1);
    slow.add('a');
    const names = Array.from({ length: 12 }, (_, index) => `hold ${index}`);
    const replies = names.map((name) => submit(name));
    await eventually(async () => expect((await viewQueues(connection).state()).waiting).to.equal(11));
    for (const name of ['b1', 'b2', 'b3']) expect(await submit(name, 'b')).to.deep.equal(rendered(name));
    for (const name of names) {
      await eventually(() => expect(held.has(name)).to.equal(true));
      held.get(name)?.();
    }
    await Promise.all(replies);
    expect(seen.filter((name) => name.startsWith('s '))).to.deep.equal(names.map((name) => `s ${name}`));
  });

  it('is seen by who looks at the queue, and no record of the move is left', async () => {
    work(1, 1);
    slow.add('a');
    const reply = submit('hold');
    await eventually(() => expect(held.has('hold')).to.equal(true));
    await eventually(async () => {
      const state = await viewQueues(connection).state();
      expect(state).to.include({ waiting: 0, active: 1, failed: 0 });
    });
    const main = records(RENDER_QUEUE);
    const before = await main.getJobCounts('completed', 'active', 'failed', 'waiting', 'prioritized');
    held.get('hold')?.();
    await reply;
    await eventually(async () => {
      const after = await main.getJobCounts('completed', 'active', 'failed', 'waiting', 'prioritized');
      expect(after).to.deep.equal({ ...before, active: 0 });
    });
  });

  it('lets a caller withdraw what waits there', async () => {
    work(1, 1);
    slow.add('a');
    const first = submit('hold');
    await eventually(() => expect(held.has('hold')).to.equal(true));
    const caller = new AbortController();
    const waiting = submit('withdrawn', 'a', caller.signal).catch((error: Error) => error.message);
    const slowQueue = records(SLOW_QUEUE);
    await eventually(async () => expect(await slowQueue.getPrioritizedCount()).to.equal(1));
    caller.abort(new Error('gone'));
    expect(await waiting).to.equal('gone');
    await eventually(async () => expect(await slowQueue.getPrioritizedCount()).to.equal(0));
    expect(await redisContents(redis.url)).not.to.include('withdrawn');
    held.get('hold')?.();
    await first;
  });

  it('is asked, too, by a gateway that did not hear of its job', async () => {
    work(1, 1);
    slow.add('a');
    const reply = submit('hold');
    await eventually(() => expect(held.has('hold')).to.equal(true));
    await sleep(3_000); // longer than a gateway waits before it asks: were the job lost to it, there would be another
    held.get('hold')?.();
    expect(await reply).to.deep.equal(rendered('hold'));
    expect(seen).to.deep.equal(['s hold']);
  });

  it('rejects no other account for how slow it is', async () => {
    work(2, 1);
    slow.add('a');
    const callers = Array.from({ length: 30 }, () => new AbortController());
    const all = callers.map(({ signal }, index) => submit(`hold ${index}`, 'a', signal).catch(() => undefined));
    for (let round = 0; round < 8; round++) {
      for (const release of held.values()) release();
      await sleep(250);
      const once = queue.submitAndWait(job('b'), { accountId: 'b', deadlineMs: 10_000 });
      expect(await once, `round ${round}`).to.deep.equal(rendered('b'));
    }
    for (const caller of callers) caller.abort();
    await Promise.all(all);
  });
});
