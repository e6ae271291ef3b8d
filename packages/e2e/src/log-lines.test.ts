import { TOOLS } from '@toolpress/contract';
import { eventually, type SharedService, sharedService } from '@toolpress/testkit';
import { expect } from 'chai';
import { before, describe, it } from 'mocha';

interface LogLine {
  msg: string;
  service: string;
  requestId?: string;
}

describe('The log lines of a request', () => {
  let service: SharedService;
  before(async () => {
    service = await sharedService();
  });

  const call = (tool: keyof typeof TOOLS, requestId: string, body: object, headers: Record<string, string> = {}) =>
    service.call(TOOLS[tool].path, { body, headers: { 'x-request-id': requestId, ...headers } });
  const logged = async (): Promise<LogLine[]> =>
    (await service.logs())
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as LogLine);
  /** What both apps say under an id. */
  const story = async (requestId: string): Promise<string[]> =>
    (await logged())
      .filter((line) => line.requestId === requestId)
      .map(({ service: app, msg }) => `${app}: ${msg}`)
      .sort();

  it('have its id in both apps, from the first to the last', async () => {
    expect((await call('html-to-pdf', 'plain', { html: '<p>x</p>' })).status).to.equal(200);
    await eventually(async () => expect(await story('plain')).to.deep.equal(['gateway: request', 'worker: job']));
  });

  it('have it where an address is refused, in the gateway and in the worker', async () => {
    expect((await call('http-request', 'to-inside', { method: 'GET', url: 'http://10.0.0.1/' })).status).to.equal(403);
    const html = '<img src="https://10.0.0.1/logo.png">';
    expect((await call('html-to-pdf', 'image-inside', { html })).status).to.equal(422);
    await eventually(async () => {
      expect(await story('to-inside')).to.deep.equal(['gateway: an outbound target was refused', 'gateway: request']);
      expect(await story('image-inside')).to.deep.equal([
        'gateway: request',
        'worker: an image’s address was refused',
        'worker: job',
      ]);
    });
  });

  it('leave out the request’s id nowhere: what is without one concerns no request', async () => {
    const ofProcesses = [
      'running as root',
      'ready',
      'Redis is',
      'stopping',
      'stopped',
      'Chromium',
      'expired files deleted',
      'the collector of traces',
      'OUTBOUND_ALLOW exempts',
      'TABLEBASE_API_URL is not https',
      '/metrics is open',
    ];
    const others = (await logged())
      .filter(({ requestId }) => requestId === undefined)
      .filter(({ msg }) => !ofProcesses.some((words) => msg.startsWith(words)));
    expect(others).to.deep.equal([]);
  });
});
