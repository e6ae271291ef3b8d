/**
 * The address rule: which addresses a caller's request may reach. An IPv6 address that embeds an IPv4 address is always
 * refused: public ones can be reached by their IPv4 address.
 */
import { isIP } from 'node:net';
import { text } from '@toolpress/contract';
import ipaddr from 'ipaddr.js';
import { parseHosts } from './named-hosts.js';
import {
  GLOBAL_UNICAST_IPV6,
  ISATAP,
  METADATA_ADDRESSES,
  OUTSIDE_GLOBAL_UNICAST,
  PRIVATE_USE,
  REFUSED_IPV4,
  REFUSED_IPV6,
} from './table.js';

type Address = ReturnType<typeof ipaddr.parse>;
type Block = ReturnType<typeof ipaddr.parseCIDR>;

const REFUSED = [...METADATA_ADDRESSES, ...REFUSED_IPV4, ...REFUSED_IPV6].map(({ range, name, source }) => ({
  block: ipaddr.parseCIDR(range),
  rule: `${name} (${range}, ${source})`,
}));
const METADATA = METADATA_ADDRESSES.map(({ range }) => ipaddr.parseCIDR(range));
const PRIVATE = PRIVATE_USE.map((range) => ipaddr.parseCIDR(range));
const GLOBAL_UNICAST = ipaddr.parseCIDR(GLOBAL_UNICAST_IPV6);

/**
 * @param text as the resolver returns it or a URL contains it: IPv4 in four decimal parts, IPv6 without brackets. Anything else, an
 *   address with a zone included, is refused.
 * @returns the row of the table that refuses the address; undefined for a public one.
 */
export function refusingRule(text: string): string | undefined {
  if (isIP(text) === 0) return 'not an address';
  if (text.includes('%')) return 'address with a zone';
  const address = ipaddr.parse(text);
  const row = REFUSED.find(({ block }) => isWithin(address, block));
  if (row !== undefined) return row.rule;
  if (address.kind() === 'ipv4') return undefined;
  if (!isWithin(address, GLOBAL_UNICAST)) return OUTSIDE_GLOBAL_UNICAST;
  return isIsatap(address) ? ISATAP : undefined;
}

/** Returns whether an address belongs to a private network or this machine, and is not where clouds hand out credentials. */
export function isPrivateUse(text: string): boolean {
  if (isIP(text) === 0 || text.includes('%')) return false;
  const address = ipaddr.parse(text);
  const isIn = (blocks: readonly Block[]): boolean => blocks.some((block) => isWithin(address, block));
  return isIn(PRIVATE) && !isIn(METADATA);
}

/** The "universal" and "group" bits differ among ISATAP identifiers. */
function isIsatap(address: Address): boolean {
  const [high = 0, low = 0, mark = 0, type = 0] = address.toByteArray().slice(8);
  return (high & 0xfc) === 0 && low === 0 && mark === 0x5e && type === 0xfe;
}

/** ipaddr.js throws on a comparison across families. */
function isWithin(address: Address, block: Block): boolean {
  return address.kind() === block[0].kind() && address.match(block);
}

/** Whether two texts are the same address, however each is written. */
export function isSameAddress(one: string, other: string): boolean {
  if (isIP(one) === 0 || isIP(other) === 0) return false;
  return ipaddr.parse(one).toNormalizedString() === ipaddr.parse(other).toNormalizedString();
}

/** An address with a port: `10.0.0.5:8080`, `[fd12::5]:443`. */
const WITH_PORT = /^(?:[\d.]+|\[[\da-fA-F:.]+\]):\d+$/;

/**
 * Parses `OUTBOUND_ALLOW`: addresses and CIDR ranges, such as `10.1.0.0/16, fd12:3456::/32, 127.0.0.2`, and single ports of addresses,
 * such as `127.0.0.1:8080`.
 *
 * @returns `ranges`: in CIDR notation. `hosts`: as `NamedHosts` takes them.
 * @throws Error naming the entry that is none of these, or that sets bits beyond its prefix.
 */
export function parseAllow(text: string): { ranges: string[]; hosts: string[] } {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  const hosts = entries.filter((entry) => WITH_PORT.test(entry));
  hosts.forEach(parseHosts);
  return { ranges: entries.filter((entry) => !WITH_PORT.test(entry)).map(parseRange), hosts };
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
  const network = (version === 4 ? ipaddr.IPv4 : ipaddr.IPv6).networkAddressFromCIDR(range).toString();
  if (ipaddr.parse(address).toString() !== network) {
    throw new Error(`"${entry}" sets bits beyond its prefix: write ${network}/${prefix} or the address alone`);
  }
  return range;
}

/** The addresses that the operator exempted, exactly as written: 127.0.0.2 does not exempt ::ffff:127.0.0.2. */
export class AllowList {
  private readonly blocks;

  /** @param entries addresses and CIDR ranges. @throws Error for others. */
  constructor(entries: readonly string[]) {
    this.blocks = entries.map((entry) => ipaddr.parseCIDR(parseRange(entry.trim())));
  }

  exempts(address: string): boolean {
    if (isIP(address) === 0 || address.includes('%')) return false;
    const parsed = ipaddr.parse(address);
    return this.blocks.some((block) => isWithin(parsed, block));
  }
}

/** The environment variable of the exemptions, for both apps. */
export const outboundOptional = {
  OUTBOUND_ALLOW: text()
    .custom((value: string) => {
      parseAllow(value);
      return value;
    })
    .description(
      'addresses, CIDR ranges and `address:port` exempt from the address rule, comma-separated: for an intranet’s own APIs',
    ),
};
