/** Finds the tags in `style` elements, where values are escaped as CSS. */
import { type Tokenizer, TokenizerMode } from 'parse5';
import { htmlTokenizer } from '../values/html-tokenizer.js';
import type { Template, TemplateNode, TextNode, ValueNode } from './template.js';

/**
 * Returns the value tags whose text becomes part of a style sheet. Reads the HTML around the tags as browsers do, each section
 * once: a `style` in a comment or a `textarea` does not count. For nearly all templates a search for the word is enough.
 */
export function valuesInStyle({ source, nodes }: Pick<Template, 'source' | 'nodes'>): ReadonlySet<ValueNode> {
  if (!STYLE.test(source)) return NONE;
  const leaves = [...leavesOf(nodes)];
  const last = lastCandidate(leaves);
  if (last < 0) return NONE;
  let html = '';
  const values: { node: ValueNode; offset: number }[] = [];
  for (const leaf of leaves.slice(0, last + 1)) {
    if (leaf.kind === 'value') values.push({ node: leaf, offset: html.length });
    html += leaf.kind === 'text' ? leaf.text : PLACEHOLDER;
  }
  const sheets = sheetsOf(html);
  const found = new Set<ValueNode>();
  let next = 0;
  for (const { node, offset } of values) {
    while ((sheets[next]?.end ?? html.length) <= offset) next += 1;
    if ((sheets[next]?.start ?? html.length) <= offset) found.add(node);
  }
  return found;
}

const STYLE = /<style/i;

const NONE: ReadonlySet<ValueNode> = new Set();

const PLACEHOLDER = 'x';

/** Yields texts and values in the order of the template. */
function* leavesOf(nodes: readonly TemplateNode[]): Generator<TextNode | ValueNode> {
  for (const node of nodes) {
    if (node.kind === 'text' || node.kind === 'value') yield node;
    else if (node.kind === 'partial') yield* leavesOf([node.key, ...node.nodes]);
    else if (node.kind !== 'assignment') yield* leavesOf([...node.nodes, ...node.otherwise]);
  }
}

/** Returns the index of the last value after a `<style` without a `</style` between; -1 if there is none. */
function lastCandidate(leaves: readonly (TextNode | ValueNode)[]): number {
  let last = -1;
  let isBehind = false;
  leaves.forEach((leaf, index) => {
    if (leaf.kind === 'value') last = isBehind ? index : last;
    else for (const [, slash] of leaf.text.matchAll(/<(\/?)style/gi)) isBehind = slash === '';
  });
  return last;
}

/** The tokenizer states for elements whose content is not HTML. */
export const CONTENTS: ReadonlyMap<string, Tokenizer['state']> = new Map(
  Object.entries({
    style: TokenizerMode.RAWTEXT,
    xmp: TokenizerMode.RAWTEXT,
    iframe: TokenizerMode.RAWTEXT,
    noembed: TokenizerMode.RAWTEXT,
    noframes: TokenizerMode.RAWTEXT,
    title: TokenizerMode.RCDATA,
    textarea: TokenizerMode.RCDATA,
    script: TokenizerMode.SCRIPT_DATA,
    plaintext: TokenizerMode.PLAINTEXT,
  }),
);

/** Returns the ranges of the texts of `style` elements, in order. The last one may be open. */
function sheetsOf(html: string): { start: number; end: number }[] {
  const sheets: { start: number; end: number }[] = [];
  const tokenizer = htmlTokenizer(
    {
      onStartTag: ({ tagName, location }) => {
        tokenizer.state = CONTENTS.get(tagName) ?? tokenizer.state;
        if (tagName === 'style') sheets.push({ start: location?.endOffset ?? 0, end: html.length });
      },
      onEndTag: ({ tagName, location }) => {
        const open = sheets.at(-1);
        if (tagName === 'style' && open?.end === html.length) open.end = location?.startOffset ?? 0;
      },
    },
    true,
  );
  tokenizer.write(html, true);
  return sheets;
}
