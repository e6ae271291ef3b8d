/** Whom a request comes from, for what is counted by address. */
import { isIP } from 'node:net';
import type { Request } from 'express';
import ipaddr from 'ipaddr.js';

/**
 * The address that connected, or the one that the proxies of `TRUST_PROXY` tell of. Of IPv6 it is the network of 64 bits: a caller
 * has all its addresses.
 */
export function clientAddress(request: Request): string {
  const told = withoutPort(request.ip ?? '');
  const address = isIP(told) ? told : request.socket.remoteAddress;
  if (address === undefined) return ''; // it has gone
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6
    ? `${parsed.parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(':')}::/64`
    : parsed.toString();
}

/** Some proxies put it there. */
const withoutPort = (address: string): string =>
  /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address;
