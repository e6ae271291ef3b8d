import { randomBytes } from 'node:crypto';
import { type Answer, eventually, isOwnS3, type TestS3, TestService, testS3 } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, beforeEach, describe, it } from 'mocha';

const PDF = '/api/utilities/json-to-pdf';
/** The first calls wait for the store, until it is known to be away. */
const PATIENCE_MS = 3_000;

describe('The service over an S3 store', () => {
  let s3: TestS3 | undefined;
  let service: TestService | undefined;
  before(async () => {
    s3 = await testS3();
    if (s3 === undefined) return;
    service = await TestService.start({
      env: {
        STORAGE: 's3',
        S3_ENDPOINT: s3.endpoint,
        S3_BUCKET: `toolpress-test-${randomBytes(6).toString('hex')}`,
        S3_ACCESS_KEY: s3.accessKey,
        S3_SECRET_KEY: s3.secretKey,
      },
    });
  });
  after(async () => {
    await service?.stop();
    await s3?.stop();
  });
  beforeEach(function () {
    // Without a store each test shows as skipped, by its name; with CI=true `testS3` has failed by now.
    if (service === undefined) this.skip();
  });

  const running = (): TestService => {
    if (service === undefined) throw new Error('the service is not there');
    return service;
  };
  const download = async (url: string): Promise<{ status: number; base64: string }> => {
    const response = await fetch(url);
    return { status: response.status, base64: Buffer.from(await response.arrayBuffer()).toString('base64') };
  };

  it('answers with two links to itself that download the same bytes', async () => {
    const { data } = (await running().call(PDF, { body: { html: '<p>[[a]]</p>', data: { a: 1 } } })).body;
    for (const link of [data.download_url, data.signed_url]) {
      expect(new URL(link).origin).to.equal(running().url);
      expect(await download(link)).to.deep.equal({ status: 200, base64: data.pdf_base64 });
    }
  });

  it('signs a link to the store itself where callers reach it, which the store refuses when it is altered', async () => {
    // Callers may know the store by another name: links have to carry, and sign, that one.
    const S3_PUBLIC_ENDPOINT = (s3?.endpoint ?? '').replace('127.0.0.1', 'localhost');
    const { url, end } = await running().addGateway({ S3_PUBLIC_ENDPOINT });
    const headers = { authorization: `Bearer ${running().token}`, 'content-type': 'application/json' };
    const answer = await fetch(`${url}${PDF}`, { method: 'POST', headers, body: JSON.stringify({ html: 'x' }) });
    const { data } = (await answer.json()) as Answer['body'];
    await end();
    const link = new URL(data.signed_url);
    expect(link.origin).to.equal(S3_PUBLIC_ENDPOINT);
    expect(await download(link.href)).to.deep.equal({ status: 200, base64: data.pdf_base64 });
    const signature = link.searchParams.get('X-Amz-Signature') ?? '';
    link.searchParams.set('X-Amz-Signature', `${signature.startsWith('0') ? '1' : '0'}${signature.slice(1)}`);
    expect((await download(link.href)).status).to.equal(403);
  });

  it('lets a call wait for a store that is unavailable, answers later ones 503, and works again once it is back', async function () {
    if (s3 === undefined || !isOwnS3(s3)) return this.skip(); // a store that was there already is not ours to kill
    const usage = async () => (await running().call('/api/usage')).body.data.requests;
    const before = await usage();
    await s3.kill();
    const waiting = running().call(PDF, { body: { html: 'x' } });
    await eventually(async () => {
      const refused = await running().call(PDF, { body: { html: 'x' }, signal: AbortSignal.timeout(PATIENCE_MS) });
      expect([refused.status, refused.headers.get('x-error-code')]).to.deep.equal([503, 'unavailable']);
    });
    const ready = (await running().call('/readyz', { token: null })).body.data;
    expect(ready).to.deep.equal({ redis: 'ok', storage: 'unavailable' });
    expect(await usage()).to.equal(before);
    await s3.restart();
    expect((await waiting).status).to.equal(200);
    await eventually(async () => expect((await running().call(PDF, { body: { html: 'x' } })).status).to.equal(200));
  });
});
