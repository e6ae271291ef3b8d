import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import {
  AFTER_WORK_MS,
  type Answer,
  descendantsOf,
  eventually,
  isRunning,
  pdfText,
  redisContents,
  startProcess,
  TestService,
} from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

const PDF = '/api/utilities/html-to-pdf';

/** Kills every Chromium of a worker. @returns their pids. */
function killChromium(workerPid: number): number[] {
  const pids = descendantsOf(workerPid).map(({ pid }) => pid);
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // went down with its parent
    }
  }
  return pids;
}

describe('Under four clients’ load', () => {
  let service: TestService;
  before(async () => {
    service = await TestService.start();
  });
  after(() => service.stop());

  it('every request is answered with its PDF while every Chromium, then the worker, is killed', async () => {
    const answers: Answer[] = [];
    let stop = false;
    const client = async (name: string): Promise<void> => {
      for (let round = 0; !stop; round++) {
        const text = `${name} round ${round}`;
        const answer = await service.call(PDF, { body: { html: `<p>${text}</p>` } });
        answers.push(answer);
        expect(answer.status, answer.body.error).to.equal(200);
        expect(pdfText(Buffer.from(answer.body.data.pdf_base64, 'base64'))).to.include(text);
      }
    };
    const clients = Promise.all(['Ann', 'Bob', 'Cid', 'Dee'].map(client));
    const answered = (more: number): Promise<void> => {
      const goal = answers.length + more;
      return eventually(() => expect(answers.length).to.be.at.least(goal), AFTER_WORK_MS);
    };
    await answered(8);
    const [worker] = service.workers;
    expect(killChromium(worker?.pid ?? 0).length, 'Chromium processes killed').to.be.above(1);
    await answered(8);
    const orphans = descendantsOf(worker?.pid ?? 0);
    await worker?.end('SIGKILL');
    await service.addWorker();
    await answered(8);
    stop = true;
    await clients;
    expect(answers.map((answer) => answer.status)).to.deep.equal(answers.map(() => 200));
    for (const line of service
      .logs()
      .split('\n')
      .filter((entry) => entry.includes('"jobId"'))) {
      expect(JSON.parse(line)).to.have.property('requestId').that.is.a('string');
    }
    await eventually(() => expect(orphans.filter(({ pid }) => isRunning(pid))).to.deep.equal([]), AFTER_WORK_MS);
  });
});

describe('When a part is unavailable', () => {
  let service: TestService;
  before(async () => {
    // A document waits for the store until then.
    service = await TestService.start({ env: { RENDER_DEADLINE_MS: '10000' } });
  });
  after(() => service.stop());

  const render = () => service.call(PDF, { body: { html: '<p>x</p>' } });

  it('a lost Redis is answered 503 immediately, and the service recovers without a restart', async () => {
    await service.redis.kill();
    for (const path of [PDF, '/api/variables']) {
      const begun = Date.now();
      const answer = await service.call(path, path === PDF ? { body: { html: 'x' } } : {});
      expect(answer.status).to.equal(503);
      expect(answer.headers.get('x-error-code')).to.equal('unavailable');
      expect(answer.headers.get('retry-after')).to.equal('1');
      expect(Date.now() - begun, 'a part of the deadline').to.be.below(100_000);
    }
    // A probe's answer is cached for a second.
    await eventually(async () => {
      const ready = await service.call('/readyz', { token: null });
      expect(ready.status).to.equal(503);
      expect(ready.body.error).to.include('Redis');
    }, AFTER_WORK_MS);
    expect((await service.call('/healthz', { token: null })).status).to.equal(200);
    await service.redis.restart();
    await eventually(async () => expect((await render()).status).to.equal(200), AFTER_WORK_MS);
    await eventually(async () => {
      expect((await service.call('/readyz', { token: null })).body.data).to.deep.equal({ redis: 'ok', storage: 'ok' });
    }, AFTER_WORK_MS);
  });

  it('a lost file store is answered 503, and all is well once it is back', async () => {
    const folder = service.storageFolder;
    await rename(folder, `${folder}.away`);
    await writeFile(folder, 'in the way');
    try {
      const answer = await render();
      expect(answer.status).to.equal(503);
      expect(answer.body).to.have.all.keys('success', 'error');
      expect(answer.body.error).not.to.include(folder);
      await eventually(async () => {
        const ready = await service.call('/readyz', { token: null });
        expect([ready.status, ready.body.data]).to.deep.equal([200, { redis: 'ok', storage: 'unavailable' }]);
      }, AFTER_WORK_MS);
    } finally {
      await rm(folder);
      await rename(`${folder}.away`, folder);
    }
    await eventually(async () => expect((await render()).status).to.equal(200), AFTER_WORK_MS);
  });

  it('nothing of it is charged', async () => {
    const { requests } = (await service.call('/api/usage')).body.data;
    await rename(service.storageFolder, `${service.storageFolder}.away`);
    await mkdir(service.storageFolder);
    await rm(service.storageFolder, { recursive: true });
    await writeFile(service.storageFolder, 'in the way');
    expect((await render()).status).to.equal(503);
    await rm(service.storageFolder);
    await rename(`${service.storageFolder}.away`, service.storageFolder);
    expect((await service.call('/api/usage')).body.data.requests).to.equal(requests);
  });
});

describe('A caller who hangs up', () => {
  let service: TestService;
  before(async () => {
    service = await TestService.start({ workers: 0 });
  });
  after(() => service.stop());

  it('has the waiting job withdrawn, and leaves a 499 in the log', async () => {
    const caller = new AbortController();
    const request = service.call(PDF, { body: { html: 'of one who left' }, signal: caller.signal }).catch(() => 'gone');
    await eventually(
      async () => expect(await redisContents(service.redis.url)).to.include('of one who left'),
      AFTER_WORK_MS,
    );
    caller.abort();
    expect(await request).to.equal('gone');
    await eventually(async () => {
      const contents = await redisContents(service.redis.url);
      expect(contents).not.to.include('of one who left');
      expect(contents).not.to.match(/render:(wait|prioritized)|admission:(waiting|account)/);
    }, AFTER_WORK_MS);
    await eventually(() => expect(service.gateway.output()).to.include('"status":499'), AFTER_WORK_MS);
    expect(service.gateway.output()).not.to.include('"level":"error"');
  });
});

describe('A stop in the middle of work', () => {
  it('lets the requests at work end well, and leaves with 0', async () => {
    const service = await TestService.start({ workers: 0 });
    try {
      const requests = Promise.all(
        Array.from({ length: 6 }, (_, index) => service.call(PDF, { body: { html: `<p>${index}</p>` } })),
      );
      // All are taken in, none is done: there is no worker yet.
      await eventually(
        async () => expect((await redisContents(service.redis.url)).match(/toolpress:payload/g)).to.have.lengthOf(6),
        AFTER_WORK_MS,
      );
      const gatewayCode = service.gateway.end('SIGTERM');
      const worker = await service.addWorker();
      expect((await requests).map(({ status }) => status)).to.deep.equal([200, 200, 200, 200, 200, 200]);
      expect(await gatewayCode).to.equal(0);
      expect(await worker.end('SIGTERM')).to.equal(0);
    } finally {
      await service.stop();
    }
  });
});

describe('A wrong configuration', () => {
  const start = (app: string, env: Record<string, string>) =>
    startProcess(process.execPath, [fileURLToPath(new URL(`../../../apps/${app}/dist/main.js`, import.meta.url))], {
      env,
    });

  it('ends the gateway with 1 and names all faults together, without secrets', async () => {
    const gateway = start('gateway', { REDIS_URL: 'http://redis', ADMIN_TOKEN: 'short-secret', PORT: 'x' });
    expect(await gateway.ended).to.equal(1);
    for (const name of ['REDIS_URL', 'PUBLIC_URL', 'MASTER_KEY', 'ADMIN_TOKEN', 'STORAGE_FOLDER', 'PORT']) {
      expect(gateway.output()).to.include(name);
    }
    expect(gateway.output()).not.to.include('short-secret');
  });

  it('ends a worker with 1 when Chromium is unavailable', async () => {
    const service = await TestService.start({ workers: 0 });
    const env = { REDIS_URL: service.redis.url, STORAGE_FOLDER: service.storageFolder };
    const missing = start('worker', { ...env, CHROME_PATH: '/nowhere/chromium' });
    expect(await missing.ended).to.equal(1);
    expect(missing.output()).to.include('CHROME_PATH');
    const broken = start('worker', { ...env, CHROME_PATH: '/bin/false' });
    expect(await broken.ended).to.equal(1);
    await service.stop();
  });
});
