/** Print CSS that other printers know and the browser ignores: what a reader would miss of it, and the way on. */
import { type CSSToken } from '@csstools/css-tokenizer';
/** What is ignored, and a sentence without its full stop that says what to do. The documentation is generated from it. */
export declare const IGNORED_CSS: {
    readonly running: {
        readonly called: readonly ["string-set", "string()", "running()", "element()"];
        readonly instead: 'for what is to stand on every page, use `header_html` or `footer_html`';
    };
    readonly target: {
        readonly called: readonly ["target-counter()", "target-counters()", "target-text()"];
        readonly instead: 'the browser does not know on which page something stands; leave page numbers out of references';
    };
    readonly leader: {
        readonly called: readonly ["leader()"];
        readonly instead: 'for a row of dots, use a dotted border';
    };
    readonly footnote: {
        readonly called: readonly ["float: footnote", "@footnote"];
        readonly instead: 'the note stays where it is in the text; gather the notes at the end';
    };
    readonly float: {
        readonly called: readonly ["float: top", "float: bottom"];
        readonly instead: 'it stays where it is in the text';
    };
    readonly selector: {
        readonly called: readonly ["@page :nth()", "@page :blank"];
        readonly instead: 'the browser leaves out the whole rule; it knows a name, `:first`, `:left` or `:right`, one of them for each rule';
    };
    readonly marks: {
        readonly called: readonly ["marks", "bleed"];
        readonly instead: 'pages have no crop marks; make them larger, and draw the marks';
    };
    readonly bookmark: {
        readonly called: readonly ["bookmark-level", "bookmark-label"];
        readonly instead: 'the PDF has no outline';
    };
    readonly frame: {
        readonly called: readonly ["-pdf-frame-content"];
        readonly instead: 'for what is to stand on every page, use `header_html` or `footer_html`';
    };
    readonly break: {
        readonly called: readonly ["-pdf-next-page", "-pdf-page-break"];
        readonly instead: 'use `break-before` or `break-after`';
    };
    readonly printer: {
        readonly called: readonly ["prince-…", "-prince-…", "-weasy-…", "-pdf-…", "-fs-…", "-ro-…", "-ah-…"];
        readonly instead: 'only another printer knows it; say it in standard CSS';
    };
};
export type IgnoredCss = keyof typeof IGNORED_CSS;
/** What is said of it once for each kind: the name as written. */
export interface IgnoredPlace {
    readonly kind: IgnoredCss;
    readonly name: string;
    readonly start: number;
    readonly end: number;
}
/** A quick check: nearly all sheets have nothing of it. */
export declare const mayHaveIgnoredCss: (css: string) => boolean;
/** Follows the tokens of a scan. */
export declare class PrintCssReader {
    /** The first place of each kind. */
    readonly places: Map<"bookmark" | "break" | "float" | "footnote" | "frame" | "leader" | "marks" | "printer" | "running" | "selector" | "target", IgnoredPlace>;
    /** The property at hand; a name before its colon. */
    private property;
    private name;
    private isBeginning;
    /** What follows `@page`, until its block. */
    private selector;
    /** Bracket depth inside `@page`; 0 outside. */
    private pageDepth;
    /** @param depth of the brackets, the token's own among them. */
    read(token: CSSToken, depth: number): void;
    private readWithin;
    private readAtKeyword;
    private readSelector;
    private begin;
    private note;
    private add;
}
//# sourceMappingURL=print-css.d.ts.map