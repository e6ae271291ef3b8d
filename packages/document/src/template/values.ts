/** What expressions compute with: the data's JSON values, and finished HTML. */
import type { Json } from '@toolpress/contract';
import { Big } from 'big.js';

/** HTML that a filter made: it is not escaped where a template prints HTML. Elsewhere it is a text. */
export class Markup {
  constructor(readonly html: string) {}

  toString(): string {
    return this.html;
  }

  /** A part of an object that prints as JSON. */
  toJSON(): string {
    return this.html;
  }
}

export type Value = Json | Markup | undefined;

/**
 * Thrown by what evaluates a tag when it can't do so: an unknown filter, an input that is no number. The message is the
 * predicate of a sentence that begins with the tag, as in "`[[total | money]]` needs a currency". It never holds values of the
 * data, which are personal.
 */
export class TagFault extends Error {}

/** Longer texts are no amounts; it bounds the work of one operation. Characters. */
const MAX_DECIMAL_LENGTH = 100;
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;

/** @returns the number that a value is: a JSON number, or a text such as `"-12.50"`; undefined for everything else. */
export function decimalOf(value: Value): Big | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? new Big(value) : undefined;
  if (typeof value !== 'string' || value.length > MAX_DECIMAL_LENGTH) return undefined;
  const text = value.trim();
  return DECIMAL.test(text) ? new Big(text.replace(/^\+/, '').replace(/\.$/, '')) : undefined;
}

/** What results of arithmetic may have, before and after the point: a limit for hostile templates. Digits. */
const MAX_DIGITS = 200;

/**
 * @returns a JSON number where one prints as exactly this decimal, else a text of digits: amounts are never rounded to what a
 *   double can hold.
 * @throws TagFault beyond 200 digits.
 */
export function valueOfDecimal(decimal: Big): number | string {
  if (decimal.c.length > MAX_DIGITS || Math.abs(decimal.e) > MAX_DIGITS)
    throw new TagFault(`computes a number of more than ${MAX_DIGITS} digits`);
  const text = decimal.toFixed();
  const number = Number(text);
  return String(number) === text ? number : text;
}

/** Texts, numbers, `true` and `false` print as they are, an object or a list as JSON; nothing and null as nothing. */
export function textOf(value: Value): string {
  if (value === undefined || value === null) return '';
  if (value instanceof Markup) return value.html;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The one rule of what is true, for sections and conditions: an empty text, an empty list and 0 are nothing, as null is. */
export const isTrue = (value: Value): boolean => (Array.isArray(value) ? value.length > 0 : Boolean(value));

const INDEX = /^(?:0|[1-9]\d*)$/;

/** @returns an own property: nothing inherited, nor the length of a list or a text. */
export function property(value: Value, name: string): Value {
  if (typeof value !== 'object' || value === null || value instanceof Markup) return undefined;
  if (Array.isArray(value)) return INDEX.test(name) ? value[Number(name)] : undefined;
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

/** @returns an own property, or of lists and texts `size`, `first`, `last`. */
export function member(value: Value, name: string): Value {
  const own = property(value, name);
  if (own !== undefined || !(Array.isArray(value) || typeof value === 'string')) return own;
  if (name === 'size') return value.length;
  if (name === 'first') return value[0];
  return name === 'last' ? value.at(-1) : undefined;
}
