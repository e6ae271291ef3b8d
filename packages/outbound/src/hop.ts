/** One HTTP request of a call: the first, or one after a redirect. */
import { type HttpMethod, parseUrl, ServiceError } from '@toolpress/contract';
import { type RequestHeaders, withoutBodyHeaders, withoutPersonalHeaders } from './request-headers.js';
import { type SchemeLimit, urlFault } from './target-url.js';

export interface Hop {
  readonly method: HttpMethod;
  readonly url: URL;
  readonly headers: RequestHeaders;
  readonly body: Buffer | undefined;
  /** The number of redirects before this hop. */
  readonly redirects: number;
  /** What is sent in place of the URL and with the headers. The next hop does not have it. */
  readonly credential?: HopCredential | undefined;
}

/** What authenticates one hop. */
export interface HopCredential {
  /** The URL to request; its origin is the hop's. */
  readonly url: URL;
  /** Names in lower case. They take precedence over the hop's. */
  readonly headers: RequestHeaders;
}

/**
 * Returns what authenticates a hop. Called for each one, before it is sent, so that a redirect cannot take a credential along.
 *
 * @returns undefined if the hop goes without.
 * @throws ServiceError for a hop that must not be made.
 */
export type Authorize = (hop: Pick<Hop, 'method' | 'url' | 'redirects'>) => HopCredential | undefined;

/** The target's name in messages: the host that the caller or the redirect named, never a resolved address. */
export function targetName({ url, redirects }: Hop): string {
  const target = `The target ${url.host}`;
  if (redirects === 0) return target;
  return `${target} (after ${redirects} redirect${redirects === 1 ? '' : 's'})`;
}

export interface RedirectLimits extends SchemeLimit {
  /** 0 follows none. */
  readonly maxRedirects: number;
}

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

/**
 * Follows a redirect as the Fetch standard does: 303 makes any request a GET, 301 and 302 make a POST one, 307 and 308 keep
 * method and body. A change of scheme, host or port drops every header that could identify the caller, also for later hops.
 *
 * @param location the values of the response's `Location`, as received.
 * @returns the next hop; undefined when the response is an answer: another status, or no `Location`.
 * @throws ServiceError `too_many_redirects`, or `response_invalid` when the redirect leads to no usable URL.
 */
export function nextHop(
  hop: Hop,
  status: number,
  location: readonly string[],
  limits: RedirectLimits,
): Hop | undefined {
  const [target] = location;
  if (!REDIRECTS.includes(status) || target === undefined) return undefined;
  if (hop.redirects >= limits.maxRedirects) throw tooMany(hop, limits.maxRedirects);
  const url = redirectUrl(hop, location, limits);
  const dropsBody = hop.method !== 'GET' && (status === 303 || (status <= 302 && hop.method === 'POST'));
  const headers = dropsBody ? withoutBodyHeaders(hop.headers) : hop.headers;
  return {
    method: dropsBody ? 'GET' : hop.method,
    url,
    headers: url.origin === hop.url.origin ? headers : withoutPersonalHeaders(headers),
    body: dropsBody ? undefined : hop.body,
    redirects: hop.redirects + 1,
  };
}

function tooMany(hop: Hop, limit: number): ServiceError {
  const allowed = limit === 0 ? 'redirects are not followed' : `at most ${limit} redirects are followed`;
  return new ServiceError('too_many_redirects', `${targetName(hop)} redirected once more: ${allowed}.`);
}

function redirectUrl(hop: Hop, location: readonly string[], limits: RedirectLimits): URL {
  const [text = ''] = location;
  const reference = utf8Of(text);
  if (new Set(location).size > 1) throw unusable(hop, 'it sent several different ones');
  const url = parseUrl(reference, hop.url);
  if (url === undefined) throw unusable(hop, 'it is not valid');
  const fault = urlFault(url, limits);
  if (fault !== undefined) throw unusable(hop, `it ${fault}`);
  return url;
}

const unusable = (hop: Hop, why: string): ServiceError =>
  new ServiceError('response_invalid', `${targetName(hop)} redirected to a URL that can’t be followed: ${why}.`);

/** Node reads headers as Latin-1; a `Location` beyond ASCII is UTF-8 in practice, as in browsers. */
function utf8Of(text: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'latin1'));
  } catch {
    return text;
  }
}
