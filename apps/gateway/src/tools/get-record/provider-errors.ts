/** What callers get to know when the provider fails them. Its host is the operator's affair and stays in the log. */
import { ServiceError } from '@toolpress/contract';
import type { ProviderFault } from './provider-fault.js';

/** The provider's own words, as a sentence to follow ours; empty when it has none. */
export const saying = ({ type, message }: ProviderFault): string => {
  const words = message ?? type;
  return words === undefined ? '' : ` The provider says: “${words}”`;
};

export const tokenRefused = (slug: string): ServiceError =>
  new ServiceError(
    'provider_refused',
    `The provider refuses the token of the connection \`${slug}\`: it is not valid, or not any more. Save the connection with a valid token.`,
  );

export const quotaUsedUp = (fault: ProviderFault): ServiceError =>
  new ServiceError(
    'provider_refused',
    `The provider refuses the request because the quota of its plan is used up; trying again does not help until the quota is renewed or raised.${saying(fault)}`,
  );

/** @param why follows "The provider failed: ". */
export const providerBroken = (why: string, cause?: unknown): ServiceError =>
  new ServiceError('response_invalid', `The provider failed: ${why}.`, { cause });

export const providerSilent = (cause: ServiceError): ServiceError =>
  new ServiceError('deadline_exceeded', 'The provider did not answer within the time that the service allows.', {
    cause,
  });

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
 * The error of the door to the network, in words about the provider.
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
    default:
      return undefined;
  }
}
