/** The table of the address rule as `docs/outbound-addresses.md`. */
import { LOCAL_NAMES } from '../target/local-names.js';
import { GLOBAL_UNICAST_IPV6, METADATA_ADDRESSES, REFUSED_IPV4, REFUSED_IPV6, type RefusedRange } from './table.js';

/** @returns the page, ending in a line feed. */
export function addressTableMarkdown(): string {
  return `${[
    '# Addresses that outbound requests refuse',
    '<!-- Written from the table that the address rule uses; a test fails when it is out of date. -->',
    INTRODUCTION,
    section('Cloud metadata', METADATA_ADDRESSES),
    section('IPv4', REFUSED_IPV4),
    section('IPv6', REFUSED_IPV6),
    IPV6_BEYOND_RANGES,
    NAMES,
    EXEMPTIONS,
  ].join('\n\n')}\n`;
}

const INTRODUCTION = `The HTTP request tool and the images of a document reach only globally routable unicast addresses. The rule is applied
to the addresses that are really connected to, on every redirect, however the address is written and whatever name leads
to it. A name with even one refused address is refused. The caller learns only that the target is not allowed; the
log names the address and the row below, not the host: that is the caller’s.`;

const IPV6_BEYOND_RANGES = `Of IPv6, only what lies in \`${GLOBAL_UNICAST_IPV6}\` and in none of these ranges is allowed. Refused under any prefix, too: ISATAP
interface identifiers (\`0:5efe\` or \`200:5efe\` and an IPv4 address; RFC 5214), and addresses with a zone (\`%eth0\`). Every form of
IPv6 that carries an IPv4 address is refused whatever address it carries: mapped, compatible, translated, NAT64, 6to4,
Teredo, ISATAP.`;

const NAMES = `## Names

Refused without a look-up, in any case, with or without a trailing dot: ${LOCAL_NAMES.map((name) => `\`${name}\``).join(', ')}, and every name
under \`.localhost\`.`;

const EXEMPTIONS = `## Exemptions

\`OUTBOUND_ALLOW\` lists addresses and CIDR ranges that are exempt from this table, for intranets and tests. It does not
exempt the names above: give the address instead. An exempt IPv4 address stays refused in its IPv6 forms.`;

function section(title: string, ranges: readonly RefusedRange[]): string {
  const rows = ranges.map(({ range, name, source }) => `| \`${range}\` | ${name} | ${source} |`);
  return [`## ${title}`, '', '| Range | What it is | Source |', '|---|---|---|', ...rows].join('\n');
}
