/** The links of a document: which addresses stay, which are completed, and which lead nowhere. */
import { parseUrl } from '@toolpress/contract';
import { type Attribute, attribute, type Element, isElement, isHtml, isSvg, type ParentNode } from '../html.js';
import type { Findings } from './findings.js';
import { attributeSubject, type Spans } from './violation.js';

/** Allowed schemes of links; without a scheme, only `#name` is allowed. */
export const LINK_SCHEMES: readonly string[] = ['http:', 'https:', 'mailto:', 'tel:'];

/** A quick check: a text without it has no links. */
export const MAY_LINK = /href/i;

const NO_SCHEME = '\u00ad';
/** The address of script links. Style sheets that print the addresses of links leave out `#` addresses. */
const NO_PLACE = `#${NO_SCHEME}`;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
/** Characters that browsers ignore in an address: leading control characters and line breaks. */
const IGNORED = /^[\0-\x20]+|[\t\n\r]/g;
/** A host that people write without a scheme. */
const BARE_HOST = /^www\.[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}(?:[/:?#]|$)/i;

const OTHER_SCHEME = `leads nowhere: PDFs link to ${LINK_SCHEMES.map((scheme) => `\`${scheme}\``).join(', ')} and \`#name\``;
const RELATIVE =
  'leads nowhere, because the document has no address: write it with `https:`, or add `<base href="https://…">`';
const NO_TARGET = 'leads nowhere: the document has no element with this id';

/** The largest number of links to places in the document that are followed. */
const MAX_FOLLOWED = 10_000;

/** Returns whether an element is a link with an `href` or `xlink:href`. */
export function isLink(element: Element): boolean {
  if (isHtml(element)) return element.tagName === 'a' || element.tagName === 'area';
  return isSvg(element) ? element.tagName === 'a' : true; // any element of MathML
}

/**
 * Returns the printed `href` of a link. An address without a scheme leads nowhere, because the page has no address, but looks like a
 * link. An address that is not allowed becomes such an address by a soft hyphen, which `attr()` prints as nothing.
 */
export function linkAddress(href: string): string {
  const address = href.trim();
  if (address.startsWith('#')) return href;
  const protocol = parseUrl(address)?.protocol ?? '';
  if (protocol === 'javascript:') return NO_PLACE;
  return LINK_SCHEMES.includes(protocol) || !SCHEME.test(address.replace(IGNORED, ''))
    ? href
    : `${NO_SCHEME}${address}`;
}

/** Completes the links of a text, and reports those that lead nowhere. */
export class LinkCheck {
  private base: URL | undefined;
  private readonly places: { name: string; element: Element; attr: Attribute }[] = [];

  /** @param isWhole whether the text is the document. Other texts are printed beside it, and may link into it. */
  constructor(
    private readonly findings: Findings,
    private readonly spans: Spans | undefined,
    private readonly isWhole: boolean,
  ) {}

  /** Reads a `base` element. The first one counts. */
  readBase(element: Element): void {
    const url = parseUrl(attribute(element, 'href')?.value.trim() ?? '');
    if (url !== undefined && /^https?:$/.test(url.protocol)) this.base ??= url;
  }

  /** Returns the address of a link, with what is clear added to it. */
  complete(element: Element, attr: Attribute): string {
    const address = attr.value.replace(IGNORED, '').trim();
    if (address === '' || /^javascript:/i.test(address)) return attr.value;
    if (address.startsWith('#')) {
      if (this.isWhole && this.places.length < MAX_FOLLOWED)
        this.places.push({ name: address.slice(1), element, attr });
      return attr.value;
    }
    if (SCHEME.test(address) && !BARE_HOST.test(address)) {
      if (!LINK_SCHEMES.includes(parseUrl(address)?.protocol ?? '')) this.notice(element, attr, OTHER_SCHEME);
      return attr.value;
    }
    const full = this.resolved(address);
    if (full === undefined) this.notice(element, attr, RELATIVE);
    return full ?? attr.value;
  }

  /** Reports links to places that do not exist. @param root the document, when all of it has been checked. */
  finish(root: ParentNode): void {
    if (this.places.length === 0) return;
    const names = new Set<string>(['', 'top']);
    const waiting: ParentNode[] = [root];
    for (let parent = waiting.pop(); parent !== undefined; parent = waiting.pop())
      for (const node of parent.childNodes) {
        if (!isElement(node)) continue;
        waiting.push(node);
        for (const { name, value } of node.attrs) if (name === 'id' || name === 'name') names.add(value);
      }
    for (const { name, element, attr } of this.places)
      if (!(names.has(name) || names.has(decoded(name)) || name.startsWith(':~:')))
        this.notice(element, attr, NO_TARGET);
  }

  private resolved(address: string): string | undefined {
    if (address.startsWith('//')) return parseUrl(`https:${address}`) === undefined ? undefined : `https:${address}`;
    if (BARE_HOST.test(address)) return `https://${address}`;
    return this.base === undefined ? undefined : parseUrl(address, this.base)?.href;
  }

  private notice(element: Element, attr: Attribute, fault: string): void {
    this.findings.noticeEach({ code: 'link_dead', subject: attributeSubject(element, attr, this.spans), fault });
  }
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
