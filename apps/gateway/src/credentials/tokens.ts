/**
 * OAuth2 tokens of connections. A token is stored encrypted until it expires. While many calls need a new one, one gateway requests it, and
 * the others wait: for the token, or for the error, which all of them get.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ErrorCode, ServiceError } from '@toolpress/contract';
import type { Redis, SecretBox } from '@toolpress/runtime';
import { orAborted, SecretUnreadable } from '@toolpress/runtime';
import { keys } from '../shared/keys.js';
import { objectScript } from '../shared/redis-scripts.js';

/** How long a request of a token may take, in milliseconds, and for how much longer no other begins if its gateway is killed. */
export const TOKEN_REQUEST_MS = 10_000;
const LEASE_MS = TOKEN_REQUEST_MS + 2_000;
/** The longest wait for the gateway that has the turn, in milliseconds: it may be killed, and the next one, too. */
const MAX_WAIT_MS = 2 * LEASE_MS;
/** The interval in milliseconds at which a gateway looks for the token that another one requests. */
const POLL_MS = 100;
/** The time in milliseconds in which calls get the same failure without another request. */
const FAILURE_MS = 5_000;

/** A token with the id by which it is named when a target refuses it. */
export interface StoredToken {
  id: string;
  token: string;
}

/** A token from its endpoint, and for how long it is used, in milliseconds. */
export interface NewToken {
  token: string;
  forMs: number;
}

interface TakeTurn {
  owner: string;
  lease_ms: number;
  refused: string;
}
type Turn = ['token', string, string] | ['failed', string] | ['turn'] | ['wait'];
type EndTurn = { owner: string; ms: number; id?: string; secret?: string; failure?: string };

const takeTurn = objectScript<TakeTurn, Turn>('credentials/take-token-turn');
const endTurn = objectScript<EndTurn>('credentials/end-token-turn');

interface Failure {
  code: ErrorCode;
  message: string;
}

export class ConnectionTokens {
  /** The requests of this gateway, by token. */
  private readonly pending = new Map<string, Promise<StoredToken>>();

  constructor(
    private readonly redis: Redis,
    private readonly box: SecretBox,
  ) {}

  /**
   * Returns the token of a version of a connection.
   *
   * @param request requests a new one. It is not called while another call of any gateway does. @throws ServiceError, which all get.
   * @param refused the id of a token that the target has refused, although it has not expired.
   * @throws the error of `request`; `deadline_exceeded`; the signal's reason, while `request` continues for others.
   */
  async get(
    accountId: string,
    version: string,
    request: () => Promise<NewToken>,
    signal: AbortSignal,
    refused = '',
  ): Promise<StoredToken> {
    signal.throwIfAborted();
    const key = `${accountId} ${version} ${refused}`;
    let pending = this.pending.get(key);
    if (pending === undefined) {
      pending = this.obtain(accountId, version, request, refused).finally(() => this.pending.delete(key));
      pending.catch(() => undefined); // all of its callers may be gone
      this.pending.set(key, pending);
    }
    return orAborted(pending, signal);
  }

  private async obtain(
    accountId: string,
    version: string,
    request: () => Promise<NewToken>,
    refused: string,
  ): Promise<StoredToken> {
    const at = [
      keys.connectionToken(accountId, version),
      keys.connectionTokenTurn(accountId, version),
      keys.connectionTokenFailure(accountId, version),
    ];
    const context = `${accountId}/${version}`;
    const owner = randomUUID();
    const latest = performance.now() + MAX_WAIT_MS;
    let unusable = refused;
    while (performance.now() < latest) {
      const [outcome, first = '', secret = ''] = await takeTurn.run(this.redis, at, {
        ...{ owner, lease_ms: LEASE_MS, refused: unusable },
      });
      if (outcome === 'failed') throw failureOf(first);
      if (outcome === 'turn') return this.request(at, owner, context, request);
      const token = outcome === 'token' ? this.opened(secret, context) : undefined;
      if (token !== undefined) return { id: first, token };
      if (outcome === 'token') unusable = first;
      else await sleep(POLL_MS);
    }
    throw new ServiceError('deadline_exceeded', 'The token endpoint of the connection did not answer in time.');
  }

  private async request(
    at: string[],
    owner: string,
    context: string,
    request: () => Promise<NewToken>,
  ): Promise<StoredToken> {
    try {
      const { token, forMs } = await request();
      const id = randomUUID();
      const secret = this.box.seal(Buffer.from(token), context);
      await endTurn.run(this.redis, at, { owner, ms: forMs, id, secret });
      return { id, token };
    } catch (error) {
      // Failures of this gateway are not the endpoint's: another one takes the turn.
      const isOfEndpoint = error instanceof ServiceError && error.code !== 'unavailable';
      const failure: Failure | undefined = isOfEndpoint ? { code: error.code, message: error.message } : undefined;
      const outcome = failure === undefined ? {} : { failure: JSON.stringify(failure) };
      await endTurn.run(this.redis, at, { owner, ms: FAILURE_MS, ...outcome }).catch(() => undefined); // its lease ends
      throw error;
    }
  }

  /** Returns undefined for a token that was encrypted with a key that this gateway no longer has. */
  private opened(secret: string, context: string): string | undefined {
    try {
      return this.box.open(secret, context).toString();
    } catch (error) {
      if (error instanceof SecretUnreadable) return undefined;
      throw error;
    }
  }
}

function failureOf(json: string): ServiceError {
  const { code, message } = JSON.parse(json) as Failure;
  return new ServiceError(code, message);
}
