/** Findings and violations as the caller reads them, with the location in the text that was sent. */
import { type ContentWarning } from '@toolpress/contract';
import type { FoundImage } from '../images/collector.js';
import type { FilledText } from '../template/filled-text.js';
import type { FindingKind, Findings } from './findings.js';
/**
 * Runs a check without locations; only when it fails, again with them.
 *
 * @param check throws a Violation.
 * @throws ServiceError `document_too_complex` with the location and the reason of the Violation.
 */
export declare function explained<Result>(sources: SourceTexts, check: (located: boolean) => Result): Result;
/**
 * As `explained`, for a text that was generated.
 *
 * @param place follows the subject in the message.
 */
export declare function explainedWithin<Result>(place: string, check: () => Result): Result;
/** A finding as the caller reads it. */
export interface Report extends ContentWarning {
    readonly kind: FindingKind;
}
/** The findings of a check. Locations take a second one, which is done when somebody wants to read them. */
export declare class Reports {
    private readonly findings;
    private readonly sources;
    private readonly locate;
    /** The addresses that the browser may ask for in vain: what it asks for has a consequence. */
    readonly addresses: ReadonlySet<string>;
    /** @param locate finds the same again, with locations. */
    constructor(findings: Findings, sources: SourceTexts, locate: () => Findings);
    /** Whether something is missing that a reader would miss. */
    get lacksContent(): boolean;
    /** @param asked what the browser has asked for. @returns the findings that have a consequence. */
    read(asked: ReadonlySet<string>): Report[];
}
/** Those of a check, or of anything else that is to be said of a document. */
export type AnyReports = Pick<Reports, keyof Reports>;
/** A text of the request: plain, or filled from a template, whose positions messages then name. */
export type SourceText = string | FilledText;
export declare const textOf: (source: SourceText) => string;
/** The texts that are checked together, by their fields in the request. */
type SourceTexts = Readonly<Record<string, SourceText>>;
export interface RemoteImage {
    /** As the browser will request it: normalised, without a fragment. */
    readonly url: string;
    /** Its first location, for messages: "`img` `src` at html 12:5". Computed when it is read. */
    readonly place: string;
}
/** @param locate finds the same images again, with their locations. */
export declare function remoteImages(found: readonly FoundImage[], sources: SourceTexts, locate: () => readonly FoundImage[]): RemoteImage[];
export {};
//# sourceMappingURL=explain.d.ts.map