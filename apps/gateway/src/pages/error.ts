/** Renders errors as pages for links opened in a browser, such as that of an expired file. */
import { STATUS_CODES } from 'node:http';
import type { ServiceError } from '@toolpress/contract';
import { Eta } from 'eta';
import type { Request, Response } from 'express';
import type { ErrorPages } from '../api/respond.js';
import { PAGE_HEADERS, readView } from './fixed.js';
import { richText } from './guides.js';

const eta = new Eta({ autoEscape: true });
for (const name of ['layout', 'error']) eta.loadTemplate(`@${name}`, readView(`${name}.eta`).toString());

/** These paths always answer JSON, because some HTTP libraries accept HTML by default. */
const FOR_PROGRAMS = /^\/(?:api|studio\/(?:api|session)|admin|healthz|readyz|metrics|openapi\.json)(?:\/|$)/;

export const errorPages: ErrorPages = {
  isFor: wantsPage,
  send(response, error, requestId) {
    response.set(PAGE_HEADERS).type('text/html').end(errorPage(error, requestId));
  },
};

function wantsPage(request: Request, response: Response): boolean {
  if (FOR_PROGRAMS.test(request.path) || !['GET', 'HEAD'].includes(request.method)) return false;
  response.vary('Accept');
  return request.accepts(['json', 'html']) === 'html';
}

function errorPage({ status, code, message }: ServiceError, requestId: string): string {
  const title = STATUS_CODES[status] ?? 'Error';
  return eta.render('@error', { title, status, code, message: richText(message), requestId });
}
