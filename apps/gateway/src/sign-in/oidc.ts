/**
 * Sign-in at `/ops` by an identity provider: OpenID Connect, authorization code with PKCE. What a sign-in must remember until the provider
 * sends the browser back is in an encrypted cookie, so it needs no Redis and any gateway can finish it.
 */
import { parseUrl } from '@toolpress/contract';
import { type MasterKeys, SecretBox } from '@toolpress/runtime';
import { parseCookie } from 'cookie';
import type { CookieOptions, Request } from 'express';
import type * as Oidc from 'openid-client';
import type { OidcSettings } from '../auth/oidc-settings.js';

export const CALLBACK_PATH = '/ops/oidc/callback';
const COOKIE = 'toolpress_ops_oidc';
/** The time in seconds in which a person must sign in at the provider. */
const SIGN_IN_SECONDS = 600;
/** The timeout of a request to the provider, in seconds. */
const PROVIDER_SECONDS = 10;
/** The time in milliseconds for which the provider's metadata is kept. */
const METADATA_MS = 600_000;
const CONTEXT = 'sign-in';

export interface OidcOptions {
  settings: Required<{ [Name in keyof Omit<OidcSettings, 'OIDC_ACCOUNT_CLAIM'>]: NonNullable<OidcSettings[Name]> }>;
  masterKeys: MasterKeys;
  publicUrl: string;
  /** Returns the time in epoch milliseconds. The default is the system clock. */
  now?: () => number;
}

/** A person whom the provider has signed in. */
export interface Person {
  id: string;
  name: string;
}

/** A sign-in that failed. The message is for the person. `cause` is the provider's error, if there is one. */
export class SignInRefused extends Error {
  override readonly name = 'SignInRefused';
  constructor(
    readonly status: 400 | 403 | 502,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Loads the library with the first sign-in. */
const library = (): Promise<typeof Oidc> => import('openid-client');

/** What a sign-in remembers. */
interface Pending {
  state: string;
  nonce: string;
  verifier: string;
  /** In epoch milliseconds. */
  until: number;
}

export class OidcSignIn {
  readonly cookie = COOKIE;
  /** `lax`, because the provider's page sends the browser back. */
  readonly endedCookieOptions: CookieOptions;
  readonly cookieOptions: CookieOptions;
  /** The provider's host, for the login page. */
  readonly host: string;
  private readonly box: SecretBox;
  private readonly redirectUri: string;
  private readonly now: () => number;
  private known: { provider: Promise<Oidc.Configuration>; until: number } | undefined;

  constructor(private readonly options: OidcOptions) {
    const { settings, masterKeys, publicUrl, now = Date.now } = options;
    this.host = parseUrl(settings.OIDC_ISSUER)?.host ?? '';
    this.box = new SecretBox(masterKeys, 'operator sign-in');
    this.redirectUri = `${publicUrl}${CALLBACK_PATH}`;
    this.now = now;
    const secure = publicUrl.startsWith('https:');
    this.endedCookieOptions = { path: '/ops/oidc', httpOnly: true, sameSite: 'lax', secure };
    this.cookieOptions = { ...this.endedCookieOptions, maxAge: SIGN_IN_SECONDS * 1_000 };
  }

  /** Begins a sign-in. @returns the provider's address for the browser, and the cookie's value. @throws SignInRefused. */
  async begin(): Promise<{ location: string; pending: string }> {
    const [oidc, provider] = [await library(), await this.provider()];
    const pending: Pending = {
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      verifier: oidc.randomPKCECodeVerifier(),
      until: this.now() + SIGN_IN_SECONDS * 1_000,
    };
    const { scopes_supported: scopes = [] } = provider.serverMetadata();
    const location = oidc.buildAuthorizationUrl(provider, {
      redirect_uri: this.redirectUri,
      // Providers that do not know the scope reject it. Some give the groups without it.
      scope: ['openid', 'email', 'profile', ...(scopes.includes('groups') ? ['groups'] : [])].join(' '),
      ...{ state: pending.state, nonce: pending.nonce, code_challenge_method: 'S256' },
      code_challenge: await oidc.calculatePKCECodeChallenge(pending.verifier),
    });
    return { location: location.href, pending: this.box.seal(Buffer.from(JSON.stringify(pending)), CONTEXT) };
  }

  /** Finishes a sign-in when the provider has sent the browser back. @throws SignInRefused. */
  async finish(request: Request): Promise<Person> {
    const pending = this.pendingOf(request);
    // The address is built from the settings, because the request's host can be forged.
    const { search } = new URL(request.originalUrl, this.redirectUri);
    const provider = await this.provider();
    const claims = await this.claims(provider, new URL(`${this.redirectUri}${search}`), pending);
    const name = this.allowedName(claims);
    if (name !== undefined) return { id: claims.sub, name };
    throw new SignInRefused(403, 'The operator of this service does not allow you to sign in (OIDC_ALLOWED).');
  }

  /** @throws SignInRefused when the browser has not begun a sign-in, or long ago. */
  private pendingOf(request: Request): Pending {
    try {
      const sealed = parseCookie(request.get('cookie') ?? '')[COOKIE] ?? '';
      const pending = JSON.parse(this.box.open(sealed, CONTEXT).toString()) as Pending;
      if (pending.until > this.now()) return pending;
    } catch {
      // It was altered, or does not exist.
    }
    throw new SignInRefused(400, 'The sign-in took too long, or was begun in another browser. Try again.');
  }

  /** Returns the checked claims of the ID token and of the user info. @throws SignInRefused. */
  private async claims(provider: Oidc.Configuration, answer: URL, { state, nonce, verifier }: Pending) {
    const oidc = await library();
    try {
      const expected = {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      };
      const tokens = await oidc.authorizationCodeGrant(provider, answer, expected);
      const claims = tokens.claims();
      if (claims === undefined) throw new Error('the provider sent no ID token');
      if (provider.serverMetadata().userinfo_endpoint === undefined) return claims;
      const info = await oidc.fetchUserInfo(provider, tokens.access_token, claims.sub);
      // `email_verified` belongs to the email of the same answer.
      return { ...claims, ...(info.email !== undefined && { email_verified: false }), ...info };
    } catch (error) {
      const isDenied = error instanceof oidc.AuthorizationResponseError;
      if (isDenied) throw new SignInRefused(403, 'The identity provider refused the sign-in.', { cause: error });
      throw new SignInRefused(502, 'The identity provider’s answer is not valid. Try again.', { cause: error });
    }
  }

  /** Returns the name of a person who may sign in. An email counts only if the provider has verified it. */
  private allowedName(claims: Record<string, unknown>): string | undefined {
    const { email, email_verified, groups, name, preferred_username, sub } = claims;
    const verified = typeof email === 'string' && email_verified === true ? email : undefined;
    const memberOf = Array.isArray(groups) ? groups : [];
    const isAllowed = this.options.settings.OIDC_ALLOWED.some((one) =>
      one.includes('@') ? one.toLowerCase() === verified?.toLowerCase() : memberOf.includes(one),
    );
    return isAllowed ? String(verified ?? preferred_username ?? name ?? sub) : undefined;
  }

  /** Returns the provider with its metadata. @throws SignInRefused. */
  private async provider(): Promise<Oidc.Configuration> {
    if (this.known === undefined || this.now() > this.known.until) {
      const known = { provider: this.discover(), until: this.now() + METADATA_MS };
      this.known = known;
      known.provider.catch(() => {
        if (this.known === known) this.known = undefined; // the next sign-in retries
      });
    }
    try {
      return await this.known.provider;
    } catch (error) {
      throw new SignInRefused(502, 'The identity provider does not answer as expected.', { cause: error });
    }
  }

  private async discover(): Promise<Oidc.Configuration> {
    const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = this.options.settings;
    const oidc = await library();
    const url = new URL(OIDC_ISSUER);
    const execute = [oidc.enableNonRepudiationChecks]; // checks the signature of ID tokens
    if (url.protocol === 'http:') execute.push(oidc.allowInsecureRequests);
    const authenticate: Oidc.ClientAuth = (server, ...rest) => {
      // A provider that names no methods has the first one.
      const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = server;
      const method = methods.includes('client_secret_basic') ? oidc.ClientSecretBasic : oidc.ClientSecretPost;
      method(OIDC_CLIENT_SECRET)(server, ...rest);
    };
    const options = { execute, timeout: PROVIDER_SECONDS };
    return oidc.discovery(url, OIDC_CLIENT_ID, {}, authenticate, options);
  }
}

/** Returns the sign-in, if it is configured. */
export function oidcSignIn(
  options: Omit<OidcOptions, 'settings'> & { settings: OidcSettings },
): OidcSignIn | undefined {
  const { settings } = options;
  return settings.OIDC_ISSUER === undefined
    ? undefined
    : new OidcSignIn({ ...options, settings: settings as OidcOptions['settings'] });
}
