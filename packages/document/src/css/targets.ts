/**
 * `target-counter(attr(href), page)` and `target-text(attr(href))` in `content`, which the browser does not support. They become
 * attributes of the links, which are filled when the document is printed. `leader()` becomes a mark that prints nothing.
 */

import { type CSSToken, TokenType } from '@csstools/css-tokenizer';
import type { CounterStyle } from '@toolpress/template';
import { type CountReference, readCountTarget, styleNamed } from './count-targets.js';
import { isBlank, lower } from './tokens.js';

/** A target function for the elements that links refer to. */
export interface LinkReference {
  /** The attribute that refers to an element by `#id`. */
  readonly attribute: string;
  /** The attribute that replaces the function. */
  readonly printed: string;
  /** The style of the page's number, or the element's text. */
  readonly what: CounterStyle | 'text';
}

/** A target function for an element that the style sheet names. */
interface PageReference {
  readonly id: string;
  /** The attribute of the root element with the number. The custom property of that name, `--data-…`, prints it anywhere. */
  readonly printed: string;
  readonly what: CounterStyle;
}

export type TargetReference = LinkReference | PageReference | CountReference;

/** The functions that `readTarget` reads. */
export const TARGET_FUNCTIONS: ReadonlySet<string> = new Set([
  'target-counter',
  'target-counters',
  'target-text',
  'leader',
]);

/**
 * @param name of the function.
 * @param tokens between its brackets.
 * @returns the replacement; undefined for unsupported syntax.
 */
export function readTarget(
  name: string,
  tokens: readonly CSSToken[],
): { css: string; reference?: TargetReference } | undefined {
  // The browser would ignore the whole `content`, including the number after the dots.
  if (name === 'leader') return { css: leaderMark(tokens) };
  const [target = [], ...rest] = argumentsOf(tokens);
  const attribute = attributeIn(target);
  const what = name === 'target-text' ? textAsked(rest) : counterAsked(rest);
  if (what === undefined || name === 'target-counters') {
    const reference = attribute === undefined ? undefined : readCountTarget(name, attribute, rest);
    return reference && { css: `attr(${reference.printed})`, reference };
  }
  if (attribute !== undefined) {
    const printed = `data-toolpress-${attribute}-${what}`;
    return { css: `attr(${printed}, ${NOTHING})`, reference: { attribute, printed, what } };
  }
  const [only, more] = target;
  const id = only?.[0] === TokenType.String && more === undefined ? only[4].value : '';
  if (what === 'text' || !id.startsWith('#') || id.length > MAX_ID_LENGTH) return undefined;
  const printed = `data-toolpress-page-${Buffer.from(id.slice(1), 'utf16le').toString('hex')}-${what}`;
  return { css: `var(--${printed})`, reference: { id: id.slice(1), printed, what } };
}

const LEADERS: ReadonlyMap<string, string> = new Map([
  ['dotted', '. '],
  ['solid', '_'],
  ['space', ' '],
]);
const MAX_LEADER = 20;

/** Returns a counter that prints nothing, whose name has the fill, and a space for places without a fill. */
function leaderMark(tokens: readonly CSSToken[]): string {
  const [only, ...more] = tokens.filter((token) => !isBlank(token));
  const word = only?.[0] === TokenType.Ident ? LEADERS.get(lower(only[4].value)) : undefined;
  const pattern = only?.[0] === TokenType.String ? only[4].value : (word ?? '');
  if (more.length > 0 || pattern === '' || pattern.length > MAX_LEADER) return '" "';
  return `counter(toolpress-leader-${Buffer.from(pattern, 'utf16le').toString('hex')}, none) " "`;
}
/**
 * An undefined variable, which makes a declaration invalid. It prints nothing for links to other documents, footnote calls and lines of
 * contents.
 */
const NOTHING = 'var(--toolpress-nothing)';

/** The largest length of an id, in characters. */
const MAX_ID_LENGTH = 200;

/** Returns the arguments without spaces. */
function argumentsOf(tokens: readonly CSSToken[]): CSSToken[][] {
  const all: CSSToken[][] = [[]];
  for (const token of tokens) {
    if (token[0] === TokenType.Comma) all.push([]);
    else if (!isBlank(token)) all.at(-1)?.push(token);
  }
  return all;
}

const identIn = (argument: readonly CSSToken[] | undefined): string | undefined => {
  const [only, more] = argument ?? [];
  return only?.[0] === TokenType.Ident && more === undefined ? lower(only[4].value) : undefined;
};

/** `page`, or `page, lower-roman`. */
function counterAsked([counter, style, ...more]: CSSToken[][]): CounterStyle | undefined {
  if (identIn(counter) !== 'page' || more.length > 0) return undefined;
  return styleNamed(style === undefined ? 'decimal' : identIn(style));
}

/** Returns `text` for the element's own text, without its `::before` and `::after`; undefined for any other. */
const textAsked = (rest: CSSToken[][]): 'text' | undefined =>
  rest.length === 0 || (rest.length === 1 && identIn(rest[0]) === 'content') ? 'text' : undefined;

/** `attr(href)`, and with a type as older drafts write it: `attr(href url)`. */
function attributeIn([open, name, ...types]: readonly CSSToken[]): string | undefined {
  if (open?.[0] !== TokenType.Function || lower(open[4].value) !== 'attr' || name?.[0] !== TokenType.Ident)
    return undefined;
  const close = types.pop();
  const isPlain = types.length === 0 || (types.length === 1 && ['url', 'string'].includes(identIn(types) ?? ''));
  const attribute = lower(name[4].value);
  return close?.[0] === TokenType.CloseParen && isPlain && /^[a-z][\w-]*$/.test(attribute) ? attribute : undefined;
}
