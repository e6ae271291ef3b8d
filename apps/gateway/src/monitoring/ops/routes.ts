/** `/ops`: the operator's pages and the queue board, behind the admin token. */
import { ServiceError } from '@toolpress/contract';
import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import { note } from '../../api/request-log.js';
import type { OperatorAccess } from '../../auth/authenticate.js';
import type { ServiceWatch } from '../service-watch.js';
import { BOARD_PATH, queueBoard } from './board.js';
import { ASSETS, loginPage, operationsPage, statusHtml } from './page.js';
import { isSameOrigin, OpsSessions } from './session.js';

export interface OpsOptions {
  watch: ServiceWatch;
  operator: OperatorAccess;
  adminToken: string;
  masterKey: Buffer;
  publicUrl: string;
}

export function mountOps(app: Express, options: OpsOptions): void {
  const { watch, operator, publicUrl } = options;
  const sessions = new OpsSessions(options);

  /** Requires the operator. Browsers get the login form at the same address, programs get an error. */
  const inSession: RequestHandler = (request, response, next) => {
    if (sessions.has(request)) next();
    else if (request.method === 'GET' && request.accepts(['json', 'html']) === 'html') sendLogin(response, 401);
    else throw new ServiceError('token_missing', 'Log in at /ops with the admin token.');
  };
  /** Rejects forms from pages of other sites. */
  const sameOrigin: RequestHandler = (request, response, next) => {
    if (isSameOrigin(request, publicUrl)) next();
    else sendLogin(response, 403, 'The form was sent by another site. Log in here.');
  };

  app.use('/ops', securityHeaders(PAGE_POLICY));
  for (const [name, type, content] of ASSETS) {
    app.get(`/ops/${name}`, named(`GET /ops/${name}`), (_request, response) => void response.type(type).end(content));
  }
  app.get('/ops', named('GET /ops'), inSession, async (_request, response) => {
    response.type('text/html').end(operationsPage(await watch.state()));
  });
  app.get('/ops/figures', named('GET /ops/figures'), inSession, async (_request, response) => {
    response.type('text/html').end(statusHtml(await watch.state()));
  });
  app.get('/ops/state', named('GET /ops/state'), inSession, async (_request, response) => {
    response.json(await watch.state());
  });
  app.post(
    '/ops/login',
    named('POST /ops/login'),
    sameOrigin,
    readForm,
    async (request: Request, response: Response) => {
      try {
        await operator.check(request, tokenOf(request));
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        sendLogin(response.set(error.headers), error.status, error.message);
        return;
      }
      response.cookie(sessions.cookie, sessions.begin(), sessions.cookieOptions).redirect(303, '/ops');
    },
  );
  app.post('/ops/logout', named('POST /ops/logout'), sameOrigin, readForm, (_request: Request, response: Response) => {
    response.clearCookie(sessions.cookie, sessions.endedCookieOptions).redirect(303, '/ops');
  });
  const board = [named(`GET ${BOARD_PATH}`), readOnly, inSession, securityHeaders(BOARD_POLICY)];
  app.use(BOARD_PATH, board, queueBoard(watch.view));
}

const NOTHING_ELSE = "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
const PAGE_POLICY = `${NOTHING_ELSE}; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'`;
const BOARD_POLICY = `${PAGE_POLICY.replace("base-uri 'none'", "base-uri 'self'")}; font-src 'self'`;

/** Forbids frames, caching and content of other sites. The referrer policy keeps `Origin` in the service's forms. */
function securityHeaders(contentPolicy: string): RequestHandler {
  return (_request, response, next) => {
    response.set({
      'Content-Security-Policy': contentPolicy,
      'X-Frame-Options': 'DENY',
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'same-origin',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Cache-Control': 'no-store',
    });
    next();
  };
}

const named =
  (endpoint: string): RequestHandler =>
  (request, _response, next) => {
    note(request, { endpoint });
    next();
  };

function sendLogin(response: Response, status: number, problem?: string): void {
  response.status(status).type('text/html').end(loginPage(problem));
}

const parseForm: RequestHandler = express.urlencoded({ extended: false, limit: '4kb' });

/** Treats a malformed form as one without a token. */
const readForm: RequestHandler = (request, response, next) => {
  void parseForm(request, response, () => next());
};

/** Rejects requests that would change something on the board. */
const readOnly: RequestHandler = (request, response, next) => {
  const headers = { Allow: 'GET, HEAD' };
  if (request.method === 'GET' || request.method === 'HEAD') next();
  else if (request.method === 'OPTIONS') response.status(204).set(headers).end();
  else throw new ServiceError('method_not_allowed', 'The board is read-only.', { headers });
};

function tokenOf(request: Request): string {
  const { token } = (request.body ?? {}) as { token?: unknown };
  return typeof token === 'string' ? token.trim() : '';
}
