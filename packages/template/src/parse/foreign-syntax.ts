/** Recognises tags in our brackets with the syntax of other template languages. */
import { foreignIn } from '../expressions/dialects.js';
import { BrokenExpression, type Expression } from '../expressions/expression.js';
import { filterMeant, syntaxFault } from '../expressions/hints.js';
import { type Path, PLAIN, parsePath } from '../values/path.js';

export interface ForeignValue {
  readonly expression: Expression;
  /** The path that the data must have for it to count as a tag; undefined if it is always a tag. */
  readonly head: Path | undefined;
}

const NAMES = `[${PLAIN}]+(?:\\.[${PLAIN}]+)*`;
const COMPUTED = new RegExp(
  `^(${NAMES})(?:\\s*[*~]\\s*|\\s+[-+/%]\\s+|\\s*(?:\\?\\??:?|&&|===?|!==?)\\s*)[${PLAIN}"'(.]`,
  'u',
);
const METHOD = new RegExp(`^(${NAMES})\\.([${PLAIN}]+)\\(`, 'u');
const HELPER = new RegExp(`^([${PLAIN}]+)(?:\\s+|\\(\\s*)(${NAMES})(?:[\\s,)]|$)`, 'u');

/** Returns the expression of a value tag with foreign syntax. @param name the text of the tag, which may be prose. */
export function foreignValue(name: string): ForeignValue | undefined {
  const fault = foreignIn('tag', name);
  if (fault !== undefined) return { expression: new BrokenExpression(fault), head: undefined };
  const [, value] = COMPUTED.exec(name) ?? [];
  if (value !== undefined) return broken(value, () => syntaxFault(name) ?? 'compares: write `[[#if …]]…[[/if]]`');
  const [, subject, method] = METHOD.exec(name) ?? [];
  const [, helper, argument] = HELPER.exec(name) ?? [];
  const [first, called] = subject === undefined ? [argument, helper] : [subject, method];
  const filter = called === undefined ? undefined : filterMeant(called);
  if (first === undefined || !(filter !== undefined || subject !== undefined)) return undefined;
  return broken(first, `can’t be read: filters follow the value, as in \`${first} | ${filter ?? 'size'}\``);
}

const broken = (first: string, why: string | (() => string)): ForeignValue => ({
  expression: new BrokenExpression(why),
  head: parsePath(first),
});

const BLOCK = /^(?:if|each|else)$/;

/** Returns what to write for a block of another language. @param name the text of the section's tag. */
export function hintForBlock(name: string): string | undefined {
  const [word = ''] = name.split(/\s/, 1);
  const small = word.toLowerCase();
  if (word !== small && BLOCK.test(small)) return `write \`${small}\` in lower case`;
  return foreignIn('block', small);
}

/** Returns a hint for the first tag with a name of another language. @param tags the tags without a value. */
export const hintForNames = (tags: readonly string[]): string | undefined =>
  tags.map((tag) => foreignIn('name', tag)).find((hint) => hint !== undefined);
