import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { GATEWAY_PARTS } from '@toolpress/contract';
import { TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

const PDF = '/api/utilities/html-to-pdf';

describe('A service without its optional parts', () => {
  let service: TestService;
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toolpress-parts-'));
    const hook = new URL('./loaded-files.js', import.meta.url).href;
    const NODE_OPTIONS = `--import=${hook}?${join(folder, 'loaded')}`;
    service = await TestService.start({ env: { PARTS: '', COMPAT: 'gotenberg', NODE_OPTIONS } });
  });
  after(async () => {
    await service.stop();
    await rm(folder, { recursive: true });
  });

  it('prints documents, and calls other services', async () => {
    const { status, body } = await service.call(PDF, { body: { html: '<p>[[a]]', data: { a: 1 } } });
    expect([status, body.data?.page_count], body.error).to.deep.equal([200, 1]);
    const refused = await service.call('/api/utilities/http-request', {
      body: { method: 'GET', url: 'http://127.0.0.1/' },
    });
    expect(refused.headers.get('x-error-code')).to.equal('address_forbidden');
  });

  it('has no endpoints of theirs, and describes none', async () => {
    const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as { paths: Record<string, unknown> };
    const described = Object.keys(document.paths).filter((path) => /jobs|batches|webhooks|uploads/.test(path));
    expect(described).to.deep.equal([]);
    expect(document.paths).to.include.keys(PDF, '/api/variables/{name}');
    expect(JSON.stringify(document.paths[PDF])).to.not.include('respond-async');
    for (const path of ['/api/jobs', '/api/batches', '/api/webhooks/a', '/mcp', '/forms/chromium/convert/html']) {
      const answer = await service.call(path, { body: {} });
      expect([answer.status, answer.headers.get('x-error-code')], path).to.deep.equal([404, 'path_unknown']);
    }
    expect((await fetch(`${service.url}/studio`)).status).to.equal(404);
  });

  it('answers what they would change as if it was not asked for, or says that it is switched off', async () => {
    const headers = { Prefer: 'respond-async' };
    const answer = await service.call(PDF, { body: { html: 'x' }, headers });
    expect([answer.status, answer.headers.get('preference-applied')]).to.deep.equal([200, null]);
    const delivered = await service.call(PDF, { body: { html: 'x', deliver_to: { connection: 'bucket' } } });
    expect([delivered.status, delivered.body.error]).to.deep.equal([
      400,
      '`deliver_to` is switched off on this service; leave it out.',
    ]);
    const request = { method: 'GET', url: '/', _connections: { http: 'api' } };
    const called = await service.call('/api/utilities/http-request', { body: request });
    expect([called.status, called.body.error]).to.deep.equal([
      400,
      '`_connections` is switched off on this service; leave it out.',
    ]);
  });

  it('loads none of their files', async () => {
    const loaded = (await readFile(join(folder, 'loaded'), 'utf8')).split('\n');
    expect(loaded.filter((url) => url.includes('/apps/gateway/dist/')).length).to.be.above(50);
    const ofParts = new RegExp(`/apps/gateway/dist/(?:${GATEWAY_PARTS.join('|')})/`);
    expect(loaded.filter((url) => ofParts.test(url))).to.deep.equal([]);
  });

  it('re-encrypts and deletes what they have stored before', async () => {
    const other = await service.addGateway({ PARTS: 'jobs,webhooks', OUTBOUND_ALLOW: '127.0.0.2' });
    const { id, token } = await service.createAccount('before');
    const put = async (path: string, type: string, body: string): Promise<void> => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': type };
      const answer = await fetch(`${other.url}${path}`, { method: 'PUT', headers, body });
      expect(answer.ok, await answer.text()).to.equal(true);
    };
    // Without the files by which the gateways check that the store accepts writes: an XML file, in `incoming` at first.
    const stored = async (): Promise<string[]> =>
      (await readdir(service.storageFolder, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile() && basename(entry.parentPath) !== 'incoming')
        .map(({ name }) => name)
        .filter((name) => !name.endsWith('.xml'));
    const before = await stored();
    await put('/api/webhooks/hook', 'application/json', '{"url":"http://127.0.0.2/"}');
    await put('/api/uploads', 'application/x-ndjson', '{"a":1}\n');
    expect(await stored()).to.not.deep.equal(before);
    const operate = (path: string, method: string) => service.call(path, { method, token: service.adminToken });
    const { body } = await operate('/admin/secrets/re-encrypt', 'POST');
    expect(body.data).to.deep.equal({ re_encrypted: 0, current: 1, failed: 0 });
    expect((await operate(`/admin/accounts/${id}`, 'DELETE')).status).to.equal(200);
    expect(await stored()).to.have.members(before);
  });
});
