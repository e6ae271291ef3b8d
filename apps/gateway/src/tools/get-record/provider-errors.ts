/**
 * Reads the provider's error bodies, and creates the errors for callers. These do not name the provider's host, which is only in the log.
 */
import { RawJson, ServiceError } from '@toolpress/contract';
import { decodeBody } from '@toolpress/outbound/decode-body';

/** An error of the provider. Both fields are absent for an unknown format, such as an error page of a proxy. */
export interface ProviderError {
  /** The provider's code, such as `NOT_FOUND`. */
  type: string | undefined;
  /** The provider's message, as one line of limited length. */
  message: string | undefined;
}

/** The longest body that is read, in bytes. The provider's errors are shorter. */
const LONGEST_BODY = 64 * 1024;
const LONGEST_MESSAGE = 300;
const TYPE = /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/;
/** Control and format characters, line ends, and unpaired surrogates. */
const NOT_PLAIN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\s]+/gu;

/**
 * Reads `{"error": "TYPE"}`, `{"error": {"type", "message"}}` and `{"errors": [{"error", "message"}]}`, the first of several.
 *
 * @param token the connection's token, which is removed from the result if the provider's answer contains it.
 */
export function readProviderError(body: Buffer, token: string): ProviderError {
  const { error, errors } = asFields(body.length > LONGEST_BODY ? undefined : parsed(body));
  const first = error ?? (Array.isArray(errors) ? (errors as unknown[])[0] : undefined);
  const { type, error: code, message } = typeof first === 'string' ? { type: first } : asFields(first);
  return { type: asType(type ?? code, token), message: asMessage(message, token) };
}

/**
 * Reads the errors of other servers, which put a code and a message into fields of various names.
 *
 * @param token removed from the result, as in `readProviderError`.
 */
export function readServerError(body: Buffer, token: string): ProviderError {
  const said = asFields(body.length > LONGEST_BODY ? undefined : parsed(body));
  const [first] = Array.isArray(said['errors']) ? (said['errors'] as unknown[]) : [];
  const fields = { ...said, ...asFields(first), ...asFields(said['error']) };
  const texts = ['message', 'msg', 'error_msg', 'detail', 'error'].map((name) => asMessage(fields[name], token));
  const codes = [fields['error'], fields['code'], asFields(fields['extensions'])['code']];
  return {
    type: codes.map((code) => asType(code, token)).find((code) => code !== undefined),
    message: texts.find((text) => text !== undefined),
  };
}

/** Decodes a body as JSON, regardless of its `Content-Type`. */
const parsed = (body: Buffer): unknown => {
  const { body: json } = decodeBody({ headers: { 'content-type': 'application/json' }, body });
  return json instanceof RawJson ? JSON.parse(String(json.content)) : json;
};

const asFields = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

function asType(value: unknown, token: string): string | undefined {
  return typeof value === 'string' && TYPE.test(value) && !value.includes(token) ? value : undefined;
}

function asMessage(value: unknown, token: string): string | undefined {
  if (typeof value !== 'string') return undefined;
  const line = value.replaceAll(token, '[token]').replace(NOT_PLAIN, ' ').trim();
  if (line === '') return undefined;
  const characters = [...line];
  return characters.length > LONGEST_MESSAGE ? `${characters.slice(0, LONGEST_MESSAGE - 1).join('')}…` : line;
}

/** Returns whether the quota of the provider's plan is used up, in contrast to the limit of requests per second. */
export const isQuotaError = ({ type = '', message = '' }: ProviderError): boolean =>
  /BILLING|QUOTA|PLAN_LIMIT|MONTHLY/i.test(type) || /\b(billing|quota|monthly|this month|plan limit)\b/i.test(message);

/** Returns the provider's message as a sentence to append; an empty string when there is none. */
export const quoted = ({ type, message }: ProviderError): string => {
  const words = message ?? type;
  return words === undefined ? '' : ` The provider says: “${words}”`;
};

export const tokenRejected = (slug: string): ServiceError =>
  new ServiceError(
    'provider_refused',
    `The provider refuses the token of the connection \`${slug}\`: it is invalid or was revoked. Save the connection with a valid token.`,
  );

export const quotaUsedUp = (said: ProviderError): ServiceError =>
  new ServiceError(
    'provider_refused',
    `The provider refuses the request because the quota of its plan is used up; trying again does not help until the quota is renewed or raised.${quoted(said)}`,
  );

/** Returns the error for a failure of the provider. @param why completes the sentence "The provider failed: ". */
export const providerBroken = (why: string, cause?: unknown): ServiceError =>
  new ServiceError('response_invalid', `The provider failed: ${why}.`, { cause });

/** Returns the error for a full rate limit. @param afterMs the time until the next possible request in milliseconds. */
export const providerBusy = (afterMs: number): ServiceError => {
  const seconds = Math.max(1, Math.ceil(afterMs / 1_000));
  return new ServiceError('unavailable', `The rate limit of the provider is reached; try again in ${seconds} s.`, {
    headers: { 'Retry-After': String(seconds) },
    reason: 'provider_busy',
  });
};

/**
 * Converts an error of `Outbound.request` into one about the provider.
 *
 * @returns undefined for other errors.
 */
export function translated(error: ServiceError): ServiceError | undefined {
  switch (error.code) {
    case 'target_unreachable':
    case 'address_forbidden':
    case 'host_forbidden':
      return new ServiceError('target_unreachable', 'The provider can’t be reached.', { cause: error });
    case 'response_invalid':
      return providerBroken('its answer was cut short or is not valid HTTP', error);
    case 'too_many_redirects':
      return providerBroken('it redirects, which is not followed', error);
    case 'response_too_large':
      return new ServiceError('response_too_large', 'The provider’s answer is larger than 10 MiB.', { cause: error });
    case 'deadline_exceeded':
      return new ServiceError(error.code, 'The provider did not answer within the time limit.', {
        cause: error,
      });
    default:
      return undefined;
  }
}
