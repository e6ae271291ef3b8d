import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { ServiceError } from '@toolpress/contract';
import { UNCLAIMED_FILES, unclaimedFile } from '@toolpress/queue';
import { type Redis, SecretBox } from '@toolpress/runtime';
import { quietLogger, startConnectedRedis, type TestRedis } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, afterEach, before, beforeEach, describe, it } from 'mocha';
import { callEndpoint } from '../../api/caller-requests.js';
import type { RequestContext } from '../../api/endpoint.js';
import { Idempotency } from '../../api/idempotency.js';
import type { ToolAnswer, ToolCalls } from '../../api/keyed-calls.js';
import { LargeBodies } from '../../api/large-bodies.js';
import { keys } from '../../shared/keys.js';
import { Inputs } from '../inputs.js';
import { Jobs } from '../jobs.js';
import { Batches } from './batches.js';
import type { Uploads } from './uploads.js';

const ACCOUNT = 'acc_a';
const CALLER = { accountId: ACCOUNT, tokenId: 'tok_1', monthlyActions: null };
const LOST = new Error('Connection is closed.');

/** What Redis does, or not, with the script that takes something over, while its reply is lost. */
type Fault = 'does it, and its reply is lost' | 'is lost before it does it, with its last second';

describe('What is submitted', () => {
  let server: TestRedis;
  let redis: Redis;
  let files: Map<string, Uint8Array>;
  let fault: Fault | undefined;
  let onPut: () => Promise<unknown>;
  const largeBodies = new LargeBodies();
  const box = new SecretBox({ current: randomBytes(32), previous: [] }, 'test');
  const store = {
    async put(id: string, bytes: Uint8Array): Promise<void> {
      expect(await redis.zscore(UNCLAIMED_FILES, unclaimedFile(ACCOUNT, id)), 'noted before').to.be.a('string');
      files.set(id, bytes);
      await onPut();
    },
    async read(): Promise<Buffer> {
      throw new ServiceError('file_unknown', 'as the test wants');
    },
    async remove(...ids: string[]): Promise<void> {
      for (const id of ids) files.delete(id);
    },
  };
  /** The kinds of submissions. */
  let submissions: Record<string, (context: Partial<RequestContext>) => Promise<unknown>>;
  let idempotency: Idempotency;
  let inputs: Inputs;

  before(async () => {
    ({ server, redis } = await startConnectedRedis());
  });
  after(async () => {
    await server.stop();
    await largeBodies.close();
  });
  beforeEach(async () => {
    await redis.flushall();
    files = new Map();
    fault = undefined;
    onPut = async () => undefined;
    inputs = new Inputs(redis, store).begin();
    const unreliable = losingReplies(redis, () => fault);
    const options = { redis: unreliable, store, inputs, box, largeBodies, fileTtl: 3_600 };
    const jobs = new Jobs(options);
    const uploads = { find: async () => undefined } as unknown as Uploads;
    const batches = new Batches({ ...options, jobs, uploads });
    const request = { tool: 'html-to-pdf', input: { html: '<p>' } } as const;
    submissions = {
      job: ({ keyed }) => jobs.submit(CALLER, request, keyed),
      batch: ({ keyed }) => batches.submit(CALLER, { ...request, rows: [{}, {}] }, keyed),
    };
    idempotency = new Idempotency({ redis, store: store as never, box });
  });
  afterEach(async () => {
    inputs.close();
    await redis.config('SET', 'maxmemory', '0');
  });

  const submitted = async (): Promise<number> =>
    (await redis.zcard(keys.jobs(ACCOUNT))) + (await redis.zcard(keys.batches(ACCOUNT)));
  const unclaimed = async (): Promise<string[]> =>
    (await redis.zrange(UNCLAIMED_FILES, '0', '-1')).map((member) => member.replace(/^.*:/, ''));
  const underKey = (handle: (context: Partial<RequestContext>) => Promise<unknown>): Promise<ToolAnswer> => {
    const context = { signal: new AbortController().signal, log: quietLogger() } as unknown as RequestContext;
    const input = { params: {}, query: {}, body: { html: '<p>' }, caller: CALLER, receive: async () => undefined };
    const creation = { path: '/', handle: (_input: unknown, given: RequestContext) => handle(given) };
    return callEndpoint({ idempotency } as ToolCalls, creation as never, input, 'key-1', context);
  };
  const failureOf = (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: unknown) => error);

  for (const kind of ['job', 'batch']) {
    const submit = (context: Partial<RequestContext> = {}): Promise<unknown> =>
      (submissions[kind] as (typeof submissions)[string])(context);

    it(`under an idempotency key is one ${kind}, also where Redis took it over and its reply was lost`, async () => {
      fault = 'does it, and its reply is lost';
      expect(await failureOf(underKey(submit))).to.equal(LOST);
      fault = undefined;
      const [next, last] = [await underKey(submit), await underKey(submit)];
      expect([next.isReplay, last.isReplay]).to.deep.equal([true, true]);
      expect(last.data).to.deep.equal(next.data);
      expect(await submitted()).to.equal(1);
      expect(await redis.exists(`toolpress:account:${ACCOUNT}:${kind}:${(next.data as { id: string }).id}`)).to.equal(
        1,
      );
    });

    it(`under an idempotency key is one ${kind}, also where Redis has forgotten who has the key`, async () => {
      let other: ToolAnswer | undefined;
      const first = await underKey(async (context) => {
        await redis.unlink(...(await redis.keys(keys.idempotency(ACCOUNT, '*'))));
        other = await underKey(submit);
        return submit(context);
      });
      expect([other?.isReplay, first.isReplay]).to.deep.equal([false, true]);
      expect(first.data).to.deep.equal(other?.data);
      expect(await submitted()).to.equal(1);
      expect(await unclaimed(), 'files of the other are deleted').to.deep.equal([]);
    });

    it(`leaves no file when a full Redis refuses the ${kind}: before it is stored, or after`, async () => {
      const fill = () => redis.config('SET', 'maxmemory', '1');
      onPut = fill;
      expect(await failureOf(submit())).to.have.property('name', 'ReplyError');
      await redis.config('SET', 'maxmemory', '0');
      expect([files.size, await unclaimed()]).to.deep.equal([0, []]);
      let puts = 0;
      onPut = async () => {
        puts += 1;
      };
      await fill();
      expect(await failureOf(submit())).to.have.property('name', 'ReplyError');
      expect([puts, files.size]).to.deep.equal([0, 0]);
    });

    it(`has its files claimed with the ${kind}, also when the reply was lost; else they stay noted, for a sweep`, async () => {
      await submit();
      fault = 'does it, and its reply is lost';
      expect(await failureOf(submit())).to.equal(LOST);
      await inputs.check();
      expect(await unclaimed()).to.deep.equal([]);
      const taken = new Set(files.keys());
      fault = 'is lost before it does it, with its last second';
      expect(await failureOf(submit())).to.equal(LOST);
      const left = [...files.keys()].filter((id) => !taken.has(id));
      expect(left).to.not.deep.equal([]);
      await inputs.check();
      expect(await unclaimed()).to.have.members(left);
    });

    it(`and forgotten by a Redis that was killed has its files noted for a sweep; those of another ${kind} are not`, async () => {
      await submit();
      const forgotten = [...files.keys()];
      const [id = ''] = await redis.zrange(keys[kind === 'job' ? 'jobs' : 'batches'](ACCOUNT), '0', '-1');
      await submit();
      await redis.unlink(kind === 'job' ? keys.job(ACCOUNT, id) : keys.batch(ACCOUNT, id));
      redis.disconnect(true);
      await once(redis, 'ready');
      await inputs.check();
      expect(await unclaimed()).to.have.members(forgotten);
    });
  }
});

/** A connection whose scripts that take something over are hit by a fault. */
function losingReplies(redis: Redis, fault: () => Fault | undefined): Redis {
  return new Proxy(redis, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return async (...args: unknown[]) => {
        const hit = args.includes(keys.jobTurns) ? fault() : undefined;
        if (hit === 'is lost before it does it, with its last second') {
          await redis.unlink(UNCLAIMED_FILES);
          throw LOST;
        }
        const reply: unknown = await Reflect.apply(value, target, args);
        if (hit !== undefined) throw LOST;
        return reply;
      };
    },
  });
}
