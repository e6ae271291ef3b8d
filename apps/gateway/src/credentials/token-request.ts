/** Requests a token by client credentials (RFC 6749, sections 2.3.1 and 4.4). */
import { type HttpAuth, MIN_SECRET_LENGTH, ServiceError } from '@toolpress/contract';
import type { Outbound, OutboundLimits, OutboundResponse } from '@toolpress/outbound';
import { type NewToken, TOKEN_REQUEST_MS } from './tokens.js';

const MAX_ANSWER_BYTES = 64 * 1024;
const MAX_TOKEN_LENGTH = 16_000;
/** The lifetime of a token whose endpoint names none, and the longest that is used, in seconds. */
const DEFAULT_LIFETIME = 300;
const MAX_LIFETIME = 24 * 60 * 60;
/** A token is not used in its last seconds, or in the last tenth of a short life. */
const MARGIN = 30;
const MARGIN_PART = 0.1;
const MIN_LIFETIME = 1;

/** The codes of errors (RFC 6749, section 5.2). */
const CODES: readonly unknown[] = [
  ...['invalid_request', 'invalid_client', 'invalid_grant'],
  ...['unauthorized_client', 'unsupported_grant_type', 'invalid_scope'],
];

/** Failures of a request that are faults of the endpoint's answer. */
const INVALID: readonly string[] = ['response_too_large', 'too_many_redirects'];

/** Returns the credentials of a client in base64, as they follow `Basic` in `Authorization`. */
export const clientPair = (id: string, secret: string): string =>
  Buffer.from(`${formText(id)}:${formText(secret)}`).toString('base64');

/**
 * @param slug the connection's, for messages.
 * @throws ServiceError `provider_refused` when the endpoint refuses the client, `response_invalid`, and the errors of `Outbound.request`. No
 *   message has a secret or a text of the endpoint, except the code of its error.
 */
export async function requestToken(
  slug: string,
  auth: HttpAuth,
  outbound: Outbound,
  hosts: Pick<OutboundLimits, 'blockedHosts' | 'allowedHosts'>,
): Promise<NewToken> {
  const { token_url: url = '', client_id: id = '', client_secret: secret = '', scope, audience } = auth;
  const isBasic = auth.client_auth !== 'body';
  const form = {
    ...{ grant_type: 'client_credentials', scope, audience },
    ...(isBasic ? {} : { client_id: id, client_secret: secret }),
  };
  const given = Object.entries(form).filter((field): field is [string, string] => field[1] !== undefined);
  const headers = {
    accept: 'application/json',
    'content-type': 'application/x-www-form-urlencoded',
    ...(isBasic ? { authorization: `Basic ${clientPair(id, secret)}` } : {}),
  };
  const limits = {
    ...{ timeoutMs: TOKEN_REQUEST_MS, maxRedirects: 0, ...hosts },
    ...{ maxRequestBytes: MAX_ANSWER_BYTES, maxResponseBytes: MAX_ANSWER_BYTES },
  };
  const body = new URLSearchParams(given).toString();
  const answer = await outbound.request({ method: 'POST', url, headers, body }, limits).catch((error: unknown) => {
    if (!(error instanceof ServiceError)) throw error;
    const code = INVALID.includes(error.code) ? 'response_invalid' : error.code;
    throw new ServiceError(code, `The token endpoint of the connection \`${slug}\`: ${error.message}`, {
      cause: error,
    });
  });
  return tokenIn(slug, answer);
}

function tokenIn(slug: string, { status, body }: OutboundResponse): NewToken {
  const { access_token: token, token_type, expires_in, error } = fieldsOf(body);
  if (status < 200 || status >= 300 || error !== undefined) throw refusal(slug, status, error);
  const invalid = (why: string): ServiceError =>
    new ServiceError('response_invalid', `The token endpoint of the connection \`${slug}\` answered ${why}.`);
  if (typeof token !== 'string') throw invalid('without an `access_token` in JSON');
  if (typeof token_type === 'string' && token_type.toLowerCase() !== 'bearer')
    throw invalid('with a token of another type than `Bearer`');
  if (token.length < MIN_SECRET_LENGTH || token.length > MAX_TOKEN_LENGTH || !/^[\x21-\x7e]+$/.test(token))
    throw invalid(`with a token that is not of ${MIN_SECRET_LENGTH} to ${MAX_TOKEN_LENGTH} visible ASCII characters`);
  return { token, forMs: Math.ceil(lifetimeOf(expires_in) * 1_000) };
}

/** Returns for how many seconds a token is used. @param said by the endpoint: a number, or a text with one. */
function lifetimeOf(said: unknown): number {
  const seconds = typeof said === 'number' || typeof said === 'string' ? Number(said) : Number.NaN;
  const lifetime = Math.min(Number.isFinite(seconds) ? seconds : DEFAULT_LIFETIME, MAX_LIFETIME);
  return Math.max(MIN_LIFETIME, lifetime - Math.min(MARGIN, lifetime * MARGIN_PART));
}

/** Returns the members of a JSON object; none of anything else. */
function fieldsOf(body: Buffer): Record<string, unknown> {
  try {
    const json: unknown = JSON.parse(body.toString());
    return typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Returns the error for an answer that is no success. @param code what the endpoint says. */
function refusal(slug: string, status: number, code: unknown): ServiceError {
  // Any other text could be the secret.
  const said = CODES.includes(code) ? `${status} ${code}` : `${status}`;
  const isBusy = status >= 500 || status === 429 || status === 408;
  return new ServiceError(
    isBusy ? 'response_invalid' : 'provider_refused',
    isBusy
      ? `The token endpoint of the connection \`${slug}\` gives no token now (${said}).`
      : `The token endpoint of the connection \`${slug}\` refuses the client (${said}).`,
  );
}

/** Encodes a text as forms do. */
const formText = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1);
