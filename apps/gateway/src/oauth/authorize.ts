/** The authorization endpoint: shows the page, and leads the browser back with a code when the holder of an account allows it. */
import { MAX_GRANTS, type Scope, ServiceError } from '@toolpress/contract';
import type { Request, RequestHandler, Response, Router } from 'express';
import type { AuditLog } from '../api/audit/audit-log.js';
import { actorOf } from '../api/audit/audited.js';
import type { MountOptions } from '../api/mount.js';
import { contextOf, named, note } from '../api/request-log.js';
import type { Caller } from '../auth/callers.js';
import { clientAddress } from '../auth/client-address.js';
import { isSameOrigin } from '../auth/same-origin.js';
import type { Tokens } from '../auth/tokens.js';
import { securityHeaders } from '../pages/fixed.js';
import { asPageError, OAuthError, readForm } from './answers.js';
import { type AuthorizationRequest, type Destination, readDestination, readRequest } from './authorization-request.js';
import type { Clients } from './clients.js';
import type { Grants } from './grants.js';
import { PATHS } from './metadata.js';
import { authorizationPage, refusedPage, returnPage, STYLE } from './page.js';
import { withAnswer } from './redirects.js';
import type { TokenIssuer } from './token-issuer.js';

export interface AuthorizeOptions {
  grants: Grants;
  issuer: TokenIssuer;
  clients: Clients;
  tokens: Pick<Tokens, 'find'>;
  audit: AuditLog;
  mounting: Pick<MountOptions, 'operator' | 'callers'>;
  publicUrl: string;
}

const PAGE =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
const STYLE_PATH = '/oauth/page.css';

export function mountAuthorize(router: Router, options: AuthorizeOptions): void {
  const path = PATHS.authorization;
  router.get(STYLE_PATH, named(`GET ${STYLE_PATH}`), (_request, response) => void response.type('text/css').end(STYLE));
  router.use(path, securityHeaders(PAGE), withOpener);
  router.get(path, named(`GET ${path}`), answeredBy(options, show));
  router.post(path, named(`POST ${path}`), onlyOwnForms(options.publicUrl), readForm, answeredBy(options, decide));
}

/** Applications that open the page in a window of their own wait for its end. */
const withOpener: RequestHandler = (_request, response, next) => {
  response.removeHeader('Cross-Origin-Opener-Policy');
  next();
};

/** Refuses forms of other sites, which could have a person approve what an attacker asks for. @throws ServiceError `origin_forbidden`. */
const onlyOwnForms =
  (publicUrl: string): RequestHandler =>
  (request, _response, next) => {
    if (isSameOrigin(request, publicUrl)) return next();
    throw new ServiceError('origin_forbidden', 'The form was sent by another site. Begin again in the application.');
  };

type Step = (asked: AuthorizationRequest, request: Request, response: Response, options: AuthorizeOptions) => unknown;

/** Reads the request of the address. The form is sent to the address of its page, so that what is decided is what was shown. */
const answeredBy =
  (options: AuthorizeOptions, step: Step): RequestHandler =>
  async (request, response) => {
    const { log } = contextOf(request);
    const destination = await readDestination(request.query, options.clients, clientAddress(request), log).catch(
      (error: unknown) => {
        throw asPageError(error);
      },
    );
    try {
      await step(readRequest(request.query, destination, options.publicUrl), request, response, options);
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error;
      refuse(response, destination, error, options.publicUrl);
    }
  };

/** Anybody can register an address. So an error sends no browser there by itself (RFC 9700, 4.11.2). */
function refuse(response: Response, { client, redirectUri, state }: Destination, error: OAuthError, iss: string): void {
  const answer = { error: error.code, error_description: error.message, state, iss };
  note(response.req, { error: 'invalid_parameter' });
  response
    .status(400)
    .type('text/html')
    .end(refusedPage(client, error.message, withAnswer(redirectUri, answer)));
}

const show: Step = (asked, _request, response) => sendPage(asked, response, 200, asked.scopes);

function sendPage(
  asked: AuthorizationRequest,
  response: Response,
  status: number,
  ticked: readonly Scope[],
  problem?: string,
): void {
  response
    .status(status)
    .type('text/html')
    .end(authorizationPage({ request: asked, ticked, problem }));
}

const decide: Step = async (asked, request, response, options) => {
  const { token, scope, decision } = (request.body ?? {}) as Record<string, unknown>;
  const { redirectUri, state } = asked;
  const back = (answer: Record<string, string>): void => {
    const address = withAnswer(redirectUri, { ...answer, state, iss: options.publicUrl });
    response.type('text/html').end(returnPage(address));
  };
  if (decision !== 'allow') return back({ error: 'access_denied' });
  const scopes = asked.scopes.filter((each) => (Array.isArray(scope) ? scope.includes(each) : scope === each));
  const again = (status: number, problem: string): void => sendPage(asked, response, status, scopes, problem);
  if (scopes.length === 0) return again(400, 'Tick at least one thing that the application may do.');
  try {
    const secret = typeof token === 'string' ? token.trim() : '';
    const caller = await options.mounting.operator.signIn(request, secret, options.mounting.callers);
    note(request, { accountId: caller.accountId, tokenId: caller.tokenId });
    if (!(await options.grants.hasRoom(caller.accountId)))
      return again(
        400,
        `The account has ${MAX_GRANTS} grants, the most that are allowed. Revoke one: see \`GET /api/account/grants\`.`,
      );
    back({ code: await approve({ ...asked, scopes }, caller, request, options) });
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status >= 500) throw error;
    note(request, { error: error.code });
    response.set(error.headers);
    again(error.status, error.message);
  }
};

/** Stores the approval, and writes it to the audit log. @returns the code. */
async function approve(
  { client, redirectUri, challenge, scopes, resource, audience }: AuthorizationRequest,
  caller: Caller,
  request: Request,
  { issuer, tokens, audit }: AuthorizeOptions,
): Promise<string> {
  const { accountId, tokenId } = caller;
  const approving = await tokens.find(tokenId);
  if (approving === undefined) throw new ServiceError('token_invalid', 'The API token has been revoked.');
  const change = { fields: [...scopes], request_id: contextOf(request).requestId, address: clientAddress(request) };
  const noted = await audit.note({
    ...{ ...change, actor: actorOf(caller), action: 'grant.create', account_id: accountId },
  });
  try {
    const { code, id } = await issuer.approve({
      ...{ accountId, tokenId, tokenEnd: approving.expires_at, clientId: client.id, clientName: client.name },
      ...{ redirectUri, challenge, scopes, resource, audience },
    });
    await noted.ended({ outcome: 'done', object: id });
    return code;
  } catch (error) {
    await noted.ended({ outcome: 'unknown' });
    throw error;
  }
}
