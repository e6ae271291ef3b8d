import { type PageProperty } from '../css/page-rules.js';
import { type CssImport, type CssRange } from '../css/scan.js';
import { type DocumentFiles } from '../files.js';
import type { FontFamilies } from '../fonts/families.js';
import type { SourceText } from './explain.js';
import type { Findings } from './findings.js';
import { FontFallbackNotes } from './font-fallback.js';
import { type Subject } from './violation.js';
/** The sheets of a document: each occurrence counts. */
export declare const MAX_SHEETS = 50;
/** How deep sheets may import others. */
export declare const MAX_IMPORT_DEPTH = 3;
/** What came of a sheet's URL: its text, or why there is none, a phrase that follows the name of the place. */
export type SheetContent = {
    readonly text: string;
} | {
    readonly fault: string;
};
/** What a document may have besides itself. */
export interface DocumentResources {
    readonly files: DocumentFiles;
    readonly families: FontFamilies;
    /** @returns undefined for a sheet that has to be fetched. The same for the same URL during one check. */
    fetched(url: string): SheetContent | undefined;
}
/** A sheet to be put in: it loads nothing, and what it opens it closes. */
export interface InlinedSheet {
    readonly css: string;
    /** A list of media queries; empty for all. */
    readonly media: string;
}
export declare class Stylesheets {
    private readonly resources;
    private readonly options;
    /** URLs that have to be fetched. */
    readonly wanted: Set<string>;
    /** Of all that were put in. */
    readonly atRules: Set<string>;
    readonly fonts: FontFallbackNotes;
    private count;
    constructor(resources: DocumentResources, options: {
        findings: Findings;
        pageProperties: readonly PageProperty[];
        /** Gets the texts of the sheets, by the names that messages give them. */
        sources: Record<string, SourceText>;
    });
    /** @returns the sheet of a `link`, behind those that it imports. */
    linked(href: string, media: string, subject: Subject): InlinedSheet[];
    /** @param media of the element. @returns what a sheet of the document imports. */
    imported(imports: readonly CssImport[], media: string, subjectOf: (range: CssRange) => Subject): InlinedSheet[];
    private import;
    private named;
    /** @returns undefined for a sheet that is not there yet, or nothing to speak of. */
    private find;
    private checked;
}
/**
 * Decodes a sheet as browsers do.
 *
 * @param charset of its `Content-Type`, if it has one.
 */
export declare function sheetText(bytes: Uint8Array, charset: string | undefined): string;
//# sourceMappingURL=stylesheets.d.ts.map