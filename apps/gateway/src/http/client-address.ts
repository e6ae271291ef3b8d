/** The address that a request comes from, and which proxies are believed to tell it. */
import { isIP } from 'node:net';
import express, { type Request } from 'express';
import ipaddr from 'ipaddr.js';
import Joi from 'joi';

/**
 * The address that connected, or the one that the proxies of `TRUST_PROXY` tell. Of IPv6 it is the network of 64 bits: a caller
 * has all its addresses. Empty when the connection has gone.
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

/** Some proxies put it there. */
const withoutPort = (address: string): string =>
  /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address;

/** No deployment has more of them in a row. */
const MOST_HOPS = 16;

/** What Express takes as `trust proxy`: a number of hops, or addresses, networks and names of networks. */
export type TrustProxy = number | string[];

/** A variable of the environment: `1`, or `loopback, 10.0.0.0/8`. Trust in everybody who connects is not offered. */
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
