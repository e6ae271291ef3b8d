/** Reads the input and arguments of filters: texts, lists, fields. */
import type { Json } from '@toolpress/contract';
import {
  decimalTextOf,
  digitsOf,
  type FilterValue,
  Markup,
  structureIn,
  TagFault,
  textOf,
  type Value,
} from '../values/values.js';
import type { FilterArguments, FilterDefinition, FilterScope } from './filter.js';

type Apply = FilterDefinition['apply'];

export const isMissing = (value: Value): value is null | undefined => value === undefined || value === null;

/** Returns a filter for texts and values that print as text. Missing values stay missing. */
export const ofText =
  (apply: (text: string, args: FilterArguments, scope: FilterScope) => Value): Apply =>
  (value, args, scope) =>
    isMissing(value) ? value : apply(textIn(value, scope), args, scope);

/** Returns the text that a value prints as. Counts the work for objects and lists. */
export function textIn(value: Value, { spend, warn }: FilterScope): string {
  const text = textOf(value);
  if (typeof value !== 'object') return text;
  spend(text.length / 16);
  const structure = structureIn(value);
  if (structure !== undefined) warn(`makes a text of ${structure}, which prints as JSON`);
  return text;
}

/** Returns a filter for lists and the values of objects. Missing values stay missing. */
export const ofList =
  (apply: (items: readonly Json[], args: FilterArguments, scope: FilterScope) => Value): Apply =>
  (value, args, scope) => {
    if (isMissing(value)) return value;
    const items = listIn(value, scope);
    scope.spend(items.length);
    return apply(items, args, scope);
  };

/** Returns a list, or the values of an object. @throws TagFault for a text, a number, `true` and `false`. */
export function listIn(value: Value, { spend }: FilterScope): readonly Json[] {
  if (isMissing(value)) return [];
  if (Array.isArray(value)) return value;
  if (typeof value !== 'object' || value instanceof Markup)
    throw new TagFault('needs a list, but is given a single value');
  const values = Object.values(value);
  spend(values.length);
  return values;
}

/**
 * @param name of the argument, for the fault.
 * @throws TagFault for anything but a whole number of at most 15 digits.
 */
export function wholeNumber(value: Value, name: string): number {
  const number = Number(decimalTextOf(value) ?? Number.NaN);
  if (!Number.isSafeInteger(number)) throw new TagFault(`needs a whole number as its ${name}`);
  return number;
}

/** Returns a path argument. @throws TagFault for other values: usually the quotation marks are missing. */
export function pathIn(value: Value): string {
  if (typeof value === 'number') return digitsOf(value);
  if (typeof value !== 'string' || value === '')
    throw new TagFault('needs the name of a field in quotation marks, such as `"price"` or `"price.net"`');
  return value;
}

/** Returns the field of each item. */
export function valuesOf(items: readonly Json[], path: string, scope: FilterScope): FilterValue[] {
  const values = items.map((item) => scope.read(item, path));
  if (items.length > 0 && values.every((value) => value === undefined)) scope.lack();
  return values;
}
