/**
 * Trees that are parsed again as what they are, known without parsing them: ordinary elements of HTML, nested so that no
 * start tag ends another element. Nearly every document is one. What is not known to be one is parsed again to find out.
 *
 * The rules are those of the HTML standard's section 13.2.6, narrowed.
 */
import { html as names } from 'parse5';
import type { Extent } from '../html/parser.js';
import { type ChildNode, type Element, isElement, isText, type ParentNode } from '../html/tree.js';

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

const INLINE = words(
  'abbr b bdi bdo big cite code data del dfn em font i ins kbd label mark q s samp small span strike strong sub sup time tt u var',
);
const EMPTY = words('br img wbr');
/** These end a paragraph that is open. */
const BLOCKS = words(
  'address article aside blockquote center div dl figcaption figure footer header main nav ol section ul',
);
const HEADINGS = words('h1 h2 h3 h4 h5 h6');
const LISTS = words('ol ul');
const TABLE_PARTS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['table', words('caption colgroup thead tbody tfoot')],
  ['colgroup', words('col')],
  ['thead', words('tr')],
  ['tbody', words('tr')],
  ['tfoot', words('tr')],
  ['tr', words('td th')],
]);
const TEXT_ONLY = words('title style');

/** What is open around. */
interface Around {
  readonly parent: string;
  readonly paragraph: boolean;
  readonly link: boolean;
}

const OUTSIDE: Around = { parent: '', paragraph: false, link: false };

/** @returns whether the tree, once written, is certain to be parsed as the same tree. */
export function isPlain(tree: ParentNode, extent: Extent): boolean {
  if (extent === 'part') return isFlow(tree.childNodes, OUTSIDE);
  const [root, ...more] = tree.childNodes;
  if (root === undefined || more.length > 0 || !isPlainElement(root) || root.tagName !== 'html') return false;
  const [head, ...rest] = root.childNodes;
  const body = rest.pop();
  if (!rest.every(isBlank) || rest.length > 1 || head === undefined || body === undefined) return false;
  return isPlainElement(head) && isHead(head) && isPlainElement(body) && isBody(body);
}

const isHead = ({ tagName, childNodes }: Element): boolean =>
  tagName === 'head' && childNodes.every((node) => isBlank(node) || (isPlainElement(node) && isMetadata(node)));

const isMetadata = (element: Element): boolean =>
  element.tagName === 'meta' ? isEmpty(element) : TEXT_ONLY.has(element.tagName) && isTextOnly(element);

const isBody = ({ tagName, childNodes }: Element): boolean => tagName === 'body' && isFlow(childNodes, OUTSIDE);

function isFlow(nodes: readonly ChildNode[], around: Around): boolean {
  return nodes.every((node) => (isElement(node) ? isFlowElement(node, around) : isPlainText(node)));
}

function isFlowElement(element: Element, around: Around): boolean {
  if (!isPlainElement(element)) return false;
  const { tagName, childNodes } = element;
  const within = { ...around, parent: tagName };
  if (INLINE.has(tagName)) return isFlow(childNodes, within);
  if (EMPTY.has(tagName)) return isEmpty(element);
  if (tagName === 'a') return !around.link && isFlow(childNodes, { ...within, link: true });
  if (tagName === 'style') return isTextOnly(element);
  if (around.paragraph) return false;
  if (tagName === 'p') return isFlow(childNodes, { ...within, paragraph: true });
  if (tagName === 'hr') return isEmpty(element);
  if (tagName === 'table') return isTablePart(element, within);
  return isBlock(element, around.parent) && isFlow(childNodes, within);
}

function isBlock({ tagName, childNodes }: Element, parent: string): boolean {
  if (tagName === 'li') return LISTS.has(parent);
  if (tagName === 'dt' || tagName === 'dd') return parent === 'dl';
  if (tagName === 'pre') return !(childNodes[0] !== undefined && beginsWithLineFeed(childNodes[0]));
  if (HEADINGS.has(tagName)) return !HEADINGS.has(parent);
  return BLOCKS.has(tagName);
}

/** `pre` drops one that stands right behind its tag. */
const beginsWithLineFeed = (node: ChildNode): boolean => isText(node) && node.value.startsWith('\n');

function isTablePart(part: Element, around: Around): boolean {
  const allowed = TABLE_PARTS.get(part.tagName);
  return part.childNodes.every((node) => {
    if (!isElement(node)) return isBlank(node);
    if (!isPlainElement(node) || !allowed?.has(node.tagName)) return false;
    if (node.tagName === 'col') return isEmpty(node);
    return TABLE_PARTS.has(node.tagName)
      ? isTablePart(node, around)
      : isFlow(node.childNodes, { ...around, parent: node.tagName });
  });
}

const isEmpty = ({ childNodes }: Element): boolean => childNodes.length === 0;

const isTextOnly = ({ tagName, childNodes }: Element): boolean =>
  childNodes.every((node) => isText(node) && isPlainText(node) && !node.value.toLowerCase().includes(`</${tagName}`));

const isBlank = (node: ChildNode): boolean => isText(node) && /^[\t\n\f ]*$/.test(node.value);

/** A carriage return becomes a line feed when it is read again, a null is dropped. */
const UNSTABLE = /[\r\0]/;

const isPlainText = (node: ChildNode): boolean => isText(node) && !UNSTABLE.test(node.value);

const PLAIN_NAME = /^[a-z][a-z0-9:._-]*$/;

const isPlainElement = (node: ChildNode): node is Element =>
  isElement(node) &&
  node.namespaceURI === names.NS.HTML &&
  node.attrs.every(
    ({ name, value, namespace }) => namespace === undefined && PLAIN_NAME.test(name) && !UNSTABLE.test(value),
  );
