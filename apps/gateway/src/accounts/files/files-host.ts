/**
 * Files on a host of their own (`FILES_ORIGIN`): to a browser, what callers have made then has nothing in common with the API and the
 * operator's pages, whatever a flaw of the browser lets it do.
 */
import { parseUrl, ServiceError } from '@toolpress/contract';
import type { Request, RequestHandler } from 'express';
import Joi from 'joi';
import { isOrigin } from '../../http/cors.js';
import { note } from '../../http/request-log.js';

/** A variable of the environment: an origin whose host is not that of `PUBLIC_URL`, as browsers send cookies to all ports of a host. */
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
        '{{#label}} must be an origin such as `https://files.example.com`: scheme, host in lower case and port where it is not the usual one; no path, no slash behind',
      'files.host': '{{#label}} must have another host than `PUBLIC_URL`',
    });

/** Whether a request was sent to the host of files: by `Host`, or by what a trusted proxy tells in `X-Forwarded-Host`. */
function isForFiles(request: Request, origin: URL): boolean {
  return parseUrl(`${origin.protocol}//${request.host ?? ''}`)?.host === origin.host;
}

/** Lets nothing but files be had on their host. @throws ServiceError `path_unknown`. */
export function onlyFiles(filesOrigin: string): RequestHandler {
  const origin = new URL(filesOrigin);
  return (request, _response, next) => {
    if (isForFiles(request, origin) && !request.path.startsWith('/files/'))
      throw new ServiceError('path_unknown', 'There is nothing at this path; this host has files only.');
    next();
  };
}

/** Sends who asks another host for a file to the host of files: links that were made before there was one go on working. */
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
