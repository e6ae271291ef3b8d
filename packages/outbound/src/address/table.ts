/**
 * The table of the address rule: everything that is not globally routable unicast. Taken from IANA's special-purpose
 * address registries (IPv4 and IPv6) and the RFCs named in each row, those blocks included that the registries call
 * globally reachable but that hold no ordinary servers.
 */
export interface RefusedRange {
  /** In CIDR notation. */
  readonly range: string;
  readonly name: string;
  readonly source: string;
}

/** Where clouds hand out credentials. All lie in refused ranges or are refused here; the log calls them by name. */
export const METADATA_ADDRESSES: readonly RefusedRange[] = [
  { range: '169.254.169.254/32', name: 'cloud metadata', source: 'AWS, Google Cloud, Azure and others' },
  { range: '169.254.170.2/32', name: 'container credentials', source: 'AWS ECS' },
  { range: '169.254.170.23/32', name: 'pod identity', source: 'AWS EKS' },
  { range: '169.254.42.42/32', name: 'cloud metadata', source: 'Scaleway' },
  { range: '169.254.0.23/32', name: 'cloud metadata', source: 'Tencent Cloud' },
  { range: '168.63.129.16/32', name: 'platform services', source: 'Azure' },
  { range: '100.100.100.200/32', name: 'cloud metadata', source: 'Alibaba Cloud' },
  { range: '192.0.0.192/32', name: 'cloud metadata', source: 'Oracle Cloud' },
  { range: 'fd00:ec2::254/128', name: 'cloud metadata', source: 'AWS' },
  { range: 'fd00:ec2::23/128', name: 'pod identity', source: 'AWS EKS' },
  { range: 'fd20:ce::254/128', name: 'cloud metadata', source: 'Google Cloud' },
  { range: 'fd00:42::42/128', name: 'cloud metadata', source: 'Scaleway' },
  { range: 'fe80::a9fe:a9fe/128', name: 'cloud metadata', source: 'OpenStack' },
];

export const REFUSED_IPV4: readonly RefusedRange[] = [
  { range: '0.0.0.0/8', name: 'this network', source: 'RFC 791' },
  { range: '10.0.0.0/8', name: 'private use', source: 'RFC 1918' },
  { range: '100.64.0.0/10', name: 'carrier-grade NAT', source: 'RFC 6598' },
  { range: '127.0.0.0/8', name: 'loopback', source: 'RFC 1122' },
  { range: '169.254.0.0/16', name: 'link-local', source: 'RFC 3927' },
  { range: '172.16.0.0/12', name: 'private use', source: 'RFC 1918' },
  { range: '192.0.0.0/24', name: 'protocol assignments', source: 'RFC 6890' },
  { range: '192.0.2.0/24', name: 'documentation', source: 'RFC 5737' },
  { range: '192.31.196.0/24', name: 'AS112 name service', source: 'RFC 7535' },
  { range: '192.52.193.0/24', name: 'multicast tunnels (AMT)', source: 'RFC 7450' },
  { range: '192.88.99.0/24', name: '6to4 relay anycast', source: 'RFC 7526' },
  { range: '192.168.0.0/16', name: 'private use', source: 'RFC 1918' },
  { range: '192.175.48.0/24', name: 'AS112 name service', source: 'RFC 7534' },
  { range: '198.18.0.0/15', name: 'benchmarking', source: 'RFC 2544' },
  { range: '198.51.100.0/24', name: 'documentation', source: 'RFC 5737' },
  { range: '203.0.113.0/24', name: 'documentation', source: 'RFC 5737' },
  { range: '224.0.0.0/4', name: 'multicast', source: 'RFC 1112' },
  { range: '255.255.255.255/32', name: 'broadcast', source: 'RFC 919' },
  { range: '240.0.0.0/4', name: 'reserved', source: 'RFC 1112' },
];

export const REFUSED_IPV6: readonly RefusedRange[] = [
  { range: '::/128', name: 'unspecified', source: 'RFC 4291' },
  { range: '::1/128', name: 'loopback', source: 'RFC 4291' },
  { range: '::ffff:0:0/96', name: 'IPv4-mapped', source: 'RFC 4291' },
  { range: '::ffff:0:0:0/96', name: 'IPv4-translated', source: 'RFC 2765' },
  { range: '::/96', name: 'IPv4-compatible', source: 'RFC 4291' },
  { range: '64:ff9b::/96', name: 'NAT64', source: 'RFC 6052' },
  { range: '64:ff9b:1::/48', name: 'local NAT64', source: 'RFC 8215' },
  { range: '::/8', name: 'reserved', source: 'RFC 4291' },
  { range: '100::/64', name: 'discard-only', source: 'RFC 6666' },
  { range: '100:0:0:1::/64', name: 'dummy prefix', source: 'RFC 9780' },
  { range: '2001::/32', name: 'Teredo', source: 'RFC 4380' },
  { range: '2001:2::/48', name: 'benchmarking', source: 'RFC 5180' },
  { range: '2001:3::/32', name: 'multicast tunnels (AMT)', source: 'RFC 7450' },
  { range: '2001:4:112::/48', name: 'AS112 name service', source: 'RFC 7535' },
  { range: '2001:10::/28', name: 'ORCHID, deprecated', source: 'RFC 4843' },
  { range: '2001:20::/28', name: 'ORCHIDv2', source: 'RFC 7343' },
  { range: '2001:30::/28', name: 'drone identifiers', source: 'RFC 9374' },
  { range: '2001::/23', name: 'protocol assignments', source: 'RFC 2928' },
  { range: '2001:db8::/32', name: 'documentation', source: 'RFC 3849' },
  { range: '2002::/16', name: '6to4', source: 'RFC 3056' },
  { range: '2620:4f:8000::/48', name: 'AS112 name service', source: 'RFC 7534' },
  { range: '3ffe::/16', name: '6bone, returned', source: 'RFC 3701' },
  { range: '3fff::/20', name: 'documentation', source: 'RFC 9637' },
  { range: '5f00::/16', name: 'segment routing identifiers', source: 'RFC 9602' },
  { range: 'fc00::/7', name: 'unique local', source: 'RFC 4193' },
  { range: 'fe80::/10', name: 'link-local', source: 'RFC 4291' },
  { range: 'fec0::/10', name: 'site-local, deprecated', source: 'RFC 3879' },
  { range: 'ff00::/8', name: 'multicast', source: 'RFC 4291' },
];

/** Private networks and this machine: the only refused ranges in which a host that the operator names may be. */
export const PRIVATE_USE: readonly string[] = [
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  '127.0.0.0/8',
  'fc00::/7',
  '::1/128',
];

/** The only part of IPv6 that is given out for ordinary hosts (RFC 4291, section 2.4). */
export const GLOBAL_UNICAST_IPV6 = '2000::/3';
export const OUTSIDE_GLOBAL_UNICAST = `outside ${GLOBAL_UNICAST_IPV6}`;

/** An interface identifier `0:5efe` or `200:5efe` and an IPv4 address, under any prefix whatever. */
export const ISATAP = 'ISATAP (RFC 5214)';

/** Names that mean the machine itself, whatever a resolver says. */
export const LOCAL_NAMES: readonly string[] =
  `localhost localhost.localdomain localhost4 localhost4.localdomain4 localhost6 localhost6.localdomain6
  ip6-localhost ip6-loopback`.split(/\s+/);

/** @param host lower case. @returns whether the name is one of them, or lies under `.localhost` (RFC 6761). */
export function isLocalName(host: string): boolean {
  const name = host.replace(/\.$/, '');
  return LOCAL_NAMES.includes(name) || name.endsWith('.localhost');
}
