/** Reads a process's settings from its environment, once, and reports every fault at once. */

import { type Infer, oneOf } from '@toolpress/contract';
import Joi from 'joi';
import { LOG_LEVELS, type LogLevel } from './logger.js';

/** The environment does not fit; `faults` has a line each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  constructor(readonly faults: readonly string[]) {
    super(
      `The configuration has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:\n  ${faults.join('\n  ')}`,
    );
  }
}

/**
 * @param schema one joi key per environment variable; numbers and booleans are read out of the text.
 * @param environment usually `process.env`; variables that the schema does not name are left alone, blank ones count as absent.
 * @returns the settings, typed, with defaults filled in.
 * @throws ConfigError naming every variable that is missing or wrong. Values are not repeated: they may be secrets.
 */
export function loadConfig<Schema extends Joi.ObjectSchema>(
  schema: Schema,
  environment: Record<string, string | undefined>,
): Infer<Schema> {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()));
  const { error, value } = schema.validate(set, {
    abortEarly: false,
    convert: true,
    stripUnknown: true,
    errors: { wrap: { label: false, array: false } },
  });
  if (error) throw new ConfigError(error.details.map((detail) => detail.message));
  return value as Infer<Schema>;
}

/** The address of something that paths are put behind. */
export const withoutSlash = (url: string): string => url.replace(/(?<!\/)\/+$/, '');

type Fields = Record<string, Joi.AnySchema>;
type Values<Schemas extends Fields> = { [Key in keyof Schemas]: Infer<Schemas[Key]> };
type Simplify<Type> = { [Key in keyof Type]: Type[Key] };

/**
 * @param required variables that must be set.
 * @param defaulted variables with a default; the value is always there.
 * @param optional variables that may be absent.
 */
export function settings<Required extends Fields, Defaulted extends Fields, Optional extends Fields>(
  required: Required,
  defaulted: Defaulted,
  optional: Optional,
): Joi.ObjectSchema<Simplify<Values<Required> & Values<Defaulted> & Partial<Values<Optional>>>> {
  const mandatory = Object.entries(required).map(([name, schema]) => [name, schema.required()]);
  return Joi.object({ ...Object.fromEntries(mandatory), ...defaulted, ...optional });
}

export const redisUrl = (): Joi.StringSchema<string> =>
  Joi.string()
    .uri({ scheme: ['redis', 'rediss'] })
    .description(
      '`redis://` or `rediss://`, with user, password and database; run Redis append-only and with `noeviction`',
    );

export const httpUrl = (): Joi.StringSchema<string> => Joi.string().uri({ scheme: ['http', 'https'] });

export const logLevel = (): Joi.StringSchema<LogLevel> =>
  oneOf(...LOG_LEVELS)
    .default('info')
    .description('what is logged');

/** A whole number of at least `least`. */
export const count = (least: number, fallback: number): Joi.NumberSchema<number> =>
  Joi.number().integer().min(least).default(fallback);

/** How long a caller waits for a PDF, milliseconds: the gateway's to keep, and what a worker may need to stop. */
export const renderDeadline = (): Joi.NumberSchema<number> =>
  count(1_000, 60_000)
    .max(300_000)
    .description(
      'milliseconds that a caller waits for a PDF, the queue included; the same for gateways and workers, which have as long to finish when they stop',
    );

/** 32 bytes in base64; comes out as bytes. The value is not repeated in the message. */
export const key32 = (): Joi.AnySchema<Buffer> =>
  Joi.string()
    .custom((value: string, helpers) => bytes32(value) ?? helpers.error('key.length'))
    .messages({
      'key.length': '{{#label}} must be 32 bytes in base64 (`openssl rand -base64 32` makes one)',
    }) as unknown as Joi.AnySchema<Buffer>;

/** Several of them, comma-separated. The values are not repeated in the message. */
export const keys32 = (): Joi.AnySchema<Buffer[]> =>
  Joi.string()
    .custom((value: string, helpers) => {
      const all = value.split(',').map((key) => bytes32(key.trim()));
      return all.includes(undefined) ? helpers.error('keys.length') : all;
    })
    .messages({
      'keys.length': '{{#label}} must be keys of 32 bytes in base64, separated by commas',
    }) as unknown as Joi.AnySchema<Buffer[]>;

/** @returns undefined for what is not exactly 32 bytes in base64. */
function bytes32(base64: string): Buffer | undefined {
  const bytes = Buffer.from(base64, 'base64');
  const isExact = bytes.length === 32 && bytes.toString('base64').replace(/=+$/, '') === base64.replace(/=+$/, '');
  return isExact ? bytes : undefined;
}
