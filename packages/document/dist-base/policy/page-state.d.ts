/**
 * Which documents may leave state in the browser page that shows them. A page shows one document after another, and Chromium
 * keeps some state: the colours of links, the colour scheme of a `meta`, the set of titled sheets. What is listed here is known
 * to end with the document; after any other document the page is reset.
 */
import { type Element } from '../html.js';
/** @param element as it is printed, without what the policy removes. */
export declare function mayChangePage({ tagName, attrs }: Element): boolean;
/** @param name in lower case, without the `@`. */
export declare const atRuleMayChangePage: (name: string) => boolean;
/** Only the colour scheme has an effect on paper. */
export declare const isOfNoUseOnPaper: (meta: Element) => boolean;
//# sourceMappingURL=page-state.d.ts.map