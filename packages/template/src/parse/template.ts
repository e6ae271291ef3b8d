/** A template as a tree. */
import type { Expression } from '../expressions/expression.js';
import type { Path } from '../values/path.js';

/** A parsed template, made by `compileTemplate`. */
export interface Template {
  readonly source: string;
  readonly nodes: readonly TemplateNode[];
  /** The value tags in `style` elements of an HTML template. */
  readonly inStyle: ReadonlySet<ValueNode>;
  /** Invalid tags. They are errors unless the data has a key with the tag's text. */
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
  /** The text of the tag without brackets and prefix, usually a path. */
  readonly name: string;
  /** Offset in the source. */
  readonly offset: number;
}

export interface ValueNode extends TagNode {
  readonly kind: 'value';
  /** The path. For an expression its whole text: a key of the data with this text takes precedence. */
  readonly path: Path;
  /** Evaluated when the path has no value. */
  readonly expression?: Expression;
  /** The beginning of the expression if it is a name of several words: it is a tag only if the data has this name. */
  readonly head?: Path;
  /** `[[&path]]`: inserted without escaping. */
  readonly raw: boolean;
  /** The source text, which is printed if it is not a tag. */
  readonly written: string;
}

interface BlockNode extends TagNode {
  readonly nodes: readonly TemplateNode[];
  /** The nodes after `[[else]]`. */
  readonly otherwise: readonly TemplateNode[];
}

export interface SectionNode extends BlockNode {
  readonly kind: 'section';
  readonly path: Path;
  /** `[[^path]]`: filled when the path has no value. */
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
  /** The tag as a value: a key of the data with its exact text takes precedence. */
  readonly key: ValueNode;
  /** The context of the partial. Defaults to the context around it. */
  readonly context: AssignmentNode | undefined;
  readonly given: readonly AssignmentNode[];
}
