import { randomUUID } from 'node:crypto';
import { sweepUnclaimedFiles, UNCLAIMED_FILES, unclaimedFile } from '@toolpress/queue';
import { nonQueueingRedis, type Redis, waitUntilReady } from '@toolpress/runtime';
import { dayOf, newFileId } from '@toolpress/storage';
import { eventually, quietLogger, startRedis, type TestRedis } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, beforeEach, describe, it } from 'mocha';
import { keys } from '../../shared/keys.js';
import { Files } from '../files/files.js';
import { AnsweredFiles } from './answered-files.js';
import { Charges, type Completion, type Extras, type StoredFile } from './charges.js';

const ACCOUNT = 'acc_1';
const CALLER = { accountId: ACCOUNT, tokenId: 'tok_1', monthlyActions: null };

describe('A file is claimed', () => {
  let server: TestRedis;
  let redis: Redis;
  let charges: Charges;
  let files: Files;
  /** Those that are claimed once more. */
  let answered: string[];
  before(async () => {
    server = await startRedis();
    redis = nonQueueingRedis(server.url, 'test', quietLogger());
    await waitUntilReady(redis);
  });
  after(async () => {
    redis.disconnect();
    await server.stop();
  });
  beforeEach(async () => {
    await redis.flushall();
    answered = [];
    const again = new AnsweredFiles(redis);
    again.add = (_account, id) => void answered.push(id);
    charges = new Charges(redis, again);
    files = new Files(redis, { remove: async () => undefined });
  });

  const note = (id: string): Promise<unknown> => redis.zadd(UNCLAIMED_FILES, 1, unclaimedFile(ACCOUNT, id));
  /** As a worker stores one. */
  const newFile = async (): Promise<StoredFile> => {
    const id = newFileId(new Date(Date.now() + 60_000));
    await note(id);
    return { id, sizeBytes: 100 };
  };
  const settle = async (extras: Extras): Promise<boolean> => {
    const charge = await charges.begin(CALLER, 'html-to-pdf', quietLogger());
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

  it('in the step that charges a call, and then once more', async () => {
    const [file, other] = [await newFile(), await newFile()];
    expect(await settle({ file })).to.equal(true);
    expect([await isClaimed(file), await isClaimed(other)]).to.deep.equal([true, false]);
    expect(answered).to.deep.equal([file.id]);
  });

  it('in the step that completes an idempotency key, and by the first of two only', async () => {
    const [file, second] = [await newFile(), await newFile()];
    const completion = await record();
    expect(await settle({ file, completion })).to.equal(true);
    expect(await settle({ file: second, completion })).to.equal(false);
    expect([await isClaimed(file), await isClaimed(second)]).to.deep.equal([true, false]);
    expect(answered).to.deep.equal([file.id]);
  });

  it('in the step that completes a job, by its owner only, and not once more', async () => {
    const [file, late] = [await newFile(), await newFile()];
    const completion = await record('this gateway');
    expect(await settle({ file: late, completion: { ...completion, owner: 'one that was slow' } })).to.equal(false);
    expect(await settle({ file, completion })).to.equal(true);
    expect([await isClaimed(file), await isClaimed(late)]).to.deep.equal([true, false]);
    expect(answered).to.deep.equal([]);
  });

  it('in the step that completes the archive of a batch, by its owner only', async () => {
    const [file, late] = [await newFile(), await newFile()];
    const completion = await record('this gateway');
    expect(await files.keep(ACCOUNT, late, { ...completion, owner: 'one that was slow' })).to.equal(undefined);
    expect(await files.keep(ACCOUNT, file, completion)).to.equal(100);
    expect([await isClaimed(file), await isClaimed(late)]).to.deep.equal([true, false]);
  });

  it('once more after the second in which Redis may have forgotten it, as soon as Redis is there', async () => {
    const again = new AnsweredFiles(redis, 100);
    const { id } = await newFile();
    again.add(ACCOUNT, id);
    redis.disconnect();
    await new Promise((resolve) => setTimeout(resolve, 400));
    await redis.connect();
    await eventually(async () => expect(await isClaimed({ id, sizeBytes: 100 })).to.equal(true));
    again.close();
  });

  it('so that no sweep deletes it, however late', async () => {
    const [file, left] = [await newFile(), await newFile()];
    await settle({ file });
    await note(file.id); // once more, by a connection that had been given up
    const removed: string[] = [];
    const remove = async (...ids: string[]): Promise<void> => void removed.push(...ids);
    for (let sweep = 0; sweep < 2; sweep++) await sweepUnclaimedFiles(redis, { remove, dayOf }, 60_000);
    expect(removed).to.deep.equal([left.id]);
    expect(await redis.zcard(UNCLAIMED_FILES)).to.equal(0);
  });
});
