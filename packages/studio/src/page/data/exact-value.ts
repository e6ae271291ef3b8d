/** Values of JSON with the digits of their numbers as written, to be changed and printed again. */
import { type JsonNode, jsonTree, rawOf } from './json-tree.js';

export type Exact = string | boolean | null | Digits | Exact[] | ExactObject;
/** Names in their order. Plain objects put those of digits first. */
export type ExactObject = Map<string, Exact>;

/** A number as it is written. */
export class Digits {
  constructor(readonly text: string) {}
}

/** @throws SyntaxError, as `JSON.parse` does. */
export const readExact = (text: string): Exact => exactOf(text, jsonTree(text));

function exactOf(text: string, node: JsonNode): Exact {
  const { kind, children } = node;
  if (kind === 'list') return children.map((child) => exactOf(text, child));
  if (kind === 'object') return new Map(children.map((child) => [child.name, exactOf(text, child)]));
  const raw = rawOf(text, node);
  return kind === 'number' ? new Digits(raw) : (JSON.parse(raw) as Exact);
}

/** How a language writes values. */
export interface Notation {
  indent: string;
  number(digits: string): string;
  text(value: string): string;
  word(value: boolean | null): string;
  list: readonly [open: string, close: string];
  object(value: ExactObject): readonly [open: string, close: string];
  /** Writes the name of a member, and what is between it and its value. */
  name(name: string): string;
  /** Whether a comma follows the last item. */
  hasLastComma: boolean;
}

export const JSON_NOTATION: Notation = {
  indent: '  ',
  number: (digits) => digits,
  text: (value) => JSON.stringify(value),
  word: String,
  list: ['[', ']'],
  object: () => ['{', '}'],
  name: (name) => `${JSON.stringify(name)}: `,
  hasLastComma: false,
};

/** Writes a value over several lines. @param depth the number of indents of the line in which it begins. */
export function written(value: Exact, notation: Notation, depth = 0): string {
  if (value instanceof Digits) return notation.number(value.text);
  if (typeof value === 'string') return notation.text(value);
  if (value === null || typeof value === 'boolean') return notation.word(value);
  const inner = (item: Exact): string => written(item, notation, depth + 1);
  const isList = Array.isArray(value);
  const [open, close] = isList ? notation.list : notation.object(value);
  const parts = isList ? value.map(inner) : [...value].map(([name, item]) => `${notation.name(name)}${inner(item)}`);
  if (parts.length === 0) return `${open}${close}`;
  const line = `\n${notation.indent.repeat(depth + 1)}`;
  const end = `${notation.hasLastComma ? ',' : ''}\n${notation.indent.repeat(depth)}`;
  return `${open}${line}${parts.join(`,${line}`)}${end}${close}`;
}
