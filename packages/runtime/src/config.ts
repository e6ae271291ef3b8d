/** Reads a process's settings from its environment, once, and reports every fault at once. */

import type { Infer } from '@toolpress/contract';
import type Joi from 'joi';

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
 * @param environment usually `process.env`; variables that the schema does not name are left alone, empty ones count as absent.
 * @returns the settings, typed, with defaults filled in.
 * @throws ConfigError naming every variable that is missing or wrong. Values are not repeated: they may be secrets.
 */
export function loadConfig<Schema extends Joi.ObjectSchema>(
  schema: Schema,
  environment: Record<string, string | undefined>,
): Infer<Schema> {
  const set = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const { error, value } = schema.validate(set, {
    abortEarly: false,
    convert: true,
    stripUnknown: true,
    errors: { wrap: { label: false, array: false } },
  });
  if (error) throw new ConfigError(error.details.map((detail) => detail.message));
  return value as Infer<Schema>;
}
