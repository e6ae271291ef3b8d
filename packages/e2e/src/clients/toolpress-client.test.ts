import { mkdtempSync, openAsBlob, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Toolpress, ToolpressError } from '@toolpress/client';
import { startHttpTarget } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { run, type Surroundings, startSurroundings } from './surroundings.js';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

describe('The typed client', () => {
  let surroundings: Surroundings;
  let client: Toolpress;
  before(async () => {
    surroundings = await startSurroundings();
    const { BASE_URL, API_TOKEN } = surroundings.env;
    client = new Toolpress({ baseUrl: `${BASE_URL}/`, token: API_TOKEN });
  });
  after(() => surroundings.stop());

  const failureOf = (work: Promise<unknown>): Promise<ToolpressError> =>
    work.then(
      () => expect.fail('it did not fail'),
      (error: ToolpressError) => error,
    );

  it('calls every tool', async () => {
    const http = await client.httpRequest({ method: 'POST', url: surroundings.env.TARGET_URL, body: { a: [1, null] } });
    expect([http.status, http.body]).to.deep.equal([201, { a: [1, null] }]);
    const html = await client.htmlToPdf({ html: '<p>[[a]]</p>', data: { a: 1 } });
    expect(html.pdf_base64).to.match(/^JVBERi/);
    const json = await client.jsonToPdf({ html: '<p>[[a]]</p>', data: { a: 1 }, return: 'link' });
    expect(json).to.include({ page_count: 1 }).and.not.have.property('pdf_base64');
    const id = { base_id: 'appClients4', table_id: 'Orders', record_id: 'recSample' };
    const record = await client.getRecord({ ...id, _connections: { tablebase: 'main' } });
    expect(record.fields).to.include({ Amount: 1234.5 });
  });

  it('keeps the digits of numbers in answers', async () => {
    const body = '{"id": 653247040368672768, "rows": [0.12345678901234567890, 0.5, "1e400"]}';
    const target = await startHttpTarget((_, response) => {
      response.end(`{"success": true, "data": {"status": 200, "headers": {}, "body": ${body}}}`);
    });
    try {
      const answer = await new Toolpress({ baseUrl: target.url, token: 'a' }).httpRequest({ method: 'GET', url: 'x' });
      expect(answer.body).to.deep.equal({ id: '653247040368672768', rows: ['0.12345678901234567890', 0.5, '1e400'] });
    } finally {
      await target.close();
    }
  });

  it('gives a PDF as bytes with its pages, link and warnings, and downloads it again', async () => {
    const pdf = await client.pdf({ html: '<p style="font-family: Nowhere Sans">One</p>', filename: 'one' });
    expect(Buffer.from(pdf.bytes.subarray(0, 5)).toString()).to.equal('%PDF-');
    expect(pdf).to.deep.include({ pageCount: 1, actionsConsumed: 3, isReplayed: false });
    const { warnings } = await client.htmlToPdf({ html: '<p style="font-family: Nowhere Sans">One</p>' });
    expect(pdf.warnings).to.deep.equal(warnings);
    expect(pdf.warnings.map(({ code, message }) => [code, message.includes('Nowhere Sans')])).to.deep.equal([
      ['font_unavailable', true],
    ]);
    expect(pdf.expiresAt.getTime()).to.be.greaterThan(Date.now());
    const [, id = ''] = /\/files\/(.+)\.pdf$/.exec(pdf.downloadUrl) ?? [];
    expect(Buffer.compare(await client.downloadFile(id), pdf.bytes)).to.equal(0);
  });

  it('uploads the rows of a batch as text, as bytes, or as a file that is read while it is sent', async () => {
    const text = '{"name":"Ada"}\n{"name":"Zoë"}\n';
    const folder = mkdtempSync(join(tmpdir(), 'toolpress-rows-'));
    const file = join(folder, 'rows.jsonl');
    writeFileSync(file, text);
    const bytes = new Uint8Array(Buffer.from(text));
    const uploads = [];
    for (const body of [text, bytes, await openAsBlob(file)]) uploads.push(await client.uploadRows(body));
    rmSync(folder, { recursive: true });
    expect(uploads.map(({ rows, bytes }) => `${rows} ${bytes}`)).to.deep.equal(Array(3).fill(`2 ${bytes.length}`));
    const [{ id: upload } = { id: '' }, ...others] = uploads;
    const input = { html: '<p>[[name]]' };
    const { id } = await client.submitBatch({ tool: 'json-to-pdf', input, upload });
    expect(await client.getBatch(id, { wait: 30 })).to.include({ done: 2, failed: 0 });
    for (const { id } of others) expect(await client.deleteUpload(id)).to.include({ id });
    expect(await failureOf(client.deleteUpload(upload))).to.include({ status: 404, code: 'upload_unknown' });
  });

  it('does the same under the same key once', async () => {
    const body = { html: '<p>Once</p>', return: 'link' } as const;
    const first = await client.call('htmlToPdf', [body], { idempotencyKey: 'once' });
    const again = await client.call('htmlToPdf', [body], { idempotencyKey: 'once' });
    expect([first.actionsConsumed, first.isReplayed]).to.deep.equal([3, false]);
    expect([again.actionsConsumed, again.isReplayed]).to.deep.equal([0, true]);
    expect(again.data.size_bytes).to.equal(first.data.size_bytes);
    expect(first.requestId).to.be.a('string').and.not.equal(again.requestId);
  });

  it('has a method for every operation of the document', async () => {
    const response = await fetch(`${surroundings.service.url}/openapi.json`);
    const { paths } = (await response.json()) as { paths: Record<string, Record<string, { operationId: string }>> };
    for (const { operationId } of Object.values(paths).flatMap((methods) => Object.values(methods)))
      expect(client).to.respondTo(operationId);
  });

  it('puts names into paths and queries, and throws errors with status, code and request id', async () => {
    await client.putVariable('a.b', { kind: 'html', content: '<h1>[[who]]</h1>' });
    await client.putVariable('c', { kind: 'css', content: 'h1 { color: teal }' });
    const { etag } = await client.getVariable('c');
    const two = { kind: 'css', content: 'h2 {}' } as const;
    await client.putVariable('c', two, { ifMatch: etag });
    for (const options of [{ ifMatch: etag }, { ifNoneMatch: '*' }] as const)
      expect(await failureOf(client.putVariable('c', { ...two, content: 'h3 {}' }, options))).to.include({
        ...{ status: 412, code: 'precondition_failed' },
      });
    const page = await client.listVariables({ limit: 1 });
    expect(page.items.map(({ name }) => name)).to.deep.equal(['a.b']);
    expect((await client.listVariables({ cursor: page.next_cursor ?? '' })).items).to.have.lengthOf(1);
    expect((await client.getVariable('a.b')).content).to.equal('<h1>[[who]]</h1>');
    const error = await failureOf(client.getVariable('d'));
    expect(error).to.be.instanceOf(ToolpressError).and.include({ status: 404, code: 'variable_not_found' });
    expect(error.requestId).to.match(/^\S+$/);
    expect(error.message).to.include('variable');
    expect(await failureOf(client.getVariable('../usage?'))).to.include({ status: 400, code: 'invalid_parameter' });
    const operator = new Toolpress({ baseUrl: surroundings.service.url, token: surroundings.service.adminToken });
    expect((await operator.createAccount({ name: 'Another' })).id).to.match(/^acc_/);
    expect((await operator.getSettings()).http_request.max_redirects).to.equal(5);
  });

  it('reports that the answer is not from Toolpress', async () => {
    const page = await startHttpTarget((_, response) => response.writeHead(200).end('<h1>Welcome</h1>'));
    const stranger = new Toolpress({ baseUrl: page.url });
    expect(await failureOf(stranger.getHealth())).to.include({ code: 'answer_unreadable', status: 200 });
    expect(await failureOf(stranger.pdf({ html: 'a' }))).to.include({ code: 'answer_unreadable', status: 200 });
    await page.close();
  });

  it('packs into a package that a separate project installs, type-checks and runs, without any other', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'toolpress-package-'));
    try {
      const packed = await run('npm', ['pack', '--json', `--pack-destination=${folder}`], {
        cwd: join(ROOT, 'packages/client'),
      });
      const [{ filename, files }] = JSON.parse(packed) as [{ filename: string; files: { path: string }[] }];
      expect(files.map(({ path }) => path)).to.include.members([
        'README.md',
        'LICENSE',
        'dist/index.js',
        'dist/index.d.ts',
      ]);
      expect(files.filter(({ path }) => /\.test\.|^src|tsbuildinfo/.test(path))).to.deep.equal([]);
      writeFileSync(join(folder, 'package.json'), '{"name": "project", "private": true, "type": "module"}');
      await run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${filename}`], { cwd: folder });
      writeFileSync(join(folder, 'program.ts'), PROGRAM);
      const options = ['--strict', '--module', 'NodeNext', '--target', 'ES2022', '--lib', 'ES2022,DOM', '--types', ''];
      await run(join(ROOT, 'node_modules/.bin/tsc'), [...options, 'program.ts'], { cwd: folder });
      const output = await run(process.execPath, ['program.js'], { cwd: folder, env: surroundings.env });
      expect(JSON.parse(output)).to.deep.equal({ pages: 1, bytes: '%PDF', code: 'invalid_parameter' });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

const PROGRAM = `
import { Toolpress, ToolpressError } from '@toolpress/client';

declare const process: { env: Record<string, string>; stdout: { write(text: string): void } };
const client = new Toolpress({ baseUrl: process.env['BASE_URL'] ?? '', token: process.env['API_TOKEN'] ?? '' });

const { bytes, pageCount } = await client.pdf({ html: '<h1>[[who.name]]</h1>', data: { who: { name: 'World' } } });
let code: string | undefined;
try {
  await client.httpRequest({ method: 'GET', url: 'no url' });
} catch (error) {
  if (error instanceof ToolpressError) code = error.code;
}
// @ts-expect-error: there is no such parameter
void (() => client.htmlToPdf({ html: '', pageSize: 'A4' }));
// @ts-expect-error: a variable has a name
void (() => client.getVariable());
process.stdout.write(JSON.stringify({ pages: pageCount, bytes: new TextDecoder().decode(bytes.slice(0, 4)), code }));
`;
