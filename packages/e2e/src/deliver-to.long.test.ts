import { buffer } from 'node:stream/consumers';
import {
  type HttpTarget,
  isOwnS3,
  type OwnS3,
  pdfText,
  startHttpTarget,
  TARGET_ADDRESS,
  TestService,
  testS3,
} from '@toolpress/testkit';
import { expect } from 'chai';
import { Client } from 'minio';
import { after, before, beforeEach, describe, it } from 'mocha';

const PDF = '/api/utilities/html-to-pdf';
const SECRET = 'a-secret-key-of-40-characters-0123456789';

describe('PDFs that are delivered into the account’s bucket', () => {
  let store: OwnS3 | undefined;
  let client: Client;
  let service: TestService;
  /** A store whose answers the test chooses. */
  let crooked: HttpTarget;
  let answer: { status: number; body?: string; headers?: Record<string, string> };
  before(async () => {
    const found = await testS3();
    if (found === undefined || !isOwnS3(found)) return;
    store = found;
    const { hostname: endPoint, port } = new URL(store.endpoint);
    const { accessKey, secretKey } = store;
    client = new Client({ endPoint, port: Number(port), useSSL: false, accessKey, secretKey });
    await client.makeBucket('my-pdfs');
    crooked = await startHttpTarget((_, response) => {
      response.writeHead(answer.status, answer.headers).end(answer.body);
    });
    const OUTBOUND_ALLOW = `${TARGET_ADDRESS},${endPoint}:${port}`;
    service = await TestService.start({ env: { OUTBOUND_ALLOW } });
    await save('archive', store.endpoint, 'my-pdfs', store.accessKey, store.secretKey);
    await save('crooked', crooked.url, 'my-pdfs', 'KEY', SECRET);
  });
  after(async () => {
    await service?.stop();
    await crooked?.close();
    await store?.stop();
  });
  beforeEach(function () {
    if (store === undefined) this.skip();
  });

  const save = async (slug: string, url: string, bucket: string, access_key: string, token: string) => {
    const body = { provider: 's3', url, bucket, access_key, token };
    const saved = await service.call(`/api/connections/${slug}`, { method: 'PUT', body });
    expect(saved.status, saved.body.error).to.equal(200);
    return saved.body.data;
  };
  const print = (deliver_to: unknown, more: object = {}) =>
    service.call(PDF, { body: { html: '<p>delivered', deliver_to, ...more } });
  const object = async (key: string): Promise<Buffer> => buffer(await client.getObject('my-pdfs', key));
  const usage = async (): Promise<number> => (await service.call('/api/usage')).body.data.requests;
  const storedBytes = async (): Promise<number> => (await service.call('/api/account')).body.data.storage_bytes;

  it('are stored by folder and name with the same bytes, and the answer has their place', async () => {
    const { body, status } = await print(
      { connection: 'archive', folder: 'invoices/2026 März' },
      { filename: 'Nr. 1 & 2?' },
    );
    expect(status, body.error).to.equal(200);
    const key = 'invoices/2026 März/Nr. 1 & 2?.pdf';
    expect(body.data.delivered).to.deep.equal({ connection: 'archive', bucket: 'my-pdfs', key });
    expect((await object(key)).toString('base64')).to.equal(body.data.pdf_base64);
    const { metaData } = await client.statObject('my-pdfs', key);
    expect(metaData['content-type']).to.equal('application/pdf');
    expect((await fetch(body.data.download_url)).status).to.equal(200);
  });

  it('are stored by names filled from data, whose values open no folder', async () => {
    const of = (month: string) =>
      print(
        { connection: 'archive', folder: 'slips/[[month]]' },
        { filename: 'slip-[[name]]', data: { month, name: '../Ada/x' } },
      );
    const { data } = (await of('2026/11')).body;
    expect(data.delivered.key).to.equal('slips/2026_11/slip-.._Ada_x.pdf');
    expect((await object(data.delivered.key)).toString('base64')).to.equal(data.pdf_base64);
    const { status, body } = await of('..');
    expect([status, body.error]).to.deep.equal([
      422,
      '`deliver_to.folder` must be names separated by `/`, such as `invoices/2026`, without `.` and `..`, when it is filled.',
    ]);
  });

  it('have a random name without `filename`, which does not open their link', async () => {
    const { data } = (await print({ connection: 'archive' }, { return: 'link' })).body;
    expect(data.delivered.key).to.match(/^[0-9a-f]{32}\.pdf$/);
    expect(data.download_url).not.to.include(data.delivered.key.slice(0, -4));
    expect((await object(data.delivered.key)).subarray(0, 5).toString()).to.equal('%PDF-');
  });

  it('are delivered once under an idempotency key, and by jobs and rows', async () => {
    const headers = { 'idempotency-key': 'delivered' };
    const body = { html: '<p>x', deliver_to: { connection: 'archive', folder: 'once' } };
    const [first, again] = [await service.call(PDF, { body, headers }), await service.call(PDF, { body, headers })];
    expect(again.body.data.delivered).to.deep.equal(first.body.data.delivered);
    const keys = async (prefix: string): Promise<string[]> => {
      const found = await client.listObjectsV2('my-pdfs', `${prefix}/`, true).toArray();
      return found.map(({ name }: { name: string }) => name);
    };
    expect(await keys('once')).to.deep.equal([first.body.data.delivered.key]);
    const input = { html: '<p>[[n]]', filename: 'row', deliver_to: { connection: 'archive', folder: 'rows' } };
    const tool = 'html-to-pdf';
    const job = await service.call('/api/jobs', { body: { tool, input: { ...input, filename: 'job' } } });
    const ended = await service.ended(`/api/jobs/${job.body.data.id}`);
    expect(ended.body.data.result.delivered.key).to.equal('rows/job.pdf');
    const batch = await service.call('/api/batches', { body: { tool, input, rows: [{ n: 1 }, { n: 2 }] } });
    expect((await service.ended(`/api/batches/${batch.body.data.id}`)).body.data).to.include({ done: 2, failed: 0 });
    expect(await keys('rows')).to.deep.equal(['rows/job.pdf', 'rows/row-1.pdf', 'rows/row-2.pdf']);
  });

  it('are not delivered if the quota does not cover their pages', async () => {
    const { id, token } = await service.createAccount('with a small quota');
    const { endpoint, accessKey, secretKey } = store as OwnS3;
    const bucket = { provider: 's3', url: endpoint, bucket: 'my-pdfs', access_key: accessKey, token: secretKey };
    await service.call('/api/connections/archive', { method: 'PUT', token, body: bucket });
    const limits = { max_pages: 100, monthly_actions: 5 };
    await service.call(`/admin/accounts/${id}`, { method: 'PATCH', token: service.adminToken, body: limits });
    const html = '<p style="break-after: page">x'.repeat(60);
    const body = { html, deliver_to: { connection: 'archive', folder: 'unpaid' } };
    const { status, headers } = await service.call(PDF, { token, body });
    expect([status, headers.get('x-error-code')]).to.deep.equal([402, 'quota_exceeded']);
    expect(await client.listObjectsV2('my-pdfs', 'unpaid/', true).toArray()).to.deep.equal([]);
  });

  const denied = { status: 403, body: '<Error><Code>AccessDenied</Code></Error>' };
  const REFUSALS: [what: string, answer: typeof answer, requests: number, fault: RegExp][] = [
    ['a bucket that denies access', denied, 1, /403 AccessDenied/],
    ['no bucket', { status: 404, body: '<Error><Code>NoSuchBucket</Code></Error>' }, 1, /404 NoSuchBucket/],
    ['a redirect', { status: 307, headers: { location: 'http://127.0.0.2:9/' } }, 1, /not as the bucket/],
    ['a long page', { status: 403, body: 'x'.repeat(200_000) }, 1, /not as the bucket/],
    ['a busy store', { status: 503, body: '<Error><Code>SlowDown</Code></Error>' }, 3, /503 SlowDown/],
  ];
  for (const [what, given, requests, fault] of REFUSALS) {
    it(`are charged and kept, with a warning, if they meet ${what}`, async () => {
      answer = given;
      const [requestsBefore, bytes] = [await usage(), await storedBytes()];
      const asked = crooked.requests.length;
      const { status, body } = await print({ connection: 'crooked' });
      expect(status).to.equal(200);
      expect(body.data).not.to.have.property('delivered');
      expect(body.data.warnings.map(({ code }: { code: string }) => code)).to.deep.equal(['not_delivered']);
      const [{ message }] = body.data.warnings;
      expect(message).to.match(fault).and.not.include('x'.repeat(100)).and.not.include('Signature');
      expect(crooked.requests.length - asked).to.equal(requests);
      expect(await usage()).to.equal(requestsBefore + 1);
      expect(await storedBytes()).to.equal(bytes + body.data.size_bytes);
    });
  }

  it('are done as jobs, with the warning', async () => {
    answer = denied;
    const input = { html: '<p>x', deliver_to: { connection: 'crooked' } };
    const job = await service.call('/api/jobs', { body: { tool: 'html-to-pdf', input } });
    const { status, result } = (await service.ended(`/api/jobs/${job.body.data.id}`)).body.data;
    expect([status, result.warnings[0].code]).to.deep.equal(['done', 'not_delivered']);
  });

  it('need a connection that exists and is a bucket, before anything is printed', async () => {
    await service.call('/api/connections/sales', { method: 'PUT', body: { token: 'patX' } });
    for (const [connection, status, code] of [
      ['none', 404, 'connection_unknown'],
      ['sales', 400, 'invalid_parameter'],
    ] as const) {
      const input = { html: '<p>x', deliver_to: { connection } };
      const tool = 'html-to-pdf';
      for (const call of [
        service.call(PDF, { body: input }),
        service.call('/api/jobs', { body: { tool, input } }),
        service.call('/api/batches', { body: { tool, input, rows: [{}] } }),
      ]) {
        const refused = await call;
        expect([refused.status, refused.headers.get('x-error-code')]).to.deep.equal([status, code]);
      }
    }
    const record = { base_id: 'appA', table_id: 'tblA', record_id: 'recA', _connections: { tablebase: 'archive' } };
    const asked = await service.call('/api/tablebase/get-record', { body: record });
    expect([asked.status, asked.body.error]).to.deep.equal([
      400,
      'The connection `archive` is a bucket, which has no records.',
    ]);
  });

  it('are refused for paths that leave the folder, and for archives of batches', async () => {
    for (const folder of ['../up', 'a/../b', '/root', 'a//b', 'a/', '.', 'a\\b', 'a\nb', 'x'.repeat(201)])
      expect((await print({ connection: 'archive', folder })).status, folder).to.equal(400);
    const long = await print({ connection: 'archive', folder: '語'.repeat(200) }, { filename: '語'.repeat(190) });
    expect([long.status, long.headers.get('x-error-code')]).to.deep.equal([400, 'invalid_parameter']);
    const input = { html: '<p>x', deliver_to: { connection: 'archive' } };
    const zip = await service.call('/api/batches', { body: { tool: 'html-to-pdf', input, rows: [{}], output: 'zip' } });
    expect([zip.status, zip.body.error]).to.deep.equal([
      400,
      '`input.deliver_to` delivers the files of the rows, not that of all: add `files` to `output`.',
    ]);
  });

  it('of a batch have the names of their rows, and equal names are numbered', async () => {
    const to = { connection: 'archive', folder: 'rows' };
    const rows = [
      { data: { name: 'Ada' }, filename: 'slip', deliver_to: { folder: 'rows/ada' } },
      ...['Grace', 'Zoë', 'Lee'].map((name) => ({ data: { name }, filename: 'slip' })),
      { data: {}, deliver_to: { connection: 'none' } },
    ];
    const input = { html: '<p>[[name]]', deliver_to: to };
    const body = { tool: 'html-to-pdf', input, rows, output: ['files', 'zip'] };
    const { id } = (await service.call('/api/batches', { body })).body.data;
    expect((await service.ended(`/api/batches/${id}`)).body.data).to.include({ status: 'done', done: 4, failed: 1 });
    const { items } = (await service.call(`/api/batches/${id}/rows`)).body.data;
    const found = await Promise.all(
      items
        .slice(0, 4)
        .map(async ({ result }: { result: { delivered: { key: string } } }) => [
          result.delivered.key,
          pdfText(await object(result.delivered.key)).trim(),
        ]),
    );
    expect(found[0]).to.deep.equal(['rows/ada/slip.pdf', 'Ada']);
    const others = found.slice(1);
    expect(others.map(([, text]) => text)).to.deep.equal(['Grace', 'Zoë', 'Lee']);
    expect(others.filter(([key]) => key === 'rows/slip.pdf')).to.have.lengthOf(1);
    expect(new Set(others.map(([key]) => key)).size).to.equal(3);
    for (const [index, [key]] of others.entries())
      expect(key).to.be.oneOf(['rows/slip.pdf', `rows/slip-0000${index + 2}.pdf`]);
    expect(items[4].error.message).to.include('`none`');
  });

  it('go to no address that is not public, when a connection is saved and when it is used', async () => {
    const body = { provider: 's3', bucket: 'my-pdfs', access_key: 'KEY', token: SECRET };
    for (const url of ['http://127.0.0.1:9000', 'http://169.254.169.254', 'https://[::1]', 'http://10.0.0.1:9000']) {
      const saved = await service.call('/api/connections/inner', { method: 'PUT', body: { ...body, url } });
      expect([saved.status, saved.headers.get('x-error-code')], url).to.deep.equal([403, 'address_forbidden']);
    }
    // The operator takes the exemption back.
    await service.restartGateway('SIGTERM', { OUTBOUND_ALLOW: '' });
    const asked = crooked.requests.length;
    const refused = await print({ connection: 'crooked' });
    expect(refused.body.data.warnings[0].code).to.equal('not_delivered');
    expect(crooked.requests.length).to.equal(asked);
    await service.restartGateway('SIGTERM');
  });

  it('come from connections that never show the secret, and can be tested', async () => {
    const shown = (await service.call('/api/connections/archive')).body.data;
    expect(shown).to.include({ provider: 's3', bucket: 'my-pdfs', region: 'us-east-1', access_key: store?.accessKey });
    expect(JSON.stringify(shown)).not.to.include(store?.secretKey);
    const test = await service.call('/api/connections/archive/test', { method: 'POST' });
    expect(test.body.data, test.body.error).to.deep.equal({ ok: true });
    answer = { status: 403, body: '<Error><Code>InvalidAccessKeyId</Code></Error>' };
    const failed = await service.call('/api/connections/crooked/test', { method: 'POST' });
    expect([failed.status, failed.headers.get('x-error-code')]).to.deep.equal([403, 'provider_refused']);
    answer = { status: 503 };
    const asked = crooked.requests.length;
    expect((await service.call('/api/connections/crooked/test', { method: 'POST' })).status).to.equal(502);
    expect(crooked.requests.length, 'requests of a test').to.equal(asked + 1);
    expect(service.logs()).not.to.include(SECRET).and.not.include('X-Amz-Signature');
  });

  it('need exactly the fields of a bucket', async () => {
    const bucket = {
      provider: 's3',
      url: 'https://s3.example.com',
      bucket: 'my-pdfs',
      access_key: 'KEY',
      token: SECRET,
    };
    for (const [wrong, what] of [
      [{ bucket: undefined }, '`bucket` is required'],
      [{ access_key: undefined }, '`access_key` is required'],
      [{ url: undefined }, '`url` is required'],
      [{ url: 'https://s3.example.com/my-pdfs' }, '`url` must have no path'],
      [{ bucket: 'My_Bucket' }, '`bucket` must be'],
      [{ provider: 'tablebase', url: undefined }, '`bucket` is allowed only with'],
      [{ tables: ['a'] }, '`tables` is allowed only with'],
    ] as const) {
      const saved = await service.call('/api/connections/wrong', { method: 'PUT', body: { ...bucket, ...wrong } });
      expect(saved.status, what).to.equal(400);
      expect(saved.body.error).to.include(what);
    }
  });
});
