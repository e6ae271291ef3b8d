/** How other printers write page numbers, which would be printed to the letter here, or as nothing. */
import type { Findings } from './findings.js';
/** Costs a search for some words. @param field of the request, which the text is of. */
export declare function noticePageNumbers(source: string, field: string, findings: Findings): void;
//# sourceMappingURL=other-printers.d.ts.map