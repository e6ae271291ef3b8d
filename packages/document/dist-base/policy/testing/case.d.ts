/** What a case of the policy table is. */
import type { DocumentParts } from '../../check-document.js';
interface Case {
    /** What is in the document: ends the sentence "accepts …" or "refuses …". */
    readonly name: string;
    readonly parts: DocumentParts & {
        readonly html: string;
        readonly css?: string;
    };
}
export interface AcceptedCase extends Case {
    readonly accepted: true;
    /** What is printed of the body, to the letter. */
    readonly body?: string;
    /** What is printed of the head besides the caller's own sheet. */
    readonly head?: string;
    /** The remote images. */
    readonly images: readonly string[];
}
export interface RefusedCase extends Case {
    readonly accepted: false;
    /** The message, or how it begins. */
    readonly says: string;
}
export type PolicyCase = AcceptedCase | RefusedCase;
type Accepted = readonly [name: string, html: string, body?: string | undefined, ...images: string[]];
/** Without a body, the HTML itself is what is printed. */
export declare const accepted: (...cases: readonly Accepted[]) => AcceptedCase[];
export declare const acceptedHead: (...cases: readonly (readonly [name: string, html: string, head: string])[]) => AcceptedCase[];
export declare const acceptedCss: (...cases: readonly (readonly [name: string, css: string])[]) => AcceptedCase[];
export declare const refused: (...cases: readonly (readonly [name: string, html: string, says: string])[]) => RefusedCase[];
export declare const refusedCss: (...cases: readonly (readonly [name: string, css: string, says: string])[]) => RefusedCase[];
export {};
//# sourceMappingURL=case.d.ts.map