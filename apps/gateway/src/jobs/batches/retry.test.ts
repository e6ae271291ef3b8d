import { randomBytes } from 'node:crypto';
import type { BatchOutput, PdfTool } from '@toolpress/contract';
import { type Redis, SecretBox } from '@toolpress/runtime';
import { newFileId } from '@toolpress/storage';
import { quietLogger, serviceErrorOf, startConnectedRedis, type TestRedis } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, afterEach, before, beforeEach, describe, it } from 'mocha';
import { Charges } from '../../accounts/billing/charges.js';
import { UsageReader } from '../../accounts/billing/usage.js';
import { Files } from '../../accounts/files/files.js';
import type { RequestContext } from '../../api/endpoint.js';
import { LargeBodies } from '../../api/large-bodies.js';
import { keys } from '../../shared/keys.js';
import { Inputs } from '../inputs.js';
import type { TakenJob } from '../job-record.js';
import { Jobs } from '../jobs.js';
import { rowId } from '../row-records.js';
import { Archives } from './archives.js';
import { Batches } from './batches.js';

const TOOL: PdfTool = 'html-to-pdf';
const ACCOUNT = 'acc_a';
const CALLER = { accountId: ACCOUNT, tokenId: 'tok_1', monthlyActions: null };
const HOUR = 3_600_000;

describe('A retry of a batch', () => {
  let server: TestRedis;
  let redis: Redis;
  let jobs: Jobs;
  let batches: Batches;
  let archives: Archives;
  let charges: Charges;
  let inputs: Inputs;
  /** What was sent, sealed. */
  let sent: Map<string, Uint8Array>;
  let removed: string[];
  const largeBodies = new LargeBodies();
  before(async () => {
    ({ server, redis } = await startConnectedRedis());
    charges = new Charges(redis);
  });
  after(async () => {
    await charges.close();
    await server.stop();
    await largeBodies.close();
  });
  afterEach(() => inputs.close());
  beforeEach(async () => {
    await redis.flushall();
    sent = new Map();
    removed = [];
    const store = {
      put: async (id: string, bytes: Uint8Array) => void sent.set(id, bytes),
      read: async (id: string) => Buffer.from(sent.get(id) ?? ''),
      async remove(...ids: string[]) {
        removed.push(...ids);
        for (const id of ids) sent.delete(id);
      },
    };
    const box = new SecretBox({ current: randomBytes(32), previous: [] }, 'test');
    inputs = new Inputs(redis, store).begin();
    jobs = new Jobs({ redis, store, inputs, box, fileTtl: 3_600 });
    batches = new Batches({
      ...{ redis, store, inputs, jobs, box, largeBodies, fileTtl: 3_600 },
      uploads: { find: async () => undefined },
    });
    const fileOf = (result: { fileId: string }) => ({ id: result.fileId, sizeBytes: 1 });
    const tools = new Map([[TOOL, { fileOf, asJob: { present: () => ({}) } }]]) as never;
    const files = new Files(redis, store);
    archives = new Archives({ jobs, batches, tools, files, queue: {} as never, sealer: {} as never });
  });

  const submit = async (rows: number, output: BatchOutput = 'files'): Promise<string> =>
    (await batches.submit(CALLER, { tool: TOOL, input: { html: '<p>' }, rows: Array(rows).fill({}), output })).id;
  const find = (id: string) => archives.find(ACCOUNT, id, {} as RequestContext);
  const retry = async (id: string) => {
    const batch = await find(id);
    if (batch === undefined) throw new Error('there is no batch');
    await archives.retry(ACCOUNT, batch);
    return find(id);
  };
  /** Takes what is next, of this name, and ends it. */
  async function take(id: string): Promise<TakenJob> {
    const [job] = await jobs.leases.take(1);
    if (job?.id !== id) throw new Error(`${job?.id} came in place of ${id}`);
    return job;
  }
  async function leave(job: TakenJob): Promise<void> {
    const batchId = job.row?.batchId ?? '';
    if (job.row?.number === 0) await batches.assemblyIsOver(ACCOUNT, batchId);
    else if (await jobs.leases.leaveRow(job, batchId)) await batches.rowIsOver(ACCOUNT, batchId);
    await jobs.leases.leave(job);
  }
  async function done(id: string): Promise<string> {
    const [job, fileId] = [await take(id), newFileId(new Date(Date.now() + HOUR))];
    const completion = jobs.completion(job, { fileId }, new Date(Date.now() + HOUR));
    await charges.settle(await charges.begin(CALLER, [TOOL], quietLogger()), { completion });
    await leave(job);
    return fileId;
  }
  async function failed(id: string): Promise<void> {
    const job = await take(id);
    await jobs.fail(job, { code: 'quota_exceeded', message: 'as the test wants' });
    await leave(job);
  }
  /** What is over is deleted a few seconds later. */
  const deleteWhatIsOver = async (): Promise<void> => {
    for (let look = 0; look < 2; look++) await inputs.check();
  };
  const heldBytes = async (): Promise<number> =>
    (await redis.hvals(keys.waitingInputs(ACCOUNT))).reduce((sum, bytes) => sum + Number(bytes), 0);

  it('does the rows again that have failed, and no others; what was sent is kept until none has', async () => {
    const id = await submit(4);
    for (const row of [1, 3]) {
      await done(rowId(id, row));
      await failed(rowId(id, row + 1));
    }
    expect(await find(id)).to.deep.include({ status: 'done', done: 2, failed: 2 });
    expect([sent.size, (await heldBytes()) > 0]).to.deep.equal([2, true]);
    expect(await retry(id))
      .to.deep.include({ status: 'working', done: 2, failed: 0 })
      .and.not.have.any.keys('finished_at');
    const states = await jobs.rows(ACCOUNT, id, [2, 4]);
    expect(states.map((job) => job?.status)).to.deep.equal(['queued', 'queued']);
    expect((await batches.rows.input(ACCOUNT, id, 2))?.request.html).to.equal('<p>');
    await done(rowId(id, 2));
    await failed(rowId(id, 4));
    expect(await find(id)).to.deep.include({ status: 'done', done: 3, failed: 1 });
    await retry(id);
    await done(rowId(id, 4));
    expect(await find(id)).to.deep.include({ status: 'done', done: 4, failed: 0 });
    await deleteWhatIsOver();
    expect([sent.size, await heldBytes(), await batches.retries.count(ACCOUNT, id)]).to.deep.equal([0, 0, 2]);
    expect(await jobs.leases.take(1), 'nothing is left').to.deep.equal([]);
    expect((await new UsageReader(redis).ofAccount(ACCOUNT, {})).requests).to.equal(4);
  });

  it('comes before batches that were submitted later', async () => {
    const id = await submit(3);
    for (const row of [1, 2, 3]) await failed(rowId(id, row));
    const other = await submit(3);
    await retry(id);
    const seen = [];
    for (let row = 0; row < 6; row++) seen.push((await jobs.leases.take(1))[0]?.id);
    expect(seen).to.deep.equal([id, other].flatMap((batch) => [1, 2, 3].map((row) => rowId(batch, row))));
  });

  it('sent twice, also at the same time, has an effect once; a retry without failed rows has none', async () => {
    const id = await submit(2);
    await failed(rowId(id, 1));
    await done(rowId(id, 2));
    const batch = await find(id);
    if (batch === undefined) throw new Error('there is no batch');
    await Promise.all([archives.retry(ACCOUNT, batch), archives.retry(ACCOUNT, batch)]);
    expect(await retry(id)).to.include({ status: 'working', failed: 0 });
    await done(rowId(id, 1));
    expect(await jobs.leases.take(1)).to.deep.equal([]);
    expect(await retry(id)).to.include({ status: 'done', done: 2 });
    expect(await batches.retries.count(ACCOUNT, id)).to.equal(1);
  });

  it('creates the archive again when its rows are finished, and deletes the old one', async () => {
    const id = await submit(2, 'zip');
    await done(rowId(id, 1));
    await failed(rowId(id, 2));
    const archive = await done(rowId(id, 0));
    expect((await find(id))?.status).to.equal('done');
    expect(await retry(id))
      .to.include({ status: 'working' })
      .and.not.have.any.keys('result', 'error');
    expect(removed).to.include(archive);
    await done(rowId(id, 2));
    expect((await find(id))?.status).to.equal('assembling');
    await done(rowId(id, 0));
    expect((await find(id))?.status).to.equal('done');
    await deleteWhatIsOver();
    expect(sent.size).to.equal(0);
  });

  it('makes the archive alone where only that has failed, once', async () => {
    const id = await submit(2, 'zip');
    for (const row of [1, 2]) await done(rowId(id, row));
    await failed(rowId(id, 0));
    const batch = await find(id);
    expect(batch).to.include({ status: 'done', failed: 0 });
    expect(batch?.error?.code).to.equal('quota_exceeded');
    if (batch === undefined) return;
    await Promise.all([archives.retry(ACCOUNT, batch), archives.retry(ACCOUNT, batch)]);
    expect(await find(id))
      .to.include({ status: 'assembling' })
      .and.not.have.any.keys('error', 'finished_at');
    await done(rowId(id, 0));
    expect(await find(id))
      .to.include({ status: 'done' })
      .and.not.have.any.keys('error');
    await deleteWhatIsOver();
    expect([await jobs.leases.take(1), sent.size]).to.deep.equal([[], 0]);
  });

  it('is rejected with the reason for a batch that was cancelled, or whose rows have expired', async () => {
    const cancelled = await submit(1);
    await batches.cancel(ACCOUNT, cancelled);
    const expired = await submit(1);
    await failed(rowId(expired, 1));
    await redis.hset(keys.batch(ACCOUNT, expired), 'input', newFileId(new Date(Date.now() - HOUR)));
    const faults = [await serviceErrorOf(() => retry(cancelled)), await serviceErrorOf(() => retry(expired))];
    expect(faults.map(({ code, message }) => `${code} ${message}`)).to.deep.equal([
      'retry_impossible The batch was cancelled; submit it again.',
      'retry_impossible The input of the batch has been deleted; submit it again.',
    ]);
  });

  it('that is cancelled does no further rows; deleted, nothing stays of it', async () => {
    const id = await submit(3);
    for (const row of [1, 2, 3]) await failed(rowId(id, row));
    await retry(id);
    await failed(rowId(id, 1));
    expect(await batches.cancel(ACCOUNT, id)).to.include({ status: 'cancelled' });
    expect([await jobs.leases.take(1), sent.size, await heldBytes()]).to.deep.equal([[], 0, 0]);
    const batch = await find(id);
    if (batch) await archives.remove(ACCOUNT, batch);
    expect((await redis.keys('*')).filter((key) => key.includes(id) && !key.includes(':job:'))).to.deep.equal([]);
    const other = await submit(1);
    await failed(rowId(other, 1));
    const whole = await find(other);
    if (whole) await archives.remove(ACCOUNT, whole);
    expect([sent.size, await heldBytes(), await find(other)]).to.deep.equal([0, 0, undefined]);
  });
});
