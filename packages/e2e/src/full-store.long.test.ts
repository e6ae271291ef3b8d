import { setTimeout as sleep } from 'node:timers/promises';
import {
  AFTER_WORK_MS,
  eventually,
  freePort,
  isOwnS3,
  STORAGE_FULL,
  type TestS3,
  TestService,
} from '@toolpress/testkit';
import { expect } from 'chai';
import { after, afterEach, before, describe, it } from 'mocha';
import { Load } from './chaos/load.js';
import { type FullableStore, folderOnSmallDisk, type RefusingStore, s3ThatRefuses } from './full-stores/stores.js';
import {
  expectExactly,
  failedAttempts,
  PDF,
  type Printed,
  printedRows,
  REFUSED,
  refusalOf,
  rowsDone,
  submitBatch,
} from './full-stores/work.js';

const FILLINGS = 10;
const ROWS = 150;
const CLIENTS = 2;
const DEADLINE_MS = 15_000;
const HANG_MARGIN_MS = 60_000;
/** More than five for some rows: the worker has seven slots for rows. */
const MANY_ATTEMPTS = 30;
const LONG_MS = 90_000;

describe('Ten times in a row under load', () => {
  let store: FullableStore | undefined;
  let service: TestService | undefined;
  afterEach(async () => {
    await service?.stop();
    await store?.close();
  });

  /** @param strike makes the store fail for some seconds; called for each filling. */
  async function underLoad(filled: FullableStore, strike: (filling: number) => Promise<void>): Promise<void> {
    store = filled;
    const running = await TestService.start({ env: { ...filled.env, RENDER_DEADLINE_MS: String(DEADLINE_MS) } });
    service = running;
    const load = new Load(running, CLIENTS, DEADLINE_MS + HANG_MARGIN_MS);
    const batches: string[] = [];
    const jobs: string[] = [];
    for (let filling = 0; filling < FILLINGS; filling++) {
      if (filling % 5 === 0) batches.push(await submitBatch(running, `Batch ${batches.length}`, ROWS));
      const job = await running.call('/api/jobs', { body: { tool: 'html-to-pdf', input: { html: '<p>of a job' } } });
      expect(job.status, job.body.error).to.equal(202);
      jobs.push(job.body.data.id);
      await load.more(3, AFTER_WORK_MS);
      await strike(filling);
      await load.recovered(AFTER_WORK_MS);
    }
    await load.stop();
    const files: Printed[] = load.delivered.map(({ pdf, links: [download_url = ''] }) => {
      return { download_url, size_bytes: pdf.length };
    });
    for (const [index, id] of batches.entries())
      files.push(...(await printedRows(running, id, `Batch ${index}`, ROWS)));
    for (const id of jobs) {
      const { data } = (await running.ended(`/api/jobs/${id}`)).body;
      expect(data.status, JSON.stringify(data.error)).to.equal('done');
      files.push(data.result);
    }
    const others = Object.keys(load.errors()).filter((code) => code !== 'unavailable' && code !== 'deadline_exceeded');
    expect([others, load.unknown]).to.deep.equal([[], 0]);
    await expectExactly(running, filled, files);
  }

  const SECONDS = [1, 6, 2, 5, 1, 3, 8, 1, 4, 2];

  it('a folder that is full loses and doubles nothing', async function () {
    const folder = await folderOnSmallDisk();
    if (folder === undefined) return this.skip();
    await underLoad(folder, async (filling) => {
      await folder.fill();
      await sleep(1_000 * (SECONDS[filling] ?? 1));
      await folder.free();
    });
  });

  it('an S3 store that is full, over its quota, overloaded, broken or silent loses and doubles nothing', async function () {
    const s3 = await s3ThatRefuses();
    if (s3 === undefined) return this.skip();
    const refusals = [
      STORAGE_FULL,
      { status: 400, code: 'XMinioAdminBucketQuotaExceeded' },
      { status: 503, code: 'SlowDown' },
      { status: 500, code: 'InternalError' },
    ];
    await underLoad(s3, async (filling) => {
      const refusal = refusals[filling % (refusals.length + 1)];
      const milliseconds = 1_000 * (SECONDS[filling] ?? 1);
      if (refusal === undefined) return silenced(s3.s3, milliseconds);
      s3.proxy.refuse(refusal);
      await sleep(milliseconds);
      s3.proxy.accept();
    });
  });
});

/** Stops a server of ours from answering; connections to it stay. */
async function silenced(s3: TestS3, milliseconds: number): Promise<void> {
  if (isOwnS3(s3)) process.kill(s3.pid, 'SIGSTOP');
  await sleep(milliseconds);
  if (isOwnS3(s3)) process.kill(s3.pid, 'SIGCONT');
}

describe('While the file store is full', () => {
  let store: RefusingStore;
  let service: TestService;
  let workerUrl: string;
  /** The files of earlier tests. */
  const printed: Printed[] = [];
  before(async function () {
    const opened = await s3ThatRefuses();
    if (opened === undefined) return this.skip();
    store = opened;
    const METRICS_PORT = String(await freePort());
    workerUrl = `http://127.0.0.1:${METRICS_PORT}`;
    service = await TestService.start({ env: { ...store.env, METRICS_PORT } });
  });
  after(async () => {
    await service?.stop();
    await store?.close();
  });

  /** A call's caller may hang up after some seconds. */
  const call = (html: string, patienceMs = AFTER_WORK_MS) =>
    service.call(PDF, { body: { html }, signal: AbortSignal.timeout(patienceMs) });
  const readiness = async () => ({
    gateway: (await service.call('/readyz', { token: null })).body.data.storage,
    worker: ((await (await fetch(`${workerUrl}/readyz`)).json()) as { storage: string }).storage,
  });

  it('both apps say so, calls wait for it, and further ones are refused immediately', async () => {
    await store.fill();
    const waiting = call('<p>waiting');
    await eventually(async () => {
      expect(await readiness()).to.deep.equal({ gateway: 'unwritable', worker: 'unavailable' });
    }, AFTER_WORK_MS);
    expect(await (await fetch(`${service.url}/metrics`)).text()).to.match(/^toolpress_storage_writes_ok.* 0$/m);
    await eventually(async () => expect(refusalOf(await call('<p>refused', 3_000))).to.deep.equal(REFUSED));
    await store.free();
    const answer = await waiting;
    expect(answer.status, answer.body.error).to.equal(200);
    printed.push(answer.body.data);
    await expectExactly(service, store, printed);
    await eventually(async () => expect(await readiness()).to.deep.equal({ gateway: 'ok', worker: 'ok' }));
  });

  it('a worker that ends gives its jobs to the next one', async () => {
    service.token = (await service.createAccount('passed on')).token;
    const id = await submitBatch(service, 'Passed on', ROWS);
    await eventually(async () => expect(await rowsDone(service, id)).to.be.above(3), AFTER_WORK_MS);
    await store.fill();
    await eventually(async () => expect((await readiness()).worker).to.equal('unavailable'), AFTER_WORK_MS);
    expect(await service.workers[0]?.end('SIGTERM')).to.equal(0);
    await service.addWorker();
    await store.free();
    const files = await printedRows(service, id, 'Passed on', ROWS);
    await expectExactly(service, store, files, printed);
    printed.push(...files);
  });

  it('an archive waits for it, and is then made of all rows', async () => {
    service.token = (await service.createAccount('archive')).token;
    store.proxy.refuse(STORAGE_FULL, /\.zip(?:\?|$)/);
    const id = await submitBatch(service, 'Archived', 5, { output: 'zip' });
    const refused = store.proxy.refused;
    await eventually(() => expect(store.proxy.refused).to.be.above(refused + 3), AFTER_WORK_MS);
    expect((await service.call(`/api/batches/${id}`)).body.data).to.deep.include({ status: 'assembling', done: 5 });
    await store.free();
    const files = await printedRows(service, id, 'Archived', 5);
    const { result } = (await service.call(`/api/batches/${id}`)).body.data;
    expect(result).to.include({ missing: 0 });
    await eventually(async () => {
      const stored = (await service.call('/api/account')).body.data.storage_bytes;
      const sizes = [...files, result].map(({ size_bytes: bytes }) => bytes);
      expect(stored).to.equal(sizes.reduce((sum, bytes) => sum + bytes));
    });
  });
});

describe('A store that refuses one of two workers', () => {
  it('has the documents of that one from the other', async function () {
    const store = await s3ThatRefuses();
    if (store === undefined) return this.skip();
    const service = await TestService.start({ workers: 0, env: { ...store.env, S3_ENDPOINT: store.s3.endpoint } });
    try {
      const refused = await service.addWorker({ S3_ENDPOINT: store.proxy.endpoint });
      const begun = service.call(PDF, { body: { html: '<p>first' } });
      expect((await begun).status).to.equal(200);
      await store.fill();
      const answers = Array.from({ length: 6 }, (_, index) => service.call(PDF, { body: { html: `<p>${index}` } }));
      await eventually(() => expect(refused.output()).to.include('the file store rejects writes'), AFTER_WORK_MS);
      await service.addWorker();
      const printed = await Promise.all([begun, ...answers]);
      expect(printed.map(({ status }) => status)).to.deep.equal(printed.map(() => 200));
      const files = printed.map(({ body }) => body.data);
      await expectExactly(service, store, files);
    } finally {
      await service.stop();
      await store.close();
    }
  });
});

describe('A store that is full for longer than several attempts take', () => {
  it('fails no row, and a call is answered 503 at its deadline; nothing of it is charged', async function () {
    const folder = await folderOnSmallDisk();
    if (folder === undefined) return this.skip();
    const service = await TestService.start({ env: { ...folder.env, RENDER_DEADLINE_MS: '8000' } });
    try {
      const id = await submitBatch(service, 'Long', ROWS);
      await eventually(async () => expect(await rowsDone(service, id)).to.be.above(3), AFTER_WORK_MS);
      await folder.fill();
      const answer = await service.call(PDF, { body: { html: '<p>late' } });
      expect(refusalOf(answer), answer.body.error).to.deep.equal(REFUSED);
      expect(answer.body.error).to.include('file store is full or unavailable');
      const done = await rowsDone(service, id);
      await sleep(LONG_MS);
      expect((await service.call(`/api/batches/${id}`)).body.data).to.include({ status: 'working', done, failed: 0 });
      // The gateway takes no rows meanwhile, so that they are not printed again and again.
      expect(failedAttempts(service)).to.be.below(MANY_ATTEMPTS);
      await folder.free();
      await expectExactly(service, folder, await printedRows(service, id, 'Long', ROWS));
    } finally {
      await service.stop();
      await folder.close();
    }
  });

  it('fails no row either if only the worker notices, and prints rows many times', async function () {
    const store = await s3ThatRefuses();
    if (store === undefined) return this.skip();
    const env = { ...store.env, S3_ENDPOINT: store.s3.endpoint, RENDER_DEADLINE_MS: '4000' };
    const service = await TestService.start({ workers: 0, env });
    try {
      await service.addWorker({ S3_ENDPOINT: store.proxy.endpoint });
      await store.fill();
      const id = await submitBatch(service, 'Returned', ROWS);
      await eventually(() => expect(failedAttempts(service)).to.be.above(2 * MANY_ATTEMPTS), AFTER_WORK_MS);
      expect((await service.call(`/api/batches/${id}`)).body.data).to.include({ status: 'working', failed: 0 });
      await store.free();
      await expectExactly(service, store, await printedRows(service, id, 'Returned', ROWS));
    } finally {
      await service.stop();
      await store.close();
    }
  });
});
