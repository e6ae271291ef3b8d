import { createOutbound, type Outbound } from '@toolpress/outbound';
import type { Logger } from '@toolpress/runtime';

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
