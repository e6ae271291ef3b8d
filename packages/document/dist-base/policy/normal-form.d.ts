import type { PageProperty } from '../css/page-rules.js';
import { type Extent, type ParentNode } from '../html.js';
import type { Findings } from './findings.js';
import type { FontFallback } from './font-fallback.js';
import { Inspection } from './inspection.js';
import type { Stylesheets } from './stylesheets.js';
type Noted = Pick<Inspection, 'images' | 'title' | 'language' | 'changesPage' | 'marksInText'>;
export interface NormalForm extends Noted {
    readonly html: string;
    /** See `CheckedDocument`. */
    readonly fonts: FontFallback | undefined;
    readonly findings: Findings;
    readonly wantedSheets: readonly string[];
}
interface NormalFormOptions {
    readonly extent: Extent;
    /** The request's field that holds the HTML. */
    readonly field: string;
    readonly pageProperties?: readonly PageProperty[];
    /** Completes the checked tree. */
    readonly complete?: (tree: ParentNode) => void;
    /** A sheet that `complete` adds. */
    readonly css?: string;
    /** Whether images and violations get locations. It takes twice the time. */
    readonly located?: boolean;
    /** The default where the HTML says none. */
    readonly language?: string | undefined;
    /** Counts the placeholders in a text, if there can be any. */
    readonly countMarks?: ((text: string) => number) | undefined;
    /** Those of a sheet of the same document, which was checked before. */
    readonly findings: Findings;
    readonly stylesheets: Stylesheets;
    /** Whether the service has a font family. */
    readonly hasFont: (family: string) => boolean;
}
/**
 * Parses, checks and serialises the tree until the result is parsed as the same tree again. Most well-formed HTML is known
 * to be without parsing it a second time, which would double the time. Wrongly nested HTML can have trees that can't be
 * serialised, such as a form in a form: parsed again, they would differ from the tree that was checked.
 *
 * @throws Violation or ServiceError `document_too_complex` at a limit.
 */
export declare function normalForm(source: string, options: NormalFormOptions): NormalForm;
/**
 * @returns whether the tree, once serialised, is certain to be parsed as the same tree: ordinary elements of HTML, nested so
 *   that no start tag ends another element (the HTML standard's section 13.2.6, narrowed). Nearly every document is one.
 */
export declare function isPlain(tree: ParentNode, extent: Extent): boolean;
export {};
//# sourceMappingURL=normal-form.d.ts.map