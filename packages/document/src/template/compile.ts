/** Parses a template's text into its tree. */
import { ServiceError } from '@toolpress/contract';
import { BrokenExpression, type Expression } from './expressions/expression.js';
import type { Path } from './path.js';
import { valuesInStyle } from './style-elements.js';
import { type BlockTag, endOf, type LetTag, type MarkTag, type PathTag, type Tag, tagsIn } from './tags.js';
import { Positions, type Template, type TemplateNode, type ValueNode } from './template.js';

/** More than any document needs; it also bounds the recursion of filling. */
export const MAX_SECTION_DEPTH = 100;

/** Maximum length of a name in an error message, characters. */
const MAX_NAME_IN_MESSAGE = 60;

/**
 * Parses a template: text with tags between double brackets, by the rules of Mustache, and the blocks and expressions of
 * `docs/tools/templates.md`. Blanks inside the brackets are ignored. For the syntax of paths see `Path`. Anything else between
 * brackets stays unchanged.
 *
 * @param field the request's field (`html`, `css`), for error messages.
 * @throws ServiceError `template_invalid` for an unclosed section, a closing tag without or of another section, sections nested
 *   more than 100 deep, and blocks whose expression can't be evaluated; each with the tag's line and column, from 1. Faults of
 *   other tags are left to filling, see `Template.faults`.
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
  return { source, nodes, inStyle: valuesInStyle({ source, nodes }), faults: tree.faults };
}

type OpeningTag = PathTag<'section' | 'inverted'> | BlockTag;

interface OpenBlock {
  readonly tag: OpeningTag;
  /** The first is the block's own; those of `[[else if]]` have their tag, that of `[[else]]` has none. */
  readonly branches: { readonly tag: BlockTag | undefined; readonly nodes: TemplateNode[] }[];
}

class TreeBuilder {
  readonly faults: ValueNode[] = [];
  private readonly roots: TemplateNode[] = [];
  private readonly open: OpenBlock[] = [];

  constructor(
    private readonly source: string,
    private readonly field: string | undefined,
  ) {}

  addText(start: number, end: number): void {
    if (start < end) this.add({ kind: 'text', text: this.source.slice(start, end), offset: start });
  }

  addTag(tag: Tag): void {
    if (tag.kind === 'value' || tag.kind === 'raw') this.addValue(tag, tag.path);
    else if (tag.kind === 'expression' || tag.kind === 'rawExpression')
      this.addExpression(tag, tag.expression, tag.head);
    else if (tag.kind === 'closing') this.closeBlock(tag);
    else if (tag.kind === 'else' || tag.kind === 'elseIf') this.addBranch(tag);
    else if (tag.kind === 'let') this.addAssignment(tag);
    else if (tag.kind !== 'comment') this.openBlock(tag);
  }

  finish(): readonly TemplateNode[] {
    const block = this.open.at(-1);
    if (block) throw this.invalid(block.tag, 'is never closed');
    return this.roots;
  }

  private add(node: TemplateNode): void {
    (this.open.at(-1)?.branches.at(-1)?.nodes ?? this.roots).push(node);
  }

  private addValue(tag: Tag, path: Path, more: Pick<ValueNode, 'expression' | 'head'> = {}): void {
    const { name, start: offset } = tag;
    const raw = tag.kind === 'raw' || tag.kind === 'rawExpression';
    const written = this.source.slice(offset, tag.end);
    const node: ValueNode = { kind: 'value', raw, name, path, offset, written, ...more };
    this.add(node);
    if (more.expression?.fault !== undefined && more.head === undefined) this.faults.push(node);
  }

  /** A key of the data that has the tag's exact text wins over the expression, and over its faults. */
  private addExpression(tag: Tag, expression: Expression, head?: Path): void {
    const fault = expression.fault ?? this.misplaced(expression);
    const path = { names: [tag.name], fromCurrent: false, certain: true };
    const usable = fault === undefined ? expression : new BrokenExpression(fault);
    this.addValue(tag, path, { expression: usable, ...(head && { head }) });
  }

  private addAssignment(tag: LetTag): void {
    const { name, variable, start: offset } = tag;
    this.add({ kind: 'assignment', variable, name, offset, expression: this.usable(tag, tag.expression) });
  }

  private openBlock(tag: OpeningTag): void {
    if (this.open.length === MAX_SECTION_DEPTH)
      throw this.invalid(tag, `is nested too deep; sections may be ${MAX_SECTION_DEPTH} deep at most`);
    this.open.push({ tag, branches: [{ tag: undefined, nodes: [] }] });
  }

  private addBranch(tag: BlockTag | MarkTag<'else'>): void {
    const block = this.open.at(-1);
    if (block === undefined) {
      this.addExpression(tag, new BrokenExpression('stands in no section'));
      return;
    }
    const { branches } = block;
    if (branches.length > 1 && branches.at(-1)?.tag === undefined)
      throw this.invalid(tag, `comes after the \`[[else]]\` of ${this.place(block.tag)}`);
    if (branches.length > MAX_SECTION_DEPTH)
      throw this.invalid(tag, `is one branch too many; a section may have ${MAX_SECTION_DEPTH}`);
    branches.push({ tag: tag.kind === 'elseIf' ? tag : undefined, nodes: [] });
  }

  private closeBlock(closing: PathTag<'closing'>): void {
    const block = this.open.pop();
    if (block === undefined) throw this.invalid(closing, 'closes no section');
    const { tag, branches } = block;
    const isNamed = tag.name === closing.name;
    if (!isNamed && tag.kind !== closing.name)
      throw this.invalid(closing, `stands where ${this.place(tag)} has to be closed first`);
    const [own, ...others] = branches;
    let otherwise: TemplateNode[] = [];
    for (const { tag: branch, nodes } of others.reverse())
      otherwise = branch === undefined ? nodes : [this.node(branch, nodes, otherwise)];
    this.add(this.node(tag, own?.nodes ?? [], otherwise, isNamed));
  }

  /** @param isNamed closed by its whole text: `[[#if only]]…[[/if only]]` is a section of that name. */
  private node(
    tag: OpeningTag,
    nodes: readonly TemplateNode[],
    otherwise: readonly TemplateNode[],
    isNamed = false,
  ): TemplateNode {
    const { name, path, start: offset } = tag;
    const block = { name, offset, nodes, otherwise };
    const isBlock = tag.kind === 'if' || tag.kind === 'each' || tag.kind === 'elseIf';
    if (path !== undefined && (isNamed || !isBlock))
      return { kind: 'section', inverted: tag.kind === 'inverted', path, ...block };
    const expression = this.usable(tag, isBlock ? tag.expression : undefined);
    return { kind: tag.kind === 'each' ? 'loop' : 'condition', expression, ...block };
  }

  /** @returns the expression of a tag that has to have one. */
  private usable(tag: Tag, expression: Expression | undefined): Expression {
    const fault = expression?.fault ?? (expression && this.misplaced(expression));
    if (fault !== undefined) throw this.invalid(tag, fault);
    if (expression === undefined) throw this.invalid(tag, UNREADABLE[tag.kind] ?? 'can’t be read');
    return expression;
  }

  /** @returns what is wrong when a name such as `@index` or `../total` has too few sections around it. */
  private misplaced({ names }: Expression): string | undefined {
    const depth = this.open.filter(
      ({ tag, branches }) => OPENS_SCOPE.includes(tag.kind) && branches.length === 1,
    ).length;
    for (const name of names) {
      const outwards = name.split('../').length - 1;
      if (outwards > depth) return `has \`${name}\` with only ${depth} sections around it`;
      if (name.startsWith('@', 3 * outwards) && !name.endsWith('@root') && outwards >= depth)
        return `has \`${name}\` outside of a loop`;
    }
    return undefined;
  }

  private place(tag: Tag): string {
    return placeOf(this.source, tag.start);
  }

  private invalid(tag: Tag, fault: string): ServiceError {
    return invalidTag(this.source, tag.start, fault, this.field);
  }
}

const OPENS_SCOPE: readonly Tag['kind'][] = ['section', 'each'];

const NO_CONDITION = 'has no condition that can be read, such as `status == "paid" and total > 0`';
const UNREADABLE: { readonly [kind in Tag['kind']]?: string } = {
  if: NO_CONDITION,
  elseIf: NO_CONDITION,
  each: 'has no list that can be read, such as `rows` or `rows | sort: "date"`',
  let: 'has no value that can be read, such as `rows | sum: "net"`',
};

/** The tag at an offset, and where it is, as in "`[[#items]]` at line 3, column 5". */
function placeOf(source: string, offset: number): string {
  const { line, column } = new Positions(source).at(offset);
  const inside = source.slice(offset + 2, endOf(source, offset + 2) ?? source.indexOf(']]', offset)).trim();
  const written = inside.length > MAX_NAME_IN_MESSAGE ? `${inside.slice(0, MAX_NAME_IN_MESSAGE)}…` : inside;
  return `\`[[${written}]]\` at line ${line}, column ${column}`;
}

/**
 * @param offset of the tag.
 * @param fault as in `TagFault`.
 * @param field the request's field.
 * @returns the error for a fault of one tag.
 */
export function invalidTag(source: string, offset: number, fault: string, field: string | undefined): ServiceError {
  const where = field === undefined ? 'the template' : `\`${field}\``;
  return new ServiceError('template_invalid', `In ${where}, ${placeOf(source, offset)} ${fault}.`);
}

/** They stay in the line where they stand. */
const PRINTED: readonly Tag['kind'][] = ['value', 'raw', 'expression', 'rawExpression'];

/** @returns the range that the tag replaces: of the whole line when the tag prints nothing and is alone on it (Mustache). */
function spanOf(source: string, tag: Tag): { start: number; end: number } {
  if (PRINTED.includes(tag.kind)) return tag;
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
