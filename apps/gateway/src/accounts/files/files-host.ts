/**
 * A separate host for files (`FILES_ORIGIN`). A file from a caller then never shares an origin with the API and the operator's pages,
 * even if a browser has a flaw.
 */
import { parseUrl, ServiceError } from '@toolpress/contract';
import type { Request, RequestHandler } from 'express';
import Joi from 'joi';
import { isOrigin } from '../../api/cors.js';
import { note } from '../../api/request-log.js';

/** A setting: an origin with another host than `PUBLIC_URL`. A different port is not enough, because cookies ignore ports. */
export const filesOrigin = (): Joi.StringSchema<string> =>
  Joi.string()
    .custom((value: string, helpers) => {
      if (!isOrigin(value)) return helpers.error('files.origin');
      const { PUBLIC_URL } = helpers.state.ancestors[0] as { PUBLIC_URL?: string };
      const isShared = parseUrl(value)?.hostname === parseUrl(PUBLIC_URL ?? '')?.hostname;
      return isShared ? helpers.error('files.host') : value;
    })
    .messages({
      'files.origin':
        '{{#label}} must be an origin such as `https://files.example.com`: scheme, host in lower case and port unless it is the default one; no path, no trailing slash',
      'files.host': '{{#label}} must have another host than `PUBLIC_URL`',
    });

/** Returns whether a request was sent to the host of files, by `Host` or by `X-Forwarded-Host` of a trusted proxy. */
function isForFiles(request: Request, origin: URL): boolean {
  return parseUrl(`${origin.protocol}//${request.host ?? ''}`)?.host === origin.host;
}

/** Serves only files on their host. @throws ServiceError `path_unknown`. */
export function onlyFiles(filesOrigin: string): RequestHandler {
  const origin = new URL(filesOrigin);
  return (request, _response, next) => {
    if (isForFiles(request, origin) && !request.path.startsWith('/files/'))
      throw new ServiceError('path_unknown', 'Unknown path. This host serves only files.');
    next();
  };
}

/** Redirects requests for files to their host, so that links from before `FILES_ORIGIN` was set still work. */
export function redirectToFiles(filesOrigin: string): RequestHandler {
  const origin = new URL(filesOrigin);
  return (request, response, next) => {
    if (isForFiles(request, origin)) return next();
    note(request, { endpoint: 'GET /files/{id}' });
    const [, query] = request.originalUrl.split('?', 2);
    response.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
    response.redirect(307, `${filesOrigin}${request.path}${query === undefined ? '' : `?${query}`}`);
  };
}
