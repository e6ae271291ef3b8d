/** The operator's lists of hosts: `api.example.com`, `*.example.com` (every name below it, not itself), or an address. */
import { parseUrl, ServiceError } from '@toolpress/contract';
import { hostnameOf } from './target-url.js';

/** A compiled list; the settings hand out the same array as long as they are unchanged. */
interface HostSet {
  readonly exact: ReadonlySet<string>;
  readonly parents: ReadonlySet<string>;
}

const compiled = new WeakMap<readonly string[], HostSet>();

/**
 * @param patterns in any case and spelling that a URL's host may have; an invalid host matches nothing.
 * @param host as `hostnameOf` returns it. Patterns are compared with the host that the URL names, not with the addresses
 *   that it resolves to.
 */
export function matchesHost(patterns: readonly string[], host: string): boolean {
  const { exact, parents } = hostSet(patterns);
  if (exact.has(host)) return true;
  for (let dot = host.indexOf('.'); dot !== -1; dot = host.indexOf('.', dot + 1)) {
    if (parents.has(host.slice(dot + 1))) return true;
  }
  return false;
}

/**
 * Applies the operator's lists; a host on both is blocked.
 *
 * @param allowedHosts when empty, every host is allowed.
 * @throws ServiceError `host_forbidden`.
 */
export function checkHostLists(
  host: string,
  lists: { blockedHosts: readonly string[]; allowedHosts: readonly string[] },
  target: string,
): void {
  const isAllowed = lists.allowedHosts.length === 0 || matchesHost(lists.allowedHosts, host);
  if (isAllowed && !matchesHost(lists.blockedHosts, host)) return;
  throw new ServiceError('host_forbidden', `${target} is not allowed: this service’s settings exclude its host.`);
}

function hostSet(patterns: readonly string[]): HostSet {
  const known = compiled.get(patterns);
  if (known !== undefined) return known;
  const exact = new Set<string>();
  const parents = new Set<string>();
  for (const pattern of patterns) {
    const isWildcard = pattern.startsWith('*.');
    const host = canonicalHost(isWildcard ? pattern.slice(2) : pattern);
    if (host !== undefined) (isWildcard ? parents : exact).add(host);
  }
  const set = { exact, parents };
  compiled.set(patterns, set);
  return set;
}

/** The normalized form for comparing a URL's host: lower case, ASCII, addresses in their canonical form. */
function canonicalHost(text: string): string | undefined {
  if (/[\s/\\?#@]/.test(text)) return undefined;
  const isBareIpv6 = text.includes(':') && !text.startsWith('[');
  const url = parseUrl(`http://${isBareIpv6 ? `[${text}]` : text}/`);
  return url && hostnameOf(url);
}
