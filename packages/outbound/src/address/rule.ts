/**
 * The address rule: which addresses a caller's request may reach. An address that carries an IPv4 address inside is
 * refused whatever it carries: the public ones among those can be reached by their IPv4 address.
 */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import {
  GLOBAL_UNICAST_IPV6,
  ISATAP,
  METADATA_ADDRESSES,
  OUTSIDE_GLOBAL_UNICAST,
  REFUSED_IPV4,
  REFUSED_IPV6,
  type RefusedRange,
} from './table.js';

type Address = ReturnType<typeof ipaddr.parse>;
type Block = ReturnType<typeof ipaddr.parseCIDR>;

export type AddressVerdict = { readonly public: true } | { readonly public: false; readonly rule: string };

const REFUSED = [...METADATA_ADDRESSES, ...REFUSED_IPV4, ...REFUSED_IPV6].map((row) => ({
  block: ipaddr.parseCIDR(row.range),
  rule: ruleName(row),
}));
const GLOBAL_UNICAST = ipaddr.parseCIDR(GLOBAL_UNICAST_IPV6);

/** How the log names a row of the table. */
function ruleName({ range, name, source }: RefusedRange): string {
  return `${name} (${range}, ${source})`;
}

/**
 * Judges one address.
 *
 * @param address as the resolver or a URL's host gives it: IPv4 in four decimal parts, IPv6 without brackets. Anything
 *   else, an address with a zone included, is refused.
 * @returns the row of the table that refuses the address, or that it is public.
 */
export function classifyAddress(address: string): AddressVerdict {
  const rule = refusingRule(address);
  return rule === undefined ? { public: true } : { public: false, rule };
}

export const isAddressAllowed = (address: string): boolean => classifyAddress(address).public;

function refusingRule(text: string): string | undefined {
  if (isIP(text) === 0) return 'not an address';
  if (text.includes('%')) return 'address with a zone';
  const address = ipaddr.parse(text);
  const row = REFUSED.find(({ block }) => isWithin(address, block));
  if (row !== undefined) return row.rule;
  if (address.kind() === 'ipv4') return undefined;
  if (!isWithin(address, GLOBAL_UNICAST)) return OUTSIDE_GLOBAL_UNICAST;
  return isIsatap(address) ? ISATAP : undefined;
}

/** The bits that say "universal" and "group" differ among ISATAP identifiers. */
function isIsatap(address: Address): boolean {
  const [high = 0, low = 0, mark = 0, type = 0] = address.toByteArray().slice(8);
  return (high & 0xfc) === 0 && low === 0 && mark === 0x5e && type === 0xfe;
}

/** ipaddr.js throws on a comparison across families. */
export function isWithin(address: Address, block: Block): boolean {
  return address.kind() === block[0].kind() && address.match(block);
}

/** Whether two texts are the same address, however each is written. */
export function isSameAddress(one: string, other: string): boolean {
  if (isIP(one) === 0 || isIP(other) === 0) return false;
  return ipaddr.parse(one).toNormalizedString() === ipaddr.parse(other).toNormalizedString();
}
