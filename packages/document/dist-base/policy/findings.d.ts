/** What a check finds in a document that is not printed as it was sent. */
import type { WarningCode } from '@toolpress/contract';
import { type CssRange, type CssResource, type ScannedCss } from '../css/scan.js';
import type { Subject } from './violation.js';
/**
 * `content`: something that a reader would miss. `style`: the document looks otherwise, if the browser asks for it. `notice`: it
 * may look otherwise than expected, whatever is printed.
 */
export type FindingKind = 'content' | 'style' | 'notice';
export interface Finding {
    readonly kind: FindingKind;
    readonly code: WarningCode;
    readonly subject: Subject;
    /** Completes the sentence that begins with the subject, without the full stop. */
    readonly fault: string;
    /** It matters only if the browser asks for this address. */
    readonly address?: string;
}
/** The findings of one document, in the order of the check. */
export declare class Findings {
    private readonly source;
    readonly list: Finding[];
    private readonly addresses;
    private readonly issued;
    /** Addresses that have a finding. */
    private readonly known;
    /** What was noticed already. */
    private readonly said;
    /** @param source a part of the addresses that it issues: no two texts of a document may have the same. */
    constructor(source: string);
    add(finding: Finding): void;
    /** Adds what is said once of a document, however often it is there. @param what tells it from others. */
    notice(what: string, finding: Omit<Finding, 'kind' | 'address'>): void;
    /** @returns the address that stands for a resource of a sheet: one for each that is written, or for each family. */
    readonly issue: ({ target, family }: CssResource) => string;
    readonly isIssued: (address: string) => boolean;
    /**
     * Notes what was found in a sheet or in declarations.
     *
     * @param subjectOf names a part of it: "`url()` in `style`", with its place.
     */
    addCss({ resources, ignored }: ScannedCss, subjectOf: (name: string, range: CssRange) => Subject): void;
    private noticeDrawing;
}
//# sourceMappingURL=findings.d.ts.map