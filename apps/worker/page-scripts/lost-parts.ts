/** Finds text of headers, footers and watermarks that is not on their pages, for `lost-parts.ts` of the worker. */
import { cutEdges, firstLost, type Edge as PlacedEdge } from './printed-content/cut-texts.js';
import { quoted } from './printed-content/found.js';
import * as dom from './shared/dom.js';

const dataOf = dom.readerOf(CharacterData, 'data');
type Edge = PlacedEdge<undefined>;

/** The largest number of nodes that are looked at, and of texts. */
const [MOST_NODES, MOST_TEXTS] = [5_000, 1_000];
let [nodes, texts] = [0, 0];

/** A part of a page. */
interface Part {
  element: Element;
  /** The box of its page. */
  page: DOMRect;
  /** The edges of the page that cut it. */
  sides: readonly Edge[];
}

/** Returns the first words of a text that are lost. */
function lostInText(node: Text, { page }: Part, edges: readonly Edge[]): string | undefined {
  const text = dataOf(node);
  if (edges.length === 0 || texts >= MOST_TEXTS || !/\S/.test(text)) return undefined;
  texts += 1;
  const range = new Range();
  range.selectNodeContents(node);
  const { left, right } = range.getBoundingClientRect();
  // What is beside the page as a whole is hidden by intention.
  if (right <= page.left || left >= page.right) return undefined;
  const lost = firstLost(node, edges, new Set());
  return lost && quoted(text.slice(text.lastIndexOf(' ', lost.at) + 1));
}

/** Returns the edges that cut the texts of an element; undefined if it shows nothing. */
function edgesOf(element: Element, { sides }: Part, around: readonly Edge[]): readonly Edge[] | undefined {
  const style = getComputedStyle(element);
  const { display, visibility, opacity, position, overflowX, overflowY, contain } = style;
  const isHidden = display === 'none' || visibility !== 'visible' || Number(opacity) === 0;
  if (isHidden || dom.getAttribute(element, 'aria-hidden') === 'true') return undefined;
  const outer = position === 'absolute' || position === 'fixed' ? sides : around;
  const clips = overflowX !== 'visible' || overflowY !== 'visible' || contain !== 'none';
  const found = clips ? cutEdges(element, style, undefined) : [];
  return found && [...outer, ...found];
}

/** Returns the first words of an element that are lost. */
function lostIn(element: Element, part: Part, around: readonly Edge[]): string | undefined {
  const edges = element === part.element ? part.sides : edgesOf(element, part, around);
  if (edges === undefined) return undefined;
  for (const node of dom.childNodes(element)) {
    nodes += 1;
    if (nodes > MOST_NODES) return undefined;
    const inText = dom.isText(node) ? lostInText(node, part, edges) : undefined;
    const lost = dom.isElement(node) ? lostIn(node, part, edges) : inText;
    if (lost !== undefined) return lost;
  }
  return undefined;
}

/**
 * Returns the parts that lose text, each once.
 *
 * @param names those of the parts of each page. A watermark may be larger than its page.
 */
export function lost(names: readonly (readonly string[])[]): { name: string; words: string }[] {
  const found = new Map<string, string>();
  for (const [index, page] of dom.select('toolpress-page').entries()) {
    const box = dom.getBoundingClientRect(page);
    const sides: Edge[] = [
      { side: 'left', at: box.left, place: undefined },
      { side: 'right', at: box.right, place: undefined },
    ];
    for (const [place, element] of dom.selectIn(page, 'toolpress-part').entries()) {
      const name = names[index]?.[place];
      if (name === undefined || found.has(name)) continue;
      const part = { element, page: box, sides: name === 'watermark' ? [] : sides };
      const words = lostIn(element, part, []);
      if (words !== undefined) found.set(name, words);
    }
  }
  return [...found].map(([name, words]) => ({ name, words }));
}
