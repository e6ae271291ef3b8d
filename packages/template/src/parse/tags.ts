/** Finds the tags of a text. */
import { foreignIn } from '../expressions/dialects.js';
import { BrokenExpression, type Expression, parseExpression } from '../expressions/expression.js';
import { filterNamed } from '../filters/index.js';
import { type Path, PLAIN, parsePath } from '../values/path.js';
import { shortened } from '../values/shortened.js';
import { type ForeignValue, foreignValue } from './foreign-syntax.js';
import { type PartialArguments, readArguments, readPartial } from './partials/tag.js';

interface Span {
  /** Offset of the first bracket. */
  readonly start: number;
  /** The offset after the last character. */
  readonly end: number;
  /** The text between the brackets, trimmed and without its prefix. */
  readonly name: string;
}

/** A union with one member for each kind, so that a check of `kind` narrows the type. */
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
 * `[[#if …]]`, `[[#each …]]`, `[[else if …]]`. The expression is undefined if it is not readable. With a path, it may be a section
 * whose name has several words: `[[#if only]]…[[/if only]]`.
 */
export type BlockTag = OfKind<
  'if' | 'each' | 'elseIf',
  { readonly expression: Expression | undefined; readonly path: Path | undefined }
>;

/** `[[let variable = …]]`. */
export type LetTag = OfKind<'let', { readonly variable: string; readonly expression: Expression | undefined }>;

/** A section written as an expression. */
type MisusedTag = OfKind<'misused', { readonly fault: string }>;

/** A tag that is an error inside a section, and a path or text elsewhere. */
export type SuspectTag = OfKind<'suspect', { readonly fault: string; readonly path: Path | undefined }>;

export type MarkTag<Kind extends 'comment' | 'else' = 'comment' | 'else'> = OfKind<Kind, object>;

/** `[[> row item=line]]`, which is followed by the partial's text and its end mark. */
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

/** The largest length of a tag, in characters. It keeps the search linear. */
const MAX_TAG_LENGTH = 1_000;

/**
 * The largest number of expressions, far more than documents of 50 pages need. Each takes tens of microseconds and some kilobytes.
 */
const MAX_EXPRESSIONS = 20_000;

/**
 * The largest number of tags, far more than the cells on 50 pages. A million tags would take some hundred megabytes.
 */
const MAX_TAGS = 100_000;

/** The length of an expression that counts once, in characters. A longer one counts several times. */
const EXPRESSION_LENGTH = 50;

/** Yields the tags of a text in order, in linear time for any text. */
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
  fault: `comes after ${MAX_TAGS.toLocaleString('en')} others: put repeated content into a list, and write \`[[#each rows]]…[[/each]]\``,
  start,
  end,
  name,
});

const KINDS: Readonly<Record<string, PathTagKind>> = {
  '&': 'raw',
  '#': 'section',
  '^': 'inverted',
  '/': 'closing',
};

/** Reads a tag. @param close the offset of the first `]]` after the opening brackets. @param read counts expressions. */
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

/** Names that may be syntax of other languages: several words, `endif`, `elsif` and the like. */
const MAYBE_FOREIGN = /^[eE](?:nd|[lL])|[^.\p{L}\p{N}_]/u;

function pathTag(kind: PathTagKind, path: Path, span: Span): Tag {
  if (kind !== 'value' || !MAYBE_FOREIGN.test(span.name)) return { kind, path, ...span };
  const fault = foreignIn('tagInSection', span.name);
  if (fault !== undefined) return { kind: 'suspect', fault, path, ...span };
  const foreign = foreignValue(span.name);
  return { kind, path, ...span, ...(foreign && { foreign }) };
}

function marked(content: string): { kind: PathTagKind; name: string } {
  const kind = KINDS[content.charAt(0)] ?? 'value';
  return { kind, name: content.slice(kind === 'value' ? 0 : 1).trim() };
}

/** Blocks, which look like names of several words. */
const BLOCK = /^(?:if|each)\s/;
const BRANCH = /^else(?:$|\s+if\s)/;
const LOOP_VARIABLE = /^@(?:index|number|first|last|odd|key|root)(?:\.|$)/;

const isPath = (kind: PathTagKind, name: string): boolean =>
  !(kind === 'section' ? BLOCK : kind === 'value' ? BRANCH : undefined)?.test(name) && !LOOP_VARIABLE.test(name);

/** Returns the offset of the `]]` that ends a tag. Quoted texts and pairs of brackets may contain others. */
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

/** Returns the offset of the closing quotation mark. */
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
  const fault = foreignIn('tagInSection', name);
  if (fault !== undefined) return { kind: 'suspect', fault, path: undefined, ...span };
  const [begin = '', variable] = LET.exec(name) ?? [];
  if (variable === undefined) return undefined;
  return { kind: 'let', variable, expression: parseExpression(name.slice(begin.length)), ...span };
}

/** A path that is not plain: it begins with `../` or `@`, or continues with brackets. */
const UNUSUAL_PATH = new RegExp(`^(?:\\.\\.?/|@|[${PLAIN}.]+\\[)`, 'u');

const COMPARISON = /[^<>]=|[<>]/;
const FILTER = /\|\s*([\w-]*)/;

/** Reads a section written as an expression: `[[#rows | sort: "date"]]`, `[[^@last]]`, `[[#status == "paid"]]`. */
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

/** Reads an expression. A literal alone, such as `["a"]` in a list of lists, is not a tag; one with a filter is. */
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

/** Operators that are words. Names do not contain them. */
const OPERATOR = /\b(?:and|or|not|contains)\b/;

/** The beginning of a text or a group. */
const NO_NAME = /^['(]/;

/** Returns the path before the first filter if its names have several words: `Invoice No | upcase`. */
function looseHead(name: string): Path | undefined {
  const end = name.indexOf('|');
  const text = name.slice(0, Math.max(end, 0)).trim();
  if (text === '' || NO_NAME.test(text) || LOOP_VARIABLE.test(text) || OPERATOR.test(text)) return undefined;
  const head = parsePath(text);
  return head === undefined || head.certain ? undefined : head;
}

const withQuotedHead = (name: string, { names, fromCurrent }: Path): string =>
  `${fromCurrent ? '.' : ''}${names.map((each) => JSON.stringify([each])).join('')} ${name.slice(name.indexOf('|'))}`;
