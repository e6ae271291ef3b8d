import { randomBytes } from 'node:crypto';
import {
  AFTER_WORK_MS,
  eventually,
  freePort,
  type HttpTarget,
  isOwnS3,
  type OwnS3,
  startHttpTarget,
  TARGET_ADDRESS,
  TestService,
  testS3,
} from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

const [PDF, HTTP] = ['/api/utilities/html-to-pdf', '/api/utilities/http-request'] as const;

describe('A service whose file store is unavailable', () => {
  let store: OwnS3;
  let target: HttpTarget;
  let service: TestService;
  let workerUrl: string;

  before(async function () {
    const s3 = await testS3();
    if (s3 === undefined || !isOwnS3(s3)) {
      await s3?.stop();
      return this.skip(); // a store that was there already is not ours to kill
    }
    store = s3;
    await store.kill(); // it is unavailable when the apps start
    target = await startHttpTarget((_request, response) => response.end('there'));
    const port = await freePort();
    workerUrl = `http://127.0.0.1:${port}`;
    service = await TestService.start({
      env: { ...settings(store), OUTBOUND_ALLOW: TARGET_ADDRESS, METRICS_PORT: String(port) },
    });
  });
  after(async () => {
    await service?.stop();
    await target?.close();
    await store?.stop();
  });

  const settings = (store: OwnS3): Record<string, string> => ({
    STORAGE: 's3',
    S3_ENDPOINT: store.endpoint,
    S3_BUCKET: `away-${randomBytes(4).toString('hex')}`,
    S3_ACCESS_KEY: store.accessKey,
    S3_SECRET_KEY: store.secretKey,
  });
  const ready = async () => {
    const { status, body } = await service.call('/readyz', { token: null });
    return { status, data: body.data };
  };
  const workerReady = async () => {
    const response = await fetch(`${workerUrl}/readyz`);
    return { status: response.status, parts: await response.json() };
  };
  const print = () => service.call(PDF, { body: { html: '<p>x</p>' } });
  const exchange = () => service.call(HTTP, { body: { method: 'GET', url: `${target.url}/` } });
  const count = (words: RegExp): number => service.gateway.output().match(words)?.length ?? 0;
  const jobs = (): number => service.workers[0]?.output().match(/"msg":"(?:job|rendering failed[^"]*)"/g)?.length ?? 0;

  it('starts, serves what needs no file, and says which part is missing', async () => {
    expect((await exchange()).status).to.equal(200);
    expect(await ready()).to.deep.equal({ status: 200, data: { redis: 'ok', storage: 'unavailable' } });
    expect(await workerReady()).to.deep.equal({
      status: 503,
      parts: { queue: 'ok', browser: 'ok', storage: 'unavailable' },
    });
    const { host } = new URL(store.endpoint);
    expect(service.gateway.output()).to.match(
      new RegExp(`"level":"warn".*ECONNREFUSED ${host}.*the file store is unavailable`),
    );
    expect(service.workers[0]?.output()).to.match(
      new RegExp(`"level":"warn".*ECONNREFUSED ${host}.*the file store is unavailable`),
    );
  });

  it('rejects documents immediately, and prints none of them', async () => {
    const begun = performance.now();
    for (let times = 0; times < 5; times++) {
      const answer = await print();
      expect([answer.status, answer.headers.get('x-error-code'), answer.headers.get('retry-after')]).to.deep.equal([
        503,
        'unavailable',
        '1',
      ]);
    }
    expect(jobs(), `jobs that a worker took, in ${Math.round(performance.now() - begun)} ms`).to.equal(0);
  });

  it('warns of it once, and recovers when the store is available', async () => {
    expect(count(/the file store is unavailable/g)).to.equal(1);
    await store.restart();
    await eventually(async () => expect((await print()).status).to.equal(200), AFTER_WORK_MS);
    await eventually(
      async () => expect(await ready()).to.deep.equal({ status: 200, data: { redis: 'ok', storage: 'ok' } }),
      AFTER_WORK_MS,
    );
    await eventually(async () => expect((await workerReady()).status).to.equal(200), AFTER_WORK_MS);
    await eventually(() => expect(count(/the file store is available again/g)).to.equal(1), AFTER_WORK_MS);
  });

  it('continues with other tools when the store is lost later, and with all of them once it is back', async () => {
    await store.kill();
    const waiting = print();
    await eventually(
      async () => expect((await ready()).data).to.deep.equal({ redis: 'ok', storage: 'unavailable' }),
      AFTER_WORK_MS,
    );
    expect((await ready()).status).to.equal(200);
    expect((await exchange()).status).to.equal(200);
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics)
      .to.match(/toolpress_part_up{part="redis".*} 1$/m)
      .and.match(/toolpress_part_up{part="storage".*} 0$/m);
    await store.restart();
    expect((await waiting).status).to.equal(200);
    await eventually(async () => expect((await print()).status).to.equal(200), AFTER_WORK_MS);
  });
});

describe('A gateway that started while Redis was unavailable', () => {
  it('does not report that it is ready, and serves as soon as Redis is available', async () => {
    const service = await TestService.start({ workers: 0 });
    try {
      await service.redis.kill();
      await service.restartGateway('SIGTERM');
      expect(service.gateway.output()).not.to.include('"msg":"ready"');
      expect(service.gateway.output()).to.match(/"level":"warn".*"msg":"started without Redis/);
      expect((await service.call('/readyz', { token: null })).status).to.equal(503);
      await service.redis.restart();
      await eventually(async () => expect((await service.call('/api/variables')).status).to.equal(200), AFTER_WORK_MS);
    } finally {
      await service.stop();
    }
  });
});
