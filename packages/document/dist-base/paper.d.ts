/** Paper sizes, as the printer is told them: in inches. */
import type { Orientation, PageSize } from '@toolpress/contract';
export interface Paper {
    /** Inches. */
    readonly width: number;
    /** Inches. */
    readonly height: number;
}
/** Each sheet the way its standard names it: ISO 216, ANSI/ASME Y14.1. Ledger is Tabloid turned on its side. */
export declare const PAPER_SIZES: Readonly<Record<PageSize, Paper>>;
/**
 * The sheet, turned as asked: portrait is upright and landscape lies on its side whatever the sheet, so that a portrait
 * Ledger is 11 by 17 inches.
 */
export declare function paperSize(pageSize: PageSize, orientation: Orientation): Paper;
//# sourceMappingURL=paper.d.ts.map