/** Where something is in a document; and what a check throws at a limit. */
import { type CssFault } from '../css/scan.js';
import { type Attribute, type Element } from '../html.js';
/** A range of one of the texts that were checked. */
export interface Span {
    /** The request's field: `html`, `css`, … */
    readonly field: string;
    /** Offset of the first character. */
    readonly start: number;
    /** Offset after the last one. */
    readonly end: number;
}
/** Something in a document, such as "`img` `src`", and its location if known. */
export interface Subject {
    readonly name: string;
    readonly span?: Span | undefined;
}
/** A limit is passed. Internal to the package: `checkDocument` turns it into a `ServiceError` with the location in the caller's text. */
export declare class Violation extends Error {
    readonly subject: Subject;
    readonly fault: string;
    readonly name = "Violation";
    /** @param fault completes the sentence that begins with the subject, without the full stop. */
    constructor(subject: Subject, fault: string);
}
/** @returns as in "`img` `src`". */
export declare const attributeSubject: (element: Element, attr: Attribute, spans: Spans) => Subject;
export declare const elementSubject: (element: Element, spans: Spans) => Subject;
/** Locations of the nodes of a tree in its source text, when the parser recorded them. */
export declare class Spans {
    /** Of the request. */
    private readonly field;
    private readonly source;
    constructor(
    /** Of the request. */
    field: string, source: string);
    /** Of the start tag. */
    ofElement({ sourceCodeLocation: place }: Element): Span | undefined;
    ofAttribute(element: Element, attr: Attribute): Span | undefined;
    /** Of a range of an element's text. */
    ofText(element: Element, start: number, end: number): Span | undefined;
    /** The parser replaced CR LF by a line feed. */
    private offsetAfter;
    private span;
}
/** @param subject the element or attribute that holds the CSS; for the request's field its name is `CSS`. */
export declare const cssViolation: ({ kind }: CssFault, subject: Subject) => Violation;
/** @returns as in "`url()` in `style`". */
export declare const cssSubject: (name: string, where: string, span: Span | undefined) => Subject;
//# sourceMappingURL=violation.d.ts.map