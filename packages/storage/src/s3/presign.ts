/** Signs uploads to buckets that are not the service's own. It sends nothing. */
import { parseEndpoint } from './transport.js';

export interface ForeignBucket {
  /** The store's URL, without a path. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKey: string;
  secretKey: string;
}

/** Returns the URL for one PUT of an object. @param seconds how long it is valid. */
export async function presignPut(to: ForeignBucket, key: string, seconds: number): Promise<string> {
  const { Client } = await import('minio'); // gateways with a folder load it with their first delivery
  const { accessKey, secretKey, region } = to;
  const client = new Client({ ...parseEndpoint(to.endpoint), accessKey, secretKey, region });
  return client.presignedPutObject(to.bucket, key, seconds);
}
