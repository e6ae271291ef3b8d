import { createMetrics, metricsAccess } from '@toolpress/runtime';
import { freePort, quietLogger } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { serveOps } from './server.js';

const TOKEN = 'a-token-of-24-characters';

describe('The monitoring server of a worker with METRICS_TOKEN', () => {
  let url: string;
  let server: Awaited<ReturnType<typeof serveOps>>;
  before(async () => {
    const at = { host: '127.0.0.1', port: await freePort() };
    url = `http://${at.host}:${at.port}`;
    const mayReadMetrics = metricsAccess({ ...at, token: TOKEN }, quietLogger());
    const metrics = createMetrics('worker', '1.2.3');
    server = await serveOps({ ...at, metrics, mayReadMetrics, parts: async () => ({ browser: true }) });
  });
  after(() => server.close());

  it('answers 401 without the token and with another one', async () => {
    for (const headers of [{}, { authorization: `Bearer ${TOKEN}x` }, { authorization: TOKEN }]) {
      const response = await fetch(`${url}/metrics`, { headers });
      expect([response.status, response.headers.get('www-authenticate')]).to.deep.equal([401, 'Bearer']);
      expect(await response.text()).not.to.include('toolpress_info');
    }
  });

  it('answers with the metrics to the token', async () => {
    const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
    expect(response.status).to.equal(200);
    expect(await response.text()).to.include('toolpress_info{version="1.2.3",service="worker"} 1');
  });

  it('answers probes, which have no token', async () => {
    for (const path of ['/healthz', '/readyz']) expect((await fetch(`${url}${path}`)).status).to.equal(200);
  });
});
