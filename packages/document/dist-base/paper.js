const millimetres = (width, height) => ({ width: width / 25.4, height: height / 25.4 });
const inches = (width, height) => ({ width, height });
/** Each sheet the way its standard names it: ISO 216, ANSI/ASME Y14.1. Ledger is Tabloid turned on its side. */
export const PAPER_SIZES = {
    A0: millimetres(841, 1189),
    A1: millimetres(594, 841),
    A2: millimetres(420, 594),
    A3: millimetres(297, 420),
    A4: millimetres(210, 297),
    A5: millimetres(148, 210),
    A6: millimetres(105, 148),
    Letter: inches(8.5, 11),
    Legal: inches(8.5, 14),
    Tabloid: inches(11, 17),
    Ledger: inches(17, 11),
};
/**
 * The sheet, turned as asked: portrait is upright and landscape lies on its side whatever the sheet, so that a portrait
 * Ledger is 11 by 17 inches.
 */
export function paperSize(pageSize, orientation) {
    const { width, height } = PAPER_SIZES[pageSize];
    const [short, long] = [Math.min(width, height), Math.max(width, height)];
    return orientation === 'portrait' ? { width: short, height: long } : { width: long, height: short };
}
//# sourceMappingURL=paper.js.map