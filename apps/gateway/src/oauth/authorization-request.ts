/** Reads the request of an application for access, which a browser sends (OAuth 2.1, 4.1.1). */
import { SCOPES, type Scope } from '@toolpress/contract';
import type { Logger } from '@toolpress/runtime';
import { OAuthError, optional, required } from './answers.js';
import type { Client, Clients } from './clients.js';
import { RESOURCES } from './metadata.js';
import { isRegistered } from './redirects.js';
import { resourceOf } from './token-issuer.js';

/** Where the answer goes: checked first, because the other errors are only for the client's address. */
export interface Destination {
  client: Client;
  redirectUri: string;
  state: string | undefined;
}

export interface AuthorizationRequest extends Destination {
  challenge: string;
  /** The known ones of the wanted scopes; all if none were named. */
  scopes: readonly Scope[];
  resource: string;
  audience: string;
}

type Query = Readonly<Record<string, unknown>>;

const MAX_STATE = 4_096;
/** A SHA-256 in base64url. */
const CHALLENGE = /^[\w-]{43}$/;

/** @throws OAuthError, ServiceError when there is no client whose address is known. Only the person may see these. */
export async function readDestination(
  query: Query,
  clients: Clients,
  address: string,
  log: Logger,
): Promise<Destination> {
  const client = await clients.find(required(query, 'client_id'), address, log);
  const redirectUri = required(query, 'redirect_uri');
  if (!isRegistered(client.redirectUris, redirectUri))
    throw new OAuthError(
      'invalid_request',
      '`redirect_uri` must be one of the addresses that the application has registered.',
    );
  const state = optional(query, 'state');
  if ((state?.length ?? 0) > MAX_STATE)
    throw new OAuthError('invalid_request', `\`state\` must have at most ${MAX_STATE} characters.`);
  return { client, redirectUri, state };
}

/** @throws OAuthError for the client. */
export function readRequest(query: Query, destination: Destination, publicUrl: string): AuthorizationRequest {
  if (required(query, 'response_type') !== 'code')
    throw new OAuthError('unsupported_response_type', '`response_type` must be `code`.');
  if ((optional(query, 'response_mode') ?? 'query') !== 'query')
    throw new OAuthError('invalid_request', '`response_mode` must be `query`.');
  for (const name of ['request', 'request_uri'])
    if (optional(query, name) !== undefined) throw new OAuthError('invalid_request', `\`${name}\` is not supported.`);
  const challenge = required(query, 'code_challenge');
  if (optional(query, 'code_challenge_method') !== 'S256' || !CHALLENGE.test(challenge))
    throw new OAuthError(
      'invalid_request',
      '`code_challenge_method` must be `S256`, and `code_challenge` a SHA-256 in base64url.',
    );
  return { ...destination, challenge, scopes: readScopes(query), ...readResource(query, publicUrl) };
}

/** Scopes of other servers are left out, as RFC 6749 (3.3) allows: clients add some, such as `offline_access`. */
function readScopes(query: Query): readonly Scope[] {
  const wanted = optional(query, 'scope')?.split(' ');
  const known = SCOPES.filter((scope) => wanted?.includes(scope) ?? true);
  if (known.length > 0) return known;
  throw new OAuthError(
    'invalid_scope',
    `\`scope\` must have one of ${SCOPES.map((scope) => `\`${scope}\``).join(', ')}.`,
  );
}

function readResource(query: Query, publicUrl: string): { resource: string; audience: string } {
  const asked = optional(query, 'resource');
  const [agents] = RESOURCES;
  const audience =
    asked === undefined ? agents : RESOURCES.find((path) => resourceOf(asked) === resourceOf(`${publicUrl}${path}`));
  if (audience !== undefined) return { resource: `${publicUrl}${audience}`, audience };
  throw new OAuthError('invalid_target', `\`resource\` must be ${publicUrl}${agents} or ${publicUrl}.`);
}
