import { type PageProperty } from '../css/page-rules.js';
import { type ParentNode } from '../html.js';
import { type FoundImage } from '../images/collector.js';
import type { Findings } from './findings.js';
import { FontFallbackNotes } from './font-fallback.js';
import type { Stylesheets } from './stylesheets.js';
import { type Spans } from './violation.js';
/** Chromium itself flattens deeper nesting. */
export declare const MAX_NESTING = 500;
interface InspectionOptions {
    /** Page properties that the request decides and the document therefore may not. */
    readonly pageProperties: readonly PageProperty[];
    readonly spans: Spans;
    readonly findings: Findings;
    readonly stylesheets: Stylesheets;
    /** Whether the service has a font family. */
    readonly hasFont: (family: string) => boolean;
    /** The default where the HTML says none. */
    readonly language?: string | undefined;
    /** Counts the placeholders in a text, if there can be any. */
    readonly countMarks?: ((text: string) => number) | undefined;
}
/**
 * One walk over one tree, which it changes: afterwards nothing in it runs, loads or links but the images found and allowed
 * links. Time is linear in the size of the tree; the stack does not grow with its depth.
 */
export declare class Inspection {
    private readonly options;
    title: string | undefined;
    language: string | undefined;
    /** See `CheckedDocument`. */
    changesPage: boolean;
    /** How many placeholders are in ordinary texts. */
    marksInText: number;
    readonly fonts: FontFallbackNotes;
    private readonly collector;
    private readonly levels;
    private readonly cssRules;
    private readonly written;
    constructor(options: InspectionOptions);
    /** The remote images, each once, in the order of the document. */
    get images(): FoundImage[];
    /** @throws Violation for a sheet that is too complex; ServiceError for a document that is too deep. */
    run(root: ParentNode): void;
    private take;
    private enter;
    private push;
    private leave;
    private visit;
    /** Puts elements where the one at hand stands. */
    private put;
    private linkedSheets;
    private languageOf;
    private unwrap;
    /** @returns the sheets that it imports. */
    private inspect;
    private inspectAttributes;
    private mayStay;
    private inspectReference;
    private inspectDeclarations;
    private inspectSheet;
    /** @returns CSS that loads nothing. @throws Violation for one that is too complex. */
    private scanned;
    private inspectScript;
    private warn;
    private subjectOf;
    private refuse;
}
export {};
//# sourceMappingURL=inspection.d.ts.map