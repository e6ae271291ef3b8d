import { randomBytes } from 'node:crypto';
import type { PdfTool } from '@toolpress/contract';
import type { Logger, Redis } from '@toolpress/runtime';
import { SecretBox } from '@toolpress/runtime';
import { quietLogger, startConnectedRedis, type TestRedis } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, afterEach, before, beforeEach, describe, it } from 'mocha';
import { Charges } from '../accounts/billing/charges.js';
import { LargeBodies } from '../api/large-bodies.js';
import { keys } from '../shared/keys.js';
import { BatchSweep } from './batches/batch-sweep.js';
import { Batches } from './batches/batches.js';
import { Inputs } from './inputs.js';
import type { TakenJob } from './job-record.js';
import { Jobs } from './jobs.js';

const TOOL: PdfTool = 'html-to-pdf';
const ACCOUNT = 'acc_a';
const CALLER = { accountId: ACCOUNT, tokenId: 'tok_1', monthlyActions: null };
const FAULT = { code: 'internal', message: 'as the test wants' } as const;

describe('A job script', () => {
  let server: TestRedis;
  let redis: Redis;
  let jobs: Jobs;
  let batches: Batches;
  let inputs: Inputs;
  let charges: Charges;
  let sweep: BatchSweep;
  const errors: string[] = [];
  const largeBodies = new LargeBodies();
  before(async () => {
    ({ server, redis } = await startConnectedRedis());
    charges = new Charges(redis);
    const logger = { error: (fields: object) => errors.push(JSON.stringify(fields)) } as unknown as Logger;
    sweep = new BatchSweep({ redis, logger });
  });
  after(async () => {
    sweep.close();
    await charges.close();
    await server.stop();
    await largeBodies.close();
  });
  beforeEach(async () => {
    await redis.flushall();
    errors.length = 0;
    const store = { put: async () => undefined, read: async () => Buffer.alloc(0), remove: async () => undefined };
    const box = new SecretBox({ current: randomBytes(32), previous: [] }, 'test');
    inputs = new Inputs(redis, store);
    const options = { redis, store, inputs, box, largeBodies, fileTtl: 3_600 };
    jobs = new Jobs(options);
    batches = new Batches({ ...options, jobs, uploads: { find: async () => undefined } });
  });
  afterEach(() => inputs.close());

  const submit = async (): Promise<string> => (await jobs.submit(CALLER, { tool: TOOL, input: { html: '<p>' } })).id;
  const submitBatch = async (rows: number, output: 'files' | 'zip' = 'files'): Promise<string> =>
    (await batches.submit(CALLER, { tool: TOOL, input: { html: '<p>' }, rows: Array(rows).fill({}), output })).id;
  const taken = async (): Promise<TakenJob> => {
    const [job] = await jobs.leases.take(1);
    if (job === undefined) throw new Error('there is no job');
    return job;
  };
  const setRow = (batch: string, row: number, state: string) => redis.hset(keys.rows(ACCOUNT, batch, 0), row, state);
  const leaseEnd = async (job: TakenJob): Promise<number> =>
    Number(await redis.zscore(keys.jobLeases, `${ACCOUNT}:${job.id}`));
  const expireLeases = async (): Promise<void> => {
    for (const member of await redis.zrange(keys.jobLeases, '0', '-1')) await redis.zadd(keys.jobLeases, 0, member);
  };
  const retaken = async (): Promise<TakenJob> => {
    await expireLeases();
    return taken();
  };
  const done = async (job: TakenJob) =>
    charges.settle(await charges.begin(CALLER, [TOOL], quietLogger()), {
      completion: jobs.completion(job, { fileId: 'x' }, new Date(Date.now() + 60_000)),
    });
  const leave = async (job: TakenJob, batch: string): Promise<void> => {
    if (await jobs.leases.leaveRow(job, batch)) await batches.rowIsOver(ACCOUNT, batch);
    await jobs.leases.leave(job);
  };
  const kinds: Record<string, () => Promise<string>> = { job: submit, row: () => submitBatch(1) };

  for (const [kind, create] of Object.entries(kinds)) {
    describe(`for a ${kind}`, () => {
      it('that counts an attempt back does so once, however often it is sent', async () => {
        await create();
        const job = await taken();
        for (let time = 0; time < 3; time++) await jobs.leases.putBack(job, 0);
        expect(await taken()).to.deep.include({ attempts: 1, ownersBefore: [job.owner] });
      });

      it('of an old owner changes neither lease nor attempts of the current one', async () => {
        await create();
        const [old, current] = [await taken(), await retaken()];
        const end = await leaseEnd(current);
        await jobs.leases.putBack(old, 0);
        await jobs.leases.again(old, 60_000);
        expect(await jobs.leases.renew([old])).to.deep.equal([{ job: old, isLost: true }]);
        expect(await leaseEnd(current)).to.equal(end);
        await jobs.leases.clearedUp(old);
        expect(await retaken()).to.deep.include({ attempts: 3, ownersBefore: [old.owner, current.owner] });
      });

      it('of an old owner neither ends nor releases what the current one runs', async () => {
        const id = await create();
        const [old, current] = [await taken(), await retaken()];
        expect(await jobs.fail(old, FAULT)).to.equal(false);
        expect(await jobs.cancel(ACCOUNT, old.id, old.owner)).to.equal(false);
        expect((await done(old)).done).to.be.an('array');
        await leave(old, id);
        expect(await jobs.leases.renew([old, current]), 'of one gateway').to.deep.equal([{ job: old, isLost: true }]);
        expect((await done(current)).done).to.equal(undefined);
      });

      it('that takes it again renews its lease', async () => {
        await create();
        const first = await leaseEnd(await taken());
        expect(await leaseEnd(await retaken())).to.be.at.least(first);
        expect(await jobs.leases.take(1), 'while it is leased').to.deep.equal([]);
      });

      it('that ends it has an effect once', async () => {
        await create();
        const job = await taken();
        expect([await jobs.fail(job, FAULT), await jobs.fail(job, FAULT)]).to.deep.equal([true, false]);
      });

      it('that takes it does nothing when Redis runs it after its gateway has given up', async () => {
        const leases = jobs.leases as unknown as { redisAheadMs: number };
        expect(await jobs.leases.take(1), 'learns the clock of Redis').to.deep.equal([]);
        await create();
        leases.redisAheadMs -= 3_000; // as if it was sent three seconds ago
        expect(await jobs.leases.take(1)).to.deep.equal([]);
        expect((await taken()).attempts).to.equal(1);
      });
    });
  }

  it('does nothing late to a job that was deleted', async () => {
    const id = await submit();
    const job = await taken();
    await jobs.forget(ACCOUNT, id);
    await jobs.leases.putBack(job, 0);
    expect(await jobs.fail(job, FAULT)).to.equal(false);
    expect(await redis.exists(keys.job(ACCOUNT, id))).to.equal(0);
  });

  it('that ends a batch or begins its archive does nothing when the batch was reopened', async () => {
    const id = await submitBatch(2, 'zip');
    const [first, second] = [await taken(), await taken()];
    for (const job of [first, second]) await jobs.fail(job, FAULT);
    for (const job of [first, second]) await leave(job, id);
    expect((await batches.find(ACCOUNT, id))?.status).to.equal('done');
    await batches.retries.rows(ACCOUNT, id, 1);
    const late = batches as unknown as { end(account: string, id: string, place: 'done'): Promise<void> };
    await late.end(ACCOUNT, id, 'done');
    await batches.retries.beginAssembly(ACCOUNT, id, { tool: TOOL, token: 'tok_1', created: '', total: '2' });
    expect((await batches.find(ACCOUNT, id))?.status).to.equal('working');
    for (const job of [await taken(), await taken()]) await done(job);
    expect(await batches.rowIsOver(ACCOUNT, id)).to.equal(false);
    expect((await taken()).row?.number, 'the archive').to.equal(0);
    await late.end(ACCOUNT, id, 'done');
    expect((await batches.find(ACCOUNT, id))?.status).to.equal('assembling');
  });

  describe('finds a row in a state that no version writes', () => {
    const states = {
      'attempts below 0': 'working -1 2026-01-01T00:00:00.000Z owner',
      'another text': 'resting here',
      'no text': '',
      'no record': undefined,
    };
    for (const [what, state] of Object.entries(states)) {
      const spoil = async (id: string): Promise<void> => {
        if (state === undefined) await jobs.forgetRows(ACCOUNT, id, [1]);
        else await setRow(id, 1, state);
      };
      const endsOnce = async (id: string, row: TakenJob): Promise<void> => {
        expect(row).to.deep.include({ id: `${id}.1`, attempts: 1, unknown: state?.slice(0, 20) || 'no record' });
        expect((await jobs.rows(ACCOUNT, id, [1])).map((one) => one?.status)).to.deep.equal(['working']);
        expect((await done(row)).done).to.equal(undefined);
        await leave(row, id);
        expect(await batches.find(ACCOUNT, id)).to.deep.include({ status: 'done', done: 1, failed: 0 });
        expect(await redis.zcard(keys.jobLeases)).to.equal(0);
      };

      it(`(${what}): it is done again when its lease ends`, async () => {
        const id = await submitBatch(1);
        const row = await taken();
        await spoil(id);
        await jobs.leases.leaveRow(row, id);
        await endsOnce(id, await retaken());
      });

      it(`(${what}) without a lease: the sweep continues its batch`, async () => {
        const id = await submitBatch(1);
        await taken();
        await spoil(id);
        await redis.del(keys.jobLeases);
        await sweep.sweep();
        expect(errors.join()).to.include(id).and.include('1 rows');
        await endsOnce(id, await taken());
      });
    }
  });

  describe('of the sweep', () => {
    const sweepOnce = async (action: string | undefined): Promise<void> => {
      for (const expected of [action, undefined]) {
        errors.length = 0;
        await sweep.sweep();
        if (expected === undefined) expect(errors).to.deep.equal([]);
        else expect(errors.join()).to.include(`"action":"${expected}"`);
      }
    };

    it('leaves batches alone that wait, run, pause, assemble or have ended', async () => {
      const id = await submitBatch(2, 'zip');
      await sweepOnce(undefined);
      await jobs.leases.pauseBatch(ACCOUNT, id, 60_000);
      await jobs.leases.pause(ACCOUNT, 60_000);
      await jobs.leases.take(5);
      await sweepOnce(undefined);
      await jobs.leases.pauseBatch(ACCOUNT, id, 0);
      await jobs.leases.pause(ACCOUNT, 0);
      const first = await taken();
      await sweepOnce(undefined);
      const second = await taken();
      await sweepOnce(undefined);
      for (const row of [first, second]) await done(row);
      await sweepOnce(undefined);
      await leave(second, id);
      await sweepOnce(undefined);
      const archive = await taken();
      await sweepOnce(undefined);
      await jobs.fail(archive, FAULT);
      await sweepOnce(undefined);
      await batches.assemblyIsOver(ACCOUNT, id);
      await jobs.leases.leave(archive);
      await sweepOnce(undefined);
      expect(await redis.zcard(keys.jobLeases)).to.equal(0);
    });

    it('queues a batch that waits nowhere', async () => {
      const id = await submitBatch(2);
      for (const key of [keys.waitingJobs(ACCOUNT), keys.waitingBatches(ACCOUNT), keys.jobTurns]) {
        await redis.del(key);
        await sweepOnce('queued');
      }
      expect([(await taken()).id, (await taken()).id]).to.deep.equal([`${id}.1`, `${id}.2`]);
    });

    it('ends a batch whose rows have all ended, though one was not counted', async () => {
      const id = await submitBatch(3);
      const rows = await jobs.leases.take(3);
      for (const row of rows) await done(row);
      await redis.del(keys.jobLeases);
      await redis.hset(keys.batch(ACCOUNT, id), 'done', 2);
      await sweepOnce('counted, ended');
      const last = await taken();
      expect(last.isOver).to.equal(true);
      await leave(last, id);
      expect(await batches.find(ACCOUNT, id)).to.deep.include({ status: 'done', done: 3 });
    });

    it('repeats the row of an open batch that an old owner has cancelled', async () => {
      const id = await submitBatch(2);
      const [first, second] = [await taken(), await taken()];
      await jobs.cancel(ACCOUNT, first.id);
      await done(second);
      for (const row of [first, second]) await leave(row, id);
      await sweepOnce('1 rows');
      const again = await taken();
      expect(again.id).to.equal(first.id);
      await done(again);
      await leave(again, id);
      expect(await batches.find(ACCOUNT, id)).to.deep.include({ status: 'done', done: 2 });
    });

    it('continues an archive that waits nowhere, or has ended without its batch', async () => {
      const id = await submitBatch(1, 'zip');
      const row = await taken();
      await done(row);
      await leave(row, id);
      await redis.del(keys.waitingJobs(ACCOUNT));
      await sweepOnce('archive queued');
      const archive = await taken();
      await jobs.fail(archive, FAULT);
      await redis.del(keys.jobLeases);
      await sweepOnce('ended');
      expect(await taken()).to.deep.include({ id: archive.id, isOver: true });
    });
  });
});
