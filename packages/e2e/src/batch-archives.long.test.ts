import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  AFTER_WORK_MS,
  type Answer,
  eventually,
  redisContents,
  startHttpTarget,
  TestService,
} from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { sweepUnclaimedFiles, unclaimedFiles } from './unclaimed-files.js';
import { entriesOfZip } from './zip-reader.js';

const run = promisify(execFile);

describe('The archive of a batch', () => {
  let service: TestService;
  let folder: string;
  before(async () => {
    service = await TestService.start({ env: { OUTBOUND_ALLOW: '127.0.0.1' } });
    folder = await mkdtemp(join(tmpdir(), 'toolpress-archives-'));
  });
  after(async () => {
    await service.stop();
    await rm(folder, { recursive: true });
  });

  const submit = (output: string, input: object, rows: unknown[], token: string): Promise<Answer> =>
    service.call('/api/batches', { token, body: { tool: 'json-to-pdf', output, input, rows } });
  const look = async (id: string, token: string, wait = 60) =>
    (await (wait > 0 ? service.ended(`/api/batches/${id}`, token) : service.call(`/api/batches/${id}`, { token }))).body
      .data;
  const account = async (token: string) => (await service.call('/api/account', { token })).body.data;
  const rowsOf = async (id: string, token: string) =>
    (await service.call(`/api/batches/${id}/rows?limit=1000`, { token })).body.data.items;
  const numbered = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `Person ${index + 1}` }));
  const download = async (url: string): Promise<Buffer> => Buffer.from(await (await fetch(url)).arrayBuffer());
  const storedFiles = async (): Promise<string[]> =>
    (await readdir(service.storageFolder, { recursive: true })).filter((name) => /\.(pdf|zip)$/.test(name));
  /** When nothing of what is over waits to be deleted. */
  const storedWhenSettled = async (): Promise<string[]> => {
    await eventually(async () => expect(await unclaimedFiles(service)).to.deep.equal([]), AFTER_WORK_MS);
    return storedFiles();
  };

  it('holds the files of all rows under their names, is not charged, and counts as stored', async () => {
    const { token } = await service.createAccount('zip');
    const rows = [...numbered(11), 'no object'];
    const { id } = (await submit('zip', { html: '<p>[[name]]', filename: 'Lohn: Mai' }, rows, token)).body.data;
    const batch = await look(id, token);
    expect(batch).to.deep.include({ status: 'done', output: 'zip', rows: 12, done: 11, failed: 1 });
    expect(batch.result).to.include({ missing: 0 }).and.not.have.property('page_count');
    const answer = await fetch(batch.result.download_url);
    expect(answer.headers.get('content-type')).to.equal('application/zip');
    expect(answer.headers.get('content-disposition')).to.include("filename*=UTF-8''Lohn%3A%20Mai.zip");
    const zip = Buffer.from(await answer.arrayBuffer());
    expect(zip.length).to.equal(batch.result.size_bytes);
    const entries = entriesOfZip(zip);
    expect([...entries.keys()]).to.deep.equal(
      Array.from({ length: 11 }, (_, index) => `Lohn_ Mai-${String(index + 1).padStart(2, '0')}.pdf`),
    );
    const done = (await rowsOf(id, token)).filter(({ status }: Row) => status === 'done');
    for (const [index, content] of [...entries.values()].entries())
      expect(content.equals(await download(done[index].result.download_url)), `row ${index + 1}`).to.equal(true);
    expect((await service.call('/api/usage', { token })).body.data).to.deep.include({ actions: 33 });
    const rowBytes = done.reduce((sum: number, { result }: Row) => sum + result.size_bytes, 0);
    expect((await account(token)).storage_bytes).to.equal(rowBytes + zip.length);
    expect(await redisContents(service.redis.url)).to.not.match(/Person|Lohn/);
    const path = join(folder, 'all.zip');
    await writeFile(path, zip);
    await run('unzip', ['-t', path]).catch(unlessAbsent);
  });

  it('gives names to files without one, in their order', async () => {
    const { token } = await service.createAccount('unnamed');
    const { id } = (await submit('zip', { html: '<p>[[name]]' }, numbered(3), token)).body.data;
    const { result } = await look(id, token);
    expect([...entriesOfZip(await download(result.download_url)).keys()]).to.deep.equal([
      'document-00001.pdf',
      'document-00002.pdf',
      'document-00003.pdf',
    ]);
    expect((await fetch(result.signed_url)).headers.get('content-disposition')).to.include('documents.zip');
  });

  it('is not made of a batch without a row that is done', async () => {
    const { token } = await service.createAccount('none');
    const failed = (await submit('zip', { html: '<p>[[name | money: "?"]]' }, numbered(2), token)).body.data.id;
    const batch = await look(failed, token);
    expect(batch).to.deep.include({ status: 'done', failed: 2 }).and.to.not.have.any.keys('result', 'error');
  });

  it('lacks the files that were deleted before, and says how many', async () => {
    const { token } = await service.createAccount('lacking');
    const { id } = (await submit('zip', { html: '<p>[[name]]' }, numbered(120), token)).body.data;
    await eventually(async () => expect((await look(id, token, 0)).done).to.be.above(0), AFTER_WORK_MS);
    const first = (await rowsOf(id, token)).find(({ status }: Row) => status === 'done');
    const file = first.result.download_url.split('/').at(-1);
    expect((await service.call(`/api/files/${file}`, { method: 'DELETE', token })).status).to.equal(200);
    const { done, result } = await look(id, token);
    expect([done, result.missing]).to.deep.equal([120, 1]);
    const names = [...entriesOfZip(await download(result.download_url)).keys()];
    expect(names)
      .to.have.lengthOf(119)
      .and.not.include(`document-${String(first.row).padStart(5, '0')}.pdf`);
  });

  it('lacks the files that have expired before, and says how many; their rows are done, and say so', async () => {
    const { token, id: accountId } = await service.createAccount('expired');
    const { id } = (await submit('zip', { html: '<p>[[name]]' }, numbered(120), token)).body.data;
    await eventually(async () => expect((await look(id, token, 0)).done).to.be.above(0), AFTER_WORK_MS);
    const first = (await rowsOf(id, token)).find(({ status }: Row) => status === 'done');
    // What is known of a row expires with its file.
    const prefix = `toolpress:account:${accountId}`;
    expect(await service.redis.command('HDEL', `${prefix}:rows:${id}:0`, String(first.row))).to.equal(1);
    const { done, result } = await look(id, token);
    expect([done, result.missing]).to.deep.equal([120, 1]);
    expect(entriesOfZip(await download(result.download_url))).to.have.lengthOf(119);
    const rows = await rowsOf(id, token);
    expect(rows.every(({ status }: Row) => status === 'done')).to.equal(true);
    expect(rows[first.row - 1].error.code).to.equal('file_expired');
    expect(await service.redis.command('UNLINK', `${prefix}:job:${id}.0`)).to.equal(1);
    const batch = await look(id, token);
    expect(batch).to.deep.include({ status: 'done' }).and.to.not.have.property('result');
    expect(batch.error.code).to.equal('file_expired');
  });

  it('fails with a reason when the store is full, and the rows stay; a retry creates it when there is space', async () => {
    const { token } = await service.createAccount('full');
    let failed = '';
    const target = await startHttpTarget((_request, response) => response.writeHead(204).end(), { host: '127.0.0.1' });
    await service.call('/api/webhooks/all', { method: 'PUT', token, body: { url: target.url } });
    const settings = { storage: { max_bytes_per_account: 1 } };
    const changed = await service.call('/admin/settings', {
      method: 'PATCH',
      token: service.adminToken,
      body: settings,
    });
    expect(changed.status, changed.body.error).to.equal(200);
    try {
      const { id } = (await submit('zip', { html: '<p>[[name]]' }, numbered(1), token)).body.data;
      const batch = await look(id, token);
      expect(batch).to.deep.include({ status: 'done', done: 1 }).and.to.not.have.property('result');
      expect(batch.error.code).to.equal('storage_quota_exceeded');
      expect((await rowsOf(id, token))[0].status).to.equal('done');
      failed = id;
    } finally {
      const none = { storage: { max_bytes_per_account: 0 } };
      await service.call('/admin/settings', { method: 'PATCH', token: service.adminToken, body: none });
    }
    await eventually(() => expect(target.requests, 'told of the first end').to.have.lengthOf(1), AFTER_WORK_MS);
    const used = (await account(token)).actions_this_month;
    const retried = await service.call(`/api/batches/${failed}/retry`, { method: 'POST', token });
    expect(retried.status, retried.body.error).to.equal(202);
    const { result, error } = await look(failed, token);
    expect(error).to.equal(undefined);
    expect(entriesOfZip(await download(result.download_url))).to.have.lengthOf(1);
    expect((await account(token)).actions_this_month, 'nothing is charged').to.equal(used);
    await eventually(() => {
      const ids = target.requests.map(({ headers }) => headers['webhook-id']);
      expect(ids).to.deep.equal([`evt_${failed}`, `evt_${failed}-1`]);
    }, AFTER_WORK_MS);
    await target.close();
  });

  it('is one, however often gateways and workers are killed while it is made', async () => {
    const before = await storedWhenSettled();
    const { token } = await service.createAccount('killed');
    await service.addGateway();
    await service.addWorker();
    const { id } = (await submit('zip', { html: '<p>[[name]]' }, numbered(150), token)).body.data;
    await eventually(
      async () => expect((await look(id, token, 0)).status).to.be.oneOf(['assembling', 'done']),
      AFTER_WORK_MS,
    );
    await service.workers[0]?.end('SIGKILL');
    await service.restartGateway('SIGKILL');
    const batch = await look(id, token);
    expect(batch).to.deep.include({ status: 'done', done: 150 });
    expect(entriesOfZip(await download(batch.result.download_url)).size).to.equal(150);
    await eventually(async () => {
      const bytes = (await rowsOf(id, token)).reduce((sum: number, { result }: Row) => sum + result.size_bytes, 0);
      expect((await account(token)).storage_bytes).to.equal(bytes + batch.result.size_bytes);
    }, AFTER_WORK_MS);
    await sweepUnclaimedFiles(service);
    await eventually(async () => expect(await storedFiles()).to.have.lengthOf(before.length + 151), AFTER_WORK_MS);
  });

  it('goes with its batch when that is deleted, as all files of its rows do', async () => {
    const before = await storedWhenSettled();
    const { token } = await service.createAccount('deleting');
    const other = await service.createAccount('bystander');
    const { id } = (await submit('zip', { html: '<p>[[name]]' }, numbered(30), token)).body.data;
    const kept = (await submit('files', { html: '<p>[[name]]' }, numbered(2), other.token)).body.data.id;
    const { result } = await look(id, token);
    await look(kept, other.token);
    const [first] = await rowsOf(id, token);
    await eventually(async () => expect(await storedFiles()).to.have.lengthOf(before.length + 33), AFTER_WORK_MS);
    const deleted = await service.call(`/api/batches/${id}`, { method: 'DELETE', token });
    expect(deleted.body.data).to.deep.include({ id, status: 'done' });
    await eventually(async () => expect(await storedFiles()).to.have.lengthOf(before.length + 2), AFTER_WORK_MS);
    for (const url of [result.download_url, first.result.download_url]) expect((await fetch(url)).status).to.equal(404);
    expect((await service.call(`/api/batches/${id}`, { token })).status).to.equal(404);
    expect((await service.call('/api/batches', { token })).body.data.items).to.deep.equal([]);
    expect((await account(token)).storage_bytes).to.equal(0);
    const keys = (await redisContents(service.redis.url)).match(/^toolpress:account:\S*/gm) ?? [];
    expect(keys.filter((key) => key.includes(id))).to.deep.equal([]);
    expect((await rowsOf(kept, other.token)).length).to.equal(2);
  });

  it('is announced by `batch.done`, once it is available, once', async () => {
    const { token } = await service.createAccount('listening');
    const target = await startHttpTarget((_request, response) => response.writeHead(204).end(), { host: '127.0.0.1' });
    try {
      await service.call('/api/webhooks/all', { method: 'PUT', token, body: { url: target.url } });
      const { id } = (await submit('zip', { html: '<p>[[name]]' }, numbered(5), token)).body.data;
      const { result } = await look(id, token);
      await eventually(async () => expect(target.requests).to.have.lengthOf(1), AFTER_WORK_MS);
      const { type, data } = JSON.parse(String(target.requests[0]?.body));
      expect([type, data.status]).to.deep.equal(['batch.done', 'done']);
      // Another gateway, with another address, may have sent it.
      expect(new URL(data.result.download_url).pathname).to.equal(new URL(result.download_url).pathname);
    } finally {
      await target.close();
    }
  });

  it('is not made of a batch that was cancelled, whose rows are deleted when it is deleted then', async () => {
    const before = await storedWhenSettled();
    const { token, id: accountId } = await service.createAccount('cancelled');
    const input = { html: `<p>[[name]]${'<b>b</b> '.repeat(500)}` };
    const { id } = (await submit('zip', input, numbered(200), token)).body.data;
    await eventually(async () => expect((await look(id, token, 0)).done).to.be.above(3), AFTER_WORK_MS);
    const cancel = () => service.call(`/api/batches/${id}`, { method: 'DELETE', token });
    expect((await cancel()).body.data).to.deep.include({ status: 'cancelled' });
    // A client that did not get the answer sends it again.
    const { finished_at, done, ...again } = (await cancel()).body.data;
    expect(again).to.deep.include({ status: 'cancelled' }).and.to.not.have.property('result');
    expect((await rowsOf(id, token)).filter(({ status }: Row) => status === 'done')).to.have.lengthOf.at.least(done);
    const earlier = new Date(Date.parse(finished_at) - 60_000).toISOString();
    await service.redis.command('HSET', `toolpress:account:${accountId}:batch:${id}`, 'finished', earlier);
    expect((await cancel()).body.data).to.deep.include({ status: 'cancelled' });
    expect((await service.call(`/api/batches/${id}`, { token })).status).to.equal(404);
    await eventually(async () => expect(await storedFiles()).to.deep.equal(before), AFTER_WORK_MS);
    expect((await account(token)).storage_bytes).to.equal(0);
  });

  it('is refused where one PDF could not be what is asked of each', async () => {
    const { token } = await service.createAccount('refused');
    for (const more of [
      { conformance: 'PDF/A-3b' },
      { protect: { user_password: 'geheim' } },
      { attachments: [{ name: 'a.txt', content: 'eA==', mime: 'text/plain' }] },
    ]) {
      const refused = await submit('merged', { html: '<p>x', ...more }, [{}], token);
      expect(refused.headers.get('x-error-code'), refused.body.error).to.equal('invalid_parameter');
    }
    expect((await submit('tar', { html: '<p>x' }, [{}], token)).status).to.equal(400);
  });
});

interface Row {
  status: string;
  result: { size_bytes: number };
}

/** A machine may lack the tool. */
function unlessAbsent(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
