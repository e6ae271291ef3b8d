/** Changes of a text, and the elements and declarations at a place of it. */
import { parser as cssParser } from '@lezer/css';
import { parser as htmlParser } from '@lezer/html';

type Tree = ReturnType<typeof htmlParser.parse>;
type Node = Tree['topNode'];

/** Replaces a range of a text. */
export interface Edit {
  from: number;
  to: number;
  insert: string;
}

/** Returns a text after edits of different ranges. */
export const edited = (text: string, edits: readonly Edit[]): string =>
  [...edits]
    .sort((one, other) => other.from - one.from)
    .reduce((changed, { from, to, insert }) => changed.slice(0, from) + insert + changed.slice(to), text);

/** The attribute at a place. The range of its value includes quotes. */
export interface FoundAttribute {
  name: string;
  value: string;
  from: number;
  to: number;
}

const ELEMENTS = ['Element'];

/** Returns the attribute at an offset of HTML. */
export function attributeAt(html: string, offset: number): FoundAttribute | undefined {
  const attribute = outer(treeOf(htmlParser, html), offset, ['Attribute']);
  const name = attribute?.getChild('AttributeName');
  const value = attribute?.getChild('AttributeValue') ?? attribute?.getChild('UnquotedAttributeValue');
  if (!name || !value) return undefined;
  const { from, to } = value;
  const written = html.slice(from, to).replace(/^(["'])(.*)\1$/s, '$2');
  return { name: html.slice(name.from, name.to).toLowerCase(), value: written, from, to };
}

/** Attributes that show an image behind an element, which stays without them. */
const BEHIND = new Set(['background']);

/** Returns the edit that leaves out the element at an offset of HTML; of an image behind an element only the attribute. */
export function withoutElement(html: string, offset: number): Edit | undefined {
  const tree = treeOf(htmlParser, html);
  const attribute = outer(tree, offset, ['Attribute']);
  const name = attribute?.getChild('AttributeName');
  if (attribute && name && BEHIND.has(html.slice(name.from, name.to).toLowerCase()))
    return {
      from: html[attribute.from - 1] === ' ' ? attribute.from - 1 : attribute.from,
      to: attribute.to,
      insert: '',
    };
  const element = outer(tree, offset, ELEMENTS);
  if (!element) return undefined;
  // Without its closing tag, an element reaches to the end of the outer one.
  const isClosed = element.getChild('CloseTag') !== null || element.getChild('SelfClosingTag') !== null;
  const start = element.firstChild;
  return whole(html, element.from, isClosed || start === null ? element.to : start.to);
}

/** Returns the edit that leaves out the declaration or the `@import` at an offset of CSS. */
export function withoutDeclaration(css: string, offset: number): Edit | undefined {
  const found = outer(treeOf(cssParser, css), offset, ['Declaration', 'ImportStatement']);
  if (!found) return undefined;
  const end = css[found.to] === ';' ? found.to + 1 : found.to;
  return whole(css, found.from, end);
}

/** Longer texts, in characters, are not parsed, because that would be felt. */
const MAX_PARSED = 300_000;
/** The last tree: one text often has several problems. */
let last: { parser: typeof htmlParser; text: string; tree: Tree } | undefined;

function treeOf(parser: typeof htmlParser, text: string): Tree | undefined {
  if (text.length > MAX_PARSED) return undefined;
  if (last?.parser !== parser || last.text !== text) last = { parser, text, tree: parser.parse(text) };
  return last.tree;
}

/** Returns the innermost node of one of these types at an offset. */
function outer(tree: Tree | undefined, offset: number, names: readonly string[]): Node | null {
  let node: Node | null = tree?.resolveInner(offset, 1) ?? null;
  while (node !== null && !names.includes(node.name)) node = node.parent;
  return node;
}

/** Removes a range, with its line if nothing else is in it. */
function whole(text: string, from: number, to: number): Edit {
  const before = /(?:^|\n)([ \t]*)$/.exec(text.slice(0, from));
  const after = /^[ \t]*(?:\r?\n|$)/.exec(text.slice(to));
  if (before === null || after === null) return { from, to, insert: '' };
  return { from: from - (before[1]?.length ?? 0), to: to + after[0].length, insert: '' };
}
