import { readFileSync } from 'node:fs';
import { isMinio, isOwnS3, serviceErrorOf, type TestS3, testS3 } from '@toolpress/testkit';
import { expect } from 'chai';
import { S3Error } from 'minio';
import { AssumeRoleProvider } from 'minio/dist/esm/AssumeRoleProvider.mjs';
import { after, before, describe, it } from 'mocha';
import { createFileStore } from '../expiring-store.js';
import { fileKey, newFileId } from '../file-id.js';
import type { FileStore } from '../file-store.js';
import type { S3Options } from '../options.js';
import { fileStoreBehaves } from '../testing/file-store-behaves.js';
import { expectUnavailable, inSeconds, somePdf, stored } from '../testing/files.js';
import { clientFor, inBucket, type Keys, newBucket, optionsFor, removeBucket } from '../testing/s3-bucket.js';

fileStoreBehaves('an S3 bucket', inBucket(testS3));

/** Returns the rights that the documentation calls sufficient, for a bucket. */
function documentedRights(bucket: string): { Version: string; Statement: object[] } {
  const page = readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8');
  const [, policy = ''] = /## S3 permissions[\s\S]*?```json\n([\s\S]*?)```/.exec(page) ?? [];
  return JSON.parse(policy.replaceAll(':::toolpress', `:::${bucket}`));
}

/** Returns temporary keys with these rights. */
async function temporaryKeys({ endpoint, ...keys }: TestS3, policy: object): Promise<Keys> {
  const role = { stsEndpoint: endpoint, ...keys, policy: JSON.stringify(policy), durationSeconds: 3_600 };
  const { accessKey, secretKey, sessionToken } = await new AssumeRoleProvider(role).getCredentials();
  return { accessKey, secretKey, ...(sessionToken && { sessionToken }) };
}

fileStoreBehaves(
  'an S3 bucket, by temporary keys with the documented rights',
  inBucket(testS3, async (s3, bucket) => {
    if (!isMinio(s3)) return undefined;
    const { Statement, ...policy } = documentedRights(bucket);
    const create = { Effect: 'Allow', Action: ['s3:CreateBucket'], Resource: `arn:aws:s3:::${bucket}` };
    return temporaryKeys(s3, { ...policy, Statement: [...Statement, create] });
  }),
);

describe('an S3 bucket', () => {
  let s3: TestS3;
  const buckets: string[] = [];

  before(async function () {
    const found = await testS3();
    if (!found) return this.skip();
    s3 = found;
  });
  after(async () => {
    if (!s3) return;
    if (!isOwnS3(s3)) for (const bucket of buckets) await removeBucket(s3, bucket);
    await s3.stop();
  });

  function bucketOptions(more: Partial<S3Options> = {}): S3Options {
    const bucket = newBucket();
    buckets.push(bucket);
    return { ...optionsFor(s3, bucket), ...more };
  }

  async function prepared(options: S3Options): Promise<FileStore> {
    const store = await createFileStore(options);
    await store.prepare();
    return store;
  }

  describe('that takes lifecycle rules', () => {
    before(async function () {
      const { bucket } = bucketOptions();
      const client = clientFor(s3);
      await client.makeBucket(bucket, 'us-east-1');
      await client.setBucketLifecycle(bucket, null).catch((error: unknown) => {
        if (error instanceof S3Error && error.code === 'NotImplemented') return this.skip();
        throw error;
      });
    });

    it('deletes old files by itself: preparing sets the lifecycle rule, and changes it with the setting', async () => {
      const options = bucketOptions();
      for (const lifecycleDays of [8, 8, 3]) {
        const store = await prepared({ ...options, lifecycleDays });
        await store.close();
        const rule = [(await clientFor(s3).getBucketLifecycle(options.bucket))?.Rule].flat()[0];
        expect({ prefix: rule?.Filter?.Prefix, days: rule?.Expiration?.Days, status: rule?.Status }).to.deep.equal({
          prefix: 'pdf/',
          days: lifecycleDays,
          status: 'Enabled',
        });
      }
    });

    it('keeps existing lifecycle rules, and warns the operator', async () => {
      const warnings: string[] = [];
      const options = bucketOptions({ onWarning: (message) => warnings.push(message) });
      const client = clientFor(s3);
      await client.makeBucket(options.bucket, 'us-east-1');
      const theirs = { ID: 'theirs', Status: 'Enabled', Filter: { Prefix: 'logs/' }, Expiration: { Days: 90 } };
      await client.setBucketLifecycle(options.bucket, { Rule: [theirs] });
      await (await prepared(options)).close();
      const rules = [(await client.getBucketLifecycle(options.bucket))?.Rule].flat();
      expect(rules.map((rule) => rule?.ID)).to.deep.equal(['theirs']);
      const advice = 'The bucket already has lifecycle rules; add one that expires pdf/ after 8 days.';
      expect(warnings).to.deep.equal([advice]);
      const advised = { ID: 'files', Status: 'Enabled', Filter: { Prefix: 'pdf/' }, Expiration: { Days: 8 } };
      await client.setBucketLifecycle(options.bucket, { Rule: [theirs, advised] });
      await (await prepared(options)).close();
      expect(warnings, 'once the advice was taken').to.deep.equal([advice]);
    });
  });

  it('holds each file under the key that its id says, and touches nothing else in a sweep', async () => {
    const options = bucketOptions();
    const store = await prepared(options);
    const client = clientFor(s3);
    const id = await stored(store, somePdf(), { expiresAt: inSeconds(3_600) });
    expect((await client.statObject(options.bucket, fileKey(id))).size).to.equal(2_000);
    const others = [
      'pdf/2020-01-01/notes.txt',
      'pdf/2020-01-01/notes.pdf',
      `logs/2020-01-01/${newFileId(new Date(0))}.pdf`,
    ];
    for (const key of others) await client.putObject(options.bucket, key, 'x');
    expect(await store.sweep(inSeconds(2 * 24 * 3_600))).to.equal(1);
    for (const key of others) await client.statObject(options.bucket, key);
    await store.close();
  });

  it('signs links for the address that callers reach, without asking the store', async () => {
    const store = await createFileStore(
      bucketOptions({ endpoint: 'http://127.0.0.1:1', publicEndpoint: 'https://files.example:8443' }),
    );
    const id = newFileId(inSeconds(3_600));
    const url = new URL((await store.sign(id, { ttlSeconds: 60, filename: 'ä.pdf' })).url);
    expect(url.origin).to.equal('https://files.example:8443');
    expect(url.pathname).to.match(new RegExp(`/${fileKey(id)}$`));
    expect(url.searchParams.get('X-Amz-Expires')).to.equal('60');
    expect(url.searchParams.get('response-content-disposition')).to.contain("UTF-8''%C3%A4.pdf");
  });

  it('signs links to the gateway where callers reach no store', async () => {
    const { publicEndpoint, ...options } = bucketOptions();
    const store = await prepared({ ...options, publicUrl: 'https://pdf.example' });
    const id = await stored(store, somePdf(), { expiresAt: inSeconds(3_600), filename: 'invoice.pdf' });
    const { origin, pathname, searchParams } = new URL((await store.sign(id, { ttlSeconds: 60 })).url);
    expect(origin + pathname).to.equal(`https://pdf.example/files/${id}.pdf`);
    const { expires = '', signature } = Object.fromEntries(searchParams);
    store.verifyLink(id, { expires, signature });
    const longer = { expires: String(Number(expires) + 1), signature };
    expect((await serviceErrorOf(() => store.verifyLink(id, longer))).code).to.equal('link_forged');
    const { stream, contentDisposition } = await store.open(id);
    stream.destroy();
    expect(contentDisposition).to.match(/^attachment; filename="invoice\.pdf"/);
    await store.close();
  });

  it('refuses a signed link that was given another file name', async () => {
    const store = await prepared(bucketOptions());
    const id = await stored(store, somePdf(), { expiresAt: inSeconds(3_600) });
    const { url } = await store.sign(id, { ttlSeconds: 60, filename: 'invoice.pdf' });
    expect((await fetch(url)).status).to.equal(200);
    expect((await fetch(url.replaceAll('invoice.pdf', 'malware.exe'))).status).to.equal(403);
    await store.close();
  });

  it('is unavailable when it was deleted, or rejects the service’s keys', async () => {
    const options = bucketOptions();
    const store = await createFileStore(options);
    await expectUnavailable(() => store.check());
    await expectUnavailable(() => store.read(newFileId(inSeconds(60))));
    await expectUnavailable(() => stored(store, somePdf(), { expiresAt: inSeconds(60) }));
    await store.close();
    const stranger = await createFileStore({ ...options, secretKey: 'not-the-secret' });
    await expectUnavailable(() => stranger.prepare());
    await expectUnavailable(() => stranger.check());
    await stranger.close();
  });
});
