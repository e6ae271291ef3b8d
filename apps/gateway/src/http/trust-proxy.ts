/** `TRUST_PROXY`: which proxies tell the truth about whom they pass on. */
import express from 'express';
import Joi from 'joi';

/** Nobody stands behind more of them. */
const MOST_HOPS = 16;

/** What Express takes as `trust proxy`: a number of hops, or addresses, networks and names of networks. */
export type TrustProxy = number | string[];

/** A variable of the environment: `1`, or `loopback, 10.0.0.0/8`. To trust whoever connects is not offered. */
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
