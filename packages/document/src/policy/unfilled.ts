/** Finds elements that are empty because a script would have filled them. */
import { attribute, type ChildNode, type Element, isElement, isText, ownText, type ParentNode } from '../html.js';

/** Code that writes into elements. */
const WRITES =
  /\.(?:innerHTML|innerText|textContent|insertRow|insertAdjacent\w+|appendChild|append|prepend|replaceChildren|html|text)\b/;
/** What may be a name of an element: `getElementById('x')`, `querySelector("#x")`, `$('#x tbody')`. */
const NAMES = /["'`]#?([\w-]{1,60})["'`\s]/g;
const MAX_NAMES = 2_000;

/** Names of elements that are filled on user events. */
const FOR_EVENTS =
  /error|toast|alert|status|message|msg|modal|load|spin|overlay|tooltip|popup|dialog|menu|notif|warn|result|suggest|dropdown/i;
/** Elements that are empty by nature, or filled by the reader. */
const NEVER_FILLED = new Set(
  'input select textarea button img br hr wbr col area canvas video audio picture progress meter output iframe style title datalist dialog template'.split(
    ' ',
  ),
);

/** Names of elements that applications fill. */
const APPLICATION = /^(?:root|react-root|app|app-root|__next|__nuxt|svelte)$/;
/** Names of elements that hold a table of contents. */
const CONTENTS = /^(?:toc|table[-_]?of[-_]?contents)$/i;

/** Names of the elements that inline scripts write into. */
export class WrittenElements {
  private readonly names = new Set<string>();
  /** Whether there is a script that may do anything. */
  private isAny = false;
  /** Whether one of them is not known, because it has an address. */
  private isUnknown = false;

  /** Adds a script of unknown purpose. */
  add(script: Element): void {
    const type = attribute(script, 'type')?.value ?? '';
    if (type !== '' && !/javascript|module/i.test(type)) return;
    this.isAny = true;
    if (attribute(script, 'src') !== undefined) this.isUnknown = true;
    const text = ownText(script);
    if (!WRITES.test(text)) return;
    for (const [, name] of text.matchAll(NAMES)) {
      if (this.names.size >= MAX_NAMES) return;
      if (name !== undefined && !FOR_EVENTS.test(name)) this.names.add(name);
    }
  }

  /**
   * Returns the first empty element that a script names, or whose kind and name say that a script fills it.
   *
   * @param root of the checked tree.
   */
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
   * Returns empty links inside a text to places in the document, such as numbers of figures and references.
   *
   * @param css the request's style sheet.
   * @returns an empty list if a style sheet may write the texts.
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
      if (found.length > 0 && childNodes.some((child) => isText(child) && !isBlank(child)))
        for (const link of found) links.push(link);
      for (let index = childNodes.length - 1; index >= 0; index--) nodes.push(childNodes[index] as ChildNode);
    }
    return links.length > 0 && sheets.some(writesLinks) ? [] : links;
  }

  private isLeftEmpty(element: Element): boolean {
    const { tagName, childNodes } = element;
    const id = attribute(element, 'id')?.value;
    const isNamed = id !== undefined && (tagName === 'tbody' || this.names.has(id));
    const isTold =
      this.isUnknown &&
      (APPLICATION.test(id ?? tagName) ||
        (id !== undefined && (CONTENTS.test(id) || (/^[ou]l$/.test(tagName) && !FOR_EVENTS.test(id)))));
    return (isNamed || isTold) && !NEVER_FILLED.has(tagName) && childNodes.every(isBlank);
  }
}

const isBlank = (node: ChildNode): boolean => isText(node) && node.value.trim() === '';

const isHidden = (element: Element): boolean =>
  attribute(element, 'hidden') !== undefined || /display\s*:\s*none/.test(attribute(element, 'style')?.value ?? '');

/** Attributes of such links. A link with a class or a title may be an icon. */
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

/** Returns whether a style sheet adds text before or after links, other than their address. */
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
