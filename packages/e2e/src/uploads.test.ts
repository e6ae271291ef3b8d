import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { type Answer, eventually, redisContents, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { unclaimedFiles } from './unclaimed-files.js';

const KIB = 1024;
const MIB = 1024 * KIB;
const NDJSON = { 'content-type': 'application/x-ndjson' };

describe('Uploads', () => {
  let service: TestService;
  before(async () => {
    service = await TestService.start();
  });
  after(() => service.stop());

  const put = (body: string | Buffer, token: string, headers: Record<string, string> = NDJSON): Promise<Answer> =>
    service.call('/api/uploads', { method: 'PUT', token, headers, body: String(body) });
  const batchOf = (upload: string, token: string, headers: Record<string, string> = {}): Promise<Answer> => {
    const input = { html: '<p>[[name]] of [[firm]]', data: { firm: 'Ada & Co' } };
    return service.call('/api/batches', { token, headers, body: { tool: 'json-to-pdf', input, upload } });
  };
  const ended = async (id: string, token: string): Promise<Answer['body']['data']> =>
    (await service.call(`/api/batches/${id}?wait=60`, { token })).body.data;
  const outcome = ({ status, headers }: Answer): string => `${status} ${headers.get('x-error-code') ?? ''}`.trim();
  const storedBytes = async (token: string): Promise<number> =>
    (await service.call('/api/account', { token })).body.data.storage_bytes;
  const storedFiles = async (): Promise<number> =>
    (await readdir(service.storageFolder, { recursive: true })).filter((name) => name.endsWith('.pdf')).length;

  /** An upload by hand. @returns what is written to, and its answer. */
  function open(token: string, headers: Record<string, string> = {}) {
    const options = { method: 'PUT', headers: { authorization: `Bearer ${token}`, ...headers } };
    const sent = request(`${service.url}/api/uploads`, options);
    const answer = new Promise<string>((resolve) => {
      sent.once('response', (response: IncomingMessage) => {
        let text = '';
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => {
          const { error = '' } = JSON.parse(text) as { error?: string };
          resolve(`${response.statusCode} ${response.headers['x-error-code'] ?? ''} ${error}`.trim());
        });
      });
      sent.once('error', () => resolve('broken'));
    });
    return { sent, answer };
  }
  /** Writes no faster than it is read. */
  async function write(sent: ClientRequest, piece: Buffer, times: number): Promise<void> {
    for (let count = 0; count < times && !sent.destroyed; count++)
      if (!sent.write(piece)) await Promise.race([once(sent, 'drain'), sleep(2_000)]);
  }

  it('are their account’s only, count for it, and are deleted when it says so, or is closed', async () => {
    const [one, other] = [await service.createAccount('one'), await service.createAccount('other')];
    // First of all: no batch leaves or clears away anything meanwhile.
    const before = await storedFiles();
    const ids: string[] = [];
    for (let count = 0; count < 20; count++) ids.push((await put(`{"n":${10 + count}}`, one.token)).body.data.id);
    const refused = await put('{}', one.token);
    expect([outcome(refused), refused.body.error]).to.match(/400 invalid_parameter,.*20 uploads.*delete one first/);
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

  it('become a batch, in which a bad line is a row that fails', async () => {
    const { token } = await service.createAccount('lines');
    const uploaded = await put('\ufeff{"name":"Ada"}\r\n\r\n{"name":"Grace"\r\n{"name":"Zoë"}', token);
    expect([uploaded.status, uploaded.body.error]).to.deep.equal([201, undefined]);
    const { id, rows, bytes, expires_at } = uploaded.body.data;
    expect([rows, bytes]).to.deep.equal([3, 53]);
    expect(Date.parse(expires_at) - Date.now()).to.be.within(23.9 * 3_600_000, 24 * 3_600_000);
    expect(await redisContents(service.redis.url)).to.not.match(/Grace|Zoë/);
    const batch = (await batchOf(id, token)).body.data;
    expect(await ended(batch.id, token)).to.deep.include({ status: 'done', rows: 3, done: 2, failed: 1 });
    const { items } = (await service.call(`/api/batches/${batch.id}/rows`, { token })).body.data;
    expect(items.map(({ status }: { status: string }) => status)).to.deep.equal(['done', 'failed', 'done']);
    expect(items[1].error).to.deep.equal({
      code: 'invalid_json',
      message: 'Line 3 is not valid JSON: close brace expected (column 16).',
    });
    expect((await service.call('/api/usage', { token })).body.data.actions).to.equal(6);
  });

  it('fail row by row where their lines are hostile, and print the others', async () => {
    const { token } = await service.createAccount('hostile');
    const deep = `{"name":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
    const long = `{"name":"Ada","note":"${'x'.repeat(2 * MIB - 30)}"}`;
    const lines = [
      '{"__proto__":{"name":"?"},"name":"Ada"}',
      deep,
      long,
      '{"name":1,"name":2}',
      '[]',
      '{"name":"Zoë"}',
    ];
    const { id } = (await put(lines.join('\n'), token)).body.data;
    const batch = (await batchOf(id, token)).body.data;
    expect(await ended(batch.id, token)).to.deep.include({ done: 3, failed: 3 });
    const { items } = (await service.call(`/api/batches/${batch.id}/rows?status=failed`, { token })).body.data;
    expect(
      items.map(({ row, error }: { row: number; error: { code: string } }) => `${row} ${error.code}`),
    ).to.deep.equal(['2 invalid_parameter', '4 invalid_json', '5 invalid_parameter']);
  });

  it('are taken over by one batch, of however many that want them', async () => {
    const { token } = await service.createAccount('once');
    const { id } = (await put('{"name":"Ada"}\n{"name":"Zoë"}\n', token)).body.data;
    const batches = await Promise.all(Array.from({ length: 6 }, () => batchOf(id, token)));
    expect(batches.map(outcome).sort()).to.deep.equal(['202', ...Array(5).fill('404 upload_unknown')]);
    expect(outcome(await batchOf(id, token))).to.equal('404 upload_unknown');
    const taken = batches.find(({ status }) => status === 202)?.body.data;
    expect(await ended(taken.id, token)).to.deep.include({ done: 2, failed: 0 });
    const another = (await put('{"name":"Ada"}', token)).body.data.id;
    const key = { 'idempotency-key': 'december' };
    const again = [await batchOf(another, token, key), await batchOf(another, token, key)];
    expect(again.map(outcome)).to.deep.equal(['202', '202']);
    expect(again[0]?.body.data.id).to.equal(again[1]?.body.data.id);
    const both = { tool: 'json-to-pdf', input: { html: '<p>' }, upload: id, rows: [{}] };
    const refused = await service.call('/api/batches', { token, body: both });
    expect([outcome(refused), refused.body.error]).to.deep.equal([
      '400 invalid_parameter',
      '`body` must have `rows` or `upload`, not both.',
    ]);
  });

  it('are refused once the account stores as much as it may', async () => {
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

  it('say what they take: rows, in JSON lines, in UTF-8', async () => {
    const { token } = await service.createAccount('types');
    for (const [body, headers, expected] of [
      ['{}', { 'content-type': 'application/json' }, '415 media_type_unsupported'],
      ['{}', { 'content-type': 'application/x-www-form-urlencoded' }, '415 media_type_unsupported'],
      ['{}', { 'content-type': 'application/x-ndjson; charset=utf-16' }, '415 media_type_unsupported'],
      ['{}', { ...NDJSON, 'content-encoding': 'lzma' }, '415 media_type_unsupported'],
      ['{}', { 'content-type': 'application/jsonl; charset=UTF-8' }, '201'],
      ['\n \r\n', NDJSON, '400 invalid_parameter'],
      ['', NDJSON, '400 invalid_parameter'],
      ['{}\n'.repeat(10_001), NDJSON, '400 invalid_parameter'],
    ] as const)
      expect(outcome(await put(body, token, headers)), `${body.slice(0, 9)} ${JSON.stringify(headers)}`).to.equal(
        expected,
      );
    expect((await put('{}\n'.repeat(10_001), token)).body.error).to.include('from line 10001 on');
    expect(outcome(await service.call('/api/uploads', { method: 'POST', token, body: {} }))).to.include('405');
    const none = open(token);
    none.sent.end('{}'); // as curl sends it: of no type
    expect(await none.answer).to.equal('201');
  });

  it('leave nothing when they break off, or turn out to be refused', async () => {
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
