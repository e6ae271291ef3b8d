/** Limits access tokens to their scopes. Every call of a caller passes here, over HTTP and by agents. */
import { type Scope, ServiceError, TOOL_SCOPES } from '@toolpress/contract';
import type { Caller } from '../auth/callers.js';
import type { AnyToolEndpoint, CallerEndpoint, Endpoint } from './endpoint.js';

type Callable = AnyToolEndpoint | CallerEndpoint<unknown, unknown, unknown>;

/** Returns the scopes of a tool's call: those of all tools that it is charged as; undefined if no limited token may make it. */
export const toolScopes = (
  { tool, chargedAs, needsApiToken }: Pick<AnyToolEndpoint, 'tool' | 'chargedAs' | 'needsApiToken'>,
  body: unknown,
): readonly Scope[] | undefined =>
  needsApiToken?.(body) ? undefined : (chargedAs?.(body) ?? [tool]).map((each) => TOOL_SCOPES[each]);

/** Returns the endpoints of callers with the scopes that they need; those of tools, and with scopes of their own, as they are. */
export const scoped = (scopes: readonly Scope[], endpoints: readonly Endpoint[]): Endpoint[] =>
  endpoints.map((endpoint) =>
    endpoint.access === 'caller' && endpoint.tool === undefined
      ? { ...endpoint, scopes: endpoint.scopes ?? (() => scopes) }
      : endpoint,
  );

/** Returns the scopes that a call needs; undefined if no limited token may make it. */
export const scopesOf = (endpoint: Callable, body: unknown): readonly Scope[] | undefined =>
  endpoint.tool === undefined ? endpoint.scopes?.(body) : toolScopes(endpoint, body);

/** @throws ServiceError `insufficient_scope`, with the scopes in `WWW-Authenticate` (RFC 6750, 3.1). Tokens without scopes may call everything. */
export function checkScopes(endpoint: Callable, { caller, body }: { caller: Caller; body: unknown }): void {
  const { scopes } = caller;
  if (scopes === undefined) return;
  const needed = scopesOf(endpoint, body);
  if (needed?.every((scope) => scopes.includes(scope))) return;
  const challenge = 'Bearer error="insufficient_scope"';
  if (needed === undefined)
    throw new ServiceError(
      'insufficient_scope',
      'This call needs an API token of the account; the scopes of access tokens do not include it.',
      {
        headers: { 'WWW-Authenticate': challenge },
      },
    );
  const missing = needed.filter((scope) => !scopes.includes(scope));
  const names = missing.map((scope) => `\`${scope}\``).join(' and ');
  throw new ServiceError(
    'insufficient_scope',
    `The access token lacks the scope ${names}. Ask the account's holder to allow it: authorize again with this scope.`,
    // Clients ask for what the challenge names, so it has what they already may, too (RFC 6750; MCP, scope challenges).
    { headers: { 'WWW-Authenticate': `${challenge}, scope="${[...new Set([...scopes, ...needed])].join(' ')}"` } },
  );
}
