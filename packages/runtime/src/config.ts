/** Reads a process's settings from its environment, and reports all faults together. */

import { readFileSync } from 'node:fs';
import { type Infer, inPlainWords, oneOf } from '@toolpress/contract';
import Joi from 'joi';
import { reasonOf } from './logged-error.js';
import { LOG_LEVELS, type LogLevel } from './logger.js';

/** The environment is invalid. `faults` has a line for each fault. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  constructor(readonly faults: readonly string[]) {
    super(
      `The configuration has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:\n  ${faults.join('\n  ')}`,
    );
  }
}

/** The description of a variable that holds a secret. It can also be read from the file that `NAME_FILE` names. */
export const SECRET = { secret: true };

/** The description of a variable whose blank value is one, and does not count as absent. */
export const BLANK = { blank: true };

const metasOf = (variable?: Joi.Description): { secret?: boolean; blank?: boolean }[] => variable?.['metas'] ?? [];
const isSecret = (variable: Joi.Description): boolean => metasOf(variable).some(({ secret }) => secret);
const mayBeBlank = (variable?: Joi.Description): boolean => metasOf(variable).some(({ blank }) => blank);

/**
 * @param schema one joi key per environment variable. Numbers and booleans are parsed. Those with the meta `SECRET` may
 *   be given as `NAME_FILE`, the path of a file with the value.
 * @param environment usually `process.env`. Unknown variables are ignored, blank ones count as absent, but for those with the meta `BLANK`.
 * @returns the typed settings with defaults.
 * @throws ConfigError that names every missing or wrong variable. It does not repeat values, which may be secrets.
 */
export function loadConfig<Schema extends Joi.ObjectSchema>(
  schema: Schema,
  environment: Record<string, string | undefined>,
): Infer<Schema> {
  const variables: Record<string, Joi.Description> = schema.describe()['keys'] ?? {};
  const set = Object.fromEntries(
    Object.entries(environment).filter(
      ([name, value]) => value?.trim() || (value === '' && mayBeBlank(variables[name])),
    ),
  );
  const faults: { variable: string; message: string }[] = [];
  for (const [variable, description] of Object.entries(variables)) {
    if (!isSecret(description) || set[`${variable}_FILE`] === undefined) continue;
    try {
      set[variable] = secretFromFile(variable, set);
    } catch (error) {
      faults.push({ variable, message: (error as Error).message });
    }
  }
  const { error, value } = schema.validate(set, {
    abortEarly: false,
    convert: true,
    stripUnknown: true,
    errors: { wrap: { label: false, array: false } },
  });
  for (const { message, path } of error?.details ?? []) {
    const [variable] = path;
    // A variable whose file cannot be read is not also missing.
    if (!faults.some((fault) => fault.variable === variable))
      faults.push({ variable: String(variable), message: inPlainWords(message) });
  }
  if (faults.length > 0) throw new ConfigError(faults.map(({ message }) => message));
  return value as Infer<Schema>;
}

/** Returns the content of the file that `NAME_FILE` names, without the line break at its end. */
function secretFromFile(variable: string, set: Record<string, string | undefined>): string {
  const name = `${variable}_FILE`;
  if (set[variable] !== undefined) throw new Error(`${variable} and ${name} are both set; set only one of them`);
  const content = readSettingsFile(name, set[name] ?? '').replace(/\r?\n$/, '');
  if (content.trim() === '') throw new Error(`${name} names an empty file`);
  return content;
}

/** Reads the file that a variable names. @throws Error with the variable, the path and the system's code. */
export function readSettingsFile(variable: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`${variable} names a file that cannot be read: ${reasonOf(error)}`);
  }
}

/** Removes slashes at the end of a URL, so that paths can be appended. */
export const withoutSlash = (url: string): string => url.replace(/(?<!\/)\/+$/, '');

type Fields = Record<string, Joi.AnySchema>;
type Values<Schemas extends Fields> = { [Key in keyof Schemas]: Infer<Schemas[Key]> };
type Simplify<Type> = { [Key in keyof Type]: Type[Key] };

/**
 * @param required variables that must be set.
 * @param defaulted variables with a default, which always have a value.
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

export const httpUrl = (): Joi.StringSchema<string> => Joi.string().uri({ scheme: ['http', 'https'] });

export const logLevel = (): Joi.StringSchema<LogLevel> =>
  oneOf(...LOG_LEVELS)
    .default('info')
    .description('log level');

/** An integer of at least `least`. */
export const count = (least: number, fallback: number): Joi.NumberSchema<number> =>
  Joi.number().integer().min(least).default(fallback);

/** How long a caller waits for a PDF, in milliseconds. Both apps also use it as the limit of their shutdown. */
export const renderDeadline = (): Joi.NumberSchema<number> =>
  count(1_000, 60_000)
    .max(300_000)
    .description(
      'longest wait for a PDF in milliseconds, including the queue; use the same value for gateways and workers. Also the time to finish on shutdown',
    );

/** A token of at least 24 characters, which fits into a header as one word. */
export const visibleToken = (): Joi.StringSchema<string> =>
  Joi.string()
    .min(24)
    .pattern(/^[\x21-\x7e]+$/)
    .message('{{#label}} must consist of visible ASCII characters without spaces')
    .meta(SECRET);

/** A key of 32 bytes in base64, parsed to bytes. The message does not repeat the value. */
export const key32 = (): Joi.AnySchema<Buffer> =>
  Joi.string()
    .custom((value: string, helpers) => bytes32(value) ?? helpers.error('key.length'))
    .messages({
      'key.length': '{{#label}} must be 32 bytes in base64 (create one with `openssl rand -base64 32`)',
    })
    .meta(SECRET) as unknown as Joi.AnySchema<Buffer>;

/** Several keys, separated by commas. The message does not repeat the values. */
export const keys32 = (): Joi.AnySchema<Buffer[]> =>
  Joi.string()
    .custom((value: string, helpers) => {
      const all = value.split(',').map((key) => bytes32(key.trim()));
      return all.includes(undefined) ? helpers.error('keys.length') : all;
    })
    .messages({
      'keys.length': '{{#label}} must be keys of 32 bytes in base64, separated by commas',
    })
    .meta(SECRET) as unknown as Joi.AnySchema<Buffer[]>;

/** Decodes 32 bytes in base64. @returns undefined for any other text. */
function bytes32(base64: string): Buffer | undefined {
  const bytes = Buffer.from(base64, 'base64');
  const isExact =
    bytes.length === 32 && bytes.toString('base64').replace(/(?<!=)=+$/, '') === base64.replace(/(?<!=)=+$/, '');
  return isExact ? bytes : undefined;
}
