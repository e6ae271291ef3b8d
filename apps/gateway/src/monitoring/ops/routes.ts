/** `/ops`: the operator's pages, behind the admin token or an identity provider. */
import { ServiceError } from '@toolpress/contract';
import type { MasterKeys } from '@toolpress/runtime';
import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import type { AuditLog, Change } from '../../api/audit/audit-log.js';
import { contextOf, named } from '../../api/request-log.js';
import { clientAddress } from '../../auth/client-address.js';
import type { OperatorAccess } from '../../auth/operator.js';
import { isSameOrigin } from '../../auth/same-origin.js';
import { securityHeaders } from '../../pages/fixed.js';
import type { ServiceWatch } from '../service-watch.js';
import { ASSETS, loginPage, operationsPage, statusHtml } from './page.js';
import { OpsSessions } from './session.js';

export interface OpsOptions {
  watch: ServiceWatch;
  operator: OperatorAccess;
  audit: AuditLog;
  adminToken: string;
  masterKeys: MasterKeys;
  publicUrl: string;
  /** A way to sign in beside the admin token. The default is none. */
  signIn?: OperatorSignIn | undefined;
}

/** A sign-in of operators at another service. */
export interface OperatorSignIn {
  /** The host of that service, for the login page. */
  readonly host: string;
  /** Adds its routes. */
  mount(app: Express, page: SignInPage): void;
}

/** What the operator’s pages do for a sign-in. */
export interface SignInPage {
  operator: OperatorAccess;
  /** Begins a session. */
  begin(request: Request, response: Response, actor: Change['actor']): Promise<void>;
  sendLogin(response: Response, status: number, problem?: string): void;
}

export function mountOps(app: Express, options: OpsOptions): void {
  const { watch, operator, masterKeys, audit, signIn } = options;
  const sessions = new OpsSessions({ ...options, masterKey: masterKeys.current });
  const sendLogin: SignInPage['sendLogin'] = (response, status, problem) => {
    response
      .status(status)
      .type('text/html')
      .end(loginPage({ problem, provider: signIn?.host }));
  };
  const begin: SignInPage['begin'] = async (request, response, actor) => {
    await auditSignIn(audit, request, actor);
    response.cookie(sessions.cookie, sessions.begin(), sessions.cookieOptions);
  };
  const page = { operator, begin, sendLogin };
  /** Requires the operator. Browsers get the login form at the same address, programs get an error. */
  const inSession: RequestHandler = (request, response, next) => {
    if (sessions.has(request)) next();
    else if (request.method === 'GET' && request.accepts(['json', 'html']) === 'html') sendLogin(response, 401);
    else throw new ServiceError('token_missing', 'Log in at /ops with the admin token.');
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
  mountLogin(app, page, sessions, options.publicUrl);
  signIn?.mount(app, page);
}

/** Adds the forms of login and logout. */
function mountLogin(
  app: Express,
  { operator, begin, sendLogin }: SignInPage,
  sessions: OpsSessions,
  publicUrl: string,
): void {
  /** Rejects forms from pages of other sites. */
  const sameOrigin: RequestHandler = (request, response, next) => {
    if (isSameOrigin(request, publicUrl)) next();
    else sendLogin(response, 403, 'The form was sent by another site. Log in here.');
  };
  const login = async (request: Request, response: Response): Promise<void> => {
    try {
      await operator.check(request, tokenOf(request));
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      sendLogin(response.set(error.headers), error.status, error.message);
      return;
    }
    await begin(request, response, { kind: 'admin', id: null, name: null });
    response.redirect(303, '/ops');
  };
  app.post('/ops/login', named('POST /ops/login'), sameOrigin, readForm, login);
  app.post('/ops/logout', named('POST /ops/logout'), sameOrigin, readForm, (_request: Request, response: Response) => {
    response.clearCookie(sessions.cookie, sessions.endedCookieOptions).redirect(303, '/ops');
  });
}

const NOTHING_ELSE = "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
const PAGE_POLICY = `${NOTHING_ELSE}; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'`;

/** Adds a sign-in to the audit log. The operator needs access while Redis is unavailable, so a failure is only logged. */
async function auditSignIn(audit: AuditLog, request: Request, actor: Change['actor']): Promise<void> {
  const { requestId, log } = contextOf(request);
  const change = { actor, fields: [], request_id: requestId, address: clientAddress(request) };
  try {
    await (await audit.note({ ...change, action: 'operator.sign_in' })).ended({ outcome: 'done' });
  } catch (error) {
    log.warn({ err: error }, 'a sign-in is not in the audit log');
  }
}

const parseForm: RequestHandler = express.urlencoded({ extended: false, limit: '4kb' });

/** Treats a malformed form as one without a token. */
const readForm: RequestHandler = (request, response, next) => {
  void parseForm(request, response, () => next());
};

function tokenOf(request: Request): string {
  const { token } = (request.body ?? {}) as { token?: unknown };
  return typeof token === 'string' ? token.trim() : '';
}
