import { eventually, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { startTlsRedis, type TlsRedis } from './redis-tls.js';

describe('A Redis that takes only clients with a certificate', () => {
  let tls: TlsRedis;
  let service: TestService;
  before(async () => {
    tls = await startTlsRedis();
    service = await TestService.start({ redis: tls.redis, env: tls.settings });
  });
  after(async () => {
    await (service ?? tls.redis).stop();
  });

  it('serves a PDF and a job, and lists the worker', async () => {
    const body = { html: '<p>over TLS' };
    expect((await service.call('/api/utilities/html-to-pdf', { body })).status).to.equal(200);
    const job = await service.call('/api/jobs', { body: { tool: 'html-to-pdf', input: body } });
    const ended = await service.call(`/api/jobs/${job.body.data.id}?wait=30`, { method: 'GET' });
    expect(ended.body.data.status).to.equal('done');
    // A separate thread writes the heartbeats, by a separate connection.
    await eventually(async () => {
      expect(await (await fetch(`${service.url}/metrics`)).text()).to.match(/^toolpress_workers\S* 1$/m);
    });
    expect(service.logs()).not.to.match(/"level":"(warn|error)".*Redis/);
  });
});
