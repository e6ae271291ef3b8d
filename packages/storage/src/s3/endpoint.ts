import { parseUrl } from '@toolpress/contract';

/** The address of a store as the `minio` client takes it. */
export interface Endpoint {
  endPoint: string;
  port: number;
  useSSL: boolean;
}

/**
 * Reads `http://host:port` or `https://host`.
 *
 * @throws Error for any other form: a path would not be covered by the signature.
 */
export function parseEndpoint(text: string): Endpoint {
  const url = parseUrl(text);
  const isOrigin = url && ['http:', 'https:'].includes(url.protocol) && url.href === `${url.origin}/`;
  if (!isOrigin) throw new Error('An S3 endpoint is an http or https URL of a host, with no path and no credentials.');
  const useSSL = url.protocol === 'https:';
  return { endPoint: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port) || (useSSL ? 443 : 80), useSSL };
}
