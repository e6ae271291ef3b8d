/** The policy for attributes and links. The documentation is generated from these tables. */
import { parseUrl } from '@toolpress/contract';
import { isHtml, isSvg } from '../html.js';
/** Removed from every element, as event handlers (`on…`) are. */
export const REMOVED_ATTRIBUTES = [
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
const REMOVED = new Set(REMOVED_ATTRIBUTES.flatMap((rule) => rule.names));
/** Removed from `video` elements, of which paper shows the `poster`. */
export const REMOVED_FROM_VIDEO = new Set(['src', 'controls', 'autoplay', 'preload']);
export function isRemoved({ tagName }, { name, namespace }) {
    if (namespace !== undefined)
        return false;
    return REMOVED.has(name) || name.startsWith('on') || (tagName === 'video' && REMOVED_FROM_VIDEO.has(name));
}
/** Image attributes by HTML element; for `img` and `picture` see `ImageCollector`. */
export const IMAGE_ATTRIBUTES = {
    input: 'src',
    video: 'poster',
    ...Object.fromEntries('body table thead tbody tfoot tr td th col colgroup'.split(' ').map((name) => [name, 'background'])),
};
/** Allowed schemes of links; without a scheme, only `#name` is allowed. */
export const LINK_SCHEMES = ['http:', 'https:', 'mailto:', 'tel:'];
/** `href` of a link, `xlink:href` too. */
export function isLink(element) {
    if (isHtml(element))
        return element.tagName === 'a' || element.tagName === 'area';
    return isSvg(element) ? element.tagName === 'a' : true; // any element of MathML
}
/** Attributes of SVG that hold prose. All others may be CSS properties, and are checked as such. */
export const isProse = ({ name }) => ['id', 'class', 'title', 'alt'].includes(name) || name.startsWith('data-') || name.startsWith('aria-');
/**
 * What the `href` of a link is printed as. An address without a scheme leads nowhere, as the page has none of its own, and the
 * link looks as one all the same. An address that must lead nowhere becomes one by a soft hyphen, which `attr()` prints as nothing.
 */
export function linkAddress(href) {
    const address = href.trim();
    const protocol = parseUrl(address)?.protocol ?? '';
    if (protocol === 'javascript:')
        return NO_PLACE;
    const isFollowable = address.startsWith('#') || LINK_SCHEMES.includes(protocol);
    return isFollowable || !SCHEME.test(address.replace(IGNORED, '')) ? href : `${NO_SCHEME}${address}`;
}
const NO_SCHEME = '\u00ad';
/** Links by script have no address for a reader: sheets that print the addresses of links leave theirs out, and those of places. */
const NO_PLACE = `#${NO_SCHEME}`;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
/** What browsers do not see in an address: control characters around it, and line breaks in it. */
const IGNORED = /^[\0-\x20]+|[\t\n\r]/g;
//# sourceMappingURL=attribute-rules.js.map