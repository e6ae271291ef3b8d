import { randomBytes } from 'node:crypto';
import { type Json, ServiceError } from '@toolpress/contract';
import { type Redis, SecretBox } from '@toolpress/runtime';
import { newFileId } from '@toolpress/storage';
import { quietLogger, serviceErrorOf, startConnectedRedis, type TestRedis } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, beforeEach, describe, it } from 'mocha';
import { Charges } from '../accounts/billing/charges.js';
import { UsageReader } from '../accounts/billing/usage.js';
import { keys } from '../shared/keys.js';
import { callEndpoint } from './caller-requests.js';
import type { AnyToolEndpoint, RequestContext } from './endpoint.js';
import { Idempotency } from './idempotency.js';
import type { ToolAnswer, ToolCalls } from './keyed-calls.js';
import { MemoryBudget } from './memory-budget.js';

const ACCOUNT = 'acc_1';
const TOOL = 'http-request';

describe('A call of a tool', () => {
  let server: TestRedis;
  let redis: Redis;
  let charges: Charges;
  let calls: ToolCalls;
  let removed: string[];
  before(async () => {
    ({ server, redis } = await startConnectedRedis());
    charges = new Charges(redis);
  });
  after(async () => {
    await charges.close();
    await server.stop();
  });
  beforeEach(async () => {
    await redis.flushall();
    removed = [];
    const store = { remove: async (...ids: string[]) => void removed.push(...ids) } as unknown as ToolCalls['store'];
    const box = new SecretBox({ current: randomBytes(32), previous: [] }, 'test');
    const storage = { check: async () => undefined, note: () => undefined } as unknown as ToolCalls['storage'];
    calls = { charges, idempotency: new Idempotency({ redis, store, box }), storage, store };
  });

  const work = async (): Promise<Json> => 'done';
  const fail = async (): Promise<never> => {
    throw new ServiceError('target_unreachable', 'as the test wants');
  };
  const call = (
    endpoint: Partial<Pick<AnyToolEndpoint, 'tool' | 'handle' | 'present' | 'fileOf'>>,
    { key, quota = null, signal }: { key?: string; quota?: number | null; signal?: AbortSignal } = {},
  ): Promise<ToolAnswer> => {
    const caller = { accountId: ACCOUNT, tokenId: 'tok_1', monthlyActions: quota };
    const context = {
      log: quietLogger(),
      signal: signal ?? new AbortController().signal,
      memory: new MemoryBudget(64 * 1024 * 1024).share(ACCOUNT),
    };
    return callEndpoint(
      calls,
      { tool: TOOL, handle: work, present: async (result: Json) => result, ...endpoint } as AnyToolEndpoint,
      { params: {}, query: {}, body: { a: 1 }, caller, receive: async () => undefined },
      key,
      context as unknown as RequestContext,
    );
  };
  const requests = async (): Promise<number> => (await new UsageReader(redis).ofAccount(ACCOUNT, {})).requests;

  it('is charged when it succeeds; not when its work fails, its answer can’t be made, or the caller has hung up', async () => {
    const file = { id: newFileId(new Date(Date.now() + 60_000)), sizeBytes: 1 };
    const gone = AbortSignal.abort(new Error('the caller hung up'));
    expect((await serviceErrorOf(() => call({ handle: fail }))).code).to.equal('target_unreachable');
    expect((await serviceErrorOf(() => call({ present: fail, fileOf: () => file }))).code).to.equal(
      'target_unreachable',
    );
    expect(removed).to.deep.equal([file.id]);
    await call({}, { signal: gone }).then(
      () => expect.fail('an answer that nobody waits for'),
      (error: Error) => expect(error.message).to.equal('the caller hung up'),
    );
    expect(await requests()).to.equal(0);
    await call({});
    expect(await requests()).to.equal(1);
  });

  it('that fails releases its memory immediately', async () => {
    for (const endpoint of [{ handle: fail }, { present: fail }])
      for (const key of [undefined, 'key']) {
        const { code } = await serviceErrorOf(() => call(endpoint, { quota: 1, ...(key && { key }) }));
        expect(code).to.equal('target_unreachable');
      }
    expect(await redis.exists(keys.holds(ACCOUNT))).to.equal(0);
  });

  it('that fails under an idempotency key frees the key immediately', async () => {
    for (const endpoint of [{ handle: fail }, { present: fail }])
      await serviceErrorOf(() => call(endpoint, { key: 'key' }));
    expect(await redis.keys('*idempotency*')).to.deep.equal([]);
    expect(await call({}, { key: 'key' })).to.deep.equal({ data: 'done', actions: 1, isReplay: false });
    expect(await call({}, { key: 'key' })).to.deep.equal({ data: 'done', actions: 0, isReplay: true });
    expect(await requests()).to.equal(1);
  });

  it('under the idempotency key of a call of another tool is refused', async () => {
    await call({}, { key: 'key' });
    const { code } = await serviceErrorOf(() => call({ tool: 'get-record' }, { key: 'key' }));
    expect(code).to.equal('idempotency_conflict');
    expect(await requests()).to.equal(1);
  });
});
