/** Answers that change only with the code: pages for people, what those load, the OpenAPI document. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Request, Router } from 'express';
import { note } from '../http/request-log.js';

export const readView = (name: string): Buffer => readFileSync(new URL(`../../views/${name}`, import.meta.url));

/** Nothing but our own style sheet, script and pictures; no frames, no forms. */
export const PAGE_HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'same-origin',
};

/**
 * Answers GET `path`, and 304 to who has it.
 *
 * @param make is called once, when it is first asked for.
 * @param isFor whom to answer; others are left to the next route.
 */
export function serveFixed(
  router: Router,
  path: string,
  type: string,
  make: () => string | Buffer,
  isFor?: (request: Request) => boolean,
): void {
  const headers = {
    // Asked for again each time: a new version shows at once, and what has not changed is not sent.
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

/** A weak tag: whether the answer is compressed is decided later. */
function withTag(made: string | Buffer): { content: Buffer; etag: string } {
  const content = Buffer.from(made);
  return { content, etag: `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"` };
}
