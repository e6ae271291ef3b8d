/** The values of expressions: JSON values of the data, HTML of filters, and page numbers. */
import type { Json, JsonObject } from '@toolpress/contract';
import { Big } from 'big.js';
import { characterOf, type Work } from './characters.js';
import { PageNumber, refusePageNumber } from './page-number.js';
import { TagFault } from './tag-fault.js';

export { TagFault };

/** HTML made by a filter. It is not escaped when printed into HTML; elsewhere it is a text. */
export class Markup {
  /** Private, so that no path can read it. */
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

  /** Used when an object prints as JSON. */
  toJSON(): string {
    return this.html;
  }
}

/**
 * The texts of running elements on a page. It prints and compares as the first one, like a list of one value; `last` is the last one. It is
 * empty where the first is, and then false.
 */
export class RunningTexts extends Array<string> {
  constructor(
    first: string,
    readonly last: string,
  ) {
    super();
    if (first !== '') this.push(first);
  }
}

export type Value = FilterValue | PageNumber;

/** The input of filters. */
export type FilterValue = Json | Markup | undefined;

/** The data of a template, in headers and footers with page numbers. */
export type TemplateData = Readonly<Record<string, Json | PageNumber>>;

/** The largest length of a number, in characters. It limits the work of one operation and the length of its result. */
const MAX_DECIMAL_LENGTH = 100;
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;

/** How the text of a number is written, for messages. */
export const NO_DECIMAL =
  'write digits with a decimal point, as in `"1234.50"`, without thousands separators, currency or unit';

/** Returns the value in a list of one text, number, boolean or null, as lookups of tables have it; other values as they are. */
export const single = (value: Value): Value =>
  Array.isArray(value) && value.length === 1 && (typeof value[0] !== 'object' || value[0] === null) ? value[0] : value;

/** Returns the digits of a number, never with an exponent. */
export function digitsOf(number: number): string {
  const text = String(number);
  return text.includes('e') ? new Big(text).toFixed() : text;
}

/**
 * Returns a JSON number, or a text such as `"-12.50"`, as `Intl` and `Big` accept it; undefined for other values.
 */
export function decimalTextOf(given: Value): number | string | undefined {
  const value = single(given);
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || value.length > MAX_DECIMAL_LENGTH) return undefined;
  const text = value.trim();
  return DECIMAL.test(text) ? text.replace(/^\+/, '').replace(/\.$/, '') : undefined;
}

/** Works like `decimalTextOf`, but returns a `Big`. */
export function decimalOf(value: Value): Big | undefined {
  const decimal = decimalTextOf(value);
  return decimal === undefined ? undefined : new Big(decimal);
}

/**
 * Returns a JSON number if it is exact, otherwise a text of digits: amounts are never rounded to a double.
 *
 * @throws TagFault for a result that is too long for further operations.
 */
export function valueOfDecimal(decimal: Big): number | string {
  const text = decimal.toFixed();
  if (text.length > MAX_DECIMAL_LENGTH)
    throw new TagFault(`computes a number of more than ${MAX_DECIMAL_LENGTH} characters`);
  const number = Number(text);
  return String(number) === text ? number : text;
}

/** The largest length of a filled document and of a filter's result, in characters. */
export const MAX_TEXT_LENGTH = 20 * 1024 * 1024;

/** Returns a value as JSON. @throws TagFault beyond 20 Mi characters: filters can repeat a list many times. */
export function jsonOf(value: Value): string {
  let length = 0;
  return JSON.stringify(value ?? null, (_key, part) => {
    length += typeof part === 'string' ? part.length : 1;
    if (length > MAX_TEXT_LENGTH) throw new TagFault(`makes a text of more than ${MAX_TEXT_LENGTH} characters`);
    return part;
  });
}

/**
 * Returns the text that a value prints: texts, numbers, `true` and `false` as they are, a list of one of them as that one, null, missing
 * values and an empty list as an empty text, other lists and objects as JSON.
 *
 * @throws TagFault beyond 20 Mi characters, and for a page number.
 */
export function textOf(given: Value): string {
  const value = single(given);
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return digitsOf(value);
  if (value === undefined || value === null || isEmptyList(value)) return '';
  if (value instanceof Markup) return value.html;
  refusePageNumber(value);
  return typeof value === 'object' ? jsonOf(value) : String(value);
}

export const isEmptyList = (value: Value): boolean => Array.isArray(value) && value.length === 0;

/** Returns what prints as JSON; undefined for a value that prints as a text. */
export function structureIn(given: Value): 'a list' | 'an object' | undefined {
  const value = single(given);
  if (typeof value !== 'object' || value === null || value instanceof Markup || value instanceof PageNumber)
    return undefined;
  if (Array.isArray(value)) return value.length === 0 ? undefined : 'a list';
  return 'an object';
}

/** Returns whether a value is true, for sections and conditions: null, `false`, 0, an empty text and an empty list are false. */
export function isTrue(value: Value): boolean {
  if (value instanceof PageNumber && value.kind !== 'element') value.refuse();
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

const INDEX = /^(?:0|[1-9]\d*)$/;

/** Returns an own property: nothing inherited, and not the length of a list or a text. */
export function property(value: Value, name: string): Value {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) return INDEX.test(name) ? value[Number(name)] : undefined;
  return Object.hasOwn(value, name) ? (value as JsonObject)[name] : undefined;
}

/** Returns an own property, or `size`, `first` or `last` of a list or a text. */
export function member(value: Value, name: string, work: Work): Value {
  if (typeof value === 'string') return characterOf(value, name, work);
  const own = property(value, name);
  if (own !== undefined || !Array.isArray(value)) return own;
  if (value instanceof RunningTexts && name === 'last') return value.last;
  if (name === 'size') return value.length;
  if (name === 'first') return value[0];
  return name === 'last' ? value.at(-1) : undefined;
}
