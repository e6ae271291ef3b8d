/** The headers that a caller sends to a target, and which of them follow a redirect. */
import { ServiceError } from '@toolpress/contract';

/** Names in lower case; one value each. */
export type RequestHeaders = Readonly<Record<string, string>>;

/** Headers that frame the message: node-fetch sets them; others of the caller's would allow request smuggling. */
const FRAMING: ReadonlySet<string> = new Set(
  'host connection content-length transfer-encoding upgrade te trailer keep-alive'.split(' '),
);
const isFraming = (name: string): boolean => FRAMING.has(name) || name.startsWith('proxy-');

/** RFC 9110, section 5.6.2. */
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** RFC 9110, section 5.5: tab, visible ASCII, space, and bytes above ASCII. */
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const LONGEST_NAME_SHOWN = 64;

/**
 * Checks the headers of a caller's request.
 *
 * Everything may be set except headers that frame the message. `accept-encoding` may be set: responses in gzip, deflate and
 * brotli are decompressed in any case, responses in other codings are passed on as received, unless a credential is sent.
 *
 * @param headers name to value; values are single lines of Latin-1.
 * @returns the same, names in lower case.
 * @throws ServiceError `invalid_parameter` that lists every header that is not usable, without its value.
 */
export function checkRequestHeaders(headers: Readonly<Record<string, string>>): RequestHeaders {
  const entries = Object.entries(headers).map(([name, value]) => ({ name, key: name.toLowerCase(), value }));
  const seen = new Set<string>();
  const faults = new Set<string>();
  for (const { name, key, value } of entries) {
    const fault = seen.has(key) ? 'must be given once, whatever its case' : headerFault(name, key, value);
    if (fault !== undefined) faults.add(`\`headers\`: ${shown(name)} ${fault}`);
    seen.add(key);
  }
  if (faults.size > 0) throw new ServiceError('invalid_parameter', `${[...faults].join('; ')}.`);
  return Object.fromEntries(entries.map(({ key, value }) => [key, value]));
}

function headerFault(name: string, key: string, value: string): string | undefined {
  if (!NAME.test(name)) return 'is not a valid header name';
  if (isFraming(key)) return 'can’t be set: it belongs to the connection';
  if (key === '__proto__') return 'can’t be sent'; // node-fetch would drop it silently
  if (!VALUE.test(value)) return 'must not contain line breaks, control characters or characters beyond Latin-1';
  return undefined;
}

const shown = (name: string): string =>
  NAME.test(name) && name.length <= LONGEST_NAME_SHOWN ? `\`${name}\`` : 'a header';

/** Headers that say how to answer and nothing about the caller. */
const ANONYMOUS: ReadonlySet<string> = new Set(['accept', 'accept-encoding', 'accept-language', 'user-agent']);
/** Headers that describe the body and are kept with it (Fetch standard, "request-body-header name"). */
const OF_BODY: ReadonlySet<string> = new Set(
  'content-encoding content-language content-location content-type'.split(' '),
);

/** What may be sent to another origin: no header that could be a credential, and any other header could be. */
export const withoutPersonalHeaders = (headers: RequestHeaders): RequestHeaders =>
  filtered(headers, (name) => ANONYMOUS.has(name) || OF_BODY.has(name));

/** What remains when a redirect drops the body. */
export const withoutBodyHeaders = (headers: RequestHeaders): RequestHeaders =>
  filtered(headers, (name) => !OF_BODY.has(name));

function filtered(headers: RequestHeaders, keep: (name: string) => boolean): RequestHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => keep(name)));
}
