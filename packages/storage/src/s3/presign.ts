/** Signs uploads to buckets that are not the service's own. It sends nothing. */
import { parseUrl } from '@toolpress/contract';
import { parseEndpoint } from './transport.js';

export interface ForeignBucket {
  /** The store's URL, without a path. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKey: string;
  secretKey: string;
}

/**
 * Returns the URL for one PUT of an object.
 *
 * @param seconds how long it is valid.
 * @throws when the client cannot address the bucket: a host such as `_s3.example.com`, or an IPv6 address with the default port.
 */
export async function presignPut(to: ForeignBucket, key: string, seconds: number): Promise<string> {
  const { Client } = await import('minio'); // gateways with a folder load it with their first delivery
  const { accessKey, secretKey, region } = to;
  const client = new Client({ ...parseEndpoint(to.endpoint), accessKey, secretKey, region });
  const url = await client.presignedPutObject(to.bucket, key, seconds);
  if (parseUrl(url) === undefined) throw new Error('The S3 client cannot build a valid URL for this endpoint.');
  return url;
}
