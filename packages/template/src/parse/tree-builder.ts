/** Builds the tree of a template from its tags. */
import type { ServiceError } from '@toolpress/contract';
import { BrokenExpression, type Expression } from '../expressions/expression.js';
import { AS_TEXT } from '../expressions/hints.js';
import type { Path } from '../values/path.js';
import { closesNothing, endOfBlock, invalidTag, neverClosed, placeOf, unreadable } from './faults.js';
import { hintForBlock } from './foreign-syntax.js';
import type { BlockTag, LetTag, MarkTag, PartialTag, PathTag, SuspectTag, Tag } from './tags.js';
import type { AssignmentNode, TemplateNode, ValueNode } from './template.js';

/** The largest depth of nested sections. It also limits the recursion of filling. */
export const MAX_SECTION_DEPTH = 100;

interface Computed {
  readonly expression?: Expression;
  readonly head?: Path | undefined;
}

type OpeningTag = PathTag<'section' | 'inverted'> | BlockTag | PartialTag;

interface OpenBlock {
  readonly tag: OpeningTag;
  /** The block's own content comes first. Branches of `[[else if]]` have their tag, the branch of `[[else]]` has none. */
  readonly branches: { readonly tag: BlockTag | undefined; readonly nodes: TemplateNode[] }[];
}

/** Adds tags and texts in order, and returns the tree. */
export class TreeBuilder {
  readonly faults: ValueNode[] = [];
  private readonly roots: TemplateNode[] = [];
  private readonly open: OpenBlock[] = [];

  constructor(
    private readonly source: string,
    private readonly field: string | undefined,
    /** The offsets of the tags whose partials were inserted. */
    private readonly partials: ReadonlySet<number>,
  ) {}

  addText(start: number, end: number): void {
    if (start < end) this.add({ kind: 'text', text: this.source.slice(start, end), offset: start });
  }

  addTag(tag: Tag): void {
    if (tag.kind === 'value' || tag.kind === 'raw') this.addValue(tag, tag.path, tag.foreign);
    else if (tag.kind === 'expression' || tag.kind === 'rawExpression')
      this.addExpression(tag, tag.expression, tag.head);
    else if (tag.kind === 'closing') this.closeBlock(tag);
    else if (tag.kind === 'else' || tag.kind === 'elseIf') this.addBranch(tag);
    else if (tag.kind === 'let') this.addAssignment(tag);
    else if (tag.kind === 'suspect') this.addSuspect(tag);
    else if (tag.kind === 'partial') this.openPartial(tag);
    else if (tag.kind === 'partialEnd') this.closePartial(tag);
    else if (tag.kind === 'misused') throw this.invalid(tag, tag.fault);
    else if (tag.kind !== 'comment') this.openBlock(tag);
  }

  finish(): readonly TemplateNode[] {
    const block = this.open.at(-1);
    if (block) throw this.invalid(block.tag, neverClosed(this.source, block.tag));
    return this.roots;
  }

  private add(node: TemplateNode): void {
    (this.open.at(-1)?.branches.at(-1)?.nodes ?? this.roots).push(node);
  }

  /** A partial that was not inserted may be a key of the data; otherwise it is a fault. */
  private openPartial(tag: PartialTag): void {
    const fault = tag.given.fault ?? this.misplacedArgument(tag);
    if (!this.partials.has(tag.start))
      this.addExpression(tag, new BrokenExpression(`names no saved variable; ${AS_TEXT}`));
    else if (fault !== undefined) throw this.invalid(tag, fault);
    else this.openBlock(tag);
  }

  private misplacedArgument({ given: { context, named } }: PartialTag): string | undefined {
    const all = [...named.map(({ expression }) => expression), ...(context ? [context] : [])];
    return all.map((expression) => this.misplaced(expression)).find((fault) => fault !== undefined);
  }

  private closePartial(closing: Tag): void {
    const block = this.open.pop();
    if (block === undefined)
      throw this.invalid(closing, 'ends no partial: partials are inserted by `[[> name]]` alone');
    const { tag, branches } = block;
    if (tag.kind !== 'partial') throw this.invalid(tag, neverClosed(this.source, tag));
    const { name, start: offset, given } = tag;
    const assigned = (variable: string, expression: Expression): AssignmentNode => ({
      kind: 'assignment',
      variable,
      expression,
      name,
      offset,
    });
    this.add({
      kind: 'partial',
      name,
      offset,
      otherwise: [],
      nodes: branches[0]?.nodes ?? [],
      key: this.valueNode(tag, keyOf(tag)),
      context: given.context && assigned('', given.context),
      given: given.named.map((argument) => assigned(argument.name, argument.expression)),
    });
  }

  private valueNode(tag: Tag, path: Path, { expression, head }: Computed = {}): ValueNode {
    const { name, start: offset } = tag;
    const raw = tag.kind === 'raw' || tag.kind === 'rawExpression';
    const written = this.source.slice(offset, tag.end);
    const computed = { ...(expression && { expression }), ...(head && { head }) };
    return { kind: 'value', raw, name, path, offset, written, ...computed };
  }

  private addValue(tag: Tag, path: Path, computed: Computed = {}): void {
    const node = this.valueNode(tag, path, computed);
    const { expression, head } = computed;
    this.add(node);
    if (expression instanceof BrokenExpression && head === undefined) this.faults.push(node);
  }

  /** A key of the data with the tag's exact text takes precedence over the expression and its faults. */
  private addExpression(tag: Tag, expression: Expression, head?: Path): void {
    const fault = this.misplaced(expression);
    this.addValue(tag, keyOf(tag), {
      expression: fault === undefined ? expression : new BrokenExpression(fault),
      head,
    });
  }

  private addSuspect(tag: SuspectTag): void {
    if (this.open.length > 0) this.addExpression(tag, new BrokenExpression(tag.fault));
    else if (tag.path !== undefined) this.addValue(tag, tag.path);
    else this.addText(tag.start, tag.end);
  }

  private addAssignment(tag: LetTag): void {
    const { name, variable, start: offset } = tag;
    this.add({ kind: 'assignment', variable, name, offset, expression: this.usable(tag, tag.expression) });
  }

  private openBlock(tag: OpeningTag): void {
    if (this.open.length === MAX_SECTION_DEPTH)
      throw this.invalid(tag, `is nested too deeply; sections may be nested ${MAX_SECTION_DEPTH} deep at most`);
    this.open.push({ tag, branches: [{ tag: undefined, nodes: [] }] });
  }

  private addBranch(tag: BlockTag | MarkTag<'else'>): void {
    const block = this.open.at(-1);
    if (block === undefined || block.tag.kind === 'partial') {
      this.addExpression(tag, new BrokenExpression('is in no section: sections begin with `#`, as in `[[#if …]]`'));
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
    if (block === undefined) throw this.invalid(closing, closesNothing(this.source, closing));
    const { tag, branches } = block;
    if (tag.kind === 'partial')
      throw this.invalid(closing, `closes no section that begins in the partial \`${tag.partial}\``);
    const isNamed = tag.name === closing.name;
    if (!isNamed && tag.kind !== closing.name) throw this.unmatched(tag, closing);
    const [own, ...others] = branches;
    let otherwise: TemplateNode[] = [];
    for (const { tag: branch, nodes } of others.reverse())
      otherwise = branch === undefined ? nodes : [this.node(branch, nodes, otherwise)];
    this.add(this.node(tag, own?.nodes ?? [], otherwise, isNamed));
  }

  private unmatched(tag: Exclude<OpeningTag, PartialTag>, closing: Tag): ServiceError {
    const [hint, end] = [tag, closing].map(({ name }) => hintForBlock(name));
    if (tag.kind === 'inverted' && (closing.name === 'if' || closing.name === 'each'))
      return this.invalid(tag, 'is not a block of this language: write `[[#if not …]]…[[/if]]`');
    if (hint !== undefined && tag.kind === 'section')
      return this.invalid(tag, `is not a block of this language: ${hint}`);
    if (end !== undefined && closing.name !== 'else')
      return this.invalid(
        closing,
        `closes nothing here: write \`${endOfBlock(tag)}\` for it, which closes ${this.place(tag)}`,
      );
    if (end !== undefined) return this.invalid(closing, `closes nothing: ${end}`);
    return this.invalid(
      closing,
      `closes no section while ${this.place(tag)} is open: write \`${endOfBlock(tag)}\` ${this.isOpen(closing) ? 'first' : 'for it'}`,
    );
  }

  /** Returns whether a closing tag closes another block that is open. */
  private isOpen({ name }: Tag): boolean {
    return this.open.some(({ tag }) => tag.kind === name || (tag.kind !== 'partial' && tag.name === name));
  }

  /** @param isNamed whether the closing tag repeats the whole text: `[[#if only]]…[[/if only]]` is a section with that name. */
  private node(
    tag: Exclude<OpeningTag, PartialTag>,
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

  /** Returns the expression of a tag that requires one. */
  private usable(tag: Tag, expression: Expression | undefined): Expression {
    const fault = expression?.fault ?? (expression && this.misplaced(expression));
    if (fault !== undefined) throw this.invalid(tag, fault);
    if (expression === undefined) throw this.invalid(tag, unreadable(tag));
    return expression;
  }

  /** Returns the fault of a name such as `@index` or `../total` with too few enclosing sections. */
  private misplaced({ names }: Expression): string | undefined {
    const depth = this.open.filter(
      ({ tag, branches }) =>
        (tag.kind === 'partial' ? tag.given.context !== undefined : OPENS_SCOPE.includes(tag.kind)) &&
        branches.length === 1,
    ).length;
    for (const name of names) {
      const outwards = name.split('../').length - 1;
      if (outwards > depth) return `has \`${name}\` inside only ${depth} sections`;
      if (name.startsWith('@', 3 * outwards) && !name.endsWith('@root') && outwards >= depth)
        return `has \`${name}\` outside a loop`;
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

/** Returns the path of a key of the data with the tag's exact text. */
const keyOf = ({ name }: Tag): Path => ({ names: [name], fromCurrent: false, certain: true });

const OPENS_SCOPE: readonly Tag['kind'][] = ['section', 'each'];
