import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '@toolpress/contract';
import { type Redis, SecretBox } from '@toolpress/runtime';
import { eventually, serviceErrorOf, startConnectedRedis, type TestRedis } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, beforeEach, describe, it } from 'mocha';
import { Accounts } from '../../accounts/accounts.js';
import { closeAccount } from '../../accounts/closing.js';
import type { TakePiece } from '../../api/body.js';
import { MemoryBudget } from '../../api/memory-budget.js';
import { keys } from '../../shared/keys.js';
import { Inputs } from '../inputs.js';
import { Uploads } from './uploads.js';

const ACCOUNT = 'acc_a';
const ROW = Buffer.from(`{"a":"${'x'.repeat(60_000)}"}\n`);

describe('An upload of rows', () => {
  let server: TestRedis;
  let redis: Redis;
  let files: Map<string, Uint8Array>;
  let putsUntilFault: number;
  let isStoreAway: boolean;
  before(async () => {
    ({ server, redis } = await startConnectedRedis());
  });
  after(() => server.stop());
  beforeEach(async () => {
    await redis.flushall();
    files = new Map();
    putsUntilFault = Number.POSITIVE_INFINITY;
    isStoreAway = false;
  });

  const unavailable = (): ServiceError => new ServiceError('unavailable', 'as the test wants');
  const store = {
    async put(id: string, bytes: Uint8Array): Promise<void> {
      putsUntilFault -= 1;
      if (putsUntilFault < 0) throw unavailable();
      await sleep(5);
      files.set(id, bytes);
    },
    async remove(...ids: string[]): Promise<void> {
      if (isStoreAway) throw unavailable();
      for (const id of ids) files.delete(id);
    },
  };
  const storage = { check: async () => undefined, note: () => undefined };
  const largeBodies = { call: () => Promise.reject(new Error('JSON lines are not parsed')) };
  const box = new SecretBox({ current: randomBytes(32), previous: [] }, 'test');
  /** @param fileTtl seconds. */
  const uploadsOf = (fileTtl: number): Uploads =>
    new Uploads({ redis, store, inputs: new Inputs(redis, store).begin(), storage, box, largeBodies, fileTtl });

  const context = () => ({
    memory: new MemoryBudget(64 * 1024 * 1024).share(ACCOUNT),
    signal: new AbortController().signal,
  });
  const sending =
    (...pieces: Buffer[]) =>
    async (take: TakePiece): Promise<void> => {
      for (const piece of pieces) await take(piece);
    };
  const receive = async (uploads: Uploads, ...pieces: Buffer[]): Promise<string> =>
    (await uploads.receive(ACCOUNT, sending(...pieces), context())).id;
  const stored = async (): Promise<number> =>
    (await redis.hvals(keys.storage(ACCOUNT))).reduce((sum, bytes) => sum + Number(bytes), 0);
  const size = (): number => [...files.values()].reduce((sum, bytes) => sum + bytes.length, 0);

  it('counts for its account what its parts take, until it is deleted', async () => {
    const uploads = uploadsOf(3_600);
    const id = await receive(uploads, ...Array(12).fill(ROW));
    expect(files.size).to.equal(3);
    expect(await stored())
      .to.equal(size())
      .and.be.above(12 * ROW.length);
    await receive(uploads, ROW);
    await uploads.remove(ACCOUNT, id);
    expect([files.size, await stored()]).to.deep.equal([1, size()]);
  });

  it('counts once when its commands run twice, and has no slot when the reply to the first one is lost', async () => {
    const connection = (isLost: boolean): Redis =>
      new Proxy(redis, {
        get: (target, name) => {
          const value: unknown = Reflect.get(target, name, target);
          if (!String(name).startsWith('script')) return typeof value === 'function' ? value.bind(target) : value;
          return async (...args: unknown[]): Promise<unknown> => {
            const reply: unknown = await Reflect.apply(value as () => unknown, target, args);
            if (isLost) throw new Error('Command timed out');
            await Reflect.apply(value as () => unknown, target, args);
            return reply;
          };
        },
      });
    const uploads = (isLost: boolean): Uploads =>
      new Uploads({
        redis: connection(isLost),
        store,
        inputs: new Inputs(redis, store),
        storage,
        box,
        largeBodies,
        fileTtl: 3_600,
      });
    await receive(uploads(false), ROW);
    expect(await stored()).to.equal(size());
    await receive(uploads(true), ROW).catch(() => undefined);
    await eventually(async () => expect(await redis.zcard(keys.uploads(ACCOUNT))).to.equal(1));
  });

  it('can be deleted again where the store was unavailable, and belongs to no batch meanwhile', async () => {
    const uploads = uploadsOf(3_600);
    const id = await receive(uploads, ROW);
    isStoreAway = true;
    expect((await serviceErrorOf(() => uploads.remove(ACCOUNT, id))).code).to.equal('unavailable');
    expect(await uploads.find(ACCOUNT, id)).to.equal(undefined);
    isStoreAway = false;
    expect(await uploads.remove(ACCOUNT, id)).to.include({ id, rows: 1, bytes: ROW.length });
    expect([files.size, await stored(), await redis.keys('*:upload*')]).to.deep.equal([0, 0, []]);
  });

  it('that the store has no room for leaves nothing', async () => {
    putsUntilFault = 2;
    const { code } = await serviceErrorOf(() => receive(uploadsOf(3_600), ...Array(20).fill(ROW)));
    expect([code, files.size, await redis.keys('*')]).to.deep.equal(['unavailable', 0, []]);
  });

  it('leaves nothing when the store reports an error after it has saved', async () => {
    for (const fault of ['reply', 'store']) {
      const lost = new Error('the reply is lost');
      const note = (): never => {
        throw lost;
      };
      const puts = async (id: string, bytes: Uint8Array): Promise<void> => {
        await store.put(id, bytes);
        if (fault === 'store' && files.size === 3) throw unavailable();
      };
      const inputs = new Inputs(redis, { ...store, put: puts }).begin();
      const options = { redis, store, inputs, storage: { ...storage, note }, box, largeBodies, fileTtl: 3_600 };
      const error = await receive(new Uploads(options), ...Array(20).fill(ROW)).catch((thrown: unknown) => thrown);
      expect(error).to.be.instanceOf(Error);
      expect([files.size, await stored(), await redis.keys('*:upload*')], fault).to.deep.equal([0, 0, []]);
    }
  });

  it('of an account that is closed meanwhile leaves nothing', async () => {
    const uploads = uploadsOf(3_600);
    const closing = async (take: TakePiece): Promise<void> => {
      await sending(...Array(8).fill(ROW))(take);
      await redis.unlink(keys.uploads(ACCOUNT));
    };
    const { code } = await serviceErrorOf(() => uploads.receive(ACCOUNT, closing, context()));
    expect([code, files.size, await redis.keys('*')]).to.deep.equal(['upload_unknown', 0, []]);
  });

  it('that has ended is taken over by no batch, frees its place, and goes with the next one or when it is deleted', async () => {
    const begun = Date.now();
    const uploads = uploadsOf(600); // a batch can take it over within 300 seconds
    const ids: string[] = [];
    for (let count = 0; count < 20; count++) ids.push(await receive(uploads, ROW));
    const [first = '', second = ''] = ids;
    expect(await uploads.find(ACCOUNT, first)).to.include({ rows: 1 });
    expect((await serviceErrorOf(() => receive(uploads, ROW))).message).to.include('20 unused uploads');
    for (const id of ids) {
      const expires = Date.parse((await redis.hget(keys.upload(ACCOUNT, id), 'expires')) ?? '');
      expect(expires - begun).to.be.within(300_000, 300_000 + Date.now() - begun);
      const listed = Number(await redis.zscore(keys.uploads(ACCOUNT), id));
      expect(listed - begun).to.be.within(300_000, 300_000 + Date.now() - begun);
      await redis.hset(keys.upload(ACCOUNT, id), 'expires', new Date(begun).toISOString());
      await redis.zadd(keys.uploads(ACCOUNT), 'XX', begun, id);
    }
    expect(await uploads.find(ACCOUNT, first)).to.equal(undefined);
    await uploads.remove(ACCOUNT, second);
    expect(files.size).to.equal(19);
    await redis.zadd(keys.uploads(ACCOUNT), '1', 'upl_never_came_whole');
    const next = await receive(uploads, ROW);
    await eventually(() => expect(files.size).to.equal(1));
    await eventually(async () => expect(await redis.zrange(keys.uploads(ACCOUNT), '0', '-1')).to.deep.equal([next]));
    expect(await stored()).to.equal(size());
  });

  it('leaves no file when its account is closed', async () => {
    const accounts = new Accounts(redis);
    const { id } = await accounts.create({ name: 'Ann' });
    const uploads = uploadsOf(3_600);
    await uploads.receive(id, sending(ROW), context());
    expect(files.size).to.equal(1);
    expect(await closeAccount({ redis, accounts, data: [uploads] }, id)).to.equal(true);
    expect([...files.keys()]).to.deep.equal([]);
    expect(await redis.keys(`*${id}*`)).to.deep.equal([]);
  });
});
