/** Parses a template's text into its tree. */
import { ServiceError } from '@toolpress/contract';
import { LRUCache } from 'lru-cache';
import { valuesInStyle } from './style-elements.js';
import { type Path, Positions, parsePath, type Template, type TemplateNode } from './template.js';

/** More than any document needs; it also bounds the recursion of filling. */
export const MAX_SECTION_DEPTH = 100;

/** Maximum length of a name in an error message, characters. */
const MAX_NAME_IN_MESSAGE = 60;

/**
 * Parses a template: text with tags between double brackets, by the rules of Mustache.
 *
 * `[[path]]` is an escaped value, `[[&path]]` an unescaped one, `[[.]]` the current value, `[[#path]]…[[/path]]` a list or
 * condition, `[[^path]]…[[/path]]` its opposite, `[[! … ]]` a comment. Blanks inside the brackets are ignored. For the
 * syntax of paths see `Path`. Anything else between brackets stays unchanged.
 *
 * @param field the request's field (`html`, `css`), for error messages.
 * @throws ServiceError `template_invalid` for an unclosed section, a closing tag without or of another section, and sections
 *   nested more than 100 deep; each with the tag's line and column, from 1.
 */
export function compileTemplate(source: string, field?: string): Template {
  const tree = new TreeBuilder(source, field);
  let done = 0;
  for (const tag of tagsIn(source)) {
    const { start, end } = spanOf(source, tag);
    tree.addText(done, start);
    tree.addTag(tag);
    done = end;
  }
  tree.addText(done, source.length);
  const nodes = tree.finish();
  return { source, nodes, inStyle: valuesInStyle({ source, nodes }) };
}

interface OpenSection {
  readonly tag: NamedTag;
  readonly nodes: TemplateNode[];
}

class TreeBuilder {
  private readonly roots: TemplateNode[] = [];
  private readonly open: OpenSection[] = [];

  constructor(
    private readonly source: string,
    private readonly field: string | undefined,
  ) {}

  addText(start: number, end: number): void {
    if (start < end) this.add({ kind: 'text', text: this.source.slice(start, end), offset: start });
  }

  addTag(tag: Tag): void {
    if (tag.kind === 'section' || tag.kind === 'inverted') this.openSection(tag);
    else if (tag.kind === 'closing') this.closeSection(tag);
    else if (tag.kind !== 'comment') this.addValue(tag);
  }

  finish(): readonly TemplateNode[] {
    const section = this.open.at(-1);
    if (section) throw this.invalid(`${this.place(section.tag)} is never closed`);
    return this.roots;
  }

  private add(node: TemplateNode): void {
    (this.open.at(-1)?.nodes ?? this.roots).push(node);
  }

  private addValue(tag: NamedTag): void {
    const { name, path, start: offset } = tag;
    const written = this.source.slice(offset, tag.end);
    this.add({ kind: 'value', raw: tag.kind === 'raw', name, path, offset, written });
  }

  private openSection(tag: NamedTag): void {
    if (this.open.length === MAX_SECTION_DEPTH)
      throw this.invalid(`${this.place(tag)} is nested too deep; sections may be ${MAX_SECTION_DEPTH} deep at most`);
    this.open.push({ tag, nodes: [] });
  }

  private closeSection(closing: NamedTag): void {
    const section = this.open.pop();
    if (section === undefined) throw this.invalid(`${this.place(closing)} closes no section`);
    const { tag, nodes } = section;
    if (tag.name !== closing.name)
      throw this.invalid(`${this.place(closing)} stands where ${this.place(tag)} has to be closed first`);
    const { name, path, start: offset } = tag;
    this.add({ kind: 'section', inverted: tag.kind === 'inverted', name, path, offset, nodes });
  }

  /** The tag and where it is, as in "`[[#items]]` at line 3, column 5". */
  private place(tag: NamedTag): string {
    const { line, column } = new Positions(this.source).at(tag.start);
    const mark = { section: '#', inverted: '^', closing: '/', raw: '&', value: '' }[tag.kind];
    const name = tag.name.length > MAX_NAME_IN_MESSAGE ? `${tag.name.slice(0, MAX_NAME_IN_MESSAGE)}…` : tag.name;
    return `\`[[${mark}${name}]]\` at line ${line}, column ${column}`;
  }

  private invalid(fault: string): ServiceError {
    const where = this.field === undefined ? 'the template' : `\`${this.field}\``;
    return new ServiceError('template_invalid', `In ${where}, ${fault}.`);
  }
}

interface Span {
  /** Offset of the first bracket. */
  readonly start: number;
  /** Offset after the last one. */
  readonly end: number;
}

type NamedTagKind = 'value' | 'raw' | 'section' | 'inverted' | 'closing';

interface NamedTag extends Span {
  readonly kind: NamedTagKind;
  /** The path as it was written, trimmed. */
  readonly name: string;
  readonly path: Path;
}

interface CommentTag extends Span {
  readonly kind: 'comment';
}

type Tag = NamedTag | CommentTag;

/** No path is longer, and a limit keeps the search linear for any text. Characters. */
const MAX_TAG_LENGTH = 1_000;

const KINDS: Readonly<Record<string, NamedTagKind>> = { '&': 'raw', '#': 'section', '^': 'inverted', '/': 'closing' };

/** The tags of a text in their order, in linear time even for brackets only. Other text in brackets is no tag. */
function* tagsIn(source: string): Generator<Tag> {
  let close = 0;
  for (let start = source.indexOf('[['); start >= 0; ) {
    const inside = start + 2;
    if (close < inside) close = source.indexOf(']]', inside);
    if (close < 0) return;
    const tag = readTag(source, start, close);
    if (tag) yield tag;
    start = source.indexOf('[[', tag ? tag.end : start + 1);
  }
}

/** @param close offset of the first `]]` after the opening brackets. */
function readTag(source: string, start: number, close: number): Tag | undefined {
  const end = close + 2;
  const content = source.slice(start + 2, close).trimStart();
  if (content.startsWith('!')) return { kind: 'comment', start, end };
  if (content.length > MAX_TAG_LENGTH || content.includes('[')) return undefined;
  const kind = KINDS[content.charAt(0)] ?? 'value';
  const name = content.slice(kind === 'value' ? 0 : 1).trim();
  const path = parsePath(name);
  return path && { kind, name, path, start, end };
}

/** @returns the range that the tag replaces: of the whole line when the tag prints nothing and is alone on it (Mustache). */
function spanOf(source: string, tag: Tag): { start: number; end: number } {
  if (tag.kind === 'value' || tag.kind === 'raw') return tag;
  const start = lineStart(source, tag.start);
  const end = lineEnd(source, tag.end);
  return start === undefined || end === undefined ? tag : { start, end };
}

/** The start of the line, if only blanks are between. */
function lineStart(source: string, offset: number): number | undefined {
  let start = offset;
  while (isBlank(source[start - 1])) start--;
  return start === 0 || source[start - 1] === '\n' ? start : undefined;
}

/** The start of the next line, if only blanks are between. */
function lineEnd(source: string, offset: number): number | undefined {
  let end = offset;
  while (isBlank(source[end])) end++;
  if (end === source.length) return end;
  if (source.startsWith('\r\n', end)) return end + 2;
  return source[end] === '\n' ? end + 1 : undefined;
}

const isBlank = (character: string | undefined): boolean => character === ' ' || character === '\t';

/**
 * Compiled templates by their text. Texts hold callers' data and may be large, so only those within the bounds and with tags (a
 * text without tags is a finished document, hardly seen twice) are kept, in memory.
 */
export class TemplateCache {
  private readonly templates: LRUCache<string, Template>;

  /**
   * @param options.maxTemplateLength a longer text is not kept. Characters.
   * @param options.maxTotalLength of all texts kept; the least recently used are dropped. Characters.
   */
  constructor(private readonly options: { maxTemplateLength: number; maxTotalLength: number }) {
    const sizeCalculation = ({ source }: Template): number => source.length;
    this.templates = new LRUCache({ maxSize: options.maxTotalLength, sizeCalculation });
  }

  /** See `compileTemplate`. A text that can't be compiled is not kept. */
  get(source: string, field?: string): Template {
    if (source.length > this.options.maxTemplateLength) return compileTemplate(source, field);
    const known = this.templates.get(source);
    if (known !== undefined) return known;
    const template = compileTemplate(source, field);
    if (template.nodes.some((node) => node.kind !== 'text')) this.templates.set(source, template);
    return template;
  }

  /** The length of the templates kept, characters. */
  get size(): number {
    return this.templates.calculatedSize;
  }
}

const shared = new TemplateCache({ maxTemplateLength: 64 * 1024, maxTotalLength: 512 * 1024 });

/** As `compileTemplate`, cached in this process: texts of up to 64 Ki characters, 512 Ki in all. */
export const templateFor = (source: string, field?: string): Template => shared.get(source, field);
