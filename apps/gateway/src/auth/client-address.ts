/** The client address of a request and the trusted proxies. */
import { isIP } from 'node:net';
import express, { type Request } from 'express';
import ipaddr from 'ipaddr.js';
import Joi from 'joi';

/**
 * Returns the address of the connection, or the one reported by the proxies in `TRUST_PROXY`. For IPv6 it is the /64 network, because one
 * caller has all of its addresses. Empty when the connection is closed.
 */
export function clientAddress(request: Request): string {
  const given = withoutPort(request.ip ?? '');
  const address = isIP(given) ? given : request.socket.remoteAddress;
  if (address === undefined) return '';
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}

/** Removes the port, which some proxies append. */
const withoutPort = (address: string): string =>
  /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address;

/** The largest number of proxies in a row. */
const MOST_HOPS = 16;

/** A value of Express's `trust proxy`: a number of hops, or addresses, networks and names of networks. */
export type TrustProxy = number | string[];

/** A setting: `1`, or `loopback, 10.0.0.0/8`. Trusting every client is not possible. */
export const trustProxy = (): Joi.AnySchema<TrustProxy> =>
  Joi.string()
    .custom((value: string, helpers) => parsed(value) ?? helpers.error('proxy.unknown'))
    .messages({
      'proxy.unknown': `{{#label}} must be a number of proxies (0 to ${MOST_HOPS}), or their addresses, networks (\`10.0.0.0/8\`) or \`loopback\`, \`linklocal\`, \`uniquelocal\`, separated by commas`,
    }) as unknown as Joi.AnySchema<TrustProxy>;

function parsed(value: string): TrustProxy | undefined {
  if (/^\d+$/.test(value)) return Number(value) <= MOST_HOPS ? Number(value) : undefined;
  const networks = value.split(',').map((network) => network.trim());
  try {
    express().set('trust proxy', networks);
    return networks;
  } catch {
    return undefined;
  }
}
