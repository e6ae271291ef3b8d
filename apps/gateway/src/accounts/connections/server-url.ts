/** The address of a connection's server: what callers may send, and which hosts the operator allows. */
import { type ConnectionProvider, ServiceError } from '@toolpress/contract';
import { type NamedHosts, parseTargetUrl } from '@toolpress/outbound';
import { withoutSlash } from '@toolpress/runtime';
import { httpUrl } from './http-connection.js';

/** `postgres://role@host:port`, with the host in brackets if it is an IPv6 address. */
const POSTGRES = /^postgres(?:ql)?:\/\/([^\s@/?#:]{1,200})@([^\s@/?#]{1,300})\/?(?:\?sslmode=(verify-full|disable))?$/;
/** The longest role in the canonical form, which is parsed again. */
const MAX_ROLE = 200;
const POSTGRES_PORT = 5432;

export interface PostgresUrl {
  user: string;
  /** As `hostnameOf` returns it. */
  host: string;
  port: number;
  isEncrypted: boolean;
}

/**
 * Returns a server's address in canonical form, which is stored.
 *
 * @throws ServiceError `invalid_parameter` for an unusable address, `host_forbidden` if the operator does not name its host.
 */
export function serverUrl(provider: ConnectionProvider, text: string | undefined, hosts: NamedHosts): string {
  if (provider === 'tablebase') {
    if (text === undefined) return '';
    throw new ServiceError('invalid_parameter', '`url` is not allowed with the provider `tablebase`.');
  }
  if (text === undefined)
    throw new ServiceError('invalid_parameter', `\`url\` is required with the provider \`${provider}\`.`);
  if (provider === 'http') return httpUrl(text);
  if (provider === 's3') {
    const { href, origin } = parseTargetUrl(text);
    if (href === `${origin}/`) return origin;
    throw new ServiceError(
      'invalid_parameter',
      '`url` must have no path, query and fragment; name the bucket in `bucket`.',
    );
  }
  if (provider !== 'postgres') {
    const url = parseTargetUrl(text);
    if (url.search !== '' || url.hash !== '' || /[?#]/.test(text))
      throw new ServiceError('invalid_parameter', '`url` must have no query and no fragment.');
    checkHost(url, hosts);
    return withoutSlash(url.href);
  }
  const { user, host, port, isEncrypted } = parsePostgresUrl(text);
  const bracketed = host.includes(':') ? `[${host}]` : host;
  checkHost(new URL(`http://${bracketed}:${port}/`), hosts);
  return `postgres://${encodeURIComponent(user)}@${bracketed}:${port}?sslmode=${isEncrypted ? 'verify-full' : 'disable'}`;
}

/**
 * Checks a stored address again, because the operator's list may have changed.
 *
 * @throws ServiceError `host_forbidden`.
 */
export function checkServer(provider: ConnectionProvider, url: string, hosts: NamedHosts): void {
  if (provider !== 'tablebase') serverUrl(provider, url, hosts);
}

function checkHost(url: URL, hosts: NamedHosts): void {
  if (hosts.has(url)) return;
  throw new ServiceError(
    'host_forbidden',
    `The operator of this service does not allow connections to ${url.host} (\`RECORD_HOSTS\`).`,
  );
}

/** @throws ServiceError `invalid_parameter`. */
export function parsePostgresUrl(text: string): PostgresUrl {
  const [, user = '', authority = '', mode = 'verify-full'] = POSTGRES.exec(text) ?? [];
  const name = decoded(user);
  if (name === undefined || name === '')
    throw new ServiceError(
      'invalid_parameter',
      '`url` must be `postgres://role@host:port`, without a password, which is the `token`; `?sslmode=disable` turns TLS off.',
    );
  // HTTP URLs have one spelling for each host. URLs of other schemes keep any.
  const { hostname, port } = parseTargetUrl(`http://${authority}/`);
  const isDefault = !/:\d+$/.test(authority);
  return {
    user: name,
    host: hostname.replace(/\.$/, '').replace(/^\[(.*)\]$/, '$1'),
    port: isDefault ? POSTGRES_PORT : Number(port || 80),
    isEncrypted: mode === 'verify-full',
  };
}

function decoded(text: string): string | undefined {
  try {
    const name = decodeURIComponent(text);
    return /[\p{Cc}\p{Cs}]/u.test(name) || encodeURIComponent(name).length > MAX_ROLE ? undefined : name;
  } catch {
    return undefined;
  }
}
