import { readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { eventually, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { unclaimedFiles } from './unclaimed-files.js';
import { KIB, MIB, outcome, uploadsTo } from './uploads.js';

/** These count the files of the whole store: no other file of tests may use the service. */
describe('What is stored of jobs, batches and uploads', () => {
  let service: TestService;
  before(async () => {
    service = await TestService.start();
  });
  after(() => service.stop());

  const { batchOf, ended, open, put, storedBytes, write } = uploadsTo(() => service);
  const storedFiles = async (): Promise<number> =>
    (await readdir(service.storageFolder, { recursive: true })).filter((name) => name.endsWith('.pdf')).length;

  it('are the PDFs only, once they are done: what was sent is deleted', async () => {
    const { token } = await service.createAccount('printing');
    const input = { html: '<p>[[name]]' };
    const submitted = await service.call('/api/jobs', { token, body: { tool: 'html-to-pdf', input } });
    await service.ended(`/api/jobs/${submitted.body.data.id}`, token);
    await eventually(async () => expect(await storedFiles()).to.equal(1));
    const body = { tool: 'json-to-pdf', input, rows: Array(12).fill({ name: 'Ada' }) };
    expect(await ended((await service.call('/api/batches', { token, body })).body.data.id, token)).to.include({
      done: 12,
    });
    await eventually(async () => expect(await storedFiles()).to.equal(13));
  });

  it('of uploads are private to their account, count for it, and are deleted on its request, or with it', async () => {
    const [one, other] = [await service.createAccount('one'), await service.createAccount('other')];
    // First of all: no batch leaves or clears away anything meanwhile.
    const before = await storedFiles();
    const ids: string[] = [];
    for (let count = 0; count < 20; count++) ids.push((await put(`{"n":${10 + count}}`, one.token)).body.data.id);
    const refused = await put('{}', one.token);
    expect([outcome(refused), refused.body.error]).to.match(
      /400 invalid_parameter,.*20 unused uploads.*delete one first/,
    );
    expect(await storedFiles()).to.equal(before + 20);
    const bytes = await storedBytes(one.token);
    expect(bytes).to.be.above(20 * 40);
    const [id = ''] = ids;
    expect(outcome(await batchOf(id, other.token))).to.equal('404 upload_unknown');
    const remove = (token: string) => service.call(`/api/uploads/${id}`, { method: 'DELETE', token });
    expect(outcome(await remove(other.token))).to.equal('404 upload_unknown');
    const deletions = await Promise.all([remove(one.token), remove(one.token)]);
    expect(deletions.map(outcome)).to.include('200');
    expect(outcome(await remove(one.token))).to.equal('404 upload_unknown');
    expect(outcome(await batchOf(id, one.token))).to.equal('404 upload_unknown');
    expect(await storedFiles()).to.equal(before + 19);
    expect(await storedBytes(one.token)).to.equal((bytes / 20) * 19);
    const batch = (await batchOf(ids[1] ?? '', one.token)).body.data;
    await ended(batch.id, one.token);
    expect(outcome(await put('{}', one.token)), 'there is a place again').to.equal('201');
    await service.call(`/admin/accounts/${one.id}`, { method: 'DELETE', token: service.adminToken });
    await eventually(async () => expect(await storedFiles()).to.equal(before));
  });

  it('of uploads are refused once the account stores as much as it may', async () => {
    const { token } = await service.createAccount('full');
    const limitTo = (max_bytes_per_account: number) => {
      const body = { storage: { max_bytes_per_account } };
      return service.call('/admin/settings', { method: 'PATCH', token: service.adminToken, body });
    };
    await limitTo(1_000);
    await sleep(1_100); // settings are known for a second
    expect(outcome(await put(`{"a":"${'x'.repeat(1_000)}"}`, token))).to.equal('201');
    expect(outcome(await put('{}', token))).to.equal('422 storage_quota_exceeded');
    await limitTo(10 * 1024 * MIB);
    await sleep(1_100);
  });

  it('of uploads is removed when they break off, or are rejected', async () => {
    const { token, id } = await service.createAccount('broken');
    // Of batches that are over nothing waits to be deleted.
    await eventually(async () => expect(await unclaimedFiles(service)).to.deep.equal([]));
    const before = await storedFiles();
    const row = Buffer.from(`{"a":"${'x'.repeat(1_000)}"}\n`.repeat(64));
    const broken = open(token);
    await write(broken.sent, row, 40);
    await eventually(async () => expect(await storedFiles()).to.be.above(before + 3));
    broken.sent.destroy();
    const long = open(token);
    await write(long.sent, row, 40);
    await write(long.sent, Buffer.alloc(64 * KIB, 'x'), 40);
    expect(await long.answer).to.match(/413 body_too_large Line 2561 is over the limit of 2 MiB/);
    const bad = gzipSync(Buffer.concat(Array(40).fill(row))).subarray(0, -40);
    const cut = open(token, { 'content-encoding': 'gzip' });
    cut.sent.end(bad);
    expect(await cut.answer).to.include('400 invalid_json');
    await eventually(async () => expect(await storedFiles()).to.equal(before));
    expect(await storedBytes(token)).to.equal(0);
    expect(await service.redis.command('ZCARD', `toolpress:account:${id}:uploads`)).to.equal(0);
  });
});
