/** How wide the margins of a page are. */
import { type PageMargin, ServiceError } from '@toolpress/contract';
import type { Margins } from '@toolpress/document';
import { wholePixels } from '../page-margins.js';
import type { PageSizeInches } from '../pdf/page-sizes.js';

const MM_PER_INCH = 25.4;
/** Where nothing says otherwise. */
const DEFAULT_MARGIN = 10 / MM_PER_INCH;
/** What a margin leaves above and below a header that it grows for. */
const AIR = 5 / MM_PER_INCH;
/** Margins are in whole pixels, layout in 64ths of them. */
const TOLERANCE = 0.012;
/** What has to be left of a page, each way. */
const LEAST_CONTENT = 10 / MM_PER_INCH;

/** Inches; absent where there is none. */
export interface HeaderFooterHeights {
  header?: number | undefined;
  footer?: number | undefined;
}

/** Margins that hold nothing. */
export const plainMargins = ({ top, right, bottom, left }: PageMargin): Margins => ({
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
export function marginsFor(given: PageMargin, heights: HeaderFooterHeights, size: PageSizeInches): Margins {
  const top = marginFor('header_html', heights.header, 'top', given.top);
  const bottom = marginFor('footer_html', heights.footer, 'bottom', given.bottom);
  const margins = { ...plainMargins(given), top, bottom };
  checkRoom(margins, size);
  return wholePixels(margins);
}

/** @throws ServiceError `invalid_parameter` when margins leave nothing of a page that may be of the document's own size. */
export function checkRoom({ top, right, bottom, left }: Margins, { width, height }: PageSizeInches): void {
  if (width - left - right >= LEAST_CONTENT && height - top - bottom >= LEAST_CONTENT) return;
  const [above, below, before, after] = [top, bottom, left, right].map(millimetres);
  throw new ServiceError(
    'invalid_parameter',
    `Margins of ${above} above, ${below} below, ${before} left and ${after} right leave no room on a page of ${millimetres(width)} by ${millimetres(height)}; make \`margin\`, \`header_html\` or \`footer_html\` smaller.`,
  );
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
