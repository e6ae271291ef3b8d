/** Compresses answers for callers that accept it. */
import compression from 'compression';
import type { RequestHandler, Response } from 'express';

const alreadySmall = new WeakSet<Response>();

/**
 * Disables compression for an answer whose content is compressed already. It would save a third of a PDF in base64, for 1 to 6 ms of CPU
 * time where the whole request takes about 20 ms. Callers can request the PDF itself instead.
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
 * Compresses texts of 1 KiB and more according to `Accept-Encoding`. Does not compress PDFs and images.
 *
 * Answers to requests with a cookie are not compressed. Such a request may come from a page of another site, which could guess secrets in
 * the answer from its length (BREACH). Only programs send API tokens, so those answers are safe.
 */
export const compressed: RequestHandler = (request, response, next) => {
  if (request.headers['accept-encoding'] === undefined) next();
  else compress(request, response, next);
};
