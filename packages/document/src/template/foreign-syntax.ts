/** Tags in our brackets that are written as other template languages have them. */
import { BrokenExpression, type Expression } from './expressions/expression.js';
import { filterMeant, syntaxFault } from './expressions/hints.js';
import { type Path, PLAIN, parsePath } from './path.js';

const LOOPS_HAVE = 'loops have `@index`, `@number`, `@first`, `@last`, `@odd` and `@key`';

/** What is a fault in a section, and outside of one may be prose. */
const IN_SECTIONS: readonly (readonly [RegExp, string])[] = [
  [/^(?:elsif|elseif|elif|else\s+if)(?:\s|$)/, 'is written `[[else if …]]` here, with a condition'],
  [/^E(?:lse|LSE)$/, 'is written `[[else]]` here, in small letters'],
  [/^@\.\.\//, 'is written `[[../@index]]` here'],
  [/^@(?!(?:index|number|first|last|odd|key|root)$)[a-z]\w*$/i, `is nothing that there is: ${LOOPS_HAVE}`],
];

const SECTIONS = 'is no block here: sections are `[[#if …]]…[[/if]]` and `[[#each …]]…[[/each]]`';

/** What no prose is. */
const ALWAYS: readonly (readonly [RegExp, string])[] = [
  [/^end(?:if|for|foreach|each|unless|with|while|switch|case)$/, SECTIONS],
  [/^(?:if|range|with)\s+(?:(?:not|and|or|eq|ne|gt|lt|ge|le|len)\s+)*[.$][\w.]/, SECTIONS],
  [new RegExp(`^(?:set|assign)\\s+[${PLAIN}]+\\s*=(?!=)`, 'u'), 'is written `[[let name = …]]` here'],
  [
    /^(?:include|render|extends|import|partial|template|define)\s+["']/,
    'is written `[[var:name]]` here, with a saved variable, or `[[> name item=line]]` with arguments',
  ],
  [/^(?:_+|t|trans|translate)[\s(]\s*["']/, 'is written `[["text" | t]]` here'],
];

const faultIn = (table: readonly (readonly [RegExp, string])[], name: string): string | undefined =>
  table.find(([is]) => is.test(name))?.[1];

/** @param name of a value tag. @returns what is wrong with it, if it stands in a section. */
export const faultInSection = (name: string): string | undefined => faultIn(IN_SECTIONS, name);

export interface ForeignValue {
  readonly expression: Expression;
  /** It is a tag only if the data has this. Absent: it is one in any case. */
  readonly head: Path | undefined;
}

const NAMES = `[${PLAIN}]+(?:\\.[${PLAIN}]+)*`;
const COMPUTED = new RegExp(
  `^(${NAMES})(?:\\s*[*~]\\s*|\\s+[-+/%]\\s+|\\s*(?:\\?\\??:?|&&|===?|!==?)\\s*)[${PLAIN}"'(.]`,
  'u',
);
const METHOD = new RegExp(`^(${NAMES})\\.([${PLAIN}]+)\\(`, 'u');
const HELPER = new RegExp(`^([${PLAIN}]+)(?:\\s+|\\(\\s*)(${NAMES})(?:[\\s,)]|$)`, 'u');

/** @param name of a value tag, or of prose. @returns what it is if it is certain, or if the data has its first value. */
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

/** Words that other languages have for blocks, and what stands for them. */
const BLOCKS: Readonly<Record<string, string>> = {
  for: 'loops are `[[#each rows]]…[[/each]]`, without a name for the items',
  foreach: 'loops are `[[#each rows]]…[[/each]]`, without a name for the items',
  forelse: 'loops are `[[#each rows]]…[[else]]…[[/each]]`, without a name for the items',
  range: 'loops are `[[#each rows]]…[[/each]]`',
  unless: 'write `[[#if not …]]…[[/if]]`, or `[[^name]]…[[/name]]`',
  with: 'write `[[#name]]…[[/name]]`, in which names are those of the value',
  switch: 'write `[[#if …]]…[[else if …]]…[[else]]…[[/if]]`',
  case: 'write `[[#if …]]…[[else if …]]…[[else]]…[[/if]]`',
  else: 'write `[[else]]`, which has no end of its own',
  elseif: 'write `[[else if …]]`, which has no end of its own',
  elif: 'write `[[else if …]]`, which has no end of its own',
  let: 'write `[[let name = …]]`, which has no end',
  set: 'write `[[let name = …]]`, which has no end',
};

const BLOCK = /^(?:if|each|else)$/;

/** @param name of a section that is not closed by it. @returns what is to be written for it, if its first word is a block elsewhere. */
export function blockElsewhere(name: string): string | undefined {
  const [word = ''] = name.split(/\s/, 1);
  const small = word.toLowerCase();
  if (word !== small && BLOCK.test(small)) return `write \`${small}\` in small letters`;
  return Object.hasOwn(BLOCKS, small) ? BLOCKS[small] : undefined;
}

/** Names that other languages have in loops and of lists. */
const NAMES_ELSEWHERE: readonly (readonly [RegExp, string])[] = [
  [/^this$/, '`[[.]]` is the item itself'],
  [/^this\./, 'names of the item stand alone, as in `[[name]]`'],
  [/^(?:for)?loop\.(?:index|counter)$/, '`[[@number]]` is the item’s place from 1, `[[@index]]` from 0'],
  [/^(?:for)?loop\.(?:index0|counter0)$|^\$?index$/, '`[[@index]]` is the item’s place from 0, `[[@number]]` from 1'],
  [/^(?:for)?loop\.(?:first|last)$/, 'loops have `[[#if @first]]` and `[[#if @last]]`'],
  [/^@key$/, '`@key` is of objects; items of lists have `@index` and `@number`'],
  [/\.(?:length|count)$/, 'the number of items is `size`, as in `[[items.size]]`'],
];

/** @param tags that have no value. @returns what is meant by the first that other languages have. */
export function namesElsewhere(tags: readonly string[]): string | undefined {
  for (const tag of tags) {
    const hint = faultIn(NAMES_ELSEWHERE, tag);
    if (hint !== undefined) return hint;
  }
  return undefined;
}
