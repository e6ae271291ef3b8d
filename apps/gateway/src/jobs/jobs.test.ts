import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type JsonObject, type PdfRequest, type PdfTool, RawJson, ServiceError } from '@toolpress/contract';
import { CALLS_WAITING, UNCLAIMED_FILES } from '@toolpress/queue';
import { type Redis, SecretBox } from '@toolpress/runtime';
import { quietLogger, serviceErrorOf, startConnectedRedis, type TestRedis } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, afterEach, before, beforeEach, describe, it } from 'mocha';
import { Charges } from '../accounts/billing/charges.js';
import { UsageReader } from '../accounts/billing/usage.js';
import { LargeBodies } from '../api/large-bodies.js';
import { readBacklog } from '../monitoring/backlog.js';
import { keys, newId } from '../shared/keys.js';
import { Batches } from './batches/batches.js';
import { operatorBatchEndpoints } from './batches/operator-endpoints.js';
import { Inputs } from './inputs.js';
import type { TakenJob } from './job-record.js';
import { Jobs } from './jobs.js';

const TOOL: PdfTool = 'html-to-pdf';
const FILE_TTL = 3_600;

describe('Jobs and batches that wait', () => {
  let server: TestRedis;
  let redis: Redis;
  let jobs: Jobs;
  let batches: Batches;
  let options: Omit<ConstructorParameters<typeof Batches>[0], 'jobs' | 'uploads'>;
  let inputs: Inputs;
  /** Sealed files, and how often one was read. */
  let files: Map<string, Uint8Array>;
  let reads: number;
  let isStoreAway = false;
  let putsUntilFault: number;
  const largeBodies = new LargeBodies();

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
    reads = 0;
    putsUntilFault = Number.POSITIVE_INFINITY;
    const unavailable = () => new ServiceError('unavailable', 'as the test wants');
    const store = {
      async put(id: string, bytes: Uint8Array): Promise<void> {
        putsUntilFault -= 1;
        if (putsUntilFault < 0) throw unavailable();
        files.set(id, bytes);
      },
      async read(id: string): Promise<Buffer> {
        reads += 1;
        const file = files.get(id);
        if (file === undefined) throw new ServiceError('file_expired', 'as the test wants');
        return Buffer.from(file);
      },
      async remove(...ids: string[]): Promise<void> {
        if (isStoreAway) throw unavailable();
        for (const id of ids) files.delete(id);
      },
    };
    const box = new SecretBox({ current: randomBytes(32), previous: [] }, 'test');
    inputs = new Inputs(redis, store).begin();
    options = { redis, store, inputs, box, largeBodies, fileTtl: FILE_TTL };
    jobs = new Jobs(options);
    batches = new Batches({ ...options, jobs, uploads: { find: async () => undefined } });
  });
  afterEach(() => inputs.close());

  const callerOf = (accountId: string) => ({ accountId, tokenId: 'tok_1', monthlyActions: null });
  const submit = async (account: string): Promise<string> =>
    (await jobs.submit(callerOf(account), { tool: TOOL, input: { html: '<p>' } })).id;
  const submitBatch = async (account: string, rows: JsonObject[], input: PdfRequest = { html: '<p>' }) =>
    (await batches.submit(callerOf(account), { tool: TOOL, input, rows })).id;
  const takeOne = async (): Promise<TakenJob | undefined> => (await jobs.leases.take(1))[0];
  const taken = async (): Promise<TakenJob> => {
    const job = await takeOne();
    if (job === undefined) throw new Error('there is no job');
    return job;
  };
  const expireLeases = async (): Promise<void> => {
    for (const member of await redis.zrange(keys.jobLeases, '0', '-1')) await redis.zadd(keys.jobLeases, 0, member);
  };
  const fail = (job: TakenJob) => jobs.fail(job, { code: 'internal', message: 'as the test wants' });

  it('are not taken while calls wait for all that the workers can do', async () => {
    await submit('acc_a');
    for (let call = 0; call < CALLS_WAITING.most; call++) await redis.zadd(CALLS_WAITING.key, 1, `call ${call}`);
    expect(await takeOne()).to.equal(undefined);
    await redis.zrem(CALLS_WAITING.key, 'call 3');
    expect((await taken()).accountId).to.equal('acc_a');
  });

  it('of two accounts are taken in turns, however many one has', async () => {
    await submitBatch('acc_a', Array(50).fill({}));
    await submitBatch('acc_b', Array(5).fill({}));
    const seen: TakenJob[] = [];
    while (seen.length < 10) seen.push(await taken());
    expect(seen.filter(({ accountId }) => accountId === 'acc_b')).to.have.lengthOf(5);
  });

  it('of an account are taken batch by batch, in order of submission and first by priority, beside its single jobs', async () => {
    const batchOf = async (priority: number): Promise<string> => {
      const batch = { tool: TOOL, input: { html: '<p>' }, rows: [{}, {}], priority };
      await sleep(2); // ids of the same millisecond sort at random
      return (await batches.submit(callerOf('acc_a'), batch)).id;
    };
    const [first, second, urgent, idle] = [await batchOf(0), await batchOf(0), await batchOf(10), await batchOf(-10)];
    const seen: string[] = [];
    seen.push((await taken()).id);
    const job = await submit('acc_a');
    for (let one = await takeOne(); one !== undefined; one = await takeOne()) seen.push(one.id);
    expect(seen.filter((id) => id !== job)).to.deep.equal(
      [urgent, first, second, idle].flatMap((id) => [`${id}.1`, `${id}.2`]),
    );
    expect(seen.indexOf(job), 'it waits for one row').to.be.within(1, 2);
    expect((await batches.find('acc_a', urgent))?.priority).to.equal(10);
  });

  it('are taken several at a time, each account with as many', async () => {
    const big = await submitBatch('acc_a', Array(700).fill({}));
    const rows = async (most: number) => (await jobs.leases.take(most)).map(({ id }) => id);
    expect(await rows(8)).to.deep.equal(Array.from({ length: 8 }, (_, index) => `${big}.${index + 1}`));
    const single = [await submit('acc_b'), await submit('acc_b'), await submit('acc_b')];
    expect(await rows(4)).to.have.members([`${big}.9`, `${big}.10`, ...single.slice(0, 2)]);
    const owners = new Set((await jobs.leases.take(500)).map(({ owner }) => owner));
    expect(owners.size, 'each has its own owner').to.be.within(251, 500);
    expect(await redis.zcard(keys.jobLeases)).to.equal(12 + owners.size);
  });

  it('of one batch are in a few keys of Redis, which are deleted with it', async () => {
    const id = await submitBatch('acc_a', Array(502).fill({}));
    let count = 0;
    for (let rows = await jobs.leases.take(100); rows.length > 0; rows = await jobs.leases.take(100)) {
      for (const row of rows) {
        await fail(row);
        await jobs.leases.leaveRow(row, id);
      }
      count += rows.length;
    }
    expect(count).to.equal(502);
    const blocks = await redis.keys(keys.rows('acc_a', id, 0).replace(/0$/, '*'));
    expect(blocks).to.have.lengthOf(2);
    for (const block of blocks) expect(await redis.pttl(block)).to.be.within(1, (FILE_TTL + 3_600) * 1_000);
    expect(await batches.rowIsOver('acc_a', id)).to.equal(true);
    expect((await jobs.rows('acc_a', id, [501, 502, 503])).map((row) => row?.error?.code)).to.deep.equal([
      ...['internal', 'internal'],
      undefined,
    ]);
    expect(await redis.keys(`${keys.job('acc_a', id)}*`)).to.deep.equal([]);
  });

  it('of a batch that pauses are not taken, while its rows that were put back and other batches of the account are', async () => {
    const busy = await submitBatch('acc_a', Array(9).fill({}));
    const held = [await taken(), await taken()];
    const plain = await submitBatch('acc_a', Array(4).fill({}));
    for (const job of held) {
      await jobs.leases.pauseBatch('acc_a', busy, 60_000);
      await jobs.leases.putBack(job, 0);
    }
    const seen: TakenJob[] = [];
    for (let job = await takeOne(); job !== undefined; job = await takeOne()) seen.push(job);
    expect(seen.map(({ id }) => id)).to.deep.equal([
      ...held.map(({ id }) => id),
      ...[1, 2, 3, 4].map((number) => `${plain}.${number}`),
    ]);
    expect(seen[0]?.created).to.equal(held[0]?.created);
    await jobs.leases.pauseBatch('acc_a', busy, 0);
    await submit('acc_a'); // ends the pause of the account's turn
    const next = [await taken(), await taken()].map(({ id }) => id);
    expect(next).to.include(`${busy}.3`);
    await jobs.leases.pauseBatch('acc_a', 'bat_unknown', 60_000);
    expect(await redis.exists(keys.batch('acc_a', 'bat_unknown'))).to.equal(0);
  });

  it('of an account that pauses are not taken, until that is over or another is submitted', async () => {
    await submitBatch('acc_a', Array(9).fill({}));
    await submit('acc_b');
    await jobs.leases.pause('acc_a', 60_000);
    await jobs.leases.pause('acc_c', 60_000); // nothing of it waits
    expect([(await taken()).accountId, await takeOne()]).to.deep.equal(['acc_b', undefined]);
    await redis.rpush(keys.waitingJobs('acc_a'), newId('job'));
    expect((await readBacklog(redis)).jobs).to.include({ waiting: 1, working: 1 });
    await redis.rpop(keys.waitingJobs('acc_a'));
    await submit('acc_a');
    expect((await taken()).accountId).to.equal('acc_a');
    await jobs.leases.pause('acc_a', 0);
    expect((await taken()).accountId).to.equal('acc_a');
  });

  it('that have expired are passed over, more of them than Redis looks at in one step', async () => {
    const gone = Array.from({ length: 450 }, (_, index) => `job_gone${index}`);
    await redis.rpush(keys.waitingJobs('acc_a'), ...gone);
    const id = await submit('acc_a');
    expect((await taken()).id).to.equal(id);
    expect(await takeOne()).to.equal(undefined);
  });

  it('end their leases row by row; that of a batch’s last one stays until what follows is done', async () => {
    const id = await submitBatch('acc_a', [{}, {}]);
    const [first, second] = [await taken(), await taken()];
    await fail(first);
    expect(await jobs.leases.leaveRow(first, id)).to.equal(false);
    await fail(second);
    expect(await jobs.leases.leaveRow(second, id)).to.equal(true);
    expect(await redis.zcard(keys.jobLeases)).to.equal(1);
    await jobs.leases.again(second, 0);
    expect(await taken()).to.deep.include({ id: second.id, isOver: true });
  });

  it('keep their leases while Redis holds them as open, because it has lost their end', async () => {
    const id = await submitBatch('acc_a', [{}, {}]);
    await submit('acc_b');
    const open = [await taken(), await taken(), await taken()];
    expect(await jobs.leases.renew(open), 'those that are over').to.deep.equal([]);
    for (const job of open) {
      if (job.row === undefined) await jobs.leases.leave(job);
      else expect(await jobs.leases.leaveRow(job, id)).to.equal(false);
    }
    expect(await redis.zcard(keys.jobLeases)).to.equal(3);
  });

  it('release the lease of a failed row that is repeated before that', async () => {
    const id = await submitBatch('acc_a', [{}, {}]);
    const first = await taken();
    await fail(first);
    expect(await batches.retries.rows('acc_a', id, 1)).to.equal(1);
    expect(await jobs.leases.leaveRow(first, id)).to.equal(false);
    expect(await redis.zcard(keys.jobLeases)).to.equal(0);
  });

  it('count a row whose taking Redis has lost, though it failed before it was taken again', async () => {
    const id = await submitBatch('acc_a', [{}]);
    await fail({ accountId: 'acc_a', id: `${id}.1` } as TakenJob);
    const row = await taken();
    expect(row).to.deep.include({ id: `${id}.1`, isOver: false });
    await fail(row);
    expect(await batches.rowIsOver('acc_a', id)).to.equal(true);
    expect(await batches.find('acc_a', id)).to.deep.include({ status: 'done', done: 0, failed: 1 });
  });

  it('end their batch though the last row has expired before another gateway came to that', async () => {
    const another = await submitBatch('acc_a', [{}]);
    const only = await taken();
    await fail(only);
    await jobs.forgetRows('acc_a', another, [1]);
    await expireLeases();
    const again = await taken();
    expect(again).to.deep.include({ id: only.id, isOver: true });
    expect(await jobs.leases.leaveRow(again, another)).to.equal(true);
    expect(await batches.rowIsOver('acc_a', another)).to.equal(true);
    await expireLeases();
    expect(await takeOne(), 'when that is done').to.equal(undefined);
    expect(await redis.zcard(keys.jobLeases)).to.equal(0);
  });

  it('are completed and charged by who took them last only: a gateway that was too slow charges nothing', async () => {
    const charges = new Charges(redis);
    const complete = async (job: TakenJob) => {
      const charge = await charges.begin(callerOf('acc_a'), [TOOL], quietLogger());
      return charges.settle(charge, { completion: jobs.completion(job, {}, new Date(Date.now() + 60_000)) });
    };
    await submit('acc_a');
    const slow = await taken();
    await jobs.leases.again(slow, 0);
    const next = await taken();
    expect(next).to.deep.include({ id: slow.id, ownersBefore: [slow.owner], attempts: 2 });
    await jobs.leases.again(next, 0);
    const last = await taken();
    expect(last.ownersBefore, 'until somebody has cleared up').to.deep.equal([slow.owner, next.owner]);
    await jobs.leases.clearedUp(last);
    const refused = (await complete(slow)).done ?? [];
    expect([refused.length > 0, jobs.isOver(refused)]).to.deep.equal([true, false]);
    expect(await complete(last)).to.deep.equal({});
    const again = (await complete(last)).done ?? [];
    expect(jobs.isOver(again)).to.equal(true);
    expect((await new UsageReader(redis).ofAccount('acc_a', {})).requests).to.equal(1);
    await charges.close();
  });

  it('of a cancelled batch learn that their gateway has died, and end nothing', async () => {
    const id = await submitBatch('acc_a', [{}, {}]);
    const [first, second] = [await taken(), await taken()];
    await batches.cancel('acc_a', id);
    await jobs.leases.again(first, 0);
    const again = await taken();
    expect(again.row).to.deep.equal({ batchId: id, number: 1, isCancelled: true });
    expect(await jobs.cancel('acc_a', again.id)).to.equal(true);
    expect(await jobs.leases.leaveRow(again, id)).to.equal(false);
    await fail(second);
    expect(await jobs.leases.leaveRow(second, id)).to.equal(false);
    expect((await batches.find('acc_a', id))?.status).to.equal('cancelled');
    expect(await redis.zcard(keys.jobLeases)).to.equal(0);
  });

  it('read their template and a part of the rows once, however many rows are begun with at a time', async () => {
    const rows = Array.from({ length: 40 }, (_, index) => ({ name: `Row ${index + 1}` }));
    const id = await submitBatch('acc_a', rows, {
      html: '<p>',
      data: { firm: 'Ada & Co', name: '?' },
      filename: 'a.pdf',
    });
    const inputs = await Promise.all(rows.map((_, index) => batches.rows.input('acc_a', id, index + 1)));
    expect(reads).to.equal(2);
    expect(inputs[6]?.request).to.deep.equal({
      html: '<p>',
      data: { firm: 'Ada & Co', name: 'Row 7' },
      filename: 'a-07',
    });
    await batches.cancel('acc_a', id);
    expect(files.size, 'what was sent is deleted').to.equal(0);
  });

  it('delete what was sent when they are over, though the store was unavailable before, and keep no list of it', async () => {
    const id = await submitBatch('acc_a', [{ name: 'x'.repeat(300_000) }, { name: 'Zoë' }]);
    expect(files.size).to.equal(3);
    const charges = new Charges(redis);
    for (let row = 0; row < 2; row++) {
      const charge = await charges.begin(callerOf('acc_a'), [TOOL], quietLogger());
      const completion = jobs.completion(await taken(), { fileId: 'x' }, new Date(Date.now() + 60_000));
      await charges.settle(charge, { completion });
    }
    await charges.close();
    expect(await batches.rowIsOver('acc_a', id)).to.equal(true);
    isStoreAway = true;
    for (let look = 0; look < 2; look++) await inputs.check();
    expect(files.size).to.equal(3);
    expect(await redis.zcard(UNCLAIMED_FILES), 'for a sweep, should this gateway end').to.equal(3);
    isStoreAway = false;
    await inputs.check();
    expect([files.size, await redis.zcard(UNCLAIMED_FILES)]).to.deep.equal([0, 0]);
    expect(await redis.hexists(keys.batch('acc_a', id), 'parts')).to.equal(0);
    expect(await batches.find('acc_a', id)).to.deep.include({ status: 'done', rows: 2, done: 2 });
    expect(await batches.rows.input('acc_a', id, 1)).to.equal(undefined);
  });

  it('keep what was sent as long as a Redis that is killed may forget their end: then they are done again', async () => {
    const [forgotten, over] = [await submit('acc_a'), await submit('acc_a')];
    const [first, second] = [await taken(), await taken()];
    const before = await redis.hgetall(keys.job('acc_a', forgotten));
    for (const job of [first, second]) {
      await fail(job);
      await jobs.leases.leave(job);
    }
    await redis.hdel(keys.job('acc_a', forgotten), 'place', 'value');
    await redis.hset(keys.job('acc_a', forgotten), before);
    for (let look = 0; look < 2; look++) await inputs.check();
    expect([...files.keys()]).to.deep.equal([before['input']]);
    expect(await redis.zcard(UNCLAIMED_FILES), 'for a sweep').to.equal(0);
    expect(await redis.hget(keys.job('acc_a', over), 'place')).to.equal('failed');
  });

  it('that the store has no room for leave nothing in it', async () => {
    const rows = Array.from({ length: 4 }, () => ({ name: 'x'.repeat(300_000) }));
    for (const until of [0, 2, 4]) {
      putsUntilFault = until;
      expect((await serviceErrorOf(() => submitBatch('acc_a', rows))).code).to.equal('unavailable');
      expect([files.size, await redis.keys('*')]).to.deep.equal([0, []]);
    }
  });

  it('leave nothing in the store when they are cancelled and deleted, though it was unavailable in between', async () => {
    const [batch, job] = [await submitBatch('acc_a', [{}]), await submit('acc_a')];
    isStoreAway = true;
    for (const cancel of [() => batches.cancel('acc_a', batch), () => jobs.cancel('acc_a', job)])
      expect((await serviceErrorOf(cancel)).code).to.equal('unavailable');
    isStoreAway = false;
    expect(files.size).to.equal(3);
    await batches.remove('acc_a', batch);
    await jobs.remove('acc_a', job);
    expect(files.size).to.equal(0);
  });

  it('count what is to be printed until they are over, however they end; 10 GiB of an account may wait', async () => {
    const waiting = async (): Promise<number> =>
      (await redis.hvals(keys.waitingInputs('acc_a'))).reduce((sum, bytes) => sum + Number(bytes), 0);
    const sealed = (): number => [...files.values()].reduce((sum, bytes) => sum + bytes.length, 0);
    const batch = await submitBatch('acc_a', [{ name: 'x'.repeat(300_000) }, {}]);
    const [cancelled, failed, done] = [await submit('acc_a'), await submit('acc_a'), await submit('acc_a')];
    expect(await waiting())
      .to.equal(sealed())
      .and.be.above(300_000);
    const day = new Date(Date.now() + FILE_TTL * 1_000).toISOString().slice(0, 10);
    const more = 10 * 1024 ** 3 - (await waiting()) - 10;
    await redis.hincrby(keys.waitingInputs('acc_a'), day, more);
    const count = files.size;
    for (const another of [() => submit('acc_a'), () => submitBatch('acc_a', [{}])]) {
      const { code, message } = await serviceErrorOf(another);
      expect(`${code} ${message}`).to.match(
        /^queue_full The input of the account’s open jobs and batches would exceed the limit of 10 GiB/,
      );
    }
    expect(files.size, 'what was refused is not stored').to.equal(count);
    await redis.hincrby(keys.waitingInputs('acc_a'), day, -more);
    await batches.cancel('acc_a', batch);
    await jobs.cancel('acc_a', cancelled);
    const found = new Map<string, TakenJob>();
    for (let job = await takeOne(); job !== undefined; job = await takeOne()) found.set(job.id, job);
    await fail(found.get(failed) as TakenJob);
    const charges = new Charges(redis);
    const charge = await charges.begin(callerOf('acc_a'), [TOOL], quietLogger());
    const completion = jobs.completion(found.get(done) as TakenJob, {}, new Date(Date.now() + 60_000));
    expect(await charges.settle(charge, { completion })).to.deep.equal({});
    await charges.close();
    expect(await waiting()).to.equal(0);
  });

  it('whose files are put together end with that when the operator cancels them', async () => {
    const { id } = await batches.submit(callerOf('acc_a'), {
      tool: TOOL,
      input: { html: '' },
      rows: [{}],
      output: 'zip',
    });
    const charges = new Charges(redis);
    const charge = await charges.begin(callerOf('acc_a'), [TOOL], quietLogger());
    const completion = jobs.completion(await taken(), { fileId: 'x' }, new Date(Date.now() + 60_000));
    await charges.settle(charge, { completion });
    await charges.close();
    expect(await batches.rowIsOver('acc_a', id)).to.equal(false);
    const assembly = await taken();
    await redis.zadd(keys.accounts, '0', 'acc_a');
    const endpoints = operatorBatchEndpoints({
      redis,
      accounts: { find: async () => undefined },
      jobs,
      batches,
      archives: {} as never,
    });
    const cancel = endpoints.find((endpoint) => endpoint.id === 'cancelBatchOfAccount');
    await cancel?.handle({ params: { id } } as never, undefined as never);
    expect((await batches.find('acc_a', id))?.status).to.equal('cancelled');
    expect(await jobs.leases.renew([assembly]), 'those that are over').to.deep.equal([
      { job: assembly, isLost: false },
    ]);
  });

  it('that are deleted while they end are not created again', async () => {
    const id = await submitBatch('acc_a', [{}]);
    await Promise.all([batches.cancel('acc_a', id), redis.unlink(keys.batch('acc_a', id))]);
    expect(await redis.exists(keys.batch('acc_a', id))).to.equal(0);
  });

  it('are shown though the links to their files can’t be made any more', async () => {
    const id = await submit('acc_a');
    const charges = new Charges(redis);
    const charge = await charges.begin(callerOf('acc_a'), [TOOL], quietLogger());
    const completion = jobs.completion(await taken(), { fileId: 'x' }, new Date(Date.now() + 60_000));
    await charges.settle(charge, { completion });
    await charges.close();
    const expired = async () => {
      throw new ServiceError('file_expired', 'It has expired.');
    };
    const shown = await jobs.find('acc_a', id, expired);
    expect(shown).to.deep.include({ status: 'done', error: { code: 'file_expired', message: 'It has expired.' } });
    expect(shown).to.not.have.property('result');
    const away = async () => {
      throw new ServiceError('unavailable', 'It is unavailable.');
    };
    expect((await serviceErrorOf(() => jobs.find('acc_a', id, away))).code).to.equal('unavailable');
  });

  it('whose rows have expired before they were begun with fail row by row, and are over then', async () => {
    const id = await submitBatch('acc_a', [{}, {}]);
    const early = await taken();
    await batches.rows.input('acc_a', id, 1);
    for (const file of files.keys()) files.delete(file);
    const other = new Batches({ ...options, jobs, uploads: { find: async () => undefined } });
    const { code, message } = await serviceErrorOf(() => other.rows.input('acc_a', id, 2));
    expect(`${code}: ${message}`).to.equal('internal: The input of the job no longer exists; submit the job again.');
    for (const job of [early, await taken()]) await fail(job);
    expect(await batches.rowIsOver('acc_a', id)).to.equal(true);
    const lost = await submitBatch('acc_a', [{}]);
    await redis.hdel(keys.batch('acc_a', lost), 'parts');
    expect((await serviceErrorOf(() => batches.rows.input('acc_a', lost, 1))).code).to.equal('internal');
    await fail(await taken());
    expect(await batches.rowIsOver('acc_a', lost)).to.equal(true);
    expect(await batches.find('acc_a', lost)).to.include({ status: 'done', failed: 1 });
    const cancelled = await submitBatch('acc_a', [{ name: 'x'.repeat(300_000) }, {}]);
    await other.rows.input('acc_a', cancelled, 1);
    await batches.cancel('acc_a', cancelled);
    expect(await other.rows.input('acc_a', cancelled, 2), 'of one that was cancelled').to.equal(undefined);
  });

  it('put a row’s data into large data of all as it would be put into small, without reading that again', async () => {
    const data = { name: '?', list: Array.from({ length: 30_000 }, (_, index) => `entry ${index}`), empty: {} };
    const id = await submitBatch('acc_a', [{ name: 'Ada', 'a"b': 'ü' }, {}, { empty: { no: 'longer' } }], {
      html: '<p>',
      data,
    });
    for (const [row, expected] of [
      [1, { ...data, name: 'Ada', 'a"b': 'ü' }],
      [2, data],
      [3, { ...data, empty: { no: 'longer' } }],
    ] as const) {
      const { data: whole } = (await batches.rows.input('acc_a', id, row))?.request ?? {};
      expect(whole).to.be.instanceOf(RawJson);
      const { content } = whole as RawJson;
      expect(JSON.parse(Buffer.from(content).toString())).to.deep.equal(expected);
    }
  });

  it('cut a name of a file that is too long with its number', async () => {
    const id = await submitBatch('acc_a', [{}, {}], { html: '<p>', filename: `${'x'.repeat(196)}.pdf` });
    const { request } = (await batches.rows.input('acc_a', id, 2)) ?? {};
    expect(request?.filename).to.equal(`${'x'.repeat(196)}-2`);
    const long = await submitBatch('acc_a', Array(100).fill({}), { html: '<p>', filename: 'y'.repeat(200) });
    expect((await batches.rows.input('acc_a', long, 99))?.request.filename).to.equal(`${'y'.repeat(196)}-099`);
  });

  it('reject rows that are not objects, or nested too deeply', async () => {
    let deep: JsonObject = {};
    for (let level = 0; level < 120; level++) deep = { deep };
    const id = await submitBatch('acc_a', [deep, [] as never]);
    for (const row of [1, 2]) {
      const { code } = await serviceErrorOf(() => batches.rows.input('acc_a', id, row));
      expect(code, `row ${row}`).to.equal('invalid_parameter');
    }
  });

  it('are limited by the batches of an account; another is taken when one has no more rows', async () => {
    for (let batch = 0; batch < 100; batch++) await submitBatch('acc_a', [{}]);
    const count = files.size;
    expect((await serviceErrorOf(() => submitBatch('acc_a', [{}]))).code).to.equal('queue_full');
    expect(files.size, 'what was refused is not stored').to.equal(count);
    await submitBatch('acc_b', [{}]);
    for (let row = 0; row < 101; row++) await taken();
    expect(await takeOne()).to.equal(undefined);
    await submitBatch('acc_a', [{}]);
  });
});
