import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRedis, TestService, testFont, writtenToDisk } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

const PDF = '/api/utilities/html-to-pdf';

/** As `docs/operations.md` describes it, with a running service. */
describe('A backup of Redis and the store', () => {
  let folder: string;
  let service: TestService;
  let token: string;
  let link: string;
  let job: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toolpress-backup-'));
    const old = await TestService.start();
    try {
      token = old.token;
      const font = { family: 'Mine', weight: 400, style: 'normal', data_base64: testFont('Mine').toString('base64') };
      for (const [path, body] of [
        ['/api/variables/a', { kind: 'html', content: '<p>kept' }],
        ['/api/connections/mine', { provider: 'tablebase', token: 'pat-of-the-owner' }],
        ['/api/fonts/mine', font],
      ] as const)
        expect((await old.call(path, { method: 'PUT', body })).status, path).to.be.within(200, 201);
      link = (await old.call(PDF, { body: { html: '[[var:a]]' } })).body.data.download_url;
      job = (await old.call('/api/jobs', { body: { tool: 'html-to-pdf', input: { html: '<p>x' } } })).body.data.id;
      expect((await old.call(`/api/jobs/${job}?wait=30`)).body.data.status).to.equal('done');

      await old.redis.command('CONFIG', 'SET', 'auto-aof-rewrite-percentage', '0');
      await writtenToDisk(old.redis);
      const [, source = ''] = (await old.redis.command('CONFIG', 'GET', 'dir')) as string[];
      await cp(join(source, 'appendonlydir'), join(folder, 'redis', 'appendonlydir'), { recursive: true });
      await cp(old.storageFolder, join(folder, 'files'), { recursive: true });
      // Work after the backup is lost.
      await old.call('/api/variables/late', { method: 'PUT', body: { kind: 'html', content: 'late' } });
    } finally {
      await old.stop();
    }
    const redis = await startRedis({ settings: ['--dir', join(folder, 'redis')] });
    const { MASTER_KEY = '', PORT = '', PUBLIC_URL = '' } = old.settings;
    const env = { MASTER_KEY, PORT, PUBLIC_URL, STORAGE_FOLDER: join(folder, 'files') };
    service = await TestService.start({ redis, env });
  });
  after(async () => {
    await service?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('restores tokens, files, links, variables, connections, fonts and results of jobs', async () => {
    expect((await fetch(link)).status).to.equal(200);
    const names = async (path: string, field: string): Promise<string[]> =>
      (await service.call(path, { token })).body.data.items.map((item: Record<string, string>) => item[field]);
    expect(await names('/api/variables', 'name')).to.deep.equal(['a']);
    expect(await names('/api/connections', 'slug')).to.deep.equal(['mine']);
    expect(await names('/api/fonts', 'name')).to.deep.equal(['mine']);
    const { body } = await service.call(`/api/jobs/${job}`, { token });
    expect((await fetch(body.data.result.download_url)).status).to.equal(200);
    expect((await service.call('/api/usage', { token })).body.data.actions).to.be.above(0);
  });

  it('leaves a service that prints and opens its secrets', async () => {
    const html = '<p style="font-family: Mine">[[var:a]]';
    expect((await service.call(PDF, { token, body: { html } })).status).to.equal(200);
    const { body } = await service.call('/admin/secrets/re-encrypt', { method: 'POST', token: service.adminToken });
    expect(body.data).to.include({ failed: 0 });
    expect(service.logs()).not.to.include('"level":"error"');
  });
});
