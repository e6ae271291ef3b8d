/** Finds nodes again in a copy of the document or of a note. */
import * as dom from '../shared/dom.js';

/** The indexes of a node and of those around it among their siblings, outermost first. */
export type Path = readonly number[];

/** Returns a function that gives the path of a node. */
export function pathsFrom(root: Node): (node: Node) => Path {
  const places = new Map<Node, Path>([[root, []]]);
  const pathOf = (node: Node): Path => {
    const parent = places.has(node) ? null : dom.parentNode(node);
    if (parent !== null) {
      const above = pathOf(parent);
      let index = 0;
      for (let one = dom.firstChild(parent); one !== null; one = dom.nextSibling(one))
        places.set(one, [...above, index++]);
    }
    const path = places.get(node);
    if (path === undefined) throw new Error('The node is not below the root.');
    return path;
  };
  return pathOf;
}

/** Returns the node that has a path; undefined if there is none. */
export function nodeAt(path: Path, root: Node): Node | undefined {
  let node: Node | undefined = root;
  for (const index of path) node = node && dom.childNodes(node)[index];
  return node;
}

/** Returns a function that computes digests of elements' texts. */
export function digests(): (element: Element) => string {
  const known = new Map<Element, string>();
  return (element) => {
    const before = known.get(element);
    if (before !== undefined) return before;
    const text = dom.textContent(element);
    let digest = 0;
    for (let at = 0; at < text.length; at++) digest = (Math.imul(digest, 31) + text.charCodeAt(at)) | 0;
    known.set(element, `${text.length} ${digest}`);
    return `${text.length} ${digest}`;
  };
}
