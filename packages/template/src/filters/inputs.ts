/** Reads the input and arguments of filters: numbers and options. */
import type { Big } from 'big.js';
import { decimalOf, decimalTextOf, Markup, NO_DECIMAL, TagFault, type Value } from '../values/values.js';

/** The largest length of a text that is checked for spaces only, in characters. */
const MAX_BLANK = 100;

/** Returns whether a value is null, missing or blank. Filters return such an input unchanged. */
export const isNothing = (value: Value): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.length <= MAX_BLANK && !value.trim());

/**
 * @param filter for the message.
 * @throws TagFault for a value that is not a number.
 */
export function numberOf(value: Value, filter: string): Big {
  const number = decimalOf(value);
  if (number === undefined) throw noNumber(value, filter);
  return number;
}

/** Works like `numberOf`, in the form that `Intl` formats exactly. */
export function numericOf(value: Value, filter: string): number | `${number}` {
  const number = decimalTextOf(value);
  if (number === undefined) throw noNumber(value, filter);
  return number as number | `${number}`;
}

function noNumber(value: Value, filter: string): TagFault {
  if (isNothing(value))
    return new TagFault(`gives \`${filter}\` no value to compute with: write \`| default: 0\` for a missing number`);
  if (typeof value === 'string') return new TagFault(`gives \`${filter}\` a text that is not a number: ${NO_DECIMAL}`);
  return new TagFault(`gives \`${filter}\` ${kindOf(value)} where it needs a number`);
}

/** Describes a value that is neither a text nor a number, for messages. */
export function kindOf(value: Value): string {
  if (typeof value === 'boolean') return '`true` or `false`';
  if (value instanceof Markup) return 'finished HTML';
  return Array.isArray(value) ? 'a list' : 'an object';
}

/** Returns a whole number; undefined if it is not given. */
export function integerOption(
  value: Value,
  name: string,
  [least, most]: readonly [number, number],
): number | undefined {
  if (isNothing(value)) return undefined;
  const number = Number(decimalTextOf(value));
  if (Number.isInteger(number) && number >= least && number <= most) return number;
  throw new TagFault(`has a wrong value for \`${name}\`: write a whole number from ${least} to ${most}`);
}

/** Returns whether an option is on; undefined if it is not given. */
export function switchOption(value: Value, name: string): boolean | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'boolean') return value;
  throw new TagFault(`has a wrong value for \`${name}\`: write \`true\` or \`false\``);
}

/** Returns the choice for a word; undefined if it is not given. */
export function choiceOption<T>(value: Value, name: string, words: ReadonlyMap<Value, T>): T | undefined {
  if (isNothing(value)) return undefined;
  const choice = words.get(value);
  if (choice !== undefined) return choice;
  throw new TagFault(
    `has a wrong value for \`${name}\`: write ${[...words.keys()].map((word) => `"${word}"`).join(', ')}`,
  );
}
