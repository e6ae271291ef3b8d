/** Answers in fewer bytes, for callers who take them so. */
import compression from 'compression';
import type { RequestHandler, Response } from 'express';

const alreadySmall = new WeakSet<Response>();

/**
 * To be called before an answer whose content is compressed in itself. Of a PDF in base64 a third could be saved, for 1 to 6 ms of the
 * CPU where the whole takes some 20; who minds the third asks for the PDF itself.
 */
export function isAlreadySmall(response: Response): void {
  alreadySmall.add(response);
}

const compress = compression({
  filter: (request, response) =>
    !alreadySmall.has(response as Response) &&
    request.headers.cookie === undefined &&
    compression.filter(request, response),
});

/**
 * Compresses texts of 1 KiB and more as `Accept-Encoding` says; not PDFs and images.
 *
 * Nothing is compressed for a request with a cookie: a page of another site may have sent it, and would learn from the length of the
 * answer whether what it put there is like a secret beside it (BREACH). API tokens are sent by programs only.
 */
export const compressed: RequestHandler = (request, response, next) => {
  if (request.headers['accept-encoding'] === undefined) next();
  else compress(request, response, next);
};
