/** Serves content that changes only with the code: pages, their assets and the OpenAPI document. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Request, RequestHandler, Response, Router } from 'express';
import { note } from '../api/request-log.js';

export const readView = (name: string): Buffer => readFileSync(new URL(`../../views/${name}`, import.meta.url));

/** Allows only the service's style sheets, scripts and images; no frames, no forms. */
export const PAGE_HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'same-origin',
};

/** Forbids frames, caching and content of other sites for pages with a session. The referrer policy keeps `Origin` in the service's forms. */
export function securityHeaders(contentPolicy: string): RequestHandler {
  return (_request, response, next) => {
    response.set({
      'Content-Security-Policy': contentPolicy,
      'X-Frame-Options': 'DENY',
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'same-origin',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Cache-Control': 'no-store',
    });
    next();
  };
}

/** Content with its media type and its tag for caches. */
export interface Fixed {
  content: Buffer;
  type: string;
  etag: string;
}

/** Adds a weak ETag, because the answer may be compressed later. */
export function fixed(made: string | Buffer, type: string): Fixed {
  const content = Buffer.from(made);
  return { content, type, etag: `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"` };
}

/** Sends content, or 304 if the client's copy is current. Clients revalidate each time, so a new version is visible immediately. */
export const sendFixed = (request: Request, response: Response, content: Fixed): void =>
  sendCached(request, response, content, 'no-cache');

/** Sends content whose path changes with it, so that clients never ask for it again. */
export const sendImmutable = (request: Request, response: Response, content: Fixed): void =>
  sendCached(request, response, content, 'public, max-age=31536000, immutable');

function sendCached(request: Request, response: Response, { content, type, etag }: Fixed, caching: string): void {
  response.status(200).set({ 'Cache-Control': caching, 'X-Content-Type-Options': 'nosniff', ETag: etag }).type(type);
  if (request.fresh) response.status(304).end();
  else response.set('Content-Length', String(content.length)).end(content);
}

/**
 * Serves GET `path`, with 304 if the client's copy is current.
 *
 * @param make called once, on the first request.
 * @param isFor which requests to answer; others continue to the next route.
 */
export function serveFixed(
  router: Router,
  path: string,
  type: string,
  make: () => string | Buffer,
  isFor?: (request: Request) => boolean,
): void {
  let made: Fixed | undefined;
  router.get(path, (request, response, next) => {
    if (isFor !== undefined) {
      response.vary('Accept');
      if (!isFor(request)) return next();
    }
    note(request, { endpoint: `GET ${path}` });
    made ??= fixed(make(), type);
    if (type === 'text/html') response.set(PAGE_HEADERS);
    sendFixed(request, response, made);
  });
}
