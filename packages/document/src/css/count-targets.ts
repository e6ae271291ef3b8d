/**
 * Counters of elements that links refer to: `target-counter(attr(href), clause)`, `target-counters()` and
 * `target-text(attr(href), before)`. The style sheets decide how they count, so they are known only in the browser.
 */

import { type CSSToken, TokenType, tokenize } from '@csstools/css-tokenizer';
import { COUNTER_STYLES, type CounterStyle, countered } from '@toolpress/template';
import { isBlank, lower } from './tokens.js';

/** A counter of an element, or the text before it. */
export type Counted =
  | { readonly counter: string; readonly style: CounterStyle; readonly between?: string }
  | { readonly part: 'before' };

/** A target function for a counter. */
export interface CountReference {
  /** The attribute that refers to an element by `#id`. */
  readonly attribute: string;
  /** The attribute that replaces the function. It is filled when the document is printed. */
  readonly printed: string;
  readonly counted: Counted;
}

/** The counters of an element in the browser. */
export interface CountedElement {
  /** The values of its counters, outermost first. */
  readonly counters: readonly (readonly [name: string, values: readonly number[]])[];
  /** The computed `content` of its `::before`. */
  readonly before: string;
}

/** The largest length of a counter name or separator, in characters. */
const MAX_LENGTH = 60;
/** The largest length of a printed text, in characters. */
const MAX_TEXT = 200;
/** Counted by the browser itself. */
const OTHER_COUNTERS: ReadonlySet<string> = new Set(['page', 'pages', 'list-item', 'footnote']);

/**
 * @param name of the function.
 * @param attribute that refers to the element.
 * @param rest the arguments after it, without spaces.
 * @returns undefined for unsupported syntax.
 */
export function readCountTarget(
  name: string,
  attribute: string,
  rest: readonly (readonly CSSToken[])[],
): CountReference | undefined {
  const counted = name === 'target-text' ? partIn(rest) : counterIn(rest, name === 'target-counters');
  if (counted === undefined) return undefined;
  const key = Buffer.from(JSON.stringify(counted), 'utf16le').toString('hex');
  return { attribute, printed: `data-toolpress-${attribute}-count-${key}`, counted };
}

const partIn = ([part, ...more]: readonly (readonly CSSToken[])[]): Counted | undefined =>
  more.length === 0 && lower(wordIn(part) ?? '') === 'before' ? { part: 'before' } : undefined;

function counterIn(args: readonly (readonly CSSToken[])[], isNested: boolean): Counted | undefined {
  const [name, ...rest] = args;
  const between = isNested ? stringIn(rest.shift()) : undefined;
  const [written, ...more] = rest;
  const style = styleNamed(written === undefined ? 'decimal' : wordIn(written));
  const counter = wordIn(name);
  if (counter === undefined || style === undefined || more.length > 0 || (isNested && between === undefined))
    return undefined;
  if (OTHER_COUNTERS.has(lower(counter)) || counter.length > MAX_LENGTH || (between ?? '').length > MAX_LENGTH)
    return undefined;
  return { counter, style, ...(between !== undefined && { between }) };
}

const wordIn = ([only, more]: readonly CSSToken[] = []): string | undefined =>
  only?.[0] === TokenType.Ident && more === undefined ? only[4].value : undefined;

const stringIn = ([only, more]: readonly CSSToken[] = []): string | undefined =>
  only?.[0] === TokenType.String && more === undefined ? only[4].value : undefined;

const ALIASES: Readonly<Record<string, CounterStyle>> = { 'lower-latin': 'lower-alpha', 'upper-latin': 'upper-alpha' };

/** Returns a counter style by name; undefined for an unknown style. */
export function styleNamed(name: string | undefined): CounterStyle | undefined {
  const written = lower(name ?? '');
  return Object.hasOwn(ALIASES, written) ? ALIASES[written] : COUNTER_STYLES.find((known) => known === written);
}

/** Returns the printed text of an element; undefined if it is unknown. */
export function countedText(counted: Counted, { counters, before }: CountedElement): string | undefined {
  const values = new Map(counters);
  const text = 'part' in counted ? textBefore(before, values)?.text : numbers(counted, values);
  return text !== undefined && text.length <= MAX_TEXT ? text : undefined;
}

/** Returns the number before a heading with a space; empty without a counter; undefined if it is unknown. */
export function headingNumber({ counters, before }: CountedElement): string | undefined {
  const found = textBefore(before, new Map(counters));
  if (found === undefined) return /\bcounters?\(/.test(before) ? undefined : '';
  const { text, isCounted } = found;
  if (text.length > MAX_TEXT) return undefined;
  return isCounted ? `${text.replaceAll(/\s+/g, ' ').trim()} ` : '';
}

type Values = ReadonlyMap<string, readonly number[]>;

/** Writes the numbers of a counter. CSS prints 0 for a missing counter. */
function numbers({ counter, style, between }: Exclude<Counted, { part: 'before' }>, counters: Values): string {
  const values = counters.get(counter) ?? [0];
  const shown = between === undefined ? values.slice(-1) : values;
  return shown.map((value) => countered(value, style)).join(between);
}

/** Returns the text of a `content`: strings and counters. Images, quotation marks and custom counter styles are unknown. */
function textBefore(content: string, counters: Values): { text: string; isCounted: boolean } | undefined {
  let text = '';
  let isCounted = false;
  let open: { isNested: boolean; args: CSSToken[][] } | undefined;
  for (const token of tokenize({ css: content })) {
    const [type] = token;
    if (isBlank(token)) continue;
    if (open !== undefined && type === TokenType.CloseParen) {
      const counter = counterWithin(open.args, open.isNested);
      if (counter === undefined) return undefined;
      text += numbers(counter, counters);
      isCounted = true;
      open = undefined;
    } else if (open !== undefined && type === TokenType.Comma) open.args.push([]);
    else if (open !== undefined) open.args.at(-1)?.push(token);
    else if (type === TokenType.String) text += token[4].value;
    else if (type === TokenType.Function && /^counters?$/i.test(token[4].value))
      open = { isNested: token[4].value.length > 'counter'.length, args: [[]] };
    else if (type === TokenType.EOF || (type === TokenType.Delim && token[4].value === '/'))
      break; // alternative text follows
    else if (type !== TokenType.Ident || !/^(?:none|normal)$/i.test(token[4].value)) return undefined;
  }
  return { text, isCounted };
}

function counterWithin(args: readonly CSSToken[][], isNested: boolean) {
  const counted = counterIn(args, isNested);
  return counted && 'counter' in counted ? counted : undefined;
}
