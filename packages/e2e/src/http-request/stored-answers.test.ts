import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import {
  eventually,
  type HttpTarget,
  pdfColours,
  type SharedService,
  sharedService,
  startHttpTarget,
  svgOf,
} from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

const TOOL = '/api/utilities/http-request';
const PDF = '/api/utilities/html-to-pdf';
const BYTES = randomBytes(700_000);
const SVG = svgOf('<rect width="20" height="10" fill="#ff0000"/>');

describe('A stored answer', () => {
  let service: SharedService;
  let target: HttpTarget;
  const ANSWERS: Record<string, (response: ServerResponse) => unknown> = {
    '/a/report%20%C3%BC.bin': (response) =>
      response.writeHead(200, { 'content-type': 'application/x-report' }).end(BYTES),
    '/gzip': (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(BYTES)),
    '/logo.svg': (response) => response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(SVG),
    '/style.css': (response) => response.writeHead(200, { 'content-type': 'text/css' }).end('p { color: #00ff00 }'),
    '/page.html': (response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<script>alert(1)</script>'),
    '/nothing': (response) => response.writeHead(204).end(),
    '/missing': (response) => response.writeHead(404, { 'content-type': 'application/json' }).end('{"no":1}'),
    '/cut': (response) => {
      response.writeHead(200, { 'content-length': '90000' });
      response.write(BYTES.subarray(0, 50_000), () => response.destroy());
    },
    '/silent': (response) => response.writeHead(200).write(BYTES.subarray(0, 50_000)),
    '/too-large': (response) => response.writeHead(200, { 'content-length': String(101 * 1024 * 1024) }).end(),
  };
  before(async () => {
    service = await sharedService();
    target = await startHttpTarget(({ path }, response) => ANSWERS[path]?.(response));
  });
  after(() => target.close());

  const store = (path: string, options: object = {}, more: object = {}) =>
    service.call(TOOL, { body: { method: 'GET', url: target.url + path, response: 'store', ...more }, ...options });
  const fileOf = async (path: string): Promise<{ id: string; [field: string]: string }> => {
    const answer = await store(path);
    expect(answer.status, answer.body.error).to.equal(200);
    return answer.body.data.file;
  };
  const storedBytes = async (token?: string): Promise<number> =>
    (await service.call('/api/usage', token === undefined ? {} : { token })).body.data.storage_bytes;
  const filesOnDisk = (): Promise<string[]> => readdir(service.storageFolder, { recursive: true });
  /** Waits until none of the new files that a call left on the disk remains: other files write to it, too. */
  const isClean = async (before: readonly string[]): Promise<void> => {
    const isOfAnswer = (name: string): boolean =>
      !before.includes(name) && /[\da-f-]{36}$|o[\da-f]{31}\.(?:bin|name)$/.test(name);
    const added = (await filesOnDisk()).filter(isOfAnswer);
    await eventually(async () => {
      const now = new Set(await filesOnDisk());
      expect(added.filter((name) => now.has(name))).to.deep.equal([]);
    });
  };

  it('has its size, type and digest, and two links, and counts as stored', async () => {
    const before = await storedBytes();
    const { body } = await store('/a/report%20%C3%BC.bin');
    expect(body.metadata).to.deep.equal({ actions_consumed: 1 });
    expect(body.data).to.have.all.keys('status', 'headers', 'body', 'file');
    expect([body.data.status, body.data.body]).to.deep.equal([200, null]);
    const { file } = body.data;
    expect(file).to.include({ size_bytes: BYTES.length, content_type: 'application/x-report' });
    expect(file.sha256).to.equal(createHash('sha256').update(BYTES).digest('hex'));
    for (const link of [file.download_url, file.signed_url]) {
      const download = await fetch(link);
      expect(Buffer.from(await download.arrayBuffer()).equals(BYTES)).to.equal(true);
      expect(download.headers.get('content-disposition')).to.include("filename*=UTF-8''report%20%C3%BC.bin");
    }
    await eventually(async () => expect(await storedBytes()).to.equal(before + BYTES.length));
    expect((await service.call(`/api/files/${file.id}`, { method: 'DELETE' })).status).to.equal(200);
    expect((await fetch(file.download_url)).status).to.equal(404);
  });

  it('is served as bytes in a sandbox, with any type of the target', async () => {
    const { headers } = await fetch((await fileOf('/page.html'))['download_url'] ?? '');
    expect(headers.get('content-type')).to.equal('application/octet-stream');
    expect(headers.get('content-disposition')).to.match(/^attachment/);
    expect(headers.get('content-security-policy')).to.include('sandbox');
    expect(headers.get('x-content-type-options')).to.equal('nosniff');
  });

  it('is decompressed, and may be empty', async () => {
    expect((await fileOf('/gzip'))['sha256']).to.equal(createHash('sha256').update(BYTES).digest('hex'));
    const { body } = await store('/nothing');
    expect(body.data).to.deep.include({ status: 204, body: null });
    expect(body.data.file.size_bytes).to.equal(0);
  });

  it('is only made of a success: other answers are shown', async () => {
    const { body } = await store('/missing');
    expect(body.data).to.deep.include({ status: 404, body: { no: 1 } });
    expect(body.data).not.to.have.property('file');
  });

  for (const [path, status, code] of [
    ['/cut', 502, 'response_invalid'],
    ['/too-large', 413, 'response_too_large'],
  ] as const) {
    it(`leaves nothing behind when it fails with ${code}`, async () => {
      const before = await filesOnDisk();
      const { token } = await service.createAccount('fails');
      const answer = await store(path, { token });
      expect([answer.status, answer.headers.get('x-error-code')]).to.deep.equal([status, code]);
      expect(await storedBytes(token)).to.equal(0);
      await isClean(before);
    });
  }

  it('leaves nothing behind when the caller hangs up', async () => {
    const before = await filesOnDisk();
    const gone = new AbortController();
    const call = store('/silent', { signal: gone.signal }).catch((error: Error) => error.name);
    await eventually(() => expect(target.requests.at(-1)?.path).to.equal('/silent'));
    gone.abort();
    expect(await call).to.equal('AbortError');
    await target.idle();
    await isClean(before);
  });

  it('is the same file when its request is repeated under an idempotency key', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const first = await store('/logo.svg', { headers });
    const again = await store('/logo.svg', { headers });
    expect(again.headers.get('idempotent-replayed')).to.equal('true');
    expect(again.body.data.file.id).to.equal(first.body.data.file.id);
    expect((await fetch(again.body.data.file.signed_url)).status).to.equal(200);
  });

  it('is an image and a style sheet of a document, also of a job', async () => {
    const [logo, css] = [await fileOf('/logo.svg'), await fileOf('/style.css')];
    const input = {
      html: '<link rel="stylesheet" href="style.css"><img src="images/logo.svg"><p style="font: bold 90pt sans-serif">III',
      files: { 'images/logo.svg': { file: logo.id }, 'style.css': { file: `${css.id}.bin` } },
    };
    const printed = await service.call(PDF, { body: input });
    expect(printed.status, printed.body.error).to.equal(200);
    const ofCall = Buffer.from(printed.body.data.pdf_base64, 'base64');
    const job = await service.call('/api/jobs', { body: { tool: 'html-to-pdf', input } });
    const { data } = (await service.ended(`/api/jobs/${job.body.data.id}`)).body;
    const ofJob = Buffer.from(await (await fetch(data.result.download_url)).arrayBuffer());
    for (const pdf of [ofCall, ofJob]) expect([...pdfColours(pdf)]).to.include.members(['255,0,0', '0,255,0']);
  });

  it('is no file of another account’s document, none of a template, and none that is too large', async () => {
    const { id } = await fileOf('/logo.svg');
    const { token } = await service.createAccount('another');
    const body = { html: '<img src="a.svg">', files: { 'a.svg': { file: id } } };
    const others = await service.call(PDF, { token, body });
    expect([others.status, others.headers.get('x-error-code')]).to.deep.equal([404, 'file_unknown']);
    expect(others.body.error).to.include('`files: a.svg`');
    const saved = await service.call('/api/variables/of-file', {
      method: 'PUT',
      body: { kind: 'html', content: 'x', files: { 'a.svg': { file: id } } },
    });
    expect(saved.status).to.equal(400);
    for (const file of ['', 'x', 5, '../../a']) {
      const wrong = await service.call(PDF, { body: { html: 'x', files: { 'a.svg': { file } } } });
      expect(wrong.status).to.equal(400);
      expect(wrong.body.error).to.include('`files`: `a.svg`');
    }
    ANSWERS['/large'] = (response) => response.writeHead(200).end(Buffer.alloc(11 * 1024 * 1024));
    const large = { 'a.svg': { file: (await fileOf('/large')).id } };
    const answer = await service.call(PDF, { body: { html: 'x', files: large } });
    expect([answer.status, answer.headers.get('x-error-code')]).to.deep.equal([413, 'body_too_large']);
  });

  it('is refused when it does not fit into the account’s storage, also when others took the space meanwhile', async () => {
    const before = await filesOnDisk();
    const { token, id } = await service.createAccount('nearly-full');
    const tomorrow = new Date(Date.now() + 24 * 3_600_000).toISOString().slice(0, 10);
    const limit = 10 * 1024 ** 3;
    const used = limit - 1_000_000;
    await service.redis.command('HSET', `toolpress:account:${id}:storage`, tomorrow, String(used));
    const open: ServerResponse[] = [];
    ANSWERS['/held'] = (response) => open.push(response.writeHead(200));
    ANSWERS['/over'] = (response) => response.writeHead(200).end(Buffer.alloc(1_000_001));
    const refused = async (answer: ReturnType<typeof store>, left: number): Promise<void> => {
      const { status, headers, body } = await answer;
      expect([status, headers.get('x-error-code')], body.error).to.deep.equal([422, 'storage_quota_exceeded']);
      expect(body.error).to.include(`where ${left} bytes are left`);
    };
    await refused(store('/over', { token }), 1_000_000);
    const calls = [store('/held', { token }), store('/held', { token })];
    await eventually(() => expect(open).to.have.length(2));
    for (const response of open) response.write(BYTES.subarray(1));
    open[0]?.end(BYTES.subarray(0, 1));
    const first = await Promise.race(calls);
    expect(first.status, first.body.error).to.equal(200);
    await eventually(async () => expect(await storedBytes(token)).to.equal(used + BYTES.length));
    open[1]?.end(BYTES.subarray(0, 1));
    const ended = await Promise.all(calls);
    const last = ended.find((answer) => answer !== first);
    await refused(Promise.resolve(last as typeof first), 300_000);
    expect(await storedBytes(token)).to.equal(used + BYTES.length);
    expect((await service.call(`/api/files/${first.body.data.file.id}`, { token, method: 'DELETE' })).status).to.equal(
      200,
    );
    await isClean(before);
  });

  it('is refused when the account’s storage is full, before anything is requested', async () => {
    const { token, id } = await service.createAccount('full');
    const tomorrow = new Date(Date.now() + 24 * 3_600_000).toISOString().slice(0, 10);
    await service.redis.command('HSET', `toolpress:account:${id}:storage`, tomorrow, String(20 * 1024 ** 3));
    const before = target.requests.length;
    const full = await store('/logo.svg', { token });
    expect([full.status, full.headers.get('x-error-code')]).to.deep.equal([422, 'storage_quota_exceeded']);
    expect(target.requests.length).to.equal(before);
    const shown = await service.call(TOOL, { token, body: { method: 'GET', url: `${target.url}/logo.svg` } });
    expect(shown.status).to.equal(200);
  });
});
