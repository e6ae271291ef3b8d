/** Connections of the provider `http`: what they store, and their addresses. */
import { randomUUID } from 'node:crypto';
import {
  type Connection,
  type ConnectionInput,
  type HttpAuth,
  type HttpAuthShown,
  type HttpMethod,
  ServiceError,
} from '@toolpress/contract';
import { checkRequestHeaders, hostnameOf, parseTargetUrl } from '@toolpress/outbound';

/** What is encrypted of a connection. It includes what is not secret, so that no change of it in Redis has an effect. */
export interface HttpDefinition {
  /** Different for each saved version, so that a cached token is not used for another. */
  version: string;
  auth: HttpAuth;
  methods?: readonly HttpMethod[];
  headers?: Readonly<Record<string, string>>;
}

/** A connection with its secrets in plain text. */
export interface HttpConnection extends HttpDefinition {
  slug: string;
  /** The address in canonical form, see `httpUrl`. */
  url: string;
}

/** What is shown of a connection. */
export type HttpShown = Pick<Connection, 'auth' | 'methods' | 'headers'>;

/**
 * Returns the definition of a connection to save; undefined for other providers.
 *
 * @throws ServiceError `invalid_parameter` for names and values that cannot be headers, and for an unusable address of tokens.
 */
export function httpDefinition({ auth, methods, headers }: ConnectionInput): HttpDefinition | undefined {
  if (auth === undefined) return undefined;
  if (auth.type === 'header') asField('auth.name', () => checkRequestHeaders({ [auth.name ?? '']: '' }));
  checkRequestHeaders(headers ?? {});
  const twice = Object.keys(headers ?? {}).find((name) => name.toLowerCase() === auth.name?.toLowerCase());
  if (twice !== undefined && auth.type === 'header')
    throw new ServiceError('invalid_parameter', `\`headers\`: \`${twice}\` is the header of \`auth\`.`);
  const { token_url } = auth;
  return {
    version: randomUUID(),
    auth: token_url === undefined ? auth : { ...auth, token_url: tokenUrl(token_url) },
    ...(methods && { methods }),
    ...(headers && { headers }),
  };
}

/** Returns what is shown of a connection, without its secrets. */
export function shownOf({ auth, methods, headers }: HttpDefinition): HttpShown {
  const { type, name, prefix, token_url, client_id, scope, audience, client_auth } = auth;
  const shown = { type, name, prefix, token_url, client_id, scope, audience, client_auth };
  const given = Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== undefined));
  return {
    auth: given as unknown as HttpAuthShown,
    ...(methods && { methods: [...methods] }),
    ...(headers && { headers: { ...headers } }),
  };
}

/**
 * Returns an address in canonical form: no dot at the end of the host, no default port, no dot segments, a slash at the end.
 *
 * @throws ServiceError `invalid_parameter`.
 */
export function httpUrl(text: string): string {
  const url = parseTargetUrl(text);
  if (url.search !== '' || url.hash !== '' || /[?#]/.test(text))
    throw new ServiceError('invalid_parameter', '`url` must have no query and no fragment.');
  if (url.pathname.includes('//'))
    throw new ServiceError('invalid_parameter', '`url` must not have two slashes in its path.');
  if (url.hostname.endsWith('.')) url.hostname = hostnameOf(url);
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url.href;
}

function tokenUrl(text: string): string {
  const url = asField('auth.token_url', () => parseTargetUrl(text));
  url.hash = '';
  return url.href;
}

/** Runs a check whose error is about another field. */
function asField<Result>(field: string, check: () => Result): Result {
  try {
    return check();
  } catch (error) {
    throw ofField(field, error);
  }
}

/** Returns the error of a check with the name of another field. */
export function ofField(field: string, error: unknown): unknown {
  if (!(error instanceof ServiceError)) return error;
  return new ServiceError(error.code, `\`${field}\`: ${error.message.replace(/^`(?:url|headers)`:? /, '')}`, {
    cause: error,
  });
}
