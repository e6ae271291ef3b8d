/** Where clients find out how to get a token: metadata of the protected resources (RFC 9728) and of the authorization server (RFC 8414). */
import { SCOPES } from '@toolpress/contract';
import type { Router } from 'express';
import { named } from '../api/request-log.js';

/** The paths of the authorization server. */
export const PATHS = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  registration: '/oauth/register',
  revocation: '/oauth/revoke',
} as const;

/** The paths that access tokens can be for, with all below: agents, and the whole service. */
export const RESOURCES = ['/mcp', ''] as const;

export const WELL_KNOWN = '/.well-known';
const RESOURCE_METADATA = `${WELL_KNOWN}/oauth-protected-resource`;
const SERVER_METADATA = `${WELL_KNOWN}/oauth-authorization-server`;

/** Returns the parameter of `WWW-Authenticate` that leads a client from a 401 to the metadata; undefined for paths without access tokens. */
export function challengeOf(path: string, publicUrl: string): string | undefined {
  if (path !== '/mcp' && !path.startsWith('/api/')) return undefined;
  return `resource_metadata="${publicUrl}${RESOURCE_METADATA}${path === '/mcp' ? path : ''}"`;
}

/** @param provider the issuer that gives tokens instead of this service. */
export function mountMetadata(router: Router, publicUrl: string, provider?: string): void {
  // The metadata of an address with a path is at the root of its host: a proxy may pass that on.
  const { pathname } = new URL(publicUrl);
  const prefixes = pathname === '/' ? [''] : ['', pathname];
  const serve = (path: string, suffix: string, document: object): void => {
    const paths = prefixes.map((prefix) => `${path}${prefix}${suffix}`);
    router.get(paths, named(`GET ${path}${suffix}`), (_request, response) => {
      response.set('Cache-Control', 'public, max-age=300').json(document);
    });
  };
  for (const path of RESOURCES)
    serve(RESOURCE_METADATA, path, resourceMetadata(`${publicUrl}${path}`, publicUrl, provider));
  if (provider === undefined) serve(SERVER_METADATA, '', serverMetadata(publicUrl));
}

const resourceMetadata = (resource: string, publicUrl: string, provider = publicUrl) => ({
  resource,
  authorization_servers: [provider],
  scopes_supported: SCOPES,
  bearer_methods_supported: ['header'],
  resource_name: 'Toolpress',
  resource_documentation: `${publicUrl}/docs/mcp`,
});

const serverMetadata = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}${PATHS.authorization}`,
  token_endpoint: `${issuer}${PATHS.token}`,
  registration_endpoint: `${issuer}${PATHS.registration}`,
  revocation_endpoint: `${issuer}${PATHS.revocation}`,
  scopes_supported: SCOPES,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
  service_documentation: `${issuer}/docs/mcp`,
});
