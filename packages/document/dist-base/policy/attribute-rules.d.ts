import { type Attribute, type Element } from '../html.js';
interface RemovedAttributes {
    readonly names: readonly string[];
    /** A sentence without its full stop. */
    readonly because: string;
}
/** Removed from every element, as event handlers (`on…`) are. */
export declare const REMOVED_ATTRIBUTES: readonly RemovedAttributes[];
/** Removed from `video` elements, of which paper shows the `poster`. */
export declare const REMOVED_FROM_VIDEO: ReadonlySet<string>;
export declare function isRemoved({ tagName }: Element, { name, namespace }: Attribute): boolean;
/** Image attributes by HTML element; for `img` and `picture` see `ImageCollector`. */
export declare const IMAGE_ATTRIBUTES: Readonly<Record<string, string>>;
/** Allowed schemes of links; without a scheme, only `#name` is allowed. */
export declare const LINK_SCHEMES: readonly string[];
/** `href` of a link, `xlink:href` too. */
export declare function isLink(element: Element): boolean;
/** Attributes of SVG that hold prose. All others may be CSS properties, and are checked as such. */
export declare const isProse: ({ name }: Attribute) => boolean;
/**
 * What the `href` of a link is printed as. An address without a scheme leads nowhere, as the page has none of its own, and the
 * link looks as one all the same. An address that must lead nowhere becomes one by a soft hyphen, which `attr()` prints as nothing.
 */
export declare function linkAddress(href: string): string;
export {};
//# sourceMappingURL=attribute-rules.d.ts.map