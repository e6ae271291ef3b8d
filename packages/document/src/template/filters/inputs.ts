/** Reads what filters are given: numbers and options. */
import type { Big } from 'big.js';
import { decimalOf, decimalTextOf, Markup, TagFault, type Value } from '../values.js';

/** Longer texts with blanks only are not looked for. Characters. */
const MAX_BLANK = 100;

/** @returns whether there is nothing to write: filters return such an input as it is. */
export const isNothing = (value: Value): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.length <= MAX_BLANK && !value.trim());

/**
 * @param filter for the message.
 * @throws TagFault for a value that is no number.
 */
export function numberOf(value: Value, filter: string): Big {
  const number = decimalOf(value);
  if (number === undefined) throw noNumber(value, filter);
  return number;
}

/** As `numberOf`, in the form that `Intl` writes exactly. */
export function numericOf(value: Value, filter: string): number | `${number}` {
  const number = decimalTextOf(value);
  if (number === undefined) throw noNumber(value, filter);
  return number as number | `${number}`;
}

function noNumber(value: Value, filter: string): TagFault {
  if (isNothing(value))
    return new TagFault(
      `gives \`${filter}\` nothing to compute with: \`| default: 0\` makes a number of a missing value`,
    );
  if (typeof value === 'string')
    return new TagFault(
      `gives \`${filter}\` a text that is no number: numbers in texts are digits with a decimal point, as in \`"1234.50"\`, without separators of thousands, currency or unit`,
    );
  return new TagFault(`gives \`${filter}\` ${kindOf(value)} where it needs a number`);
}

/** @returns what a value is that is no text and no number, for messages. */
export function kindOf(value: Value): string {
  if (typeof value === 'boolean') return '`true` or `false`';
  if (value instanceof Markup) return 'finished HTML';
  return Array.isArray(value) ? 'a list' : 'an object';
}

/** @returns a whole number; undefined when none is given. */
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

/** @returns whether an option is on; undefined when it is not given. */
export function switchOption(value: Value, name: string): boolean | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'boolean') return value;
  throw new TagFault(`has a wrong value for \`${name}\`: write \`true\` or \`false\``);
}

/** @returns what one of the words stands for; undefined when none is given. */
export function choiceOption<T>(value: Value, name: string, words: ReadonlyMap<Value, T>): T | undefined {
  if (isNothing(value)) return undefined;
  const choice = words.get(value);
  if (choice !== undefined) return choice;
  throw new TagFault(
    `has a wrong value for \`${name}\`: write ${[...words.keys()].map((word) => `"${word}"`).join(', ')}`,
  );
}
