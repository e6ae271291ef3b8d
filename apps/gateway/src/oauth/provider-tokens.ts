/**
 * Access tokens of the operator's identity provider: JSON Web Tokens, checked by the keys that the provider publishes (RFC 9068). A claim names
 * the account. What the tokens may do is in their `scope`; one without known scopes may do nothing.
 */
import { hash } from 'node:crypto';
import { SCOPES, ServiceError } from '@toolpress/contract';
import type * as Jose from 'jose';
import { type ForeignToken, isWithin } from '../auth/callers.js';
import type { OidcSettings } from '../auth/oidc-settings.js';
import { RESOURCES } from './metadata.js';

/** Signatures by private keys only. Others could be forged with what the provider publishes, or have none. */
const ALGORITHMS = [...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'], ...['ES256', 'ES384', 'ES512', 'EdDSA']];
/** The types of access tokens, also of providers older than RFC 9068. ID tokens and others may be signed by the same key. */
const TYPES = [undefined, 'at+jwt', 'application/at+jwt', 'jwt'];
const JWT = /^[\w-]{1,1024}\.[\w-]{1,8192}\.[\w-]{1,1024}$/;
const ACCOUNT = /^acc_[0-9a-z]{1,60}$/;
const PROVIDER_SECONDS = 5;
const RETRY_MS = 5_000;
/** The clocks of two machines may differ by this many seconds. */
const TOLERANCE_SECONDS = 30;
/** The errors of a token. All others are faults of the provider. */
const OF_TOKEN = /^ERR_(?:JWT|JWS|JOSE_ALG|JOSE_NOT_SUPPORTED|JWKS_NO_MATCHING|JWKS_MULTIPLE)/;

export interface ProviderTokensOptions {
  settings: Required<Pick<OidcSettings, 'OIDC_ISSUER' | 'OIDC_CLIENT_ID' | 'OIDC_ACCOUNT_CLAIM'>>;
  publicUrl: string;
}

interface Provider {
  issuer: string;
  keys: Jose.JWTVerifyGetKey;
}

export class ProviderTokens {
  private provider?: Promise<Provider>;

  constructor(private readonly options: ProviderTokensOptions) {}

  /**
   * Checks a token for a path. The libraries are loaded by the first one.
   *
   * @returns undefined for one that is invalid, expired, of another issuer, for another audience, or without an account.
   * @throws ServiceError `unavailable` when the provider's keys can't be fetched.
   */
  async check(token: string, path: string): Promise<ForeignToken | undefined> {
    if (!JWT.test(token)) return undefined;
    const { jwtVerify } = await import('jose');
    try {
      const { issuer, keys } = await this.known();
      const { payload, protectedHeader } = await jwtVerify(token, keys, {
        ...{ issuer, audience: this.audiencesOf(path), algorithms: ALGORITHMS },
        ...{ requiredClaims: ['exp', 'sub'], clockTolerance: TOLERANCE_SECONDS },
      });
      return TYPES.includes(protectedHeader.typ?.toLowerCase()) ? this.tokenOf(payload) : undefined;
    } catch (error) {
      if (OF_TOKEN.test(String((error as { code?: unknown }).code))) return undefined;
      throw new ServiceError('unavailable', 'The identity provider does not answer as expected; try again in 5 s.', {
        cause: error,
        headers: { 'Retry-After': '5' },
      });
    }
  }

  /** Returns the addresses of the resources that contain a path. */
  private audiencesOf(path: string): string[] {
    const { publicUrl } = this.options;
    const resources = RESOURCES.filter((resource) => isWithin(path, resource));
    return resources.flatMap((resource) => [`${publicUrl}${resource}`, `${publicUrl}${resource}/`]);
  }

  private tokenOf(claims: Jose.JWTPayload): ForeignToken | undefined {
    const { sub = '', iss = '', scope, preferred_username, email } = claims;
    const accountId = claims[this.options.settings.OIDC_ACCOUNT_CLAIM ?? ''];
    if (typeof accountId !== 'string' || !ACCOUNT.test(accountId)) return undefined;
    const given = typeof scope === 'string' ? scope.split(' ') : [];
    const name = [preferred_username, email, sub].find((each) => typeof each === 'string' && each !== '');
    return {
      ...{ accountId, tokenName: String(name), scopes: SCOPES.filter((each) => given.includes(each)) },
      tokenId: `idp_${hash('sha256', `${iss} ${sub}`).slice(0, 24)}`,
    };
  }

  /** Returns the provider. One that failed is looked up again after a while: anybody can send tokens. */
  private known(): Promise<Provider> {
    if (this.provider === undefined) {
      this.provider = this.discover();
      this.provider.catch(() => setTimeout(() => delete this.provider, RETRY_MS).unref());
    }
    return this.provider;
  }

  private async discover(): Promise<Provider> {
    const { OIDC_ISSUER = '', OIDC_CLIENT_ID = '' } = this.options.settings;
    const [oidc, { createRemoteJWKSet }] = [await import('openid-client'), await import('jose')];
    const url = new URL(OIDC_ISSUER);
    const isLocal = url.protocol === 'http:'; // allowed on this machine only, see `OIDC_ISSUER`
    const execute = isLocal ? [oidc.allowInsecureRequests] : [];
    const found = await oidc.discovery(url, OIDC_CLIENT_ID, {}, oidc.None(), { execute, timeout: PROVIDER_SECONDS });
    const { issuer, jwks_uri = '' } = found.serverMetadata();
    const keysAt = new URL(jwks_uri);
    if (keysAt.protocol !== 'https:' && !isLocal) throw new Error('the keys of the provider are not at https');
    return { issuer, keys: createRemoteJWKSet(keysAt, { timeoutDuration: PROVIDER_SECONDS * 1_000 }) };
  }
}
