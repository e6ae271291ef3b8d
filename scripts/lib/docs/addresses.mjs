/** The addresses that outbound requests may not reach as `docs/outbound-addresses.md`. */
import {
  GLOBAL_UNICAST_IPV6,
  LOCAL_NAMES,
  METADATA_ADDRESSES,
  REFUSED_IPV4,
  REFUSED_IPV6,
} from '@toolpress/outbound/address-table';
import { table } from './sections.mjs';

/** Returns the page, ending in a line feed. */
export const addressesMarkdown = () => `# Refused addresses

<!-- Written from the table that the address rule uses; a test fails when it is out of date. -->

HTTP requests, webhooks, images and style sheets of documents reach only globally routable unicast addresses. The rule applies to the addresses that are connected to, on every redirect, in every notation. A name with one refused address is refused. The caller
learns only that the target is not allowed. The log has the address and the row below, not the host.

${section('Cloud metadata', METADATA_ADDRESSES)}

${section('IPv4', REFUSED_IPV4)}

${section('IPv6', REFUSED_IPV6)}

IPv6 addresses must be in \`${GLOBAL_UNICAST_IPV6}\` and outside these ranges. ISATAP interface identifiers (\`0:5efe\` or \`200:5efe\` and an IPv4 address; RFC 5214) and addresses with a zone (\`%eth0\`) are refused under any prefix. IPv6 forms that carry an IPv4 address are always refused: mapped, compatible,
translated, NAT64, 6to4, Teredo, ISATAP.

## Names

Refused without a DNS query, in any case, with or without a trailing dot: ${LOCAL_NAMES.map((name) => `\`${name}\``).join(', ')}, and names under
\`.localhost\`.

## Exemptions

\`OUTBOUND_ALLOW\` lists addresses and CIDR ranges that are exempt, for intranets and tests. \`127.0.0.1:8080\` exempts one port of a private address. It does not exempt the names above: use the address. IPv6 forms of an exempt IPv4 address remain refused.
`;

/** @param {string} title @param {typeof REFUSED_IPV4} ranges */
function section(title, ranges) {
  const rows = ranges.map(({ range, name, source }) => [`\`${range}\``, name, source]);
  return `## ${title}

${table(['Range', 'What it is', 'Source'], rows)}`;
}
