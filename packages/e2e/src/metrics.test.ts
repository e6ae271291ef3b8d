import { randomBytes } from 'node:crypto';
import { TOOLS } from '@toolpress/contract';
import { eventually, freePort, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

const PDF = TOOLS['html-to-pdf'].path;

/** The lines that say that `/metrics` is open. */
const openLines = (log: string): { service: string; level: string; port: number; msg: string }[] =>
  log
    .split('\n')
    .filter((line) => line.includes('"msg":"/metrics is open'))
    .map((line) => JSON.parse(line));

/** The metrics of a page in Prometheus' format: each line's value by its name and labels, `service` left out. */
async function metricsAt(url: string): Promise<Map<string, number>> {
  const response = await fetch(url);
  expect(response.status).to.equal(200);
  expect(response.headers.get('content-type')).to.match(/^text\/plain/);
  const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const [, name = '', value = ''] = /^(.*) (\S+)$/.exec(line) ?? [];
      return [
        name
          .replace(/service="\w+",?/, '')
          .replace(/,?}$/, '}')
          .replace('{}', ''),
        Number(value),
      ];
    }),
  );
}

describe('The metrics of both apps', () => {
  let service: TestService;
  let workerUrl: string;
  const gatewayMetrics = () => metricsAt(`${service.url}/metrics`);
  const workerMetrics = () => metricsAt(`${workerUrl}/metrics`);
  const render = (html = '<p>x</p>') => service.call(PDF, { body: { html } });
  /** How often Redis has been asked a command since it started. */
  const calls = async (command: string): Promise<number> => {
    const stats = String(await service.redis.command('INFO', 'commandstats'));
    return Number(new RegExp(`cmdstat_${command}:calls=(\\d+)`).exec(stats)?.[1] ?? 0);
  };

  before(async () => {
    const port = await freePort();
    workerUrl = `http://127.0.0.1:${port}`;
    service = await TestService.start({ env: { METRICS_PORT: String(port) } });
  });
  after(() => service.stop());

  it('are open on loopback, which both apps log at their start', () => {
    const ports = [new URL(service.url), new URL(workerUrl)].map(({ port }) => port);
    const lines = openLines(service.logs());
    expect(lines.map(({ service: app, level, port }) => `${app} ${level} ${port}`)).to.have.members([
      `gateway info ${ports[0]}`,
      `worker info ${ports[1]}`,
    ]);
    for (const { msg } of lines) expect(msg).to.include('set METRICS_TOKEN');
  });

  it('are for those with the token, if there is one', async () => {
    const METRICS_TOKEN = randomBytes(24).toString('hex');
    const { url, end } = await service.addGateway({ METRICS_TOKEN });
    const answerTo = async (authorization?: string) => {
      const headers = authorization === undefined ? {} : { authorization };
      const { status, headers: answered } = await fetch(`${url}/metrics`, { headers });
      return [status, answered.get('x-error-code'), answered.get('www-authenticate')];
    };
    expect(await answerTo()).to.deep.equal([401, 'token_missing', 'Bearer']);
    for (const token of [service.token, service.adminToken, `${METRICS_TOKEN}0`, METRICS_TOKEN.slice(1)])
      expect(await answerTo(`Bearer ${token}`)).to.deep.equal([401, 'token_invalid', 'Bearer']);
    expect(await answerTo(`Bearer ${METRICS_TOKEN}`)).to.deep.equal([200, null, null]);
    for (const path of ['/healthz', '/readyz']) expect((await fetch(`${url}${path}`)).status).to.equal(200);
    await end();
  });

  it('count requests by their endpoint, errors by their code, and time the tools', async () => {
    expect((await render()).status).to.equal(200);
    expect((await render('[[#open]]')).status).to.equal(422);
    expect((await service.call('/api/variables/secret-name', { method: 'DELETE' })).status).to.equal(404);
    expect((await service.call('/secret-path')).status).to.equal(404);
    await eventually(async () => {
      const metrics = await gatewayMetrics();
      expect(metrics.get(`toolpress_requests_total{endpoint="POST ${PDF}",status="200"}`)).to.equal(1);
      expect(metrics.get(`toolpress_requests_total{endpoint="POST ${PDF}",status="422"}`)).to.equal(1);
      expect(metrics.get('toolpress_requests_total{endpoint="DELETE /api/variables/{name}",status="404"}')).to.equal(1);
      expect(metrics.get('toolpress_requests_total{endpoint="none",status="404"}')).to.equal(1);
      expect(metrics.get('toolpress_errors_total{code="template_invalid"}')).to.equal(1);
      expect(metrics.get('toolpress_errors_total{code="internal"}')).to.equal(0);
      const durations = 'toolpress_tool_duration_seconds';
      expect(metrics.get(`${durations}_count{tool="html-to-pdf",outcome="success"}`)).to.equal(1);
      expect(metrics.get(`${durations}_count{tool="html-to-pdf",outcome="template_invalid"}`)).to.equal(1);
      expect(metrics.get(`${durations}_sum{tool="html-to-pdf",outcome="success"}`)).to.be.within(0.005, 100);
      expect([...metrics.keys()].join('\n')).not.to.match(/secret/);
    });
  });

  it('show Redis, and whether the file store accepts writes', async () => {
    await eventually(async () => {
      const metrics = await gatewayMetrics();
      expect(metrics.get('toolpress_redis_memory_used_bytes')).to.be.above(500_000);
      expect(metrics.get('toolpress_redis_append_only')).to.equal(1);
      expect(metrics.get('toolpress_redis_writes_ok')).to.equal(1);
      expect(metrics.get('toolpress_storage_writes_ok')).to.equal(1);
      expect(metrics.has('toolpress_redis_memory_limit_bytes')).to.equal(false);
    });
    await service.redis.command('CONFIG', 'SET', 'maxmemory', '64mb');
    await eventually(async () =>
      expect((await gatewayMetrics()).get('toolpress_redis_memory_limit_bytes')).to.equal(64 * 1024 * 1024),
    );
    await service.redis.command('CONFIG', 'SET', 'maxmemory', '0');
  });

  it('show the queue and the workers as they are, whichever gateway is asked', async () => {
    await eventually(async () => {
      const metrics = await gatewayMetrics();
      expect(metrics.get('toolpress_queue_jobs{state="completed"}')).to.equal(2);
      for (const state of ['waiting', 'active', 'delayed', 'failed']) {
        expect(metrics.get(`toolpress_queue_jobs{state="${state}"}`), state).to.equal(0);
      }
      expect(metrics.get('toolpress_queue_oldest_waiting_seconds')).to.equal(0);
      expect(metrics.get('toolpress_workers')).to.equal(1);
    });
  });

  it('report what a worker rendered, what its browser did, and what that takes', async () => {
    const metrics = await workerMetrics();
    expect(metrics.get('toolpress_render_duration_seconds_count{outcome="success"}')).to.equal(1);
    expect(metrics.get('toolpress_render_duration_seconds_count{outcome="template_invalid"}')).to.equal(1);
    expect(metrics.get('toolpress_render_queue_wait_seconds_count')).to.equal(2);
    expect(metrics.get('toolpress_render_queue_wait_seconds_sum')).to.be.within(0.0001, 50);
    expect(metrics.get('toolpress_render_pages_total')).to.equal(1);
    expect(metrics.get('toolpress_render_bytes_total')).to.be.within(1_000, 100_000);
    expect(metrics.get('toolpress_browser_launches_total')).to.equal(1);
    expect(metrics.get('toolpress_pages_recycled_total{reason="fault"}')).to.equal(0);
    expect(metrics.get('toolpress_chromium_memory_bytes')).to.be.within(30e6, 2e9);
    expect(metrics.get('toolpress_event_loop_delay_max_seconds')).to.be.within(0, 20);
  });

  it('leave a line for each job in the log of its worker, under the request’s id, without a link to the file', async () => {
    const answer = await service.call(PDF, { body: { html: 'x' }, headers: { 'x-request-id': 'story-7' } });
    const fileId = /files\/(\w{41})/.exec(answer.body.data.download_url)?.[1] ?? 'no file';
    const [worker] = service.workers;
    await eventually(() => expect(worker?.output()).to.match(/"requestId":"story-7".*"msg":"job"/));
    await eventually(() => expect(service.gateway.output()).to.match(/"requestId":"story-7".*"msg":"request"/));
    expect(service.logs()).not.to.include(fileId);
  });

  it('ask Redis once a second at most, however many scrape', async () => {
    const before = { smembers: await calls('smembers'), ping: await calls('ping') };
    const begun = performance.now();
    for (let round = 0; round < 5; round++) {
      await Promise.all(Array.from({ length: 20 }, gatewayMetrics));
      await Promise.all(Array.from({ length: 20 }, () => service.call('/readyz', { token: null })));
    }
    const seconds = (performance.now() - begun) / 1_000;
    // The worker looks for others twice a second, and each connection asks now and then whether Redis is there.
    expect((await calls('smembers')) - before.smembers).to.be.within(0, 4 + 4 * seconds);
    expect((await calls('ping')) - before.ping).to.be.within(0, 4 + 9 * seconds);
  });

  it('are available while Redis is unavailable, except for those from Redis, and the worker names those that are missing', async () => {
    const ready = async () => {
      const response = await fetch(`${workerUrl}/readyz`);
      return { status: response.status, parts: await response.json() };
    };
    expect(await ready()).to.deep.equal({ status: 200, parts: { queue: 'ok', browser: 'ok', storage: 'ok' } });
    await service.redis.kill();
    await eventually(async () => {
      expect(await ready()).to.deep.equal({
        status: 503,
        parts: { queue: 'unavailable', browser: 'ok', storage: 'ok' },
      });
      const metrics = await gatewayMetrics();
      expect([...metrics.keys()].filter((name) => /^toolpress_(queue|workers)/.test(name))).to.deep.equal([]);
      expect(metrics.get('toolpress_errors_total{code="template_invalid"}')).to.equal(1);
    });
    expect((await fetch(`${workerUrl}/healthz`)).status).to.equal(200);
    await service.redis.restart();
    await eventually(async () => {
      expect((await gatewayMetrics()).get('toolpress_workers')).to.equal(1);
      expect((await ready()).status).to.equal(200);
    });
    expect(service.logs()).not.to.include('"level":"error"');
  });

  it('of the worker come from its own small server, which has nothing else', async () => {
    expect((await fetch(`${workerUrl}/elsewhere`)).status).to.equal(404);
    expect((await fetch(`${workerUrl}/metrics`, { method: 'POST' })).status).to.equal(405);
  });
});
