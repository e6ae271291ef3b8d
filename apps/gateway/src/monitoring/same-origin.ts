import { parseUrl } from '@toolpress/contract';
import type { Request } from 'express';

/**
 * Whether a form was sent by a page of this service. Browsers say where a request comes from: in `Sec-Fetch-Site`, and
 * over plain HTTP only in `Origin`. What says neither is no browser's form.
 *
 * @param publicUrl under which callers know the service: behind a proxy the `Host` may be another.
 */
export function isSameOrigin(request: Request, publicUrl: string): boolean {
  const site = request.get('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  const origin = hostOf(request.get('origin'));
  return origin !== undefined && (origin === request.get('host') || origin === hostOf(publicUrl));
}

function hostOf(url: string | undefined): string | undefined {
  return url === undefined ? undefined : parseUrl(url)?.host;
}
