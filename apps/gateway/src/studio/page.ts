/** Serves the page of the studio and its files. They contain nothing of an account. */
import { readFile } from 'node:fs/promises';
import { ServiceError } from '@toolpress/contract';
import { studioAssets, studioPage } from '@toolpress/studio';
import type { Express, Request, RequestHandler, Response } from 'express';
import { named } from '../api/request-log.js';
import { type Fixed, fixed, sendFixed, sendImmutable } from '../pages/fixed.js';

/** The content policy of the page, and of its worker. */
export const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The path of the page's files. */
const ASSETS = '/studio/assets';
/** Their compressed forms, the smallest first. */
const ENCODINGS = ['br', 'gzip'] as const;

export function servePage(app: Express): void {
  const page = fixed(studioPage, 'text/html');
  app.get('/studio', named('GET /studio'), compressible, (request, response) => sendFixed(request, response, page));
  const read = new Map<string, Promise<Fixed>>();
  const readOnce = (file: string, type: string): Promise<Fixed> => {
    const reading = read.get(file) ?? readFile(file).then((content) => fixed(content, type));
    read.set(file, reading);
    return reading;
  };
  app.get(
    `${ASSETS}/*path`,
    named(`GET ${ASSETS}`),
    async (request: Request<{ path: string[] }>, response: Response) => {
      const asset = studioAssets.get(request.params.path.join('/'));
      if (asset === undefined) throw new ServiceError('path_unknown', 'The studio has no such file.');
      const encoding = ENCODINGS.find((each) => request.acceptsEncodings(each));
      response.vary('Accept-Encoding');
      if (encoding !== undefined) response.set('Content-Encoding', encoding);
      const file = encoding === undefined ? asset.file : asset.encoded[encoding];
      sendImmutable(request, response, await readOnce(file, asset.type));
    },
  );
}

/** Removes the cookie, with which answers are not compressed: the same files are sent to everyone. */
const compressible: RequestHandler = (request, _response, next) => {
  delete request.headers.cookie;
  next();
};
