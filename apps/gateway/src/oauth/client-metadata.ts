/** What applications say of themselves, in a document or when they register (RFC 7591, 2). Unknown fields are ignored. */
import { MAX_CLIENT_NAME } from '@toolpress/contract';
import { OAuthError } from './answers.js';
import { redirectFault } from './redirects.js';

export interface ClientMetadata {
  /** For people, and not checked by anyone. */
  name: string;
  redirectUris: readonly string[];
}

const MAX_REDIRECT_URIS = 10;

/** @throws OAuthError `invalid_client_metadata`, `invalid_redirect_uri`. */
export function readMetadata(document: unknown): ClientMetadata {
  if (typeof document !== 'object' || document === null || Array.isArray(document))
    throw invalid('The metadata must be a JSON object.');
  const { redirect_uris, client_name, grant_types, response_types } = document as Record<string, unknown>;
  mustInclude('grant_types', grant_types, 'authorization_code');
  mustInclude('response_types', response_types, 'code');
  const redirectUris = readRedirects(redirect_uris);
  const name = typeof client_name === 'string' ? shownName(client_name) : '';
  return { redirectUris, name: name || new URL(redirectUris[0] ?? '').host };
}

function readRedirects(given: unknown): string[] {
  const isList = Array.isArray(given) && given.length > 0 && given.length <= MAX_REDIRECT_URIS;
  if (!isList || !given.every((uri) => typeof uri === 'string'))
    throw new OAuthError('invalid_redirect_uri', `\`redirect_uris\` must be a list of 1 to ${MAX_REDIRECT_URIS} URLs.`);
  const uris: string[] = given;
  for (const [index, uri] of uris.entries()) {
    const fault = redirectFault(uri);
    if (fault !== undefined) throw new OAuthError('invalid_redirect_uri', `\`redirect_uris[${index}]\` ${fault}.`);
  }
  return uris;
}

function mustInclude(field: string, given: unknown, needed: string): void {
  if (given === undefined || given === null || (Array.isArray(given) && given.includes(needed))) return;
  throw invalid(`\`${field}\` must include \`${needed}\`.`);
}

/**
 * Removes invisible, control and format characters, which could turn the text around or hide a part of it. Neither cut leaves half of a
 * surrogate pair: Redis reads no JSON with one.
 */
const shownName = (name: string): string =>
  name
    .slice(0, 4 * MAX_CLIENT_NAME)
    .replace(/\p{Default_Ignorable_Code_Point}+/gu, '')
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, MAX_CLIENT_NAME)
    .replace(/\p{Cs}$/u, '')
    .trim();

const invalid = (message: string): OAuthError => new OAuthError('invalid_client_metadata', message);
