/** `/ops`: the operator's pages, behind the admin token. */
import { ServiceError } from '@toolpress/contract';
import express, { type Express, type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import type { OperatorAccess } from '../auth/authenticate.js';
import { note } from '../http/request-log.js';
import { PAGE_ICON } from './page/icon.js';
import { figuresHtml, loginPage, operationsPage } from './page/pages.js';
import { PAGE_SCRIPT } from './page/script.js';
import { PAGE_STYLE } from './page/style.js';
import { queueBoard } from './queue-board.js';
import { isSameOrigin } from './same-origin.js';
import type { ServiceWatch } from './service-watch.js';
import { OpsSessions } from './session.js';

export interface OpsOptions {
  watch: ServiceWatch;
  operator: OperatorAccess;
  adminToken: string;
  masterKey: Buffer;
  publicUrl: string;
}

const BOARD_PATH = '/ops/queues';

export function mountOps(app: Express, options: OpsOptions): void {
  const { watch, operator, publicUrl } = options;
  const sessions = new OpsSessions(options);
  const inSession = withSession(sessions);
  const form = [onlyFromHere(publicUrl), readForm];

  app.use('/ops', protectPages(OUR_PAGES));
  for (const [name, type, content] of OUR_FILES) {
    app.get(`/ops/${name}`, named(`GET /ops/${name}`), (_request, response) => void response.type(type).end(content));
  }
  app.get('/ops', named('GET /ops'), inSession, async (_request, response) => {
    response.type('text/html').end(operationsPage(await watch.state()));
  });
  app.get('/ops/figures', named('GET /ops/figures'), inSession, async (_request, response) => {
    response.type('text/html').end(figuresHtml(await watch.state()));
  });
  app.get('/ops/state', named('GET /ops/state'), inSession, async (_request, response) => {
    response.json(await watch.state());
  });
  app.post('/ops/login', named('POST /ops/login'), form, async (request: Request, response: Response) => {
    try {
      await operator.check(request, tokenOf(request));
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      sendLogin(response.set(error.headers), error.status, error.message);
      return;
    }
    response.cookie(sessions.cookie, sessions.begin(), sessions.cookieOptions).redirect(303, '/ops');
  });
  app.post('/ops/logout', named('POST /ops/logout'), form, (_request: Request, response: Response) => {
    response.clearCookie(sessions.cookie, sessions.endedCookieOptions).redirect(303, '/ops');
  });
  app.use(
    BOARD_PATH,
    named(`GET ${BOARD_PATH}`),
    inSession,
    toLookAt,
    protectPages(BOARD),
    queueBoard(watch.view, BOARD_PATH),
  );
}

const OUR_FILES = [
  ['page.css', 'text/css', PAGE_STYLE],
  ['page.js', 'text/javascript', PAGE_SCRIPT],
  ['icon.svg', 'image/svg+xml', PAGE_ICON],
] as const;

const NOTHING_ELSE = "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
const OUR_PAGES = `${NOTHING_ELSE}; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'`;
const BOARD = `${OUR_PAGES.replace("base-uri 'none'", "base-uri 'self'")}; font-src 'self'`;

/** No frame, no cache, no content of others. The referrer policy leaves `Origin` in our own forms. */
function protectPages(policy: string): RequestHandler {
  return (_request, response, next) => {
    response.set({
      'Content-Security-Policy': policy,
      'X-Frame-Options': 'DENY',
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'same-origin',
      'Cross-Origin-Opener-Policy': 'same-origin',
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

/** Lets the operator pass. Who reads pages gets the login form, at the same address; programs get an error. */
function withSession(sessions: OpsSessions): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    if (sessions.has(request)) next();
    else if (request.method === 'GET' && request.accepts(['json', 'html']) === 'html') sendLogin(response, 401);
    else throw new ServiceError('token_missing', 'Log in at /ops with the admin token.');
  };
}

function sendLogin(response: Response, status: number, problem?: string): void {
  response.status(status).type('text/html').end(loginPage(problem));
}

/** Refuses forms that another site's page sent. */
function onlyFromHere(publicUrl: string): RequestHandler {
  return (request, response, next) => {
    if (isSameOrigin(request, publicUrl)) next();
    else sendLogin(response, 403, 'That form was sent by another site. Log in here.');
  };
}

const parseForm: RequestHandler = express.urlencoded({ extended: false, limit: '4kb' });

/** What can't be read holds no token. */
const readForm: RequestHandler = (request, response, next) => {
  void parseForm(request, response, () => next());
};

/** Boards are looked at; a request that would change something can't even reach one. */
const toLookAt: RequestHandler = (request, _response, next) => {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    throw new ServiceError('method_not_allowed', 'The board is to be looked at only.', {
      headers: { Allow: 'GET, HEAD' },
    });
  }
  next();
};

function tokenOf(request: Request): string {
  const { token } = (request.body ?? {}) as { token?: unknown };
  return typeof token === 'string' ? token.trim() : '';
}
