/** Checks addresses from callers that are requested later, such as those of webhooks. */
import type { Settings } from '@toolpress/contract';
import type { Outbound } from '@toolpress/outbound';

/** The longest time in milliseconds of looking up the name of a host. */
const LOOKUP_MS = 3_000;

export interface AddressCheckOptions {
  outbound: Outbound;
  settings: { current(): Promise<Settings> };
}

/** @throws ServiceError `address_forbidden` or `host_forbidden` for a URL that must not be requested. */
export async function checkAddress({ outbound, settings }: AddressCheckOptions, url: string): Promise<void> {
  const { http_request: limits } = await settings.current();
  const hosts = { blockedHosts: limits.blocked_hosts, allowedHosts: limits.allowed_hosts };
  await outbound.check(url, { timeoutMs: LOOKUP_MS, ...hosts });
}
