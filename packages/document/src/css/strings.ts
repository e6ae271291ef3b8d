/**
 * Named strings: `string-set` names texts of elements, and `string()` prints them in margin boxes. The browser supports neither. The
 * property becomes a custom property, so that the cascade applies; the function becomes a counter style whose symbols are the texts of
 * the pages.
 */

import { type CSSToken, TokenType, tokenize } from '@csstools/css-tokenizer';
import { COUNTER_STYLES, type CounterStyle } from '@toolpress/template';
import { isBlank, lower } from './tokens.js';

/** The custom property that has the value of `string-set`. */
export const STRING_SET = '--toolpress-string-set';
/** A page counter that documents do not use. */
export const PAGE_COUNTER = 'toolpress-page';

const KEYWORDS = ['first', 'start', 'last', 'first-except'] as const;
/** Which text of a name on a page is printed. */
export type StringKeyword = (typeof KEYWORDS)[number];

/** A named string in a margin box. */
export interface UsedString {
  readonly name: string;
  readonly keyword: StringKeyword;
  /** The counter style that prints it. */
  readonly style: string;
}

const PLACES = ['text', 'before', 'after', 'first-letter'] as const;

/** A literal text, a text of the element, or a counter. */
export type StringPart =
  | string
  | { readonly of: (typeof PLACES)[number] }
  | { readonly counter: string; readonly style: CounterStyle; readonly separator?: string };

export interface StringSetting {
  readonly name: string;
  readonly parts: readonly StringPart[];
}

/** Reads `string(name)`. Returns undefined for other arguments. @param tokens the tokens between the brackets. */
export function readString(tokens: readonly CSSToken[]): { css: string; string: UsedString } | undefined {
  const [name, keyword = [undefined], ...more] = split(tokens);
  const [word, rest] = name ?? [];
  const [which, other] = keyword;
  if (word?.[0] !== TokenType.Ident || rest || other || more.length > 0 || word[4].value.length > MAX_NAME)
    return undefined;
  const wanted = which === undefined ? 'first' : which[0] === TokenType.Ident ? lower(which[4].value) : '';
  const known = KEYWORDS.find((one) => one === wanted);
  if (known === undefined) return undefined;
  const style = `toolpress-string-${Buffer.from(word[4].value, 'utf16le').toString('hex')}-${known}`;
  return { css: `counter(${PAGE_COUNTER}, ${style})`, string: { name: word[4].value, keyword: known, style } };
}

/** Characters. */
const MAX_NAME = 100;

/** Reads a value of `string-set`. Returns undefined for unsupported syntax. */
export function readStringSet(value: readonly CSSToken[]): StringSetting[] | undefined {
  const settings = split(value).map(([name, ...content]) => {
    const parts = readContent(content);
    return name?.[0] === TokenType.Ident && parts && parts.length > 0 ? { name: name[4].value, parts } : undefined;
  });
  return settings.every((one) => one !== undefined) ? settings : undefined;
}

/** Reads the parts of a computed value of `string-set`, by name. */
export const stringSettings = (css: string): StringSetting[] => readStringSet(tokensOf(css)) ?? [];
export const contentParts = (css: string): StringPart[] => readContent(tokensOf(css).filter(isSolid)) ?? [];

const tokensOf = (css: string): CSSToken[] => tokenize({ css }).filter(([type]) => type !== TokenType.EOF);

const isSolid = (token: CSSToken): boolean => !isBlank(token);

/** Reads a `content`. @param tokens without spaces. */
function readContent(tokens: readonly CSSToken[]): StringPart[] | undefined {
  const parts: StringPart[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (token?.[0] === TokenType.String) parts.push(token[4].value);
    else if (token?.[0] === TokenType.Function) {
      const end = endOf(tokens, at);
      const part = readFunction(lower(token[4].value), split(tokens.slice(at + 1, end)));
      if (part === undefined) return undefined;
      parts.push(part);
      at = end;
    } else return undefined;
  }
  return parts;
}

/** Returns the index of the closing bracket of a function. */
function endOf(tokens: readonly CSSToken[], start: number): number {
  let depth = 0;
  for (let at = start; at < tokens.length; at++) {
    const type = tokens[at]?.[0];
    if (type === TokenType.Function || type === TokenType.OpenParen) depth += 1;
    else if (type === TokenType.CloseParen) depth -= 1;
    if (depth === 0) return at;
  }
  return tokens.length;
}

function readFunction(name: string, given: CSSToken[][]): StringPart | undefined {
  // The browser has substituted them in a computed value.
  if (name === 'attr' || name === 'var') return '';
  const words = given.map(([only, more]) =>
    more === undefined && only?.[0] === TokenType.Ident ? only[4].value : undefined,
  );
  const [first, second, third] = words;
  if (name === 'content') {
    const wanted = given.flat().length === 0 ? 'text' : lower(first ?? '');
    const of = given.length === 1 ? PLACES.find((one) => one === wanted) : undefined;
    return of && { of };
  }
  if (first === undefined || given.length > (name === 'counters' ? 3 : 2)) return undefined;
  if (name === 'counter') return counterIn(first, given.length > 1 ? second : 'decimal');
  const [separator] = given[1] ?? [];
  if (name !== 'counters' || separator?.[0] !== TokenType.String) return undefined;
  const counter = counterIn(first, given.length > 2 ? third : 'decimal');
  return counter && { ...counter, separator: separator[4].value };
}

const ALIASES: Readonly<Record<string, CounterStyle>> = { 'lower-latin': 'lower-alpha', 'upper-latin': 'upper-alpha' };

function counterIn(counter: string, style = ''): { counter: string; style: CounterStyle } | undefined {
  const known = ALIASES[lower(style)] ?? COUNTER_STYLES.find((one) => one === lower(style));
  return known && { counter, style: known };
}

/** Splits at commas outside brackets, and removes spaces. */
function split(tokens: readonly CSSToken[]): CSSToken[][] {
  const all: CSSToken[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (token[0] === TokenType.Function || token[0] === TokenType.OpenParen) depth += 1;
    if (token[0] === TokenType.CloseParen) depth -= 1;
    if (token[0] === TokenType.Comma && depth === 0) all.push([]);
    else if (isSolid(token)) all.at(-1)?.push(token);
  }
  return all;
}
