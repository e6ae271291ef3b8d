/** Names that mean the machine itself, whatever a resolver says. */
export const LOCAL_NAMES: readonly string[] = [
  'localhost',
  'localhost.localdomain',
  'localhost4',
  'localhost4.localdomain4',
  'localhost6',
  'localhost6.localdomain6',
  'ip6-localhost',
  'ip6-loopback',
];

/** @param host lower case. @returns whether the name is one of them, or lies under `.localhost` (RFC 6761). */
export function isLocalName(host: string): boolean {
  const name = host.replace(/\.$/, '');
  return LOCAL_NAMES.includes(name) || name.endsWith('.localhost');
}
