/**
 * Codes, access tokens and refresh tokens of grants. All of them are random and stored as SHA-256 hashes, by which they are found; so secrets
 * are never compared. An access token is void without its grant and without the API token that approved it.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { MAX_GRANTS, type Scope } from '@toolpress/contract';
import type { Redis } from '@toolpress/runtime';
import { hashOf, readToken } from '../auth/callers.js';
import { keys, newId, newSecret, newToken } from '../shared/keys.js';
import { hashOf as fieldsOf, objectScript } from '../shared/redis-scripts.js';
import { OAuthError } from './answers.js';
import type { EndedGrant, GrantRecord, Grants } from './grants.js';

const [CODE_MS, ACCESS_MS, REFRESH_MS] = [60_000, 3_600_000, 30 * 24 * 3_600_000];
/** A refresh token: a secret of its grant, which finds it, and its own one. So a replaced one is known without a record of each. */
const REFRESH_TOKEN = /^tpr_(?<family>[\w-]{43})[\w-]{43}$/;

/** What a person has approved, before the application has fetched its tokens. */
export interface Approval {
  accountId: string;
  /** The API token that approved it. */
  tokenId: string;
  /** When that token expires; null: never. */
  tokenEnd: string | null;
  clientId: string;
  clientName: string;
  redirectUri: string;
  /** The S256 challenge of PKCE. */
  challenge: string;
  scopes: readonly Scope[];
  resource: string;
  /** The path of the resource, see `TokenRecord`. */
  audience: string;
}

/** What an application sends with a code. */
export interface CodeUse {
  code: string;
  clientId: string;
  redirectUri: string;
  verifier: string;
  resource: string | undefined;
}

export interface RefreshUse {
  refreshToken: string;
  clientId: string;
  scopes: readonly string[] | undefined;
  resource: string | undefined;
}

type OnReplay = (ended: EndedGrant) => Promise<void>;

/** The answer of the token endpoint (RFC 6749, 5.1). */
export interface IssuedTokens {
  access_token: string;
  token_type: 'Bearer';
  expires_in: number;
  refresh_token: string;
  scope: string;
}

const countUse = objectScript<{ kept_ms: number }, string[]>('oauth/use-code');
const issueTokens = objectScript<IssueArguments, -1 | 0 | 1>('oauth/issue-tokens');

interface IssueArguments {
  field: string;
  expected: string;
  grant: string[];
  token: string[];
  id: string;
  owner: string;
  token_ms: number;
  grant_ms: number;
}

export class TokenIssuer {
  constructor(
    private readonly redis: Redis,
    private readonly grants: Grants,
  ) {}

  /** Stores an approval for one minute. @returns the code for the application, and the id of its grant. */
  async approve(approval: Approval): Promise<{ code: string; id: string }> {
    const code = newSecret();
    const id = newId('gnt');
    const key = keys.oauthCode(hashOf(code));
    await this.redis
      .multi()
      .hset(key, { id, uses: 0, approval: JSON.stringify(approval) })
      .pexpire(key, CODE_MS)
      .exec();
    return { code, id };
  }

  /**
   * Uses an authorization code. It can be used once, with success or not; a second use also ends the grant of the first.
   *
   * @param onReplay is called for the grant that a second use ends.
   * @throws OAuthError `invalid_grant`, `invalid_target`.
   */
  async exchange(use: CodeUse, onReplay: OnReplay): Promise<IssuedTokens> {
    const key = keys.oauthCode(hashOf(use.code));
    const { id, uses, approval: json } = fieldsOf(await countUse.run(this.redis, [key], { kept_ms: ACCESS_MS }));
    if (id === undefined || json === undefined) throw codeInvalid();
    const approval = JSON.parse(json) as Approval;
    if (uses !== '1') {
      await this.replayed(approval.accountId, id, onReplay);
      throw codeInvalid();
    }
    if (approval.clientId !== use.clientId || approval.redirectUri !== use.redirectUri) throw codeInvalid();
    if (!isVerified(approval.challenge, use.verifier)) throw codeInvalid();
    assertResource(approval.resource, use.resource);
    if (!(await this.grants.hasRoom(approval.accountId)))
      throw new OAuthError(
        'invalid_grant',
        `The account has ${MAX_GRANTS} grants, the most that are allowed; revoke one.`,
      );
    const record = {
      ...{ id, account_id: approval.accountId, client_id: approval.clientId, client_name: approval.clientName },
      ...{ scope: approval.scopes.join(' '), resource: approval.resource, audience: approval.audience },
      ...{ token_id: approval.tokenId, token_end: approval.tokenEnd ?? '', created_at: new Date().toISOString() },
    };
    const issued = await this.issue(record, record.scope, newSecret(), { key, field: 'uses', expected: '1' });
    if (issued === undefined) throw codeInvalid(); // it was used a second time meanwhile
    return issued;
  }

  /**
   * Replaces a refresh token by new tokens. A replaced token ends the grant, because somebody else has it.
   *
   * @param admit counts the refreshes of a grant.
   * @param onReplay is called for the grant that a replaced token ends.
   * @throws OAuthError `invalid_grant`, `invalid_scope`, `invalid_target`.
   */
  async refresh(use: RefreshUse, admit: (grantId: string) => Promise<void>, onReplay: OnReplay): Promise<IssuedTokens> {
    const family = familyOf(use.refreshToken);
    const record = await this.ofFamily(family);
    if (record === undefined || record.client_id !== use.clientId) throw refreshInvalid();
    await admit(record.id);
    assertResource(record.resource, use.resource);
    const granted = record.scope.split(' ');
    const scopes = use.scopes ?? granted;
    if (!scopes.every((scope) => granted.includes(scope)))
      throw new OAuthError('invalid_scope', 'A refresh can only keep or drop scopes; authorize again for more.');
    const key = keys.grant(record.account_id, record.id);
    const expected = hashOf(use.refreshToken);
    const issued = await this.issue(record, scopes.join(' '), family, { key, field: 'refresh', expected });
    if (issued !== undefined) return issued;
    await this.replayed(record.account_id, record.id, onReplay);
    throw refreshInvalid();
  }

  /** Ends the grant of a token. @returns it; undefined for a token that is unknown, or not of an application. @throws OAuthError `invalid_client`. */
  async revokeByToken(token: string, clientId: string): Promise<EndedGrant | undefined> {
    const access = await readToken(this.redis, hashOf(token));
    const isOfGrant = access?.audience !== undefined;
    const record = isOfGrant
      ? await this.grants.read(access.account_id, access.id)
      : await this.ofFamily(familyOf(token));
    if (record === undefined) return undefined;
    if (record.client_id !== clientId) throw new OAuthError('invalid_client', 'The token is of another client.');
    return this.grants.revoke(record.account_id, record.id);
  }

  private async ofFamily(family: string): Promise<GrantRecord | undefined> {
    const owner = family === '' ? null : await this.redis.get(keys.refreshTokens(hashOf(family)));
    const [accountId, id] = owner?.split(' ') ?? [];
    return accountId === undefined || id === undefined ? undefined : this.grants.read(accountId, id);
  }

  private async replayed(accountId: string, id: string, onReplay: OnReplay): Promise<void> {
    const ended = await this.grants.revoke(accountId, id);
    if (ended !== undefined) await onReplay(ended);
  }

  /** Stores new tokens if a hash has the expected value. @param scope of the access token. @param family of the refresh tokens. @returns undefined if it has another. @throws OAuthError. */
  private async issue(
    record: Omit<GrantRecord, 'refresh'>,
    scope: string,
    family: string,
    { key, field, expected }: { key: string; field: string; expected: string },
  ): Promise<IssuedTokens | undefined> {
    const now = Date.now();
    const { id, account_id: accountId, token_id, token_end } = record;
    const left = token_end === '' ? REFRESH_MS : Date.parse(token_end) - now;
    if (left <= 0) throw approvalEnded();
    const [token_ms, grant_ms] = [Math.min(ACCESS_MS, left), Math.min(REFRESH_MS, left)];
    const [access, refresh] = [newToken(), `tpr_${family}${newSecret()}`];
    const token = {
      ...{ id, account_id: accountId, name: record.client_name, created_at: new Date(now).toISOString() },
      ...{ expires_at: new Date(now + token_ms).toISOString(), scope, audience: record.audience },
      depends_on: `${keys.grant(accountId, id)} ${keys.tokenHash(token_id)}`,
    };
    const stored = [keys.token(hashOf(access)), keys.refreshTokens(hashOf(family)), keys.tokenHash(token_id)];
    const result = await issueTokens.run(
      this.redis,
      [key, keys.grant(accountId, id), keys.grants(accountId), ...stored],
      {
        ...{ field, expected, id, token_ms, grant_ms, owner: `${accountId} ${id}` },
        grant: Object.entries({ ...record, refresh: hashOf(refresh) }).flat(),
        token: Object.entries(token).flat(),
      },
    );
    if (result === -1) throw approvalEnded();
    if (result === 0) return undefined;
    const expires_in = Math.floor(token_ms / 1_000);
    return { access_token: access, token_type: 'Bearer', expires_in, refresh_token: refresh, scope };
  }
}

/** Returns the part of a refresh token that all of its grant have; empty for another text. */
const familyOf = (token: string): string => REFRESH_TOKEN.exec(token)?.groups?.['family'] ?? '';

/** The format of RFC 7636, 4.1. */
const VERIFIER = /^[\w.~-]{43,128}$/;

function isVerified(challenge: string, verifier: string): boolean {
  if (!VERIFIER.test(verifier)) return false;
  const [wanted, made] = [Buffer.from(challenge, 'base64url'), createHash('sha256').update(verifier).digest()];
  return wanted.length === made.length && timingSafeEqual(wanted, made);
}

/** Returns an address as it is compared: in one form, without a slash at its end. */
export const resourceOf = (address: string): string =>
  (URL.canParse(address) ? new URL(address).href : '').replace(/\/$/, '');

/** @throws OAuthError `invalid_target` for tokens of another resource than was approved. */
function assertResource(approved: string, asked: string | undefined): void {
  if (asked === undefined || resourceOf(asked) === resourceOf(approved)) return;
  throw new OAuthError('invalid_target', '`resource` is not the one that was approved.');
}

const codeInvalid = (): OAuthError =>
  new OAuthError(
    'invalid_grant',
    'The code is unknown, expired or used, or `client_id`, `redirect_uri` or `code_verifier` do not belong to it.',
  );

const refreshInvalid = (): OAuthError =>
  new OAuthError('invalid_grant', 'The refresh token is unknown, expired, used or revoked; authorize again.');

const approvalEnded = (): OAuthError =>
  new OAuthError('invalid_grant', 'The API token that approved the application has ended; authorize again.');
