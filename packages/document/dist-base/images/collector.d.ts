/** Finds the images of elements, checks their addresses, and collects those that have to be fetched. */
import { type Attribute, type Element } from '../html.js';
import type { Findings } from '../policy/findings.js';
import { type Spans, type Subject } from '../policy/violation.js';
/** Distinct remote images of a document. */
export declare const MAX_IMAGES = 100;
export interface FoundImage {
    readonly url: string;
    readonly subject: Subject;
}
/**
 * Each image ends up with exactly one address in normal form, so that the browser requests exactly what is fetched.
 */
export declare class ImageCollector {
    private readonly spans;
    private readonly findings;
    private readonly found;
    constructor(spans: Spans, findings: Findings);
    /** The remote images so far, each once, in document order. */
    get images(): FoundImage[];
    /** An image that is not allowed loses its address. */
    take(element: Element): void;
    private takeOther;
    /** @returns whether it may stay. */
    takeAttribute(element: Element, attr: Attribute): boolean;
    /** A `srcset` is reduced to the one address that suits paper. */
    private takeImg;
    private choose;
    /** The `img` gets the attributes of the first `source` for paper; `source` elements are removed. */
    private takePicture;
    private checkSource;
    /** @returns the address in normal form; nothing for one that is not allowed. */
    private check;
    private collect;
}
//# sourceMappingURL=collector.d.ts.map