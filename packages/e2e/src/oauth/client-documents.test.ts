import { type HttpTarget, startHttpTarget, TARGET_ADDRESS, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { Application } from './application.js';

describe('The metadata document of an application at a private address', () => {
  let service: TestService;
  let application: Application;
  let allowed: HttpTarget;

  before(async () => {
    allowed = await startHttpTarget((_request, response) => response.end('{}'));
    const env = { TRUST_PROXY: 'loopback', OUTBOUND_ALLOW: TARGET_ADDRESS };
    service = await TestService.start({ workers: 0, env });
    application = await new Application(`${service.url}/mcp`).discover();
  });
  after(async () => {
    await service.stop();
    await allowed.close();
  });

  it('is not fetched, not even where OUTBOUND_ALLOW lets accounts, and all refusals are the same', async () => {
    const texts = new Set<string>();
    for (const client_id of [
      `https://${TARGET_ADDRESS}:${allowed.port}/client.json`,
      `https://localhost:${allowed.port}/client.json`,
      'https://127.0.0.1:1/client.json',
      'https://10.0.0.1/client.json',
      'https://169.254.169.254/latest/meta-data',
      'https://[::1]/client.json',
      'https://localhost/client.json',
    ]) {
      const url = application.authorizationUrl({ client_id });
      const answer = await application.fetch(url, { headers: { accept: 'text/html' } });
      expect(answer.status, client_id).to.equal(400);
      const [, text = ''] = /<p class="advice">(.*?)<\/p>/s.exec(await answer.text()) ?? [];
      texts.add(text);
    }
    expect([...texts]).to.have.lengthOf(1);
    expect(allowed.connections).to.equal(0);
  });
});
