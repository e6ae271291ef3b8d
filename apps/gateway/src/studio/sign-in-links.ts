/**
 * Links that sign in to the studio once, within ten minutes, on the machine of the service. `scripts/start` shows one, so that no token
 * has to be pasted.
 *
 * The secret is in the fragment of the link. Browsers send it to no server, so it is in no log and no `Referer`, and what merely opens links
 * does not use them up. The page removes it from its address and posts it. Redis has only the secret's hash, and the API token encrypted.
 */
import { parseUrl, ServiceError, StudioLink, StudioLinkInput } from '@toolpress/contract';
import { type MasterKeys, type Redis, SecretBox } from '@toolpress/runtime';
import type { Request, RequestHandler } from 'express';
import ipaddr from 'ipaddr.js';
import { type Endpoint, forOperator } from '../api/endpoint.js';
import { type Callers, hashOf } from '../auth/callers.js';
import type { TrustProxy } from '../auth/client-address.js';
import { keys, newSecret } from '../shared/keys.js';

const LIFE_SECONDS = 600;

export class SignInLinks {
  private readonly box: SecretBox;

  constructor(
    private readonly redis: Redis,
    masterKeys: MasterKeys,
  ) {
    this.box = new SecretBox(masterKeys, 'sign-in links');
  }

  /** Stores the token of a new link. @returns the link's secret. */
  async make(token: string): Promise<string> {
    const secret = newSecret();
    const hash = hashOf(secret);
    await this.redis.set(keys.signInLink(hash), this.box.seal(Buffer.from(token), hash), 'EX', LIFE_SECONDS);
    return secret;
  }

  /** Uses a link up: of requests at the same time, one gets the token. @returns its API token; undefined for a wrong, used or expired link. */
  async use(secret: string): Promise<string | undefined> {
    const hash = hashOf(secret);
    const sealed = await this.redis.getdel(keys.signInLink(hash));
    if (sealed === null) return undefined;
    try {
      return this.box.open(sealed, hash).toString();
    } catch {
      return undefined; // its master key is no longer configured
    }
  }
}

interface Place {
  publicUrl: string;
  trustProxy?: TrustProxy | undefined;
}

/** @throws ServiceError `origin_forbidden` when the service is reached from elsewhere; `invalid_parameter` for a token that does not work. */
export const signInLinkEndpoint = (
  links: SignInLinks,
  callers: Pick<Callers, 'authenticate'>,
  place: Place,
): Endpoint =>
  forOperator<unknown, unknown, StudioLinkInput>({
    method: 'post',
    path: '/admin/studio-links',
    id: 'createStudioLink',
    audit: { action: 'studio_link.create' },
    summary: 'Creates a link that signs in to the studio once, within ten minutes, on the service’s own machine',
    body: StudioLinkInput,
    answer: StudioLink,
    errors: ['origin_forbidden', 'account_suspended'],
    async handle({ body: { token } }): Promise<StudioLink> {
      if (!isOfOneMachine(place))
        throw new ServiceError(
          'origin_forbidden',
          'Sign-in links work on one machine: `PUBLIC_URL` must be a loopback address such as `http://127.0.0.1:8080`, and `TRUST_PROXY` not set. Elsewhere, sign in at /studio with an API token.',
        );
      const caller = await callers.authenticate(token);
      if (caller === undefined)
        throw new ServiceError(
          'invalid_parameter',
          '`token` must be an API token; this one is unknown, expired or revoked.',
        );
      const expires_at = new Date(Date.now() + LIFE_SECONDS * 1_000).toISOString();
      const url = `${place.publicUrl}/studio#sign-in=${await links.make(token)}`;
      return { url, account_id: caller.accountId, expires_at };
    },
  });

/** Refuses sign-ins by link from other machines, without using the link up. @throws ServiceError `origin_forbidden`. */
export const onlyFromThisMachine =
  (place: Place): RequestHandler =>
  (request, _response, next) => {
    if (isOfOneMachine(place) && isFromThisMachine(request, place.publicUrl)) return next();
    throw new ServiceError(
      'origin_forbidden',
      'A sign-in link works only on the machine of the service. Sign in with an API token.',
    );
  };

/** Returns whether the service is for its own machine. Behind a proxy every connection comes from the proxy, which may be on this machine. */
function isOfOneMachine({ publicUrl, trustProxy = 0 }: Place): boolean {
  const isBehindProxy = typeof trustProxy === 'number' ? trustProxy > 0 : trustProxy.length > 0;
  return !isBehindProxy && isLoopback(parseUrl(publicUrl)?.hostname.replace(/^\[|\]$/g, ''));
}

/** What proxies add for whom they ask. A tunnel to this machine is one, too. */
const OF_PROXIES = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

/**
 * Returns whether a request comes from a loopback address of this machine, by the connection and not by a header, and was sent to the
 * service's own address. Other names that lead here are those of other sites, which could have their pages ask (DNS rebinding).
 */
export function isFromThisMachine(
  { socket, headers }: Pick<Request, 'socket' | 'headers'>,
  publicUrl: string,
): boolean {
  const isOwnHost = headers.host === parseUrl(publicUrl)?.host;
  return isOwnHost && isLoopback(socket.remoteAddress) && OF_PROXIES.every((name) => headers[name] === undefined);
}

const isLoopback = (host = ''): boolean =>
  host === 'localhost' || (ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback');
