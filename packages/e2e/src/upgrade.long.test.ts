import { randomBytes } from 'node:crypto';
import { freePort, type StartedProcess, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { buildRelease, READY, RELEASE, reasonToSkip, startOld } from './last-release.js';

const PDF = '/api/utilities/html-to-pdf';

/**
 * The last release beside this one, as during an update. It is built of git's history, which takes a minute: so only with
 * `TOOLPRESS_UPGRADE_TEST=1`.
 */
describe(`An update from ${RELEASE.version}`, () => {
  const MASTER_KEY = randomBytes(32).toString('base64');
  let service: TestService;
  let old: { url: string; gateway: StartedProcess; settings: Record<string, string> };
  before(async function () {
    this.timeout(900_000);
    const reason = await reasonToSkip();
    if (reason !== undefined) {
      process.stderr.write(`An update: skipped, ${reason}.\n`);
      return this.skip();
    }
    await buildRelease();
    service = await TestService.start({ env: { MASTER_KEY } });
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const settings = {
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: url,
      REDIS_URL: service.redis.url,
      MASTER_KEY,
      ADMIN_TOKEN: service.adminToken,
      STORAGE: 'folder',
      STORAGE_FOLDER: service.storageFolder,
      CHROME_PATH: process.env['CHROME_PATH'] ?? '',
      RENDER_CONCURRENCY: '1',
    };
    old = { url, settings, gateway: startOld('gateway', settings) };
    await old.gateway.waitFor(READY);
  });
  after(async () => {
    await old?.gateway.end();
    await service?.stop();
  });

  /** @returns status, code or nothing, and `data` or the message. */
  const ask = async (base: string, body: object, path = PDF, more: { method?: string; headers?: object } = {}) => {
    const { method = 'POST', headers = {} } = more;
    const response = await fetch(`${base}${path}`, {
      method,
      headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json', ...headers },
      ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as { data?: Data; error?: string };
    return { status: response.status, code: response.headers.get('x-error-code'), ...answer };
  };
  const statusOf = async (url: string): Promise<number> => {
    const response = await fetch(url);
    await response.arrayBuffer();
    return response.status;
  };
  const onNew = (url = ''): string => url.replace(old.url, service.url);

  it('has workers of this release print what older gateways send them, and say what is wrong with it', async () => {
    for (const html of ['<p>x', '<p>[[missing]]', '<p style="background: url(https://a.example/b.png)">x']) {
      const { status, data } = await ask(old.url, { html });
      expect([status, data?.page_count], html).to.deep.equal([200, 1]);
    }
    for (const [body, code] of [
      [{ html: '[[#open]]' }, 'template_invalid'],
      [{ html: '[[missing]]', strict: true }, 'tag_without_value'],
      [{ html: '<iframe src="https://a.example/"></iframe>' }, 'content_forbidden'],
      [{ html: '<p style="break-after: page">x'.repeat(60) }, 'page_limit'],
    ] as const) {
      expect(await ask(old.url, body), code).to.include({ status: 422, code });
    }
  });

  it('leaves links, idempotency keys, variables and usage as they were', async () => {
    const headers = { 'idempotency-key': 'before-the-update' };
    const before = await ask(old.url, { html: '<p>once' }, PDF, { headers });
    expect(before.status).to.equal(200);
    expect(await statusOf(onNew(before.data?.download_url))).to.equal(200);
    expect(await statusOf(onNew(before.data?.signed_url))).to.equal(200);
    const used = (await ask(service.url, {}, '/api/usage', { method: 'GET' })).data?.actions ?? 0;
    const replayed = await ask(service.url, { html: '<p>once' }, PDF, { headers });
    expect([replayed.status, replayed.data?.page_count]).to.deep.equal([200, 1]);
    await ask(old.url, { kind: 'html', content: '<p>kept' }, '/api/variables/kept', { method: 'PUT' });
    expect((await ask(service.url, { html: '[[var:kept]]' })).status).to.equal(200);
    expect((await ask(service.url, {}, '/api/usage', { method: 'GET' })).data?.actions).to.equal(used + 3);
  });

  it('that begins with gateways still prints what older workers support, and rejects the rest', async () => {
    await service.workers[0]?.end();
    const worker = startOld('worker', old.settings);
    await worker.waitFor(READY);
    expect((await ask(service.url, { html: '<p>x' })).status).to.equal(200);
    expect(await ask(service.url, { html: '[[#open]]' })).to.include({ status: 422, code: 'template_invalid' });
    const newer = await ask(service.url, { html: '<p>x', outline: true });
    expect(newer).to.include({ status: 503, code: 'unavailable' });
    expect(newer.error).to.equal(
      'The service is being updated, and its workers do not support the request yet; try again in a moment.',
    );
    await worker.end();
  });
});

interface Data {
  page_count?: number;
  download_url?: string;
  signed_url?: string;
  actions?: number;
}
