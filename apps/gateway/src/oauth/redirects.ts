/** The rules of redirect URIs: compared character by character, except for ports of this machine (OAuth 2.1, 2.3; RFC 8252, 7.3). */
import { parseUrl } from '@toolpress/contract';

const MAX_REDIRECT_URI = 1_024;
/** An address of the person's own machine, over plain HTTP. Its port is chosen by the program at each start. */
const LOOPBACK = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::\d{1,5})?(?=[/?]|$)(.*)$/;
/** Printable ASCII without what browsers change or cut off: spaces, quotes, angle brackets, backslashes. */
const PLAIN = /^[\x21\x23-\x26\x28-\x3b\x3d\x3f-\x5b\x5d-\x7e]+$/;

/** People see the host and must be able to distinguish it from others. */
const HOST = /^(?:[a-z\d.-]+|\[[a-f\d:]+\])$/;

/** Returns what is wrong with a redirect URI; undefined if codes may be sent to it. */
export function redirectFault(uri: string): string | undefined {
  if (uri.length > MAX_REDIRECT_URI) return `must have at most ${MAX_REDIRECT_URI} characters`;
  const url = PLAIN.test(uri) ? parseUrl(uri) : undefined;
  if (url === undefined || !HOST.test(url.hostname)) return 'must be a URL';
  if (uri.includes('#') || url.username !== '' || url.password !== '')
    return 'must have no fragment and no credentials';
  if (url.protocol === 'https:' || LOOPBACK.test(uri)) return undefined;
  return 'must be https, or http to 127.0.0.1, [::1] or localhost';
}

/** Returns whether codes for a client may be sent to a URI. @param registered the URIs of its metadata. */
export const isRegistered = (registered: readonly string[], uri: string): boolean =>
  redirectFault(uri) === undefined && registered.some((one) => one === uri || isSameLoopback(one, uri));

function isSameLoopback(registered: string, uri: string): boolean {
  const [, host, rest] = LOOPBACK.exec(registered) ?? [];
  const [, givenHost, givenRest] = LOOPBACK.exec(uri) ?? [];
  return host !== undefined && host === givenHost && rest === givenRest;
}

export const isLoopback = (uri: string): boolean => LOOPBACK.test(uri);

/** Adds the parameters of an answer to a redirect URI. Those of the same names that it has are replaced. */
export function withAnswer(uri: string, answer: Readonly<Record<string, string | undefined>>): string {
  const url = new URL(uri);
  for (const [name, value] of Object.entries(answer)) if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
}
