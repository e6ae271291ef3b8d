import type { DefaultTreeAdapterTypes } from 'parse5';

type ParentNode = DefaultTreeAdapterTypes.ParentNode;
type Element = DefaultTreeAdapterTypes.Element;

/** The elements of a name in the order of the document, drawings' included. Trees of checked documents are not deep. */
export function elementsNamed(node: ParentNode, name: string): Element[] {
  return node.childNodes.flatMap((child) => {
    if (!('tagName' in child)) return [];
    return [...(child.tagName === name ? [child] : []), ...elementsNamed(child, name)];
  });
}
