/** A bucket of a real S3 server for the tests of file stores. */
import { generateKeySync, randomBytes } from 'node:crypto';
import { isOwnS3, type TestS3 } from '@toolpress/testkit';
import { expect } from 'chai';
import { Client } from 'minio';
import { createFileStore } from '../expiring-store.js';
import type { S3Options } from '../options.js';
import { parseEndpoint } from '../s3/transport.js';

export const newBucket = (): string => `toolpress-test-${randomBytes(6).toString('hex')}`;

const linkKey = generateKeySync('hmac', { length: 256 });

/** Links lead to the server itself. */
export function optionsFor({ endpoint, accessKey, secretKey }: TestS3, bucket: string): S3Options {
  const address = { endpoint, publicEndpoint: endpoint, bucket, region: 'us-east-1' };
  return { driver: 's3', ...address, accessKey, secretKey, lifecycleDays: 8, linkKey };
}

export const clientFor = ({ endpoint, accessKey, secretKey }: TestS3): Client =>
  new Client({ ...parseEndpoint(endpoint), accessKey, secretKey, region: 'us-east-1' });

/** A store that was there before the tests is left as it was. */
export async function removeBucket(s3: TestS3, bucket: string): Promise<void> {
  const client = clientFor(s3);
  if (!(await client.bucketExists(bucket))) return;
  for await (const { name } of client.listObjectsV2(bucket, '', true))
    if (name) await client.removeObject(bucket, name);
  await client.removeBucket(bucket);
}

export type Keys = Pick<S3Options, 'accessKey' | 'secretKey' | 'sessionToken'>;

/**
 * Returns a new bucket for `fileStoreBehaves`.
 *
 * @param start starts the server, or returns undefined without one.
 * @param keysFor returns the keys of the store under test; undefined if this server has no such keys. The default is the server's list.
 */
export const inBucket =
  (
    start: () => Promise<TestS3 | undefined>,
    keysFor: (s3: TestS3, bucket: string) => Promise<Keys | undefined> = async ({ accessKey, secretKey }) => ({
      accessKey,
      secretKey,
    }),
  ) =>
  async () => {
    const s3 = await start();
    if (!s3) return undefined;
    const bucket = newBucket();
    const keys = await keysFor(s3, bucket);
    if (keys === undefined) {
      await s3.stop();
      return undefined;
    }
    return {
      create: () => createFileStore({ ...optionsFor(s3, bucket), ...keys }),
      async follow(url: string) {
        const response = await fetch(url);
        const bytes = Buffer.from(await response.arrayBuffer());
        if (response.ok) expect(response.headers.get('content-type')).to.equal('application/pdf');
        return {
          status: response.status,
          bytes,
          contentDisposition: response.headers.get('content-disposition') ?? undefined,
        };
      },
      ...(isOwnS3(s3) ? { outage: outageOf(s3) } : {}),
      async everything() {
        const names: string[] = [];
        for await (const { name } of clientFor(s3).listObjectsV2(bucket, '', true)) names.push(name ?? '');
        return names;
      },
      async remove() {
        if (!isOwnS3(s3)) await removeBucket(s3, bucket);
        await s3.stop();
      },
    };
  };

/** A crash of the server, once: `end` may be called again. */
function outageOf(server: { kill(): Promise<void>; restart(): Promise<void> }) {
  let away = false;
  return {
    async begin() {
      await server.kill();
      away = true;
    },
    async end() {
      if (away) await server.restart();
      away = false;
    },
  };
}
