/** Recognizes requests of pages: of the service's own, which browsers send with a cookie, and of other sites. */
import { parseUrl, ServiceError } from '@toolpress/contract';
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

export interface KnownOrigins {
  publicUrl: string;
  /** The origins whose pages may call the service, besides its own. */
  corsOrigins?: '*' | readonly string[] | undefined;
}

/** Refuses requests from pages of other sites. Programs send no `Origin`. @throws ServiceError `origin_forbidden`. */
export function checkOrigin(request: Request, { publicUrl, corsOrigins = [] }: KnownOrigins): void {
  const origin = request.get('origin');
  if (origin === undefined || corsOrigins === '*' || corsOrigins.includes(origin)) return;
  if (origin === parseUrl(publicUrl)?.origin) return;
  throw new ServiceError(
    'origin_forbidden',
    'Pages of this origin may not call the service. The operator allows origins by `CORS_ORIGINS`.',
  );
}
