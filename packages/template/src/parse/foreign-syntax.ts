/** Recognises tags in our brackets with the syntax of other template languages. */
import { BrokenExpression, type Expression } from '../expressions/expression.js';
import { filterMeant, syntaxFault } from '../expressions/hints.js';
import { type Path, PLAIN, parsePath } from '../values/path.js';

const LOOPS_HAVE = 'loops have `@index`, `@number`, `@first`, `@last`, `@odd` and `@key`';

/** Faults inside a section; outside it they may be prose. */
const IN_SECTIONS: readonly (readonly [RegExp, string])[] = [
  [/^(?:elsif|elseif|elif|else\s+if)(?:\s|$)/, 'must be written `[[else if …]]`, with a condition'],
  [/^E(?:lse|LSE)$/, 'must be written `[[else]]`, in lower case'],
  [/^@\.\.\//, 'must be written `[[../@index]]`'],
  [/^@(?!(?:index|number|first|last|odd|key|root)$)[a-z]\w*$/i, `does not exist: ${LOOPS_HAVE}`],
];

const SECTIONS = 'is not a block of this language: sections are `[[#if …]]…[[/if]]` and `[[#each …]]…[[/each]]`';

/** Faults that are never prose. */
const ALWAYS: readonly (readonly [RegExp, string])[] = [
  [/^end(?:if|for|foreach|each|unless|with|while|switch|case)$/, SECTIONS],
  [/^(?:if|range|with)\s+(?:(?:not|and|or|eq|ne|gt|lt|ge|le|len)\s+)*[.$][\w.]/, SECTIONS],
  [new RegExp(`^(?:set|assign)\\s+[${PLAIN}]+\\s*=(?!=)`, 'u'), 'must be written `[[let name = …]]`'],
  [
    /^(?:include|render|extends|import|partial|template|define)\s+["']/,
    'must be written `[[var:name]]`, for a saved variable, or `[[> name item=line]]`, with arguments',
  ],
  [/^(?:_+|t|trans|translate)[\s(]\s*["']/, 'must be written `[["text" | t]]`'],
];

const faultIn = (table: readonly (readonly [RegExp, string])[], name: string): string | undefined =>
  table.find(([is]) => is.test(name))?.[1];

/** Returns the fault that a value tag has inside a section. */
export const faultInSection = (name: string): string | undefined => faultIn(IN_SECTIONS, name);

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
  const fault = faultIn(ALWAYS, name);
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

/** Block names of other languages, and what to write for them. */
const BLOCKS: Readonly<Record<string, string>> = {
  for: 'write `[[#each rows]]…[[/each]]`, without a name for the items',
  foreach: 'write `[[#each rows]]…[[/each]]`, without a name for the items',
  forelse: 'write `[[#each rows]]…[[else]]…[[/each]]`, without a name for the items',
  range: 'write `[[#each rows]]…[[/each]]`',
  unless: 'write `[[#if not …]]…[[/if]]`, or `[[^name]]…[[/name]]`',
  with: 'write `[[#name]]…[[/name]]`, inside which names are fields of the value',
  switch: 'write `[[#if …]]…[[else if …]]…[[else]]…[[/if]]`',
  case: 'write `[[#if …]]…[[else if …]]…[[else]]…[[/if]]`',
  else: 'write `[[else]]`, which has no closing tag',
  elseif: 'write `[[else if …]]`, which has no closing tag',
  elif: 'write `[[else if …]]`, which has no closing tag',
  let: 'write `[[let name = …]]`, which has no closing tag',
  set: 'write `[[let name = …]]`, which has no closing tag',
};

const BLOCK = /^(?:if|each|else)$/;

/** Returns what to write for a block of another language. @param name the text of the section's tag. */
export function hintForBlock(name: string): string | undefined {
  const [word = ''] = name.split(/\s/, 1);
  const small = word.toLowerCase();
  if (word !== small && BLOCK.test(small)) return `write \`${small}\` in lower case`;
  return Object.hasOwn(BLOCKS, small) ? BLOCKS[small] : undefined;
}

/** Names of other languages for loops and lists. */
const FOREIGN_NAMES: readonly (readonly [RegExp, string])[] = [
  [/^this$/, '`[[.]]` is the item itself'],
  [/^this\./, 'write fields of the item alone, as in `[[name]]`'],
  [/^(?:for)?loop\.(?:index|counter)$/, '`[[@number]]` is the item’s place from 1, `[[@index]]` from 0'],
  [/^(?:for)?loop\.(?:index0|counter0)$|^\$?index$/, '`[[@index]]` is the item’s place from 0, `[[@number]]` from 1'],
  [/^(?:for)?loop\.(?:first|last)$/, 'loops have `[[#if @first]]` and `[[#if @last]]`'],
  [/^@key$/, '`@key` is of objects; items of lists have `@index` and `@number`'],
  [/\.(?:length|count)$/, 'the number of items is `size`, as in `[[items.size]]`'],
];

/** Returns a hint for the first tag with a name of another language. @param tags the tags without a value. */
export function hintForNames(tags: readonly string[]): string | undefined {
  for (const tag of tags) {
    const hint = faultIn(FOREIGN_NAMES, tag);
    if (hint !== undefined) return hint;
  }
  return undefined;
}
