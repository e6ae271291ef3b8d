import { createOutbound, type Outbound, parseAllow } from '@toolpress/outbound';
import type { Logger } from '@toolpress/runtime';

/**
 * Opens the one door to addresses that callers choose.
 *
 * @param allow the operator's OUTBOUND_ALLOW, if set: a hole in the address rule, so it is said at every start.
 */
export function openOutbound(allow: string | undefined, logger: Logger): Outbound {
  const exempt = allow === undefined ? [] : parseAllow(allow);
  if (exempt.length > 0) logger.warn({ allow: exempt }, 'OUTBOUND_ALLOW exempts addresses from the address rule');
  return createOutbound({ allow: exempt });
}

/** Every address: which one the provider has is the operator's choice, and no caller's. */
const ALL_ADDRESSES = ['0.0.0.0/0', '::/0'];

/**
 * Opens a door of its own to the provider. It lets every address through, so whoever uses it says which host it is for.
 *
 * @param apiUrl where the provider is.
 */
export function openProviderOutbound(apiUrl: string, logger: Logger): Outbound {
  if (apiUrl.startsWith('http:')) logger.warn('TABLEBASE_API_URL is not https: tokens travel to it unencrypted');
  return createOutbound({ allow: ALL_ADDRESSES, allowLocalNames: true });
}
