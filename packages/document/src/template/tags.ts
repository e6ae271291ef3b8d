/** Finds the tags of a text. */
import { BrokenExpression, type Expression, parseExpression } from './expressions/expression.js';
import { filterNamed } from './filters/index.js';
import { type ForeignValue, faultInSection, foreignValue } from './foreign-syntax.js';
import { type PartialArguments, readArguments, readPartial } from './partials/tag.js';
import { type Path, PLAIN, parsePath } from './path.js';
import { shortened } from './shortened.js';

interface Span {
  /** Offset of the first bracket. */
  readonly start: number;
  /** Offset after the last one. */
  readonly end: number;
  /** What is between the brackets, without the mark and blanks around it. */
  readonly name: string;
}

/** One member for each kind, so that a check of `kind` tells which it is. */
type OfKind<Kind extends string, Fields> = { [Each in Kind]: Span & { readonly kind: Each } & Fields }[Kind];

type PathTagKind = 'value' | 'raw' | 'section' | 'inverted' | 'closing';

/** `[[path]]`, `[[&path]]`, `[[#path]]`, `[[^path]]`, `[[/path]]`. */
export type PathTag<Kind extends PathTagKind = PathTagKind> = OfKind<
  Kind,
  { readonly path: Path; readonly foreign?: ForeignValue }
>;

/** `[[value | filter]]`, with or without `&`. */
type ExpressionTag = OfKind<
  'expression' | 'rawExpression',
  { readonly expression: Expression; readonly head: Path | undefined }
>;

/**
 * `[[#if …]]`, `[[#each …]]`, `[[else if …]]`. Without an expression: what stands there is none. With a path: it may be a section
 * with a name of several words, `[[#if only]]…[[/if only]]`.
 */
export type BlockTag = OfKind<
  'if' | 'each' | 'elseIf',
  { readonly expression: Expression | undefined; readonly path: Path | undefined }
>;

/** `[[let variable = …]]`. */
export type LetTag = OfKind<'let', { readonly variable: string; readonly expression: Expression | undefined }>;

/** A section that is written as an expression. */
type MisusedTag = OfKind<'misused', { readonly fault: string }>;

/** It is a fault in a section, and otherwise what it would be without one. */
export type SuspectTag = OfKind<'suspect', { readonly fault: string; readonly path: Path | undefined }>;

export type MarkTag<Kind extends 'comment' | 'else' = 'comment' | 'else'> = OfKind<Kind, object>;

/** `[[> row item=line]]`, behind which its text was put in, and the mark of the end of that text. */
export type PartialTag = OfKind<'partial', { readonly partial: string; readonly given: PartialArguments }>;
type PartialEndTag = OfKind<'partialEnd', { readonly partial: string }>;

export type Tag =
  | PartialTag
  | PartialEndTag
  | PathTag
  | ExpressionTag
  | BlockTag
  | LetTag
  | MarkTag
  | MisusedTag
  | SuspectTag;

/** No tag is longer, and a limit keeps the search linear for any text. Characters. */
const MAX_TAG_LENGTH = 1_000;

/**
 * More than documents of 50 pages have by far. Reading one takes tens of microseconds, and keeping it some kilobytes: a template of
 * megabytes of them would take long, and a worker's memory.
 */
const MAX_EXPRESSIONS = 20_000;

/**
 * Far more than the cells on 50 pages. A million of them would take some hundred megabytes to keep, and as much for each time that
 * the text is filled: rows belong into a list.
 */
const MAX_TAGS = 100_000;

/** A longer one counts as several. Characters. */
const EXPRESSION_LENGTH = 50;

/** The tags of a text in their order, in linear time even for brackets only. Other text in brackets is no tag. */
export function* tagsIn(source: string): Generator<Tag> {
  let close = 0;
  let count = 0;
  const read = { expressions: 0 };
  for (let start = source.indexOf('[['); start >= 0; ) {
    const inside = start + 2;
    if (close < inside) close = source.indexOf(']]', inside);
    if (close < 0) return;
    const tag = readTag(source, start, close, read);
    if (tag) {
      count += 1;
      yield count > MAX_TAGS ? tooMany(tag) : tag;
    }
    start = source.indexOf('[[', tag ? tag.end : start + 1);
  }
}

const tooMany = ({ start, end, name }: Tag): Tag => ({
  kind: 'misused',
  fault: `comes after ${MAX_TAGS.toLocaleString('en')} others: put what repeats into a list, and write \`[[#each rows]]…[[/each]]\``,
  ...{ start, end, name },
});

const KINDS: Readonly<Record<string, PathTagKind>> = {
  '&': 'raw',
  '#': 'section',
  '^': 'inverted',
  '/': 'closing',
};

/** @param close offset of the first `]]` after the opening brackets. @param read counts what was read as an expression. */
function readTag(source: string, start: number, close: number, read: { expressions: number }): Tag | undefined {
  const content = source.slice(start + 2, close).trimStart();
  if (content.startsWith('!')) return { kind: 'comment', name: '', start, end: close + 2 };
  if (content.length <= MAX_TAG_LENGTH && !content.includes('[')) {
    const { kind, name } = marked(content);
    const path = isPath(kind, name) ? parsePath(name) : undefined;
    if (path !== undefined) return pathTag(kind, path, { name, start, end: close + 2 });
  }
  const end = endOf(source, start + 2);
  if (end === undefined) return undefined;
  const { kind, name } = marked(source.slice(start + 2, end).trimStart());
  const span = { name, start, end: end + 2 };
  read.expressions += Math.ceil((end - start) / EXPRESSION_LENGTH);
  if (read.expressions > MAX_EXPRESSIONS)
    return {
      kind: 'misused',
      fault: `comes after ${MAX_EXPRESSIONS.toLocaleString('en')} others that compute`,
      ...span,
    };
  return readPartialTag(kind, span) ?? readBlock(kind, span) ?? readExpression(kind, span);
}

/** Of other languages: names of several words, and `endif`, `elsif` and the like. */
const MAYBE_FOREIGN = /^[eE](?:nd|[lL])|[^.\p{L}\p{N}_]/u;

function pathTag(kind: PathTagKind, path: Path, span: Span): Tag {
  if (kind !== 'value' || !MAYBE_FOREIGN.test(span.name)) return { kind, path, ...span };
  const fault = faultInSection(span.name);
  if (fault !== undefined) return { kind: 'suspect', fault, path, ...span };
  const foreign = foreignValue(span.name);
  return { kind, path, ...span, ...(foreign && { foreign }) };
}

function marked(content: string): { kind: PathTagKind; name: string } {
  const kind = KINDS[content.charAt(0)] ?? 'value';
  return { kind, name: content.slice(kind === 'value' ? 0 : 1).trim() };
}

/** These look like names of several words. Nothing else that begins with `@` is known: addresses of mail do. */
const BLOCK = /^(?:if|each)\s/;
const BRANCH = /^else(?:$|\s+if\s)/;
const LOOP_VARIABLE = /^@(?:index|number|first|last|odd|key|root)(?:\.|$)/;

const isPath = (kind: PathTagKind, name: string): boolean =>
  !(kind === 'section' ? BLOCK : kind === 'value' ? BRANCH : undefined)?.test(name) && !LOOP_VARIABLE.test(name);

/** @returns the offset of the `]]` that ends a tag: texts in quotes, and pairs of brackets, may hold others. */
export function endOf(source: string, inside: number): number | undefined {
  const limit = Math.min(inside + MAX_TAG_LENGTH, source.length);
  let depth = 0;
  for (let at = inside; at < limit; at++) {
    const character = source[at];
    if (character === '"' || character === "'") {
      at += lengthOfText(source.slice(at, limit), character);
    } else if (character === '[') {
      if (source[at + 1] === '[') return undefined;
      depth += 1;
    } else if (character === ']') {
      if (depth === 0) return source[at + 1] === ']' ? at : undefined;
      depth -= 1;
    }
  }
  return undefined;
}

/** @returns the offset of the closing quotation mark. */
function lengthOfText(text: string, quote: string): number {
  for (let at = 1; at < text.length; at++) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === quote) return at;
  }
  return text.length;
}

function readPartialTag(kind: PathTagKind, span: Span): Tag | undefined {
  if (!(span.name.startsWith('>') && (kind === 'value' || kind === 'closing'))) return undefined;
  const read = readPartial(span.name);
  if (read === undefined) return undefined;
  const { partial, written } = read;
  if (kind === 'value') return { kind: 'partial', partial, given: readArguments(written), ...span };
  return written === '' ? { kind: 'partialEnd', partial, ...span } : undefined;
}

const LET = new RegExp(`^let\\s+([${PLAIN}]+)\\s*=(?!=)\\s*`, 'u');

function readBlock(kind: PathTagKind, span: Span): Tag | undefined {
  const { name } = span;
  const block = kind === 'section' ? BLOCK.exec(name)?.[0] : undefined;
  if (block !== undefined)
    return {
      kind: block.startsWith('if') ? 'if' : 'each',
      expression: parseExpression(name.slice(block.length)),
      path: parsePath(name),
      ...span,
    };
  if (kind === 'section' || kind === 'inverted') return readMisused(kind, span);
  if (kind !== 'value') return undefined;
  if (name === 'else') return { kind: 'else', ...span };
  const branch = BRANCH.exec(name)?.[0];
  if (branch !== undefined)
    return { kind: 'elseIf', expression: parseExpression(name.slice(branch.length)), path: undefined, ...span };
  const fault = faultInSection(name);
  if (fault !== undefined) return { kind: 'suspect', fault, path: undefined, ...span };
  const [begin = '', variable] = LET.exec(name) ?? [];
  if (variable === undefined) return undefined;
  return { kind: 'let', variable, expression: parseExpression(name.slice(begin.length)), ...span };
}

/** Begins with a name that no plain path has, or goes on with brackets. */
const UNUSUAL_PATH = new RegExp(`^(?:\\.\\.?/|@|[${PLAIN}.]+\\[)`, 'u');

const COMPARISON = /[^<>]=|[<>]/;
const FILTER = /\|\s*([\w-]*)/;

/** `[[#rows | sort: "date"]]`, `[[^@last]]`, `[[#status == "paid"]]`. */
function readMisused(kind: PathTagKind, span: Span): Tag | undefined {
  const { name } = span;
  const [, filter] = FILTER.exec(name) ?? [];
  if (filter !== undefined && filterNamed(filter) === undefined) return undefined;
  const expression = parseExpression(name);
  if (expression === undefined || expression instanceof BrokenExpression) return undefined;
  if (!(expression.hasFilters || UNUSUAL_PATH.test(name) || COMPARISON.test(name))) return undefined;
  const written = shortened(name);
  const condition = `[[#if ${kind === 'inverted' ? `not (${written})` : written}]]…[[/if]]`;
  const loop = `[[#each ${written}]]…${kind === 'inverted' ? '[[else]]…' : ''}[[/each]]`;
  const fault = `computes: write \`${expression.hasFilters ? loop : condition}\``;
  return { kind: 'misused', fault, ...span };
}

const PAGE_OF = /^page-of:\s*#(.+)$/;

/** A value alone, such as `["a"]` in a list of lists, is no tag; one with a filter or a path with brackets is. */
function readExpression(kind: PathTagKind, span: Span): Tag | undefined {
  if (kind !== 'value' && kind !== 'raw') return undefined;
  const { name } = span;
  const [, id] = PAGE_OF.exec(name) ?? [];
  const pageOf = id === undefined ? undefined : parseExpression(`${JSON.stringify(id)} | page_of`);
  if (pageOf !== undefined) return { kind: 'expression', expression: pageOf, head: undefined, ...span };
  const head = looseHead(name);
  const expression = parseExpression(head === undefined ? name : withQuotedHead(name, head));
  if (expression === undefined || !(expression.hasFilters || UNUSUAL_PATH.test(name))) {
    const foreign = kind === 'value' ? foreignValue(name) : undefined;
    return foreign && { kind: 'expression', ...foreign, ...span };
  }
  return { kind: kind === 'raw' ? 'rawExpression' : 'expression', expression, head, ...span };
}

/** Operators are words of expressions, not of names. */
const OPERATOR = /\b(?:and|or|not|contains)\b/;

/** Texts and groups begin so. */
const NO_NAME = /^['(]/;

/** @returns the path before the first filter, when it has names of several words: `Invoice No | upcase`. */
function looseHead(name: string): Path | undefined {
  const end = name.indexOf('|');
  const text = name.slice(0, Math.max(end, 0)).trim();
  if (text === '' || NO_NAME.test(text) || LOOP_VARIABLE.test(text) || OPERATOR.test(text)) return undefined;
  const head = parsePath(text);
  return head === undefined || head.certain ? undefined : head;
}

const withQuotedHead = (name: string, { names, fromCurrent }: Path): string =>
  `${fromCurrent ? '.' : ''}${names.map((each) => JSON.stringify([each])).join('')} ${name.slice(name.indexOf('|'))}`;
