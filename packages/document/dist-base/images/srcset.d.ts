/** Parses `srcset` by the HTML standard's algorithm. */
interface Candidate {
    readonly url: string;
    /** What follows the URL, such as `2x` or `800w`; empty for `1x`. */
    readonly descriptor: string;
    /** Image pixels per CSS pixel; absent for `w` descriptors, where it depends on the layout. */
    readonly density?: number;
    /** Image pixels, of a `w` descriptor. */
    readonly width?: number;
}
/** Candidates with invalid descriptors are left out, as browsers do. Takes time in proportion to the text. */
export declare function candidatesIn(srcset: string): Candidate[];
/** The candidate to print: the smallest that is sharp on paper, else the largest. */
export declare function candidateForPrint(candidates: readonly Candidate[]): Candidate | undefined;
export {};
//# sourceMappingURL=srcset.d.ts.map