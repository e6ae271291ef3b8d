/** Reads `[[> name argument=value]]` and the end mark of an inserted partial. */
import { VARIABLE_REFERENCE } from '@toolpress/contract';
import { type Expression, parseExpression } from '../../expressions/expression.js';
import { syntaxFault } from '../../expressions/hints.js';
import { PLAIN } from '../../values/path.js';
import { shortened } from '../../values/shortened.js';

export interface PartialArguments {
  /** The context of the partial, like that of a section. Defaults to the context of the tag. */
  readonly context?: Expression;
  readonly named: readonly { readonly name: string; readonly expression: Expression }[];
  /** The fault if they are invalid. */
  readonly fault?: string;
}

/** The largest number of arguments. */
const MAX_ARGUMENTS = 20;

const PARTIAL = /^>\s*([^\s[\]]+)(?:\s+|$)/;

/** Returns the name and the arguments of a partial's tag. @param content the trimmed text between the brackets. */
export function readPartial(content: string): { partial: string; written: string } | undefined {
  const [head = '', partial] = PARTIAL.exec(content) ?? [];
  if (partial === undefined || !VARIABLE_REFERENCE.test(partial)) return undefined;
  return { partial, written: content.slice(head.length) };
}

/** Returns the end mark of an inserted partial. */
export const endOfPartial = (name: string): string => `[[/> ${name}]]`;

/** The beginning of an end mark. */
export const PARTIAL_END = '[[/>';

const NAME = new RegExp(`([${PLAIN}]+)\\s*=(?!=)\\s*`, 'uy');

/** Reads the arguments. @param written the text after the partial's name: `line`, `item=line total=(net | plus: tax)`. */
export function readArguments(written: string): PartialArguments {
  const named: { name: string; expression: Expression }[] = [];
  let context: Expression | undefined;
  for (let at = 0; at < written.length; ) {
    NAME.lastIndex = at;
    const [head = '', name] = NAME.exec(written) ?? [];
    const end = endOfValue(written, at + head.length);
    const value = written.slice(at + head.length, end);
    if (value.startsWith('|'))
      return { named, fault: `has filters outside parentheses: write \`${bracketed(written, at)}\`` };
    const expression = parseExpression(value);
    const fault = expression?.fault ?? (expression ? undefined : (syntaxFault(value) ?? UNREADABLE));
    if (fault !== undefined || expression === undefined)
      return { named, fault: `has an argument \`${shortened(written.slice(at, end))}\` that ${fault ?? UNREADABLE}` };
    if (name === undefined && (context !== undefined || named.length > 0)) return { named, fault: TWO_VALUES };
    if (name === undefined) context = expression;
    else if (named.some((other) => other.name === name)) return { named, fault: `has two arguments \`${name}\`` };
    else named.push({ name, expression });
    if (named.length > MAX_ARGUMENTS) return { named, fault: `has more than ${MAX_ARGUMENTS} arguments` };
    at = afterBlanks(written, end);
  }
  return { named, ...(context && { context }) };
}

const UNREADABLE = 'can’t be read: arguments are `name=value`, and computed values need parentheses';
const TWO_VALUES = 'has more than one value: arguments are `name=value`, and a value without a name comes first';

/** Returns the argument before an offset, with its filters in parentheses. @param at the offset of a `|`. */
function bracketed(written: string, at: number): string {
  const before = written.slice(0, at).trimEnd();
  const argument = before.slice(before.lastIndexOf(' ') + 1);
  const value = argument.slice(argument.indexOf('=') + 1);
  const filter = /^\|\s*[\w-]*/.exec(written.slice(at))?.[0] ?? '';
  return shortened(`${argument.slice(0, argument.length - value.length)}(${value} ${filter})`);
}

/** Returns the offset of the first space outside quotation marks, parentheses and brackets. */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  let quote = '';
  for (let at = start; at < text.length; at++) {
    const character = text[at] ?? '';
    if (quote !== '') {
      if (character === '\\') at += 1;
      else if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '(' || character === '[') depth += 1;
    else if (character === ')' || character === ']') depth -= 1;
    else if (depth <= 0 && /\s/.test(character)) return at;
  }
  return text.length;
}

function afterBlanks(text: string, start: number): number {
  let at = start;
  while (at < text.length && /\s/.test(text[at] ?? '')) at += 1;
  return at;
}
