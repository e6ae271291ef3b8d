/** The operator's exemptions from the address rule (`OUTBOUND_ALLOW`). */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isWithin } from './rule.js';

/**
 * Reads a comma-separated list of addresses and CIDR ranges, such as `10.1.0.0/16, fd12:3456::/32, 127.0.0.2`.
 *
 * @returns one range per entry, in CIDR notation; empty for an empty text.
 * @throws Error naming the entry that is neither, or that sets bits beyond its prefix.
 */
export function parseAllow(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map(parseRange);
}

function parseRange(entry: string): string {
  const [address = '', prefix, ...rest] = entry.split('/');
  const version = isIP(address);
  const bits = version === 4 ? 32 : 128;
  const isRange = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
  if (version === 0 || address.includes('%') || !isRange || rest.length > 0) {
    throw new Error(`"${entry}" is neither an IP address nor a range in CIDR notation such as 10.1.0.0/16`);
  }
  const range = `${ipaddr.parse(address).toString()}/${Number(prefix ?? bits)}`;
  const network = networkAddress(range);
  if (ipaddr.parse(address).toString() !== network) {
    throw new Error(`"${entry}" sets bits beyond its prefix: write ${network}/${prefix} or the address alone`);
  }
  return range;
}

function networkAddress(range: string): string {
  const family = range.includes(':') ? ipaddr.IPv6 : ipaddr.IPv4;
  return family.networkAddressFromCIDR(range).toString();
}

/** Says whether the operator exempted an address. Only what is written counts: 127.0.0.2 does not exempt ::ffff:127.0.0.2. */
export class AllowList {
  private readonly blocks;

  /** @param entries addresses and CIDR ranges. @throws Error as `parseAllow` does. */
  constructor(entries: readonly string[]) {
    this.blocks = entries.map((entry) => ipaddr.parseCIDR(parseRange(entry.trim())));
  }

  exempts(address: string): boolean {
    if (isIP(address) === 0 || address.includes('%')) return false;
    const parsed = ipaddr.parse(address);
    return this.blocks.some((block) => isWithin(parsed, block));
  }
}
