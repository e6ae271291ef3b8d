/** Elements that a script of the document would have filled, left empty because scripts never run. */
import { attribute, type ChildNode, type Element, isElement, isText, ownText, type ParentNode } from '../html.js';

/** What a script says that writes into elements. */
const WRITES =
  /\.(?:innerHTML|innerText|textContent|insertRow|insertAdjacent\w+|appendChild|append|prepend|replaceChildren|html|text)\b/;
/** What may be a name of an element: `getElementById('x')`, `querySelector("#x")`, `$('#x tbody')`. */
const NAMES = /["'`]#?([\w-]{1,60})["'`\s]/g;
const MAX_NAMES = 2_000;

/** Empty until something happens that does not happen on paper. */
const FOR_EVENTS =
  /error|toast|alert|status|message|msg|modal|load|spin|overlay|tooltip|popup|dialog|menu|notif|warn|result|suggest|dropdown/i;
/** Empty by nature, or filled by whoever reads. */
const NEVER_FILLED = new Set(
  'input select textarea button img br hr wbr col area canvas video audio picture progress meter output iframe style title datalist dialog template'.split(
    ' ',
  ),
);

/** Names of the elements that inline scripts write into. */
export class WrittenElements {
  private readonly names = new Set<string>();
  /** Whether there is a script that may do anything. */
  private isAny = false;

  /** @param script one that is not known for what it draws. */
  add(script: Element): void {
    const type = attribute(script, 'type')?.value ?? '';
    if (type !== '' && !/javascript|module/i.test(type)) return;
    this.isAny = true;
    const text = ownText(script);
    if (!WRITES.test(text)) return;
    for (const [, name] of text.matchAll(NAMES)) {
      if (this.names.size >= MAX_NAMES) return;
      if (name !== undefined && !FOR_EVENTS.test(name)) this.names.add(name);
    }
  }

  /** @param root of the checked tree. @returns the first that is left empty: a table's body with an id, or one that a script names. */
  firstEmpty(root: ParentNode): Element | undefined {
    if (!this.isAny) return undefined;
    const nodes: ChildNode[] = [...root.childNodes].reverse();
    for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
      if (!isElement(node) || isHidden(node)) continue;
      if (this.isLeftEmpty(node)) return node;
      for (let index = node.childNodes.length - 1; index >= 0; index--) nodes.push(node.childNodes[index] as ChildNode);
    }
    return undefined;
  }

  /**
   * The links to places in the document, in the midst of a text, that show nothing: the numbers of figures and of references.
   *
   * @param css the sheet of the request.
   * @returns none where a sheet may write them.
   */
  emptyLinks(root: ParentNode, css: string): Element[] {
    if (!this.isAny) return [];
    const links: Element[] = [];
    const sheets = [css];
    const nodes: ChildNode[] = [...root.childNodes].reverse();
    for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
      if (!isElement(node) || isHidden(node)) continue;
      const { tagName, childNodes } = node;
      if (tagName === 'style') sheets.push(ownText(node));
      const found = /^h[1-6]$/.test(tagName) ? [] : childNodes.filter(isEmptyReference);
      if (found.length > 0 && childNodes.some((child) => isText(child) && !isBlank(child))) links.push(...found);
      for (let index = childNodes.length - 1; index >= 0; index--) nodes.push(childNodes[index] as ChildNode);
    }
    return links.length > 0 && sheets.some(writesLinks) ? [] : links;
  }

  private isLeftEmpty(element: Element): boolean {
    const { tagName, childNodes } = element;
    const id = attribute(element, 'id')?.value;
    const isNamed = id !== undefined && (tagName === 'tbody' || this.names.has(id));
    return isNamed && !NEVER_FILLED.has(tagName) && childNodes.every(isBlank);
  }
}

const isBlank = (node: ChildNode): boolean => isText(node) && node.value.trim() === '';

const isHidden = (element: Element): boolean =>
  attribute(element, 'hidden') !== undefined || /display\s*:\s*none/.test(attribute(element, 'style')?.value ?? '');

/** What has a class or a title is an icon, or for those who click. */
const REFERENCE_ATTRIBUTES: ReadonlySet<string> = new Set(['href', 'id', 'role', 'rel', 'rev', 'type', 'epub:type']);

const isEmptyReference = (node: ChildNode): node is Element =>
  isElement(node) &&
  node.tagName === 'a' &&
  /^#./.test(attribute(node, 'href')?.value ?? '') &&
  node.attrs.every(({ name }) => REFERENCE_ATTRIBUTES.has(name)) &&
  node.childNodes.every(isBlank);

const BEFORE_OR_AFTER_LINKS =
  /(?:(?<![\w.#:=-])a(?![\w-])|\[href[^\]]{0,100}\]|:(?:any-)?link)[^\s,]{0,100}::?(?:before|after)/i;
const MAX_SELECTORS = 2_000;

/** Whether it says what stands before or after links: not nothing, and not their address. */
function writesLinks(sheet: string): boolean {
  if (!/content/i.test(sheet)) return false;
  return sheet.split('}').some((rule) => {
    const block = rule.lastIndexOf('{');
    const [, content] = /content\s{0,20}:\s{0,20}([^;]{1,200})/i.exec(rule.slice(block + 1)) ?? [];
    if (content === undefined || /^(?:""|''|none|normal)|^(?!.*target-).*\battr\(\s{0,20}href/i.test(content))
      return false;
    return BEFORE_OR_AFTER_LINKS.test(rule.slice(Math.max(0, block - MAX_SELECTORS), block));
  });
}
