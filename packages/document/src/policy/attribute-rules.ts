/** The policy for attributes and links. The documentation is generated from these tables. */
import { parseUrl } from '@toolpress/contract';
import { type Attribute, type Element, isHtml, isSvg } from '../html.js';

interface RemovedAttributes {
  readonly names: readonly string[];
  /** A sentence without its full stop. */
  readonly because: string;
}

/** Removed from every element, as event handlers (`on…`) are. */
export const REMOVED_ATTRIBUTES: readonly RemovedAttributes[] = [
  {
    names: ['ping', 'attributionsrc', 'browsingtopics', 'sharedstoragewritable'],
    because: 'they report to other hosts',
  },
  { names: ['action', 'formaction'], because: 'a printed form is not submitted' },
  { names: ['xml:base'], because: 'relative URLs lead nowhere' },
  { names: ['manifest'], because: 'nothing is cached' },
  { names: ['loading', 'decoding'], because: 'an image that loads late would be missing on paper' },
  {
    names: ['crossorigin', 'referrerpolicy'],
    because: 'the service loads images itself, without cookies or referrer',
  },
  { names: ['autofocus'], because: 'paper has no cursor' },
];

const REMOVED: ReadonlySet<string> = new Set(REMOVED_ATTRIBUTES.flatMap((rule) => rule.names));

/** Removed from `video` elements, of which paper shows the `poster`. */
export const REMOVED_FROM_VIDEO: ReadonlySet<string> = new Set(['src', 'controls', 'autoplay', 'preload']);

export function isRemoved({ tagName }: Element, { name, namespace }: Attribute): boolean {
  if (namespace !== undefined) return false;
  return REMOVED.has(name) || name.startsWith('on') || (tagName === 'video' && REMOVED_FROM_VIDEO.has(name));
}

/** Image attributes by HTML element; for `img` and `picture` see `ImageCollector`. */
export const IMAGE_ATTRIBUTES: Readonly<Record<string, string>> = {
  input: 'src',
  video: 'poster',
  ...Object.fromEntries(
    'body table thead tbody tfoot tr td th col colgroup'.split(' ').map((name) => [name, 'background']),
  ),
};

/** Returns whether an HTML element may show an image by its attributes. */
export const mayShowImage = ({ tagName, attrs }: Element): boolean =>
  tagName === 'img' || tagName === 'picture' || attrs.some(({ name }) => IMAGE_ATTRIBUTES[tagName] === name);

/** Allowed schemes of links; without a scheme, only `#name` is allowed. */
export const LINK_SCHEMES: readonly string[] = ['http:', 'https:', 'mailto:', 'tel:'];

/** Returns whether an element is a link with an `href` or `xlink:href`. */
export function isLink(element: Element): boolean {
  if (isHtml(element)) return element.tagName === 'a' || element.tagName === 'area';
  return isSvg(element) ? element.tagName === 'a' : true; // any element of MathML
}

/** Returns whether an attribute of SVG is prose. All others may be CSS properties, and are checked as such. */
export const isProse = ({ name }: Attribute): boolean =>
  ['id', 'class', 'title', 'alt'].includes(name) || name.startsWith('data-') || name.startsWith('aria-');

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

const NO_SCHEME = '\u00ad';
/** The address of script links. Style sheets that print the addresses of links leave out `#` addresses. */
const NO_PLACE = `#${NO_SCHEME}`;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
/** Characters that browsers ignore in an address: leading control characters and line breaks. */
const IGNORED = /^[\0-\x20]+|[\t\n\r]/g;
