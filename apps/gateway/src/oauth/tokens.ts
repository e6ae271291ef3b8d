/** The endpoints that applications call: registration (RFC 7591), tokens (RFC 6749) and revocation (RFC 7009). Clients have no secrets. */
import type { Request, Router } from 'express';
import { receiveJson } from '../api/body.js';
import { parseJson } from '../api/json.js';
import type { MountOptions } from '../api/mount.js';
import { contextOf, note } from '../api/request-log.js';
import { clientAddress } from '../auth/client-address.js';
import { answered, OAuthError, optional, readForm, required } from './answers.js';
import { readMetadata } from './client-metadata.js';
import type { Clients } from './clients.js';
import type { EndedGrant } from './grants.js';
import { PATHS } from './metadata.js';
import type { Rates } from './rates.js';
import type { IssuedTokens, TokenIssuer } from './token-issuer.js';

export interface TokensOptions {
  issuer: TokenIssuer;
  clients: Clients;
  rates: Rates;
  mounting: Pick<MountOptions, 'memory'>;
  /** Writes the audit log for a grant that its application, or a second use of its tokens, has ended. */
  audited(grant: EndedGrant, request: Request): Promise<void>;
}

const MAX_REGISTRATION_BYTES = 8 * 1024;

export function mountTokens(router: Router, options: TokensOptions): void {
  const { token, registration, revocation } = PATHS;
  router.post(
    registration,
    answered(`POST ${registration}`, 201, (request) => register(request, options)),
  );
  router.post(
    token,
    readForm,
    answered(`POST ${token}`, 200, (request) => issue(request, options)),
  );
  router.post(
    revocation,
    readForm,
    answered(`POST ${revocation}`, 200, (request) => revoke(request, options)),
  );
}

async function register(request: Request, { clients, mounting }: TokensOptions): Promise<object> {
  const memory = mounting.memory.share('registration of clients');
  try {
    const { signal } = contextOf(request);
    const bytes = await receiveJson(request, { limit: MAX_REGISTRATION_BYTES, memory, signal });
    const metadata = readMetadata(bytes && parseJson(bytes));
    const client_id = await clients.register(metadata, clientAddress(request));
    return {
      client_id,
      client_id_issued_at: Math.floor(Date.now() / 1_000),
      client_name: metadata.name,
      redirect_uris: metadata.redirectUris,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    };
  } finally {
    memory.release();
  }
}

async function issue(request: Request, { issuer, clients, rates, audited }: TokensOptions): Promise<IssuedTokens> {
  const form = request.body as Record<string, unknown> | undefined;
  const grantType = required(form, 'grant_type');
  const clientId = optional(form, 'client_id');
  if (clientId === undefined) throw new OAuthError('invalid_client', 'Send `client_id` in the form.');
  const resource = optional(form, 'resource');
  const issued = await tokensOf(grantType).catch(async (error: unknown) => {
    const isInvalid = error instanceof OAuthError && error.code === 'invalid_grant';
    if (!isInvalid || (await clients.mayExist(clientId))) throw error;
    // An application registers again after this error (RFC 6749, 5.2); it would ask for access with its old id otherwise.
    throw new OAuthError('invalid_client', 'The registration of the client has ended, or never was; register again.');
  });
  // The tokens before these have ended, so an error here would cost the grant.
  await clients.used(clientId).catch(() => undefined);
  return issued;

  async function replayed(ended: EndedGrant): Promise<void> {
    const { id: grant, account_id: account } = ended;
    contextOf(request).log.warn({ grant, account }, 'a code or refresh token was used twice, so its grant has ended');
    await audited(ended, request);
  }

  async function tokensOf(type: string): Promise<IssuedTokens> {
    if (type === 'authorization_code')
      return issuer.exchange(
        {
          ...{ code: required(form, 'code'), redirectUri: required(form, 'redirect_uri') },
          ...{ verifier: required(form, 'code_verifier'), clientId: clientId ?? '', resource },
        },
        replayed,
      );
    if (type === 'refresh_token')
      return issuer.refresh(
        {
          ...{ refreshToken: required(form, 'refresh_token'), clientId: clientId ?? '', resource },
          scopes: optional(form, 'scope')?.split(' ').filter(Boolean),
        },
        (grantId) => rates.count('refresh', grantId),
        replayed,
      );
    throw new OAuthError('unsupported_grant_type', '`grant_type` must be `authorization_code` or `refresh_token`.');
  }
}

/** Ends the whole grant, whichever of its tokens is sent. A token that is unknown needs nothing more (RFC 7009, 2.2). */
async function revoke(request: Request, { issuer, audited }: TokensOptions): Promise<object> {
  const form = request.body as Record<string, unknown> | undefined;
  const ended = await issuer.revokeByToken(required(form, 'token'), required(form, 'client_id'));
  if (ended === undefined) return {};
  note(request, { accountId: ended.account_id, tokenId: ended.id });
  await audited(ended, request);
  return {};
}
