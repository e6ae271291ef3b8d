/** Accessible names: the parts of the W3C's "Accessible Name and Description Computation" that apply to paper. */
import {
  attribute,
  type ChildNode,
  type Element,
  isElement,
  isHtml,
  isSvg,
  isText,
  type ParentNode,
  SILENT,
} from '../html.js';

/** Returns the value of an attribute without surrounding blanks; empty if the element lacks it. */
export const valueIn = (element: Element, name: string): string => attribute(element, name)?.value.trim() ?? '';

export const roleOf = (element: Element): string => valueIn(element, 'role').toLowerCase().split(/\s+/, 1)[0] ?? '';

/** Returns whether the author marked an element as presentational. */
export const isPresentational = (element: Element): boolean => ['presentation', 'none'].includes(roleOf(element));

/** Returns whether markup hides an element with its content. Only the browser knows what style sheets hide. */
export function isHidden(element: Element): boolean {
  if (element.attrs.length === 0) return false;
  return (
    attribute(element, 'hidden') !== undefined ||
    valueIn(element, 'aria-hidden').toLowerCase() === 'true' ||
    /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)\b/i.test(valueIn(element, 'style'))
  );
}

/** The elements of a document by their ids, and the texts of its labels. */
export class Names {
  private readonly byId = new Map<string, Element>();
  /** The ids of fields with a label. */
  private readonly labelled = new Set<string>();
  /** Results of `hasText` by `isNamer`: elements are in others that are asked, and many may be named by one. */
  private readonly texts = [new Map<ParentNode, boolean>(), new Map<ParentNode, boolean>()] as const;

  constructor(tree: ParentNode) {
    const nodes: ChildNode[] = [...tree.childNodes];
    const labels: Element[] = [];
    for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
      if (!isElement(node)) continue;
      const id = attribute(node, 'id')?.value;
      if (id) this.byId.set(id, node); // backwards, so that the first element of an id wins
      if (node.tagName === 'label') labels.push(node);
      for (const child of node.childNodes) nodes.push(child);
    }
    for (const label of labels) if (this.hasText(label)) this.labelled.add(valueIn(label, 'for'));
  }

  /** Returns whether an element has a name by a global attribute. */
  isNamed(element: Element): boolean {
    if (hasOwnName(element)) return true;
    const ids = valueIn(element, 'aria-labelledby');
    return ids !== '' && ids.split(/\s+/).some((id) => this.says(this.byId.get(id)));
  }

  isLabelled(field: Element): boolean {
    return this.isNamed(field) || this.labelled.has(valueIn(field, 'id') || NO_ID);
  }

  /**
   * Returns whether an element has content that is read aloud: text, or an image with a name.
   *
   * @param isNamer whether it names another element. The standard then follows no further `aria-labelledby`, which may lead back.
   */
  hasText(parent: ParentNode, isNamer = false): boolean {
    const texts = this.texts[isNamer ? 1 : 0];
    const known = texts.get(parent);
    if (known !== undefined) return known;
    const hasText = parent.childNodes.some((node) =>
      isElement(node) ? this.isRead(node, isNamer) : isText(node) && /\S/.test(node.value),
    );
    texts.set(parent, hasText);
    return hasText;
  }

  /** Returns whether an element inside another is read aloud. */
  private isRead(element: Element, isNamer: boolean): boolean {
    if (isHidden(element) || (SILENT.has(element.tagName) && isHtml(element))) return false;
    if (valueIn(element, 'aria-label') !== '') return true;
    const isNamed = isNamer ? hasOwnName : (one: Element): boolean => this.isNamed(one);
    if (isPicture(element) && (valueIn(element, 'alt') !== '' || isNamed(element) || hasTitle(element))) return true;
    return !(isSvg(element) && element.tagName === 'title') && this.hasText(element, isNamer);
  }

  private says(element: Element | undefined): boolean {
    return element !== undefined && (this.hasText(element, true) || hasOwnName(element) || isSvgTitle(element));
  }
}

/** Returns whether an element has a name that does not depend on others. */
const hasOwnName = (element: Element): boolean =>
  valueIn(element, 'aria-label') !== '' || valueIn(element, 'title') !== '';

/** A key that is not an id. */
const NO_ID = '\0';

const isSvgTitle = (element: Element): boolean =>
  isSvg(element) && element.tagName === 'title' && element.childNodes.some((node) => isText(node) && node.value.trim());

/** Returns whether an `svg` has a title. */
export const hasTitle = ({ childNodes }: Element): boolean =>
  childNodes.some((node) => isElement(node) && isSvgTitle(node));

export const isPicture = ({ tagName }: Element): boolean => tagName === 'img' || tagName === 'svg';

/** Returns whether an element inside passes the test. Recursive: trees of checked documents are not deep. */
export const contains = (parent: ParentNode, test: (element: Element) => boolean): boolean =>
  parent.childNodes.some((node) => isElement(node) && (test(node) || contains(node, test)));
