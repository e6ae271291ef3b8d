import { type RemoteImage, Reports, type SourceText } from './policy/explain.js';
import type { FontFallback } from './policy/font-fallback.js';
import { type DocumentResources } from './policy/stylesheets.js';
/** The request's page settings. They override the document's own `@page`. */
export interface PageRule {
    /** A CSS value such as `4.1in 5.8in`. */
    readonly size?: string;
    /** The CSS shorthand of one to four lengths. */
    readonly margin?: string;
}
export interface DocumentParts {
    /** A whole document or any part of one. */
    readonly html: SourceText;
    readonly css?: SourceText;
    /** Replaces the same properties in the document's `@page` rules, `:first` and `!important` included. Not checked. */
    readonly page?: PageRule;
}
export interface CheckedDocument {
    /** The serialised tree that was checked: a whole document, in the mode that its doctype asks for. */
    readonly html: string;
    /** The images to be fetched, each once, in document order. */
    readonly images: RemoteImage[];
    /** Of the first `title`, white space collapsed. */
    readonly title?: string;
    /** `lang` of the `html` element. */
    readonly language?: string;
    /** Whether it may leave traces in the browser page that shows it, which then has to be reset. */
    readonly changesPage: boolean;
    /** Which documents it can share a browser process with; absent: all. */
    readonly fonts?: FontFallback;
    /** What is not printed as it was sent. */
    readonly reports: Reports;
    /** URLs of sheets that have to be fetched: then the document has to be checked again, with them. */
    readonly wantedSheets: readonly string[];
}
/** A document that brings nothing along, on a service without a network. */
export declare const NO_RESOURCES: DocumentResources;
/**
 * The whole policy is in `docs/document-policy.md`.
 *
 * @throws ServiceError `document_too_complex` beyond a limit. What is not allowed is taken out, and in the reports.
 */
export declare function checkDocument(parts: DocumentParts, resources?: Partial<DocumentResources>): CheckedDocument;
//# sourceMappingURL=check-document.d.ts.map