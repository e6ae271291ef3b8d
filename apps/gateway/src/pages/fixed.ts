/** Answers that change only with the code: pages for people, what those load, the OpenAPI document. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Router } from 'express';
import { note } from '../http/request-log.js';

export const readView = (name: string): Buffer => readFileSync(new URL(`../../views/${name}`, import.meta.url));

/** Nothing but our own style sheet, script and pictures; no frames, no forms. */
const PAGE_HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'same-origin',
};

/** Answers GET `path`: from memory, compressed for who takes that, and 304 for who has it. @param type a page's is `text/html`. */
export function serveFixed(router: Router, path: string, type: string, content: string | Buffer): void {
  const plain = Buffer.from(content);
  const packed = gzipSync(plain, { level: 9 });
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  const headers = {
    ETag: etag,
    // Asked for again each time: a new version shows at once, and what has not changed is not sent.
    'Cache-Control': 'no-cache',
    'X-Content-Type-Options': 'nosniff',
    ...(type === 'text/html' ? PAGE_HEADERS : {}),
  };
  router.get(path, (request, response) => {
    note(request, { endpoint: `GET ${path}` });
    response.status(200).set(headers).vary('Accept-Encoding').type(type);
    if (request.fresh) return void response.status(304).end();
    const isPacked = packed.length < plain.length && request.acceptsEncodings('gzip') === 'gzip';
    if (isPacked) response.set('Content-Encoding', 'gzip');
    const body = isPacked ? packed : plain;
    response.set('Content-Length', String(body.length)).end(body);
  });
}

/** What every page of ours loads. */
export function mountPageAssets(router: Router): void {
  serveFixed(router, '/pages.css', 'text/css', readView('pages.css'));
  serveFixed(router, '/favicon.svg', 'image/svg+xml', readView('favicon.svg'));
  serveFixed(router, '/favicon.ico', 'image/x-icon', readView('favicon.ico'));
}
