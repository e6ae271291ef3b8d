/** Serves content that changes only with the code: pages, their assets and the OpenAPI document. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Request, Router } from 'express';
import { note } from '../api/request-log.js';

export const readView = (name: string): Buffer => readFileSync(new URL(`../../views/${name}`, import.meta.url));

/** Allows only the service's style sheets, scripts and images; no frames, no forms. */
export const PAGE_HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'same-origin',
};

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
  const headers = {
    // Clients revalidate each time, so a new version is visible immediately and unchanged content is not sent again.
    'Cache-Control': 'no-cache',
    'X-Content-Type-Options': 'nosniff',
    ...(type === 'text/html' ? PAGE_HEADERS : {}),
  };
  let made: { content: Buffer; etag: string } | undefined;
  router.get(path, (request, response, next) => {
    if (isFor !== undefined) {
      response.vary('Accept');
      if (!isFor(request)) return next();
    }
    note(request, { endpoint: `GET ${path}` });
    made ??= withTag(make());
    response
      .status(200)
      .set({ ...headers, ETag: made.etag })
      .type(type);
    if (request.fresh) response.status(304).end();
    else response.set('Content-Length', String(made.content.length)).end(made.content);
  });
}

/** Adds a weak ETag, because the answer may be compressed later. */
function withTag(made: string | Buffer): { content: Buffer; etag: string } {
  const content = Buffer.from(made);
  return { content, etag: `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"` };
}
