/** What happens to attributes. The documentation is written from these tables. */
import { parseUrl } from '@toolpress/contract';
import { type Attribute, type Element, isHtml, isSvg } from '../html.js';

interface RemovedAttributes {
  readonly names: readonly string[];
  /** A sentence without its full stop. */
  readonly because: string;
}

/** From every element. Handlers (`on…`) go too. */
export const REMOVED_ATTRIBUTES: readonly RemovedAttributes[] = [
  {
    names: ['ping', 'attributionsrc', 'browsingtopics', 'sharedstoragewritable'],
    because: 'they report to other hosts',
  },
  { names: ['action', 'formaction'], because: 'forms on paper are not sent' },
  { names: ['xml:base'], because: 'relative URLs lead nowhere' },
  { names: ['manifest'], because: 'nothing is cached' },
  { names: ['loading', 'decoding'], because: 'a picture that comes late would be a hole on paper' },
  {
    names: ['crossorigin', 'referrerpolicy'],
    because: 'the service fetches images by itself, without cookies or referrer',
  },
  { names: ['autofocus'], because: 'paper has no cursor' },
];

const REMOVED: ReadonlySet<string> = new Set(REMOVED_ATTRIBUTES.flatMap((rule) => rule.names));

/** From `video` elements, of which paper shows the `poster`. */
export const REMOVED_FROM_VIDEO: ReadonlySet<string> = new Set(['src', 'controls', 'autoplay', 'preload']);

export function isRemoved({ tagName }: Element, { name, namespace }: Attribute): boolean {
  if (namespace !== undefined) return false;
  return REMOVED.has(name) || name.startsWith('on') || (tagName === 'video' && REMOVED_FROM_VIDEO.has(name));
}

/** Attributes of HTML elements that are images, by the element; for `img` and `picture` see `ImageCollector`. */
export const IMAGE_ATTRIBUTES: Readonly<Record<string, string>> = {
  input: 'src',
  video: 'poster',
  body: 'background',
  table: 'background',
  thead: 'background',
  tbody: 'background',
  tfoot: 'background',
  tr: 'background',
  td: 'background',
  th: 'background',
  col: 'background',
  colgroup: 'background',
};

/** What a link may lead to; `#name` and nothing else without a scheme. */
export const LINK_SCHEMES: readonly string[] = ['http:', 'https:', 'mailto:', 'tel:'];

/** `href` of a link, `xlink:href` too. */
export function isLink(element: Element): boolean {
  if (isHtml(element)) return element.tagName === 'a' || element.tagName === 'area';
  return isSvg(element) ? element.tagName === 'a' : true; // any element of MathML
}

/** Attributes of SVG whose text is prose. All others may be properties of CSS, and are read as such. */
export const isProse = ({ name }: Attribute): boolean =>
  name === 'id' ||
  name === 'class' ||
  name === 'title' ||
  name === 'alt' ||
  name.startsWith('data-') ||
  name.startsWith('aria-');

/** Decides which links stay links. */

/** Whether a reader of the PDF can follow it: into the document, or to an absolute URL of a scheme that does no harm. */
export function isFollowable(href: string): boolean {
  const address = href.trim();
  return address.startsWith('#') || LINK_SCHEMES.includes(parseUrl(address)?.protocol ?? '');
}
