/** Access for applications that know only the address of the service: a small authorization server (OAuth 2.1), and its metadata. */
import { createOutbound } from '@toolpress/outbound';
import type { Request } from 'express';
import { actorOf } from '../api/audit/audited.js';
import { contextOf } from '../api/request-log.js';
import { clientAddress } from '../auth/client-address.js';
import type { Part } from '../part.js';
import { mountAuthorize } from './authorize.js';
import { Clients } from './clients.js';
import { grantEndpoints } from './endpoints.js';
import { type EndedGrant, Grants } from './grants.js';
import { challengeOf, mountMetadata, PATHS, WELL_KNOWN } from './metadata.js';
import { ProviderTokens } from './provider-tokens.js';
import { Rates } from './rates.js';
import { TokenIssuer } from './token-issuer.js';
import { mountTokens } from './tokens.js';

export const part: Part = (core) => {
  const { redis, publicUrl, logger, audit, mounting } = core;
  const rates = new Rates(redis);
  // Anybody may have a document fetched, so `OUTBOUND_ALLOW`, which is for the requests of accounts, does not count.
  const outbound = createOutbound({
    allow: [],
    onRefused: (target) => logger.warn(target, 'the address of a client’s metadata is not allowed'),
  });
  const clients = new Clients({ ...core, outbound, rates });
  const grants = new Grants({ redis, callers: mounting.callers });
  const issuer = new TokenIssuer(redis, grants);
  /** Writes the audit log for a grant that its application, or a second use of its tokens, has ended. */
  const audited = async ({ id, account_id, client_name }: EndedGrant, request: Request): Promise<void> => {
    const actor = actorOf({ tokenId: id, tokenName: client_name });
    const { requestId: request_id } = contextOf(request);
    const change = { actor, action: 'grant.revoke', object: id, account_id, request_id } as const;
    const noted = await audit.note({ ...change, fields: [], address: clientAddress(request) });
    await noted.ended({ outcome: 'done' });
  };
  const endpoints = grantEndpoints(grants, core.accounts);
  const ofPath = (path: string): string | undefined => challengeOf(path, publicUrl);
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_ACCOUNT_CLAIM } = core.oidc ?? {};
  if (OIDC_ACCOUNT_CLAIM !== undefined) {
    const provider = new ProviderTokens({ settings: { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_ACCOUNT_CLAIM }, publicUrl });
    return {
      endpoints,
      challengeOf: ofPath,
      foreignTokens: (token, path) => provider.check(token, path),
      corsPaths: [WELL_KNOWN],
      mount: (app) => mountMetadata(app, publicUrl, OIDC_ISSUER),
    };
  }
  return {
    endpoints,
    challengeOf: ofPath,
    corsPaths: [WELL_KNOWN, PATHS.token, PATHS.registration, PATHS.revocation],
    begin: (shutdown) => shutdown.add('client documents', () => outbound.close()),
    mount(app) {
      mountMetadata(app, publicUrl);
      mountAuthorize(app, { ...core, grants, issuer, clients });
      mountTokens(app, { issuer, clients, rates, mounting, audited });
    },
  };
};
