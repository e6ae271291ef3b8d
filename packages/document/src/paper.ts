/** Paper sizes in inches. */
import type { Orientation, PageSize } from '@toolpress/contract';

export interface Paper {
  /** In inches. */
  readonly width: number;
  /** In inches. */
  readonly height: number;
}

const millimetres = (width: number, height: number): Paper => ({ width: width / 25.4, height: height / 25.4 });
const inches = (width: number, height: number): Paper => ({ width, height });

/** Paper sizes by ISO 216 and ANSI/ASME Y14.1. Ledger is Tabloid in landscape. */
export const PAPER_SIZES: Readonly<Record<PageSize, Paper>> = {
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
 * Returns the paper in an orientation: portrait is always upright, so a portrait Ledger is 11 by 17 inches.
 */
export function paperSize(pageSize: PageSize, orientation: Orientation): Paper {
  const { width, height } = PAPER_SIZES[pageSize];
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  return orientation === 'portrait' ? { width: short, height: long } : { width: long, height: short };
}
