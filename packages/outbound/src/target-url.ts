/** What a URL must be to be requested: the caller's own, and each that a target redirects to. */
import { isIP } from 'node:net';
import { parseUrl, ServiceError } from '@toolpress/contract';

const MAX_URL_LENGTH = 16_384;
const MAX_NAME_LENGTH = 253;
const SCHEMES: readonly string[] = ['http:', 'https:'];

/** Matches a scheme, two slashes and an authority, followed by a path, query, fragment or the end. */
const ABSOLUTE = /^https?:\/\/([^/?#\\]+)(?:[/?#]|$)/i;

/** Characters that URL parsers drop or correct silently, or that make a URL look like another. */
const INVISIBLE = /[\s\p{Cc}\p{Cf}\p{Cs}]/u;

/** A label of a host name. Underscores are not allowed by the standard, but in use. */
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

export interface SchemeLimit {
  /** Refuses `http:`, on every hop. */
  readonly httpsOnly?: boolean;
}

/**
 * Reads a caller's URL.
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

/** Why a parsed URL can't be requested, as a phrase that follows its name; undefined when it can. */
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

/**
 * Ports of other protocols, which could interpret a request as their own commands (mail servers above all): the "bad ports"
 * of the Fetch standard, which browsers refuse, port 0 included.
 */
const BAD_PORTS: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);
