/** Authenticates callers by API tokens. Tokens are looked up by the SHA-256 hash of their secret, so secrets are never compared. */
import { hash as digestOf } from 'node:crypto';
import { ServiceError } from '@toolpress/contract';
import {
  KEY_PREFIX,
  type Logger,
  nonQueueingRedis,
  type Redis,
  type RedisAddress,
  Throttle,
  waitUntilReady,
} from '@toolpress/runtime';
import type { Request } from 'express';
import { LRUCache } from 'lru-cache';
import { keys } from '../shared/keys.js';

/** The authenticated caller. */
export interface Caller {
  accountId: string;
  tokenId: string;
  /** The token's name, for the audit log; empty or absent without one. */
  tokenName?: string;
  /** What the token is limited to. Absent: everything that the account may do. */
  scopes?: readonly string[];
  /** The account's monthly quota of actions; null without a quota. */
  monthlyActions: number | null;
  /** The account's own limit of pages; absent: the settings'. */
  maxPages?: number;
}

/** The interval, in milliseconds, at which the last use of a token is stored. */
const STORE_USE_EVERY_MS = 60_000;
/** Entries expire soon, because a subscription that a firewall dropped silently still looks alive. */
const CACHE = { max: 10_000, ttl: 2_000 };
/** The format of tokens from `newToken`. Others are unknown without a lookup. */
const WELL_FORMED = /^tp_[\w-]{43}$/;

/** A token as it is stored. */
export interface TokenRecord {
  id: string;
  account_id: string;
  /** Empty when the token has no name. */
  name: string;
  created_at: string;
  /** Empty when the token never expires. */
  expires_at: string;
  /** The scopes of a limited token, separated by spaces. */
  scope?: string;
  /** The path that a limited token is for, with all paths below; empty: all of the service. */
  audience?: string;
  /** The keys in Redis that the token is void without, separated by spaces. */
  depends_on?: string;
}

/** What counts of an account. */
interface AccountState extends Pick<Caller, 'monthlyActions' | 'maxPages'> {
  isSuspended: boolean;
}

/** A cached token with its account. */
interface Known extends AccountState {
  record: TokenRecord;
}

/** A token that another server has issued for an account. Ids and names are for limits, usage and the audit log. */
export type ForeignToken = Pick<Caller, 'accountId' | 'tokenId'> & Required<Pick<Caller, 'tokenName' | 'scopes'>>;

export const CHALLENGE = { 'WWW-Authenticate': 'Bearer' };

/**
 * Returns the bearer token of a request.
 *
 * @param wanted the expected header, for the message.
 * @throws ServiceError `token_missing` without `Authorization: Bearer …` (the word in any case).
 */
export function bearerToken(request: Request, wanted: string): string {
  const header = request.get('authorization');
  const [, token] = /^bearer +([^\s]+) *$/i.exec(header ?? '') ?? [];
  if (token !== undefined) return token;
  const fault = header === undefined ? '' : ' and nothing else';
  throw new ServiceError('token_missing', `Send ${wanted}${fault}.`, { headers: CHALLENGE });
}

const API_TOKEN = 'an API token in the header `Authorization: Bearer <API_TOKEN>`';

/** Recognizes the operator's own token, for a helpful error. */
interface Operator {
  recognizes(request: Request, token: string): boolean;
}

/** What authenticates callers. */
export interface Authentication {
  callers: Callers;
  operator: Operator;
  /** Returns what a 401 or 403 of a path tells clients, besides: a parameter of `WWW-Authenticate`. Present when limited tokens are accepted. */
  challengeOf?: ((path: string) => string | undefined) | undefined;
}

/** @throws ServiceError `token_missing`, `token_invalid`, `account_suspended`. */
export const authenticateCaller = (
  request: Request,
  { callers, operator, challengeOf }: Authentication,
): Promise<Caller> =>
  callerOf(request, bearerToken(request, API_TOKEN), callers, operator, challengeOf && request.path);

/**
 * Adds to the challenge of an error what clients must know to get a token.
 *
 * @returns the same error if it has no challenge, or the path has nothing to add.
 */
export function challenged(thrown: unknown, { path }: Request, { challengeOf }: Authentication): unknown {
  const parameter = challengeOf?.(path);
  if (parameter === undefined || !(thrown instanceof ServiceError)) return thrown;
  const { 'WWW-Authenticate': challenge, ...headers } = thrown.headers;
  if (challenge === undefined) return thrown;
  const [scheme, ...given] = challenge.split(' ');
  const isInvalid = thrown.code === 'token_invalid';
  const all = [given.join(' '), isInvalid ? 'error="invalid_token"' : '', parameter].filter(Boolean);
  return thrown.withHeaders({ ...headers, 'WWW-Authenticate': `${scheme} ${all.join(', ')}` });
}

/**
 * Returns the caller with this token.
 *
 * @param path of the request, if limited tokens are accepted, see `Callers.authenticate`.
 * @throws ServiceError `token_invalid`, `account_suspended`.
 */
export async function callerOf(
  request: Request,
  token: string,
  callers: Callers,
  operator: Operator,
  path?: string,
): Promise<Caller> {
  const caller = await callers.authenticate(token, path);
  if (caller !== undefined) return caller;
  const fault = operator.recognizes(request, token)
    ? 'This is the admin token, which is only for `/admin`. Send an API token; `POST /admin/accounts/{id}/tokens` makes one.'
    : 'The API token is unknown, expired or revoked.';
  throw new ServiceError('token_invalid', fault, { headers: CHALLENGE });
}

export class Callers {
  private readonly uses = new Throttle(STORE_USE_EVERY_MS);
  /** Tokens by the hash of their secret. Saves a round trip per request. */
  private readonly cache = new LRUCache<string, Known>(CACHE);
  /** Hashes of unknown tokens. They stay unknown, because secrets are random and are not revealed before they are stored. */
  private readonly unknown = new LRUCache<string, true>(CACHE);
  /** Checks tokens of another server for a path. Absent: such tokens are unknown. */
  foreign?: ((token: string, path: string) => Promise<ForeignToken | undefined>) | undefined;
  /** The number of invalidations. A record that was read before one must not be cached after it. */
  private invalidations = 0;

  constructor(
    private readonly redis: Redis,
    private readonly revocations: Revocations,
  ) {
    revocations.onRevoked(() => this.invalidate());
  }

  /**
   * @param path of the request that the token came with. Without it, limited tokens are unknown: they sign in nowhere, and approve nothing.
   * @returns the caller with this secret; undefined when it is unknown, expired, revoked, or for another path.
   * @throws ServiceError `account_suspended`.
   */
  async authenticate(secret: string, path?: string): Promise<Caller | undefined> {
    if (!WELL_FORMED.test(secret)) return path === undefined ? undefined : this.ofForeign(secret, path);
    const known = await this.lookUp(hashOf(secret));
    if (known === undefined || !isFor(known.record, path)) return undefined;
    const { record, isSuspended, ...limits } = known;
    if (record.expires_at !== '' && Date.parse(record.expires_at) <= Date.now()) return undefined;
    assertActive(isSuspended);
    const { id: tokenId, account_id: accountId, name: tokenName, scope } = record;
    const note = () => this.redis.hset(keys.tokenUses(accountId), tokenId, Date.now());
    this.uses.run(tokenId, note).catch(() => undefined); // the next use is stored
    return { accountId, tokenId, tokenName, ...limits, ...(scope !== undefined && { scopes: scope.split(' ') }) };
  }

  private async ofForeign(token: string, path: string): Promise<Caller | undefined> {
    const found = await this.foreign?.(token, path);
    if (found === undefined) return undefined;
    const account = await this.account(found.accountId);
    if (account === undefined) return undefined;
    const { isSuspended, ...limits } = account;
    assertActive(isSuspended);
    return { ...found, ...limits };
  }

  /** Looks up a token. Uses the cache only while Redis answers and revocations are received. Caches no record that was read before one. */
  private async lookUp(hash: string): Promise<Known | undefined> {
    const isSafe = this.revocations.isSubscribed() && this.redis.status === 'ready';
    const cached = isSafe ? this.cache.get(hash) : undefined;
    if (cached !== undefined || this.unknown.has(hash)) return cached;
    const { invalidations } = this;
    const record = await readToken(this.redis, hash);
    if (record === undefined) {
      this.unknown.set(hash, true);
      return undefined;
    }
    const needed = record.depends_on?.split(' ') ?? [];
    if (needed.length > 0 && (await this.redis.exists(needed)) < needed.length) return undefined;
    const account = await this.account(record.account_id);
    if (account === undefined) return undefined;
    const found: Known = { record, ...account };
    if (isSafe && invalidations === this.invalidations) this.cache.set(hash, found);
    return found;
  }

  /** Returns undefined for an account that does not exist, or is being closed. */
  private async account(id: string): Promise<AccountState | undefined> {
    const fields = ['name', 'monthly_actions', 'suspended', 'max_pages'];
    const [name, quota, suspended, pages] = await this.redis.hmget(keys.account(id), ...fields);
    if (name == null) return undefined;
    const monthlyActions = JSON.parse(quota ?? 'null') as number | null;
    const maxPages = JSON.parse(pages ?? 'null') as number | null;
    return { monthlyActions, isSuspended: suspended === 'true', ...(maxPages !== null && { maxPages }) };
  }

  /** Discards all cached tokens: others may depend on one that is revoked. */
  invalidate(): void {
    this.invalidations += 1;
    this.cache.clear();
  }
}

/** @throws ServiceError `account_suspended`. */
function assertActive(isSuspended: boolean): void {
  if (!isSuspended) return;
  throw new ServiceError(
    'account_suspended',
    'The account is suspended. Ask the operator of this service to resume it. Its data is kept.',
  );
}

/** Returns whether a token is for a path. */
function isFor({ audience }: TokenRecord, path: string | undefined): boolean {
  if (audience === undefined) return true;
  return path !== undefined && isWithin(path, audience);
}

/** Returns whether a path is another one, or below it. */
export const isWithin = (path: string, parent: string): boolean => path === parent || path.startsWith(`${parent}/`);

/** Returns a stored token. @param hash of its secret. */
export async function readToken(redis: Redis, hash: string): Promise<TokenRecord | undefined> {
  const fields = await redis.hgetall(keys.token(hash));
  return fields['id'] === undefined ? undefined : (fields as unknown as TokenRecord);
}

export const hashOf = (secret: string): string => digestOf('sha256', secret);

/** Notifies all gateways immediately when a token is revoked or an account changes, so that they can cache both. */
const CHANNEL = `${KEY_PREFIX}:revoked`;

/** The message to publish in the transaction of the change. */
export const REVOCATION: readonly [channel: string, message: string] = [CHANNEL, '*'];

export interface Revocations {
  /** Returns whether revocations are received now. If not, cached entries must not be used. */
  isSubscribed(): boolean;
  /** @param listener is called when cached tokens are invalid. */
  onRevoked(listener: () => void): void;
  close(): void;
}

/** Subscribes to revocations, in the background if Redis is unavailable at start. */
export async function subscribeToRevocations(address: RedisAddress, logger: Logger): Promise<Revocations> {
  const redis = nonQueueingRedis(address, 'revocations', logger);
  const listeners: (() => void)[] = [];
  const notify = (): void => {
    for (const listener of listeners) listener();
  };
  let subscribed = false;
  const subscribe = async (): Promise<void> => {
    await redis.subscribe(CHANNEL);
    notify();
    subscribed = true;
  };
  redis.on('message', notify);
  redis.on('close', () => {
    subscribed = false;
  });
  redis.on('ready', () => {
    subscribe().catch(() => redis.disconnect(true)); // reconnects and retries
  });
  await waitUntilReady(redis);
  return {
    isSubscribed: () => subscribed && redis.status === 'ready',
    onRevoked: (listener) => listeners.push(listener),
    close: () => redis.disconnect(),
  };
}
