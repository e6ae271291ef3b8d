/**
 * What the provider says in the body of an error, and the errors that callers get. The provider's host is the operator's affair and
 * stays in the log.
 */
import { ServiceError } from '@toolpress/contract';
import { decodeBody } from '@toolpress/outbound';

/** Either may be missing: an error page of a proxy says nothing that is read here. */
export interface ProviderError {
  /** The provider's code, such as `NOT_FOUND`. */
  type: string | undefined;
  /** One line of bounded length. */
  message: string | undefined;
}

/** What is longer is no error of the provider's. */
const LONGEST_BODY = 64 * 1024;
const LONGEST_MESSAGE = 300;
const TYPE = /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/;
/** Control and format characters, line ends, halves of characters. */
const NOT_PLAIN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\s]+/gu;

/**
 * Reads `{"error": "TYPE"}`, `{"error": {"type", "message"}}` and `{"errors": [{"error", "message"}]}`, the first of several.
 *
 * @param token never repeated, should the provider repeat it.
 */
export function readProviderError(body: Buffer, token: string): ProviderError {
  const { error, errors } = asFields(body.length > LONGEST_BODY ? undefined : parsed(body));
  const first = error ?? (Array.isArray(errors) ? (errors as unknown[])[0] : undefined);
  const { type, error: code, message } = typeof first === 'string' ? { type: first } : asFields(first);
  return { type: asType(type ?? code, token), message: asMessage(message, token) };
}

/** Whatever the header says: errors come as JSON or are not read. */
const parsed = (body: Buffer): unknown => decodeBody({ headers: { 'content-type': 'application/json' }, body }).body;

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

/** The quota of a plan is used up, till the month ends or somebody pays: not to be mistaken for too many requests a second. */
export const isQuotaError = ({ type = '', message = '' }: ProviderError): boolean =>
  /BILLING|QUOTA|PLAN_LIMIT|MONTHLY/i.test(type) || /\b(billing|quota|monthly|this month|plan limit)\b/i.test(message);

/** The provider's own words, as a sentence to follow ours; empty when it has none. */
export const quoted = ({ type, message }: ProviderError): string => {
  const words = message ?? type;
  return words === undefined ? '' : ` The provider says: “${words}”`;
};

export const tokenRejected = (slug: string): ServiceError =>
  new ServiceError(
    'provider_refused',
    `The provider refuses the token of the connection \`${slug}\`: it is not valid, or not any more. Save the connection with a valid token.`,
  );

export const quotaUsedUp = (said: ProviderError): ServiceError =>
  new ServiceError(
    'provider_refused',
    `The provider refuses the request because the quota of its plan is used up; trying again does not help until the quota is renewed or raised.${quoted(said)}`,
  );

/** @param why follows "The provider failed: ". */
export const providerBroken = (why: string, cause?: unknown): ServiceError =>
  new ServiceError('response_invalid', `The provider failed: ${why}.`, { cause });

/** @param afterMs when the next request has a chance. */
export const providerBusy = (afterMs: number): ServiceError => {
  const seconds = Math.max(1, Math.ceil(afterMs / 1_000));
  return new ServiceError(
    'unavailable',
    `The provider takes no more requests at the moment, by its rate limit; try again in ${seconds} s.`,
    { headers: { 'Retry-After': String(seconds) } },
  );
};

/**
 * An error of `Outbound.request`, in words about the provider.
 *
 * @returns undefined for what is not about the provider.
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
      return new ServiceError(error.code, 'The provider did not answer within the time that the service allows.', {
        cause: error,
      });
    default:
      return undefined;
  }
}
