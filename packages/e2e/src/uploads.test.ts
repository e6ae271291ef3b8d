import { redisContents, type SharedService, sharedService } from '@toolpress/testkit';
import { expect } from 'chai';
import { before, describe, it } from 'mocha';
import { MIB, NDJSON, outcome, uploadsTo } from './uploads.js';

describe('Uploads', () => {
  let service: SharedService;
  before(async () => {
    service = await sharedService();
  });

  const { batchOf, ended, open, put } = uploadsTo(() => service);

  it('become a batch, in which a bad line is a row that fails', async () => {
    const { token } = await service.createAccount('lines');
    const uploaded = await put('\ufeff{"name":"Ada"}\r\n\r\n{"name":"Ottla"\r\n{"name":"Noë"}', token);
    expect([uploaded.status, uploaded.body.error]).to.deep.equal([201, undefined]);
    const { id, rows, bytes, expires_at } = uploaded.body.data;
    expect([rows, bytes]).to.deep.equal([3, 53]);
    expect(Date.parse(expires_at) - Date.now()).to.be.within(23.9 * 3_600_000, 24 * 3_600_000);
    expect(await redisContents(service.redis.url)).to.not.match(/Ottla|Noë/);
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
      '`body` must have only one of `rows`, `upload` and `rows_from`.',
    ]);
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
});
