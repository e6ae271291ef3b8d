/** Renders errors as pages for links opened in a browser, such as that of an expired file. */
import { STATUS_CODES } from 'node:http';
import type { ErrorCode, ServiceError } from '@toolpress/contract';
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
    response
      .set(PAGE_HEADERS)
      .type('text/html')
      .end(errorPage(error, response.req.path, requestId));
  },
};

function wantsPage(request: Request, response: Response): boolean {
  if (FOR_PROGRAMS.test(request.path) || !['GET', 'HEAD'].includes(request.method)) return false;
  response.vary('Accept');
  return request.accepts(['json', 'html']) === 'html';
}

/** What the receiver of a link reads, who knows nothing of the service: what is wrong, and what to do. */
const FOR_RECEIVERS: Readonly<Partial<Record<ErrorCode, readonly [title: string, advice: string]>>> = {
  file_expired: ['This link has expired', 'Ask the sender for a new one.'],
  link_forged: ['This link is not complete', 'Open it exactly as you received it, or ask the sender for a new one.'],
  file_unknown: ['There is no file at this link', 'Check that the link is complete, or ask the sender for a new one.'],
};
const LATER = [
  'This file can’t be opened now',
  'Try again in a few minutes. If it stays so, write to the sender.',
] as const;

/** Has two voices: for the receiver of a link to a file, and for those who work with the service. */
function errorPage({ status, code, message }: ServiceError, path: string, requestId: string): string {
  const shared = { status, code, requestId, message: richText(message) };
  const isForReceiver = path.startsWith('/files/');
  const [title, advice]: readonly [title: string, advice?: string] = isForReceiver
    ? (FOR_RECEIVERS[code] ?? LATER)
    : [STATUS_CODES[status] ?? 'Error'];
  return eta.render('@error', { ...shared, isForReceiver, title, advice });
}
