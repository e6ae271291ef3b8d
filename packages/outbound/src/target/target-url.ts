/** What a URL must be to be requested: the caller's own, and each that a target redirects to. */
import { isIP } from 'node:net';
import { parseUrl, ServiceError } from '@toolpress/contract';
import { BAD_PORTS } from './bad-ports.js';

const MAX_URL_LENGTH = 16_384;
const MAX_NAME_LENGTH = 253;
const SCHEMES: readonly string[] = ['http:', 'https:'];

/** Scheme, two slashes, and an authority that nothing but a path, query or fragment follows. */
const ABSOLUTE = /^https?:\/\/([^/?#\\]+)(?:[/?#]|$)/i;

/** What URL parsers drop or mend in silence, and what makes a URL look like another. */
const INVISIBLE = /[\s\p{Cc}\p{Cf}\p{Cs}]/u;

/** A label of a name that is looked up. Underscores are no host name's, but in use. */
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

export interface SchemeLimit {
  /** Refuses `http:`, on every hop. */
  readonly httpsOnly?: boolean;
}

/**
 * Reads the URL that a caller gave.
 *
 * @throws ServiceError `invalid_parameter` saying what `url` must be.
 */
export function parseTargetUrl(text: string, limit: SchemeLimit = {}): URL {
  const fault = textFault(text);
  if (fault !== undefined) throw invalidUrl(fault);
  const url = parseUrl(text);
  if (url === undefined) throw invalidUrl('must be a URL with a valid host and port');
  const parsedFault = urlFault(url, limit);
  if (parsedFault !== undefined) throw invalidUrl(parsedFault);
  return url;
}

const invalidUrl = (fault: string): ServiceError => new ServiceError('invalid_parameter', `\`url\` ${fault}.`);

function textFault(text: string): string | undefined {
  if (text.length > MAX_URL_LENGTH) return `must be at most ${MAX_URL_LENGTH} characters long`;
  if (INVISIBLE.test(text)) return 'must not contain spaces, line breaks or invisible characters; percent-encode them';
  const [, authority] = ABSOLUTE.exec(text) ?? [];
  if (authority === undefined) return 'must be an absolute URL that begins with https:// or http:// and a host';
  if (authority.includes('@')) return 'must not contain credentials; send them in `headers`';
  return undefined;
}

/** What keeps a parsed URL from being requested, as a phrase that follows its name; undefined when nothing does. */
export function urlFault(url: URL, { httpsOnly = false }: SchemeLimit): string | undefined {
  if (!SCHEMES.includes(url.protocol)) return 'must begin with https:// or http://';
  if (httpsOnly && url.protocol !== 'https:') return 'must begin with https://';
  if (url.username !== '' || url.password !== '') return 'must not contain credentials';
  if (BAD_PORTS.has(Number(url.port || NaN))) return `must not use port ${url.port}, which is another protocol’s`;
  if (!isHost(hostnameOf(url))) return 'must name a valid host';
  return undefined;
}

/** The host of a URL as it is compared: lower case, no trailing dot, no brackets around an IPv6 address. */
export const hostnameOf = (url: URL): string => url.hostname.replace(/\.$/, '').replace(/^\[(.*)\]$/, '$1');

function isHost(host: string): boolean {
  if (isIP(host) !== 0) return true;
  return host.length <= MAX_NAME_LENGTH && host.split('.').every((label) => LABEL.test(label));
}
