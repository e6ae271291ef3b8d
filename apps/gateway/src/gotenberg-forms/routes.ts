/**
 * Routes for clients of Gotenberg, with `COMPAT=gotenberg`: forms become calls of html-to-pdf. What they need is loaded with the first form.
 */
import { ServiceError } from '@toolpress/contract';
import type { Express, NextFunction, Request, RequestHandler, Response } from 'express';
import type { Endpoint } from '../api/endpoint.js';
import type { MountOptions } from '../api/mount.js';
import { contextOf, note } from '../api/request-log.js';
import { authenticateCaller } from '../auth/callers.js';
import { checkOrigin, type KnownOrigins } from '../auth/same-origin.js';
import type { FormRoute } from './forms.js';
import type { FormNeeds } from './running-forms.js';

/** The version whose forms are known. */
const FORMS_VERSION = '8.36.0';

export interface CompatOptions extends FormNeeds, KnownOrigins {
  endpoints: readonly Endpoint[];
  mounting: MountOptions;
  /** Whether documents can be printed now. */
  isReady: () => Promise<boolean>;
}

const FORMS = '/forms/chromium/convert/';
const ROUTES: Readonly<Record<string, FormRoute>> = {
  [`${FORMS}html`]: { isMarkdown: false },
  [`${FORMS}markdown`]: { isMarkdown: true },
};
const TRACE = 'Gotenberg-Trace';
/** Ids that are safe in headers and logs. */
const TRACE_PATTERN = /^[A-Za-z0-9_.-]{1,64}$/;

const loadForms = () => import('./forms.js');

/** Takes over the caller's trace id as the id of the request, so that the log has it. Must be before the request log. */
export const traceForms: RequestHandler = (request, _response, next) => {
  const trace = request.get(TRACE);
  if (trace !== undefined && TRACE_PATTERN.test(trace)) request.headers['x-request-id'] = trace;
  next();
};

export function mountCompat(app: Express, options: CompatOptions): void {
  const answered = (name: string, work: Work): RequestHandler => answeredAsForm(name, work, options);
  const printed = printedForms(options);
  for (const [path, route] of Object.entries(ROUTES))
    app.post(
      path,
      answered(`POST ${path}`, (request, response) => printed(route, request, response)),
    );
  app.post(`${FORMS}url`, answered(`POST ${FORMS}url`, refuseUrl));
  app.get(
    '/version',
    answered('GET /version', async (request, response) => {
      await authenticateCaller(request, options.mounting);
      response.set('Content-Type', 'text/plain; charset=UTF-8').end(FORMS_VERSION);
    }),
  );
  app.get(
    '/health',
    answered('GET /health', async (_request, response) => sendHealth(response, await options.isReady())),
  );
  app.all(['/forms', '/forms/*path'], answered('/forms', refusePath));
}

type Work = (request: Request, response: Response) => Promise<void>;

/** Returns a handler whose errors are answered as text. */
const answeredAsForm =
  (name: string, work: Work, options: CompatOptions): RequestHandler =>
  async (request: Request, response: Response, _next: NextFunction) => {
    note(request, { endpoint: name });
    response.set(TRACE, contextOf(request).requestId);
    try {
      asBearer(request, options);
      await work(request, response);
    } catch (error) {
      const { sendFormError } = await loadForms();
      sendFormError(error, request, response);
    }
  };

type FormHandler = ReturnType<typeof import('./forms.js')['formHandler']>;

/** Returns the handler of forms, which is loaded by the first one. */
function printedForms(options: CompatOptions): FormHandler {
  let handle: FormHandler | undefined;
  return async (route, request, response) => {
    const { formHandler } = await loadForms();
    handle ??= formHandler(options.endpoints, options.mounting, options);
    await handle(route, request, response);
  };
}

async function refuseUrl(): Promise<void> {
  throw new ServiceError(
    'invalid_parameter',
    `URLs are not printed, because documents load no pages and run no scripts. Send the document to ${FORMS}html`,
  );
}

async function refusePath(): Promise<void> {
  throw new ServiceError('path_unknown', 'Not Found');
}

function sendHealth(response: Response, isUp: boolean): void {
  const status = isUp ? 'up' : 'down';
  const chromium = { status, timestamp: new Date().toISOString() };
  response.status(isUp ? 200 : 503).json({ status, details: { chromium } });
}

const BASIC = /^basic +([A-Za-z0-9+/=_-]+) *$/i;

/**
 * Makes an API token that is sent as a password a bearer token. The name of the user is not read. Browsers remember passwords, and send them
 * with the forms of other sites, too.
 *
 * @throws ServiceError `origin_forbidden`.
 */
function asBearer(request: Request, origins: KnownOrigins): void {
  const [, encoded] = BASIC.exec(request.get('authorization') ?? '') ?? [];
  if (encoded === undefined) return;
  checkOrigin(request, origins);
  const pair = Buffer.from(encoded, 'base64').toString();
  request.headers.authorization = `Bearer ${pair.slice(pair.indexOf(':') + 1)}`;
}
