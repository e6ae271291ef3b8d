/** An error as a page, for whoever opened a link in a browser: of a file that has expired, or of nothing. */
import { STATUS_CODES } from 'node:http';
import type { ServiceError } from '@toolpress/contract';
import { Eta } from 'eta';
import type { Request, Response } from 'express';
import { readView } from './fixed.js';
import { richText } from './guides.js';

const eta = new Eta({ autoEscape: true });
for (const name of ['layout', 'error']) eta.loadTemplate(`@${name}`, readView(`${name}.eta`).toString());

/** What is there for programs answers them JSON, whatever they accept: some libraries ask for HTML unless told. */
const FOR_PROGRAMS = /^\/(?:api|admin|healthz|readyz|metrics|openapi\.json)(?:\/|$)/;

/** Whether to answer an error by a page: caches are told what it depends on. */
export function wantsPage(request: Request, response: Response): boolean {
  if (FOR_PROGRAMS.test(request.path) || !['GET', 'HEAD'].includes(request.method)) return false;
  response.vary('Accept');
  return request.accepts(['json', 'html']) === 'html';
}

export function errorPage({ status, code, message }: ServiceError, requestId: string): string {
  const title = STATUS_CODES[status] ?? 'Error';
  return eta.render('@error', { title, status, code, message: richText(message), requestId });
}
