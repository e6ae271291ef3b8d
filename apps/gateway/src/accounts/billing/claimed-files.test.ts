import { randomUUID } from 'node:crypto';
import { sweepUnclaimedFiles, UNCLAIMED_FILES, unclaimedFile } from '@toolpress/queue';
import type { Redis } from '@toolpress/runtime';
import { dayOf, newFileId } from '@toolpress/storage';
import { eventually, quietLogger, startConnectedRedis, type TestRedis } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, beforeEach, describe, it } from 'mocha';
import type { Extras, StoredFile } from '../../api/charging.js';
import type { Completion } from '../../api/completion.js';
import { keys } from '../../shared/keys.js';
import { Files } from '../files/files.js';
import { Charges } from './charges.js';
import { AnsweredFiles } from './stored-files.js';

const ACCOUNT = 'acc_1';
const CALLER = { accountId: ACCOUNT, tokenId: 'tok_1', monthlyActions: null };

describe('A file', () => {
  let server: TestRedis;
  let redis: Redis;
  let charges: Charges;
  let files: Files;
  /** Claims files a second time. */
  let answered: string[];
  before(async () => {
    ({ server, redis } = await startConnectedRedis());
  });
  after(() => server.stop());
  beforeEach(async () => {
    await redis.flushall();
    answered = [];
    const again = new AnsweredFiles(redis);
    again.add = (_account, id) => void answered.push(id);
    charges = new Charges(redis, again);
    files = new Files(redis, { remove: async () => undefined, read: async () => Buffer.alloc(0) });
  });

  const note = (id: string): Promise<unknown> => redis.zadd(UNCLAIMED_FILES, 1, unclaimedFile(ACCOUNT, id));
  /** Stores a file as a worker does. */
  const newFile = async (): Promise<StoredFile> => {
    const id = newFileId(new Date(Date.now() + 60_000));
    await note(id);
    return { id, sizeBytes: 100 };
  };
  const settle = async (extras: Extras): Promise<boolean> => {
    const charge = await charges.begin(CALLER, ['html-to-pdf'], quietLogger());
    return (await charges.settle(charge, extras)).done === undefined;
  };
  const record = async (owner?: string): Promise<Completion> => {
    const key = keys.job(ACCOUNT, randomUUID());
    if (owner !== undefined) await redis.hset(key, 'owner', owner);
    const done = { request: '', place: 'done', value: 'sealed', lifeMs: 60_000, endsIn: '2026-01-01T00', bytes: 0 };
    return { key, ...done, ...(owner !== undefined && { owner }) };
  };
  const isClaimed = async ({ id }: StoredFile): Promise<boolean> =>
    (await redis.zscore(UNCLAIMED_FILES, unclaimedFile(ACCOUNT, id))) === null;

  it('is claimed when its call is charged, and once more later', async () => {
    const [file, other] = [await newFile(), await newFile()];
    expect(await settle({ file })).to.equal(true);
    expect([await isClaimed(file), await isClaimed(other)]).to.deep.equal([true, false]);
    expect(answered).to.deep.equal([file.id]);
  });

  it('is claimed when an idempotency key is completed, only by the first of two calls', async () => {
    const [file, second] = [await newFile(), await newFile()];
    const completion = await record();
    expect(await settle({ file, completion })).to.equal(true);
    expect(await settle({ file: second, completion })).to.equal(false);
    expect([await isClaimed(file), await isClaimed(second)]).to.deep.equal([true, false]);
    expect(answered).to.deep.equal([file.id]);
  });

  it('is claimed when a job is completed, only by its owner and only once', async () => {
    const [file, late] = [await newFile(), await newFile()];
    const completion = await record('this gateway');
    expect(await settle({ file: late, completion: { ...completion, owner: 'one that was slow' } })).to.equal(false);
    expect(await settle({ file, completion })).to.equal(true);
    expect([await isClaimed(file), await isClaimed(late)]).to.deep.equal([true, false]);
    expect(answered).to.deep.equal([]);
  });

  it('is claimed when the archive of a batch is completed, only by its owner', async () => {
    const [file, late] = [await newFile(), await newFile()];
    const completion = await record('this gateway');
    expect(await files.keep(ACCOUNT, [late], { ...completion, owner: 'one that was slow' })).to.equal(undefined);
    expect(await files.keep(ACCOUNT, [file], completion)).to.equal(100);
    expect([await isClaimed(file), await isClaimed(late)]).to.deep.equal([true, false]);
  });

  it('is claimed again after the second that Redis may have lost, as soon as Redis is available', async () => {
    const again = new AnsweredFiles(redis, 100);
    const { id } = await newFile();
    again.add(ACCOUNT, id);
    redis.disconnect();
    await new Promise((resolve) => setTimeout(resolve, 400));
    await redis.connect();
    await eventually(async () => expect(await isClaimed({ id, sizeBytes: 100 })).to.equal(true));
    again.close();
  });

  it('is never deleted by a sweep once it is claimed', async () => {
    const [file, left] = [await newFile(), await newFile()];
    await settle({ file });
    await note(file.id); // sent again by an abandoned connection
    const removed: string[] = [];
    const remove = async (...ids: string[]): Promise<void> => void removed.push(...ids);
    for (let sweep = 0; sweep < 2; sweep++) await sweepUnclaimedFiles(redis, { remove, dayOf }, 60_000);
    expect(removed).to.deep.equal([left.id]);
    expect(await redis.zcard(UNCLAIMED_FILES)).to.equal(0);
  });
});
