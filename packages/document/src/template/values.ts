/** What expressions compute with: the data's JSON values, and finished HTML. */
import type { Json, JsonObject } from '@toolpress/contract';
import { Big } from 'big.js';
import { PageNumber, refusePageNumber } from './page-number.js';
import { TagFault } from './tag-fault.js';

export { TagFault };

/** HTML that a filter made: it is not escaped where a template prints HTML. Elsewhere it is a text. */
export class Markup {
  /** Private, so that it has no properties that a path could read. */
  readonly #html: string;

  constructor(html: string) {
    this.#html = html;
  }

  get html(): string {
    return this.#html;
  }

  toString(): string {
    return this.html;
  }

  /** A part of an object that prints as JSON. */
  toJSON(): string {
    return this.html;
  }
}

export type Value = FilterValue | PageNumber;

/** What filters are given. */
export type FilterValue = Json | Markup | undefined;

/** What a template is filled with: the data, in headers and footers with numbers of pages. */
export type TemplateData = Readonly<Record<string, Json | PageNumber>>;

/** Longer texts are no amounts; it bounds the work of one operation and the length of its result. Characters. */
const MAX_DECIMAL_LENGTH = 100;
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;

/**
 * @returns the number that a value is, as `Intl` and `Big` take it: a JSON number, or a text such as `"-12.50"`; undefined for
 *   everything else.
 */
export function decimalTextOf(value: Value): number | string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || value.length > MAX_DECIMAL_LENGTH) return undefined;
  const text = value.trim();
  return DECIMAL.test(text) ? text.replace(/^\+/, '').replace(/\.$/, '') : undefined;
}

/** As `decimalTextOf`, to compute with. */
export function decimalOf(value: Value): Big | undefined {
  const decimal = decimalTextOf(value);
  return decimal === undefined ? undefined : new Big(decimal);
}

/**
 * @returns a JSON number where one prints as exactly this decimal, else a text of digits: amounts are never rounded to what a
 *   double can hold.
 * @throws TagFault for a result too long to be computed with again.
 */
export function valueOfDecimal(decimal: Big): number | string {
  const text = decimal.toFixed();
  if (text.length > MAX_DECIMAL_LENGTH)
    throw new TagFault(`computes a number of more than ${MAX_DECIMAL_LENGTH} characters`);
  const number = Number(text);
  return String(number) === text ? number : text;
}

/** A filled document may be that long, and no text that a filter makes may be longer. Characters. */
export const MAX_TEXT_LENGTH = 20 * 1024 * 1024;

/** @throws TagFault beyond 20 Mi characters: filters can make lists that hold one list many times. */
export function jsonOf(value: Value): string {
  let length = 0;
  return JSON.stringify(value ?? null, (_key, part) => {
    length += typeof part === 'string' ? part.length : 1;
    if (length > MAX_TEXT_LENGTH) throw new TagFault(`makes a text of more than ${MAX_TEXT_LENGTH} characters`);
    return part;
  });
}

/**
 * Texts, numbers, `true` and `false` print as they are, an object or a list as JSON; nothing and null as nothing.
 *
 * @throws TagFault beyond 20 Mi characters, and for a page number, which is no text yet.
 */
export function textOf(value: Value): string {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  if (value instanceof Markup) return value.html;
  refusePageNumber(value);
  return typeof value === 'object' ? jsonOf(value) : String(value);
}

/** The one rule of what is true, for sections and conditions: an empty text, an empty list and 0 are nothing, as null is. */
export function isTrue(value: Value): boolean {
  if (value instanceof PageNumber && value.kind !== 'element') value.refuse();
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

const INDEX = /^(?:0|[1-9]\d*)$/;

/** @returns an own property: nothing inherited, nor the length of a list or a text. */
export function property(value: Value, name: string): Value {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) return INDEX.test(name) ? value[Number(name)] : undefined;
  return Object.hasOwn(value, name) ? (value as JsonObject)[name] : undefined;
}

/** @returns an own property, or of lists and texts `size`, `first`, `last`. */
export function member(value: Value, name: string): Value {
  const own = property(value, name);
  if (own !== undefined || !(Array.isArray(value) || typeof value === 'string')) return own;
  if (name === 'size') return value.length;
  if (name === 'first') return value[0];
  return name === 'last' ? value.at(-1) : undefined;
}
