/**
 * What CSS prints of the counters of elements that links lead to: `target-counter(attr(href), clause)`, `target-counters()` and
 * `target-text(attr(href), before)`. The browser's own styles decide how they count, so that they are known when it has the document.
 */
import { type CSSToken, TokenType, tokenize } from '@csstools/css-tokenizer';
import { COUNTER_STYLES, type CounterStyle, countered } from '../references/counter-styles.js';
import { isBlank, lower } from './tokens.js';

/** A counter of an element, or the text before it. */
export type Counted =
  | { readonly counter: string; readonly style: CounterStyle; readonly between?: string }
  | { readonly part: 'before' };

/** What a sheet prints of them. */
export interface CountReference {
  /** That refers to an element by `#id`. */
  readonly attribute: string;
  /** That the sheet prints in the place of the function; filled when the document is printed. */
  readonly printed: string;
  readonly counted: Counted;
}

/** An element, as the browser has it. */
export interface CountedElement {
  /** What its counters are, outermost first. */
  readonly counters: readonly (readonly [name: string, values: readonly number[]])[];
  /** `content` of what is before it, as the browser computes it. */
  readonly before: string;
}

/** Of the names of counters, and of what stands between numbers. Characters. */
const MAX_LENGTH = 60;
/** Of a text that is printed. */
const MAX_TEXT = 200;
/** Counted by the browser itself. */
const OTHER_COUNTERS: ReadonlySet<string> = new Set(['page', 'pages', 'list-item', 'footnote']);

/**
 * @param name of the function.
 * @param attribute that refers to the element.
 * @param rest the arguments after it, without blanks.
 * @returns undefined for what only other printers understand.
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

/** @returns undefined for a style that is not known. */
export function styleNamed(name: string | undefined): CounterStyle | undefined {
  const written = lower(name ?? '');
  return Object.hasOwn(ALIASES, written) ? ALIASES[written] : COUNTER_STYLES.find((known) => known === written);
}

/** @returns what is printed of an element; undefined for what can't be told. */
export function countedText(counted: Counted, { counters, before }: CountedElement): string | undefined {
  const values = new Map(counters);
  const text = 'part' in counted ? textBefore(before, values)?.text : numbers(counted, values);
  return text !== undefined && text.length <= MAX_TEXT ? text : undefined;
}

/** @returns the number before a heading, with a blank; nothing where no counter stands there; undefined where it can't be told. */
export function headingNumber({ counters, before }: CountedElement): string | undefined {
  const found = textBefore(before, new Map(counters));
  if (found === undefined) return /\bcounters?\(/.test(before) ? undefined : '';
  const { text, isCounted } = found;
  if (text.length > MAX_TEXT) return undefined;
  return isCounted ? `${text.replaceAll(/\s+/g, ' ').trim()} ` : '';
}

type Values = ReadonlyMap<string, readonly number[]>;

/** Of a counter that is not there, CSS prints 0. */
function numbers({ counter, style, between }: Exclude<Counted, { part: 'before' }>, counters: Values): string {
  const values = counters.get(counter) ?? [0];
  const shown = between === undefined ? values.slice(-1) : values;
  return shown.map((value) => countered(value, style)).join(between);
}

/** Strings and counters; pictures, quotation marks and styles of the document's own can't be told. */
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
      break; // what follows is for readers
    else if (type !== TokenType.Ident || !/^(?:none|normal)$/i.test(token[4].value)) return undefined;
  }
  return { text, isCounted };
}

function counterWithin(args: readonly CSSToken[][], isNested: boolean) {
  const counted = counterIn(args, isNested);
  return counted && 'counter' in counted ? counted : undefined;
}
