/** A template as a tree. It holds no code: filling it walks the tree. */
import type { Path } from './path.js';

/** A parsed template; made by `compileTemplate`, can be filled any number of times. */
export interface Template {
  readonly source: string;
  readonly nodes: readonly TemplateNode[];
}

export type TemplateNode = TextNode | ValueNode | SectionNode;

export interface TextNode {
  readonly kind: 'text';
  readonly text: string;
  /** Where it begins in the source. */
  readonly offset: number;
}

/** The part that every tag in the tree has. */
export interface TagNode {
  /** The path as it was written. */
  readonly name: string;
  readonly path: Path;
  /** Where the tag begins in the source. */
  readonly offset: number;
}

export interface ValueNode extends TagNode {
  readonly kind: 'value';
  /** `[[&path]]`: inserted without escaping. */
  readonly raw: boolean;
  /** The tag to the letter: what is printed when it turns out to be none. */
  readonly written: string;
}

export interface SectionNode extends TagNode {
  readonly kind: 'section';
  /** `[[^path]]`: filled when there is nothing at the path. */
  readonly inverted: boolean;
  readonly nodes: readonly TemplateNode[];
}
