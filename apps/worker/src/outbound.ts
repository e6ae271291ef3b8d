import { createOutbound, type Outbound, parseAllow } from '@toolpress/outbound';
import type { Logger } from '@toolpress/runtime';

/**
 * Opens the one door to addresses that documents name.
 *
 * @param allow the operator's OUTBOUND_ALLOW, if set: a hole in the address rule, so it is said at every start.
 */
export function openOutbound(allow: string | undefined, logger: Logger): Outbound {
  const exempt = allow === undefined ? [] : parseAllow(allow);
  if (exempt.length > 0) logger.warn({ allow: exempt }, 'OUTBOUND_ALLOW exempts addresses from the address rule');
  return createOutbound({ allow: exempt });
}
