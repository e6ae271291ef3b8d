/** A template as a tree; filling walks the tree. */
import type { Expression } from './expressions/expression.js';
import type { Path } from './path.js';

/** A parsed template, made by `compileTemplate`. */
export interface Template {
  readonly source: string;
  readonly nodes: readonly TemplateNode[];
  /** What stands in `style` elements, if the template is HTML. */
  readonly inStyle: ReadonlySet<ValueNode>;
  /** Tags that can't be evaluated, and so may only be texts that the data has as keys. */
  readonly faults: readonly ValueNode[];
}

export type TemplateNode = TextNode | ValueNode | SectionNode | ConditionNode | LoopNode | AssignmentNode | PartialNode;

export interface TextNode {
  readonly kind: 'text';
  readonly text: string;
  /** Offset in the source. */
  readonly offset: number;
}

interface TagNode {
  /** The tag as it was written, without its brackets and marks: of most tags the path. */
  readonly name: string;
  /** Offset in the source. */
  readonly offset: number;
}

export interface ValueNode extends TagNode {
  readonly kind: 'value';
  /** Of an expression: its whole text, because a key of the data with exactly this text wins. */
  readonly path: Path;
  /** Evaluated when there is nothing at the path. */
  readonly expression?: Expression;
  /** What the expression begins with, when that is a name of several words: it is a tag only if the data has that name. */
  readonly head?: Path;
  /** `[[&path]]`: inserted without escaping. */
  readonly raw: boolean;
  /** The tag's source text: printed when it turns out to be no tag. */
  readonly written: string;
}

interface BlockNode extends TagNode {
  readonly nodes: readonly TemplateNode[];
  /** What stands after `[[else]]`. */
  readonly otherwise: readonly TemplateNode[];
}

export interface SectionNode extends BlockNode {
  readonly kind: 'section';
  readonly path: Path;
  /** `[[^path]]`: filled when there is nothing at the path. */
  readonly inverted: boolean;
}

/** `[[#if condition]]` or `[[else if condition]]`. */
export interface ConditionNode extends BlockNode {
  readonly kind: 'condition';
  readonly expression: Expression;
}

/** `[[#each list]]`. */
export interface LoopNode extends BlockNode {
  readonly kind: 'loop';
  readonly expression: Expression;
}

/** `[[let variable = expression]]`. */
export interface AssignmentNode extends TagNode {
  readonly kind: 'assignment';
  readonly variable: string;
  readonly expression: Expression;
}

/** `[[> row line item=product]]`. */
export interface PartialNode extends BlockNode {
  readonly kind: 'partial';
  /** The tag as a value: a key of the data with exactly its text wins. */
  readonly key: ValueNode;
  /** What it is filled for, as sections are; absent when that is what is around it. */
  readonly context: AssignmentNode | undefined;
  readonly given: readonly AssignmentNode[];
}
