/** Checks what liquidjs accepts leniently, so that an expression computes what it says. */
import { Big } from 'big.js';
import { type FilteredValueToken, type Token, TypeGuards } from 'liquidjs';
import type { FilterDefinition } from '../filters/filter.js';
import { filterNamed } from '../filters/index.js';
import { TagFault } from '../values/values.js';
import { ExpressionTokenizer } from './tokenizer.js';

/** A syntax fault for which a hint about another language may be better. */
export class Unreadable extends TagFault {}

/** The message is the filter's name. */
export class UnknownFilter extends TagFault {}

export const BROKEN_FILTER =
  'has a filter that can’t be read: a filter is `| name`, `| name: argument, argument` or `| name: name: value`';

/**
 * Parses and checks an expression.
 *
 * @returns the value and its paths.
 * @throws TagFault with the fault, or an error of liquidjs.
 */
export function checkedValue(source: string): { value: FilteredValueToken; subject: string | undefined } & Parts {
  const tokenizer = new ExpressionTokenizer(source);
  const value = tokenizer.readFilteredValue();
  if (tokenizer.hasUnclearBrackets)
    throw new TagFault(
      'has something other than one name, number or text in `[ ]`: assign it first, with `[[let key = …]]`',
    );
  tokenizer.skipBlank();
  if (!tokenizer.end() || source.trimEnd().endsWith('|')) throw new Unreadable(BROKEN_FILTER);
  const parts: Parts = { names: [], paths: [], size: 0 };
  check(value, parts);
  return { value, subject: subjectOf(value), ...parts };
}

interface Parts {
  readonly names: string[];
  /** Paths as far as they are plain names. */
  readonly paths: string[][];
  /** The number of values, operators and filters: the cost of evaluation without the work of the filters. */
  size: number;
}

function check(token: Token, parts: Parts): void {
  parts.size += 1;
  if (TypeGuards.isFilteredValueToken(token)) {
    checkOperators(token.initial.postfix, parts);
    for (const { name, args } of token.filters) {
      parts.size += 1;
      checkFilter(name, args);
      for (const arg of args) check((Array.isArray(arg) ? arg[1] : arg) as Token, parts);
    }
  } else if (TypeGuards.isPropertyAccessToken(token)) {
    if (token.variable) check(token.variable, parts);
    else if (TypeGuards.isWordToken(token.props[0])) {
      parts.names.push(token.props[0].content);
      parts.paths.push(plainNames(token.props));
    }
    for (const prop of token.props) check(prop, parts);
  } else if (TypeGuards.isNumberToken(token)) {
    if (!new Big(token.getText()).eq(token.content))
      throw new TagFault('has a number with too many digits: write it in quotation marks to keep it exact');
  } else if (TypeGuards.isQuotedToken(token)) {
    const text = token.getText();
    if (text.length < 2 || text.at(-1) !== text[0]) throw new TagFault('has a text without a closing quotation mark');
  }
}

/** Returns the first name of the value if it is a single path. */
function subjectOf({ initial }: FilteredValueToken): string | undefined {
  const [value, ...others] = initial.postfix.filter(
    (token) => !(TypeGuards.isOperatorToken(token) && token.operator === 'not'),
  );
  if (value === undefined || others.length > 0 || !TypeGuards.isPropertyAccessToken(value)) return undefined;
  return nameOf(value.props[0]);
}

function plainNames(props: readonly Token[]): string[] {
  const names: string[] = [];
  for (const prop of props) {
    const name = nameOf(prop);
    if (name === undefined) break;
    names.push(name);
  }
  return names;
}

/** Returns a name, in brackets or not: `a`, `["a b"]`, `[0]`. */
function nameOf(prop: Token | undefined): string | undefined {
  if (prop === undefined) return undefined;
  if (TypeGuards.isWordToken(prop)) return prop.content;
  if (TypeGuards.isQuotedToken(prop)) return prop.content;
  return TypeGuards.isNumberToken(prop) && prop.content >= 0 ? String(prop.content) : undefined;
}

const COMPARISONS = new Set(['==', '!=', '<', '>', '<=', '>=', 'contains']);

/** The words for the current day and time in comparisons, by their names in a checked expression. */
export const DATE_WORDS: Readonly<Record<string, string | undefined>> = Object.assign(Object.create(null), {
  '@today': 'today',
  '@now': 'now',
});

/** Marks `today` and `now` on one side of a comparison. */
function markDateWord(token: Token | undefined): void {
  if (token === undefined || !TypeGuards.isPropertyAccessToken(token)) return;
  const [first, ...others] = token.props;
  if (first === undefined || others.length > 0 || token.variable || !TypeGuards.isWordToken(first)) return;
  if (DATE_WORDS[`@${first.content}`] !== undefined) first.content = `@${first.content}`;
}

/** Checks values and operators in the order of evaluation. Each operator takes one or two of the previous results. */
function checkOperators(postfix: readonly Token[], parts: Parts): void {
  const results: string[] = [];
  const tokens: (Token | undefined)[] = [];
  for (const token of postfix) {
    parts.size += 1;
    if (!TypeGuards.isOperatorToken(token)) {
      check(token, parts);
      results.push('value');
      tokens.push(token);
      continue;
    }
    const { operator } = token;
    const right = results.pop();
    const left = operator === 'not' ? 'value' : results.pop();
    const sides = tokens.splice(operator === 'not' ? -1 : -2);
    if (COMPARISONS.has(operator)) for (const side of sides) markDateWord(side);
    tokens.push(undefined);
    if (left === undefined || right === undefined) throw new Unreadable(`has no value on one side of \`${operator}\``);
    if (operator === 'and' && right === 'or')
      throw new TagFault('mixes `and` with `or`: write parentheses, as in `(a and b) or c`');
    if (COMPARISONS.has(operator) && COMPARISONS.has(right))
      throw new TagFault('compares more than two values at once: write `a < b and b < c`');
    results.push(operator);
  }
  if (results.length > 1) throw new Unreadable('has two values without an operator between them');
}

function checkFilter(name: string, args: readonly unknown[]): void {
  const definition = filterNamed(name);
  if (definition === undefined) throw new UnknownFilter(name);
  const { takes = [], named = [] } = definition;
  const given = args.filter((arg) => !Array.isArray(arg)).length;
  const least = takes.filter((argument) => !/^\.\.\.|\?$/.test(argument)).length;
  const most = takes.some((argument) => argument.startsWith('...')) ? Number.POSITIVE_INFINITY : takes.length;
  if (given < least || given > most)
    throw new TagFault(`has a wrong number of arguments: write ${exampleOf(name, definition)}`);
  const unknown = args.find((arg) => Array.isArray(arg) && named !== 'any' && !named.includes(arg[0]));
  if (unknown !== undefined) throw new TagFault(`has an unknown named argument: write ${usage(name, definition)}`);
}

/** Returns how a filter is written in the examples of its documentation, with arguments if one has some: "`| money: "EUR"`". */
export function exampleOf(name: string, definition: FilterDefinition): string {
  const call = new RegExp(String.raw`\| ${name}\b(?:: (?:"[^"]*"|[^"|\]])+)?`);
  const calls = definition.examples.flatMap(({ template }) => call.exec(template)?.[0].trim() ?? []);
  const written = calls.find((each) => each.includes(':')) ?? calls[0];
  return written === undefined ? usage(name, definition) : `\`${written}\``;
}

/** Returns the usage of a filter: "`| money: currency, digits: …`". */
function usage(name: string, { takes = [], named = [] }: FilterDefinition): string {
  const all = [...takes, ...(named === 'any' ? ['name: …'] : named.map((argument) => `${argument}: …`))];
  return `\`| ${name}${all.length === 0 ? '' : `: ${all.join(', ')}`}\``;
}
