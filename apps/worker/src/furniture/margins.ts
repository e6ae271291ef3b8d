/** How wide the margins of a page are. */
import { type PageMargin, ServiceError } from '@toolpress/contract';
import type { FurnitureMargins } from '@toolpress/document';
import { wholePixels } from '../page-margins.js';

const MM_PER_INCH = 25.4;
/** Where nothing says otherwise. */
const DEFAULT_MARGIN = 10 / MM_PER_INCH;
/** What a margin leaves above and below a header that it grows for. */
const AIR = 5 / MM_PER_INCH;
/** Margins are in whole pixels, layout in 64ths of them. */
const TOLERANCE = 0.012;
/** What has to be left between header and footer. */
const LEAST_CONTENT = 10 / MM_PER_INCH;

/** Inches; absent where there is none. */
export interface FurnitureHeights {
  header?: number | undefined;
  footer?: number | undefined;
}

/** Margins that hold nothing. */
export const plainMargins = ({ top, right, bottom, left }: PageMargin): FurnitureMargins => ({
  top: top ?? DEFAULT_MARGIN,
  right: right ?? DEFAULT_MARGIN,
  bottom: bottom ?? DEFAULT_MARGIN,
  left: left ?? DEFAULT_MARGIN,
});

/**
 * @param given the request's margins. A top or bottom margin that is not given grows with its header or footer; one that is
 *   given has to hold it.
 * @throws ServiceError `invalid_parameter` for a header or footer that is too high, naming both measures.
 */
export function marginsFor(given: PageMargin, heights: FurnitureHeights, pageHeight: number): FurnitureMargins {
  const top = marginFor('header_html', heights.header, 'top', given.top);
  const bottom = marginFor('footer_html', heights.footer, 'bottom', given.bottom);
  if (pageHeight - top - bottom < LEAST_CONTENT) {
    throw new ServiceError(
      'invalid_parameter',
      `The top margin of ${millimetres(top)} and the bottom margin of ${millimetres(bottom)} leave no room on a page of ${millimetres(pageHeight)}; make \`header_html\` or \`footer_html\` lower.`,
    );
  }
  return wholePixels({ ...plainMargins(given), top, bottom });
}

function marginFor(field: string, height: number | undefined, side: string, given: number | undefined): number {
  if (height === undefined) return given ?? DEFAULT_MARGIN;
  if (given === undefined) return Math.max(DEFAULT_MARGIN, height + 2 * AIR);
  if (height <= given + TOLERANCE) return given;
  throw new ServiceError(
    'invalid_parameter',
    `\`${field}\` is ${millimetres(height)} high and does not fit into \`margin.${side}\` of ${millimetres(given)}; give it more, or leave it out to have it grow.`,
  );
}

const millimetres = (inches: number): string => `${Math.round(inches * MM_PER_INCH * 10) / 10} mm`;
