import { TOOLS } from '@toolpress/contract';
import { eventually, freePort, startCollector, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

const PDF = TOOLS['html-to-pdf'].path;
/** How often spans are sent, milliseconds: a setting of OpenTelemetry's own. */
const OFTEN = { OTEL_BSP_SCHEDULE_DELAY: '50' };

describe('Traces without their collector', () => {
  let service: TestService;
  let port: number;
  before(async () => {
    port = await freePort();
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`, OTEL_EXPORTER_OTLP_TIMEOUT: '2000' };
    service = await TestService.start({ env: { ...endpoint, ...OFTEN } });
  });
  after(() => service.stop());

  it('delay nothing, warn once, and arrive once the collector is available', async () => {
    const render = () => service.call(PDF, { body: { html: '<p>x</p>' } });
    const times = (word: string) => service.gateway.output().split(`the collector of traces is ${word}`).length - 1;
    await render();
    await eventually(() => expect(times('unavailable')).to.equal(1));
    for (let index = 0; index < 5; index++) expect((await render()).status).to.equal(200);
    expect(service.logs()).not.to.include('"level":"error"');
    const collector = await startCollector(port);
    await eventually(async () => {
      await render();
      const services = collector.spans.map((span) => span.service);
      expect(services).to.include.members(['toolpress-gateway', 'toolpress-worker']);
      expect(times('available again')).to.equal(1);
    });
    await collector.close();
    expect(times('unavailable')).to.equal(1);
  });
});
