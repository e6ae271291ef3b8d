/**
 * `/studio`: the page where people with an API token write templates. Its API is that of callers, with the token from the session's cookie
 * instead of a header, and previews. It is not in the OpenAPI document.
 */
import { type OwnAccount, ServiceError, StudioLinkSignIn, StudioSignIn, validate } from '@toolpress/contract';
import type { MasterKeys, Redis } from '@toolpress/runtime';
import type { Express, Request, RequestHandler, Response } from 'express';
import type { Accounts } from '../accounts/accounts.js';
import { receiveJson } from '../api/body.js';
import type { Endpoint } from '../api/endpoint.js';
import { parseJson } from '../api/json.js';
import { type MountOptions, mount } from '../api/mount.js';
import { contextOf, named, note } from '../api/request-log.js';
import { sendData } from '../api/respond.js';
import { callerOf, isWithin } from '../auth/callers.js';
import type { TrustProxy } from '../auth/client-address.js';
import { isSameOrigin } from '../auth/same-origin.js';
import { securityHeaders } from '../pages/fixed.js';
import type { PrintUnkept } from '../tools/pdf/unkept-print.js';
import { POLICY, servePage } from './page.js';
import { OpenPreviews, PreviewRate, previewEndpoint } from './preview.js';
import { StudioSessions } from './session.js';
import { onlyFromThisMachine, type SignInLinks } from './sign-in-links.js';

export interface StudioOptions {
  /** All endpoints of the service, of which the studio gets some. */
  endpoints: readonly Endpoint[];
  mounting: MountOptions;
  accounts: Pick<Accounts, 'find'>;
  redis: Redis;
  printUnkept: PrintUnkept;
  masterKeys: MasterKeys;
  publicUrl: string;
  trustProxy?: TrustProxy | undefined;
  links: SignInLinks;
}

/** The endpoints of callers that the page uses, by the beginning of their paths. */
const USED = [
  '/api/account',
  '/api/files',
  '/api/fonts',
  // Sample data may be a copy of a record.
  '/api/tablebase/get-record',
  '/api/tablebase/list-records',
  '/api/utilities/check-template',
  '/api/utilities/html-to-pdf',
  '/api/variables',
];
/** Those that it reads only. */
const READ = ['/api/connections'];
const isUsed = ({ access, path, method }: Endpoint): boolean =>
  access === 'caller' && (USED.some((used) => isWithin(path, used)) || (method === 'get' && READ.includes(path)));

/** The largest body of a sign-in, in bytes. */
const SIGN_IN_BYTES = 4_096;
/** The name that the memory of sign-ins counts for. */
const SIGN_IN = 'studio sign-in';
const SESSION = '/studio/session';

export function mountStudio(app: Express, options: StudioOptions): void {
  const { endpoints, mounting, publicUrl } = options;
  const sessions = new StudioSessions(options.masterKeys, publicUrl);
  const sameOrigin = onlySameOrigin(publicUrl);
  /** Replaces the request's own token. @throws ServiceError `token_missing`. */
  const inSession: RequestHandler = (request, _response, next) => {
    const token = sessions.tokenOf(request);
    if (token === undefined) throw new ServiceError('token_missing', 'Sign in at /studio with an API token.');
    request.headers.authorization = `Bearer ${token}`;
    next();
  };

  app.use('/studio', securityHeaders(POLICY));
  servePage(app);
  const begin = async (request: Request, response: Response, token: string): Promise<void> => {
    const { accountId, tokenId } = await mounting.operator.signIn(request, token, mounting.callers);
    note(request, { accountId, tokenId });
    response.cookie(sessions.cookie, sessions.begin(token, accountId), sessions.cookieOptions).status(204).end();
  };
  app.post(SESSION, named(`POST ${SESSION}`), sameOrigin, async (request, response) => {
    const { token } = validate(StudioSignIn, await sentJson(request, mounting), 'body');
    await begin(request, response, token.trim());
  });
  const byLink = `${SESSION}/link`;
  app.post(byLink, named(`POST ${byLink}`), sameOrigin, onlyFromThisMachine(options), async (request, response) => {
    const { link } = validate(StudioLinkSignIn, await sentJson(request, mounting), 'body');
    const token = (await options.links.use(link)) ?? (await refusedLink(request, mounting));
    await begin(request, response, token);
  });
  app.delete(SESSION, named(`DELETE ${SESSION}`), sameOrigin, (_request, response) => {
    response.clearCookie(sessions.cookie, sessions.cookieOptions).status(204).end();
  });
  app.get(SESSION, named(`GET ${SESSION}`), sameOrigin, async (request, response) => {
    await sendData(response, await sessionOf(request, sessions, options));
  });
  app.use('/studio/api', sameOrigin, inSession);
  const used = endpoints
    .filter(isUsed)
    .map(({ alias: _, ...endpoint }) => ({ ...endpoint, path: `/studio${endpoint.path}` as const }) as Endpoint);
  mount(app, used, mounting);
  // Previews have their own limits, so that they do not use up those of calls.
  const limits = { rateLimit: new PreviewRate(options.redis), concurrency: new OpenPreviews() };
  mount(app, [previewEndpoint(options.redis, options.printUnkept, mounting.charges)], { ...mounting, ...limits });
}

/**
 * Rejects requests from pages of other sites. Browsers send neither header with a GET over plain HTTP; it changes nothing, other sites can't
 * read the answer, and their requests have no cookie.
 */
const onlySameOrigin =
  (publicUrl: string): RequestHandler =>
  (request, _response, next) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const isUnknown = request.get('sec-fetch-site') === undefined && request.get('origin') === undefined;
    if (!(isRead && isUnknown) && !isSameOrigin(request, publicUrl))
      throw new ServiceError('origin_forbidden', 'Only the page at /studio may send this request.');
    next();
  };

/** Counts a link that can't be used as a wrong token. @throws ServiceError `token_invalid`, `too_many_attempts`. */
const refusedLink = (request: Request, { operator }: MountOptions): Promise<never> =>
  operator.attempt(request, 'studio', async () => {
    throw new ServiceError(
      'token_invalid',
      'This sign-in link was used or has expired. Make another one by `./scripts/toolpress studio-link`, or sign in with an API token.',
    );
  });

/** Reads the body of a sign-in. @throws ServiceError as `readJsonBody` does. */
async function sentJson(request: Request, { memory }: MountOptions): Promise<unknown> {
  const share = memory.share(SIGN_IN);
  try {
    const bytes = await receiveJson(request, {
      limit: SIGN_IN_BYTES,
      memory: share,
      signal: contextOf(request).signal,
    });
    return bytes && parseJson(bytes);
  } finally {
    share.release();
  }
}

/** Returns who is signed in. @throws ServiceError `token_missing`, `token_invalid`, `account_suspended`. */
async function sessionOf(
  request: Request,
  sessions: StudioSessions,
  { mounting: { callers, operator }, accounts }: StudioOptions,
): Promise<{ account: Pick<OwnAccount, 'id' | 'name'>; token: { name: string | null } }> {
  const secret = sessions.tokenOf(request);
  if (secret === undefined) throw new ServiceError('token_missing', 'Sign in at /studio with an API token.');
  const { accountId, tokenName } = await callerOf(request, secret, callers, operator);
  const account = await accounts.find(accountId);
  if (account === undefined) throw new ServiceError('token_invalid', 'The API token has been revoked.');
  return { account: { id: account.id, name: account.name }, token: { name: tokenName || null } };
}
