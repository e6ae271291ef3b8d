/** Recognizes requests of the service's own pages, which browsers send with a cookie. */
import { parseUrl } from '@toolpress/contract';
import type { Request } from 'express';

/**
 * Returns whether a request was sent by a page of this service. Browsers report it in `Sec-Fetch-Site`, and over plain HTTP only in `Origin`.
 * A request with neither does not come from a browser's form.
 *
 * @param publicUrl the service's public address: behind a proxy, `Host` may differ.
 */
export function isSameOrigin(request: Request, publicUrl: string): boolean {
  const site = request.get('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  const origin = parseUrl(request.get('origin') ?? '')?.host;
  return origin !== undefined && (origin === request.get('host') || origin === parseUrl(publicUrl)?.host);
}
