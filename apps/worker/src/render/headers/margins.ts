/** The margins of pages that have headers and footers: those of the request, and those that headers need. */
import { leavesRoom, type PageMargin, ServiceError } from '@toolpress/contract';
import type { Margins } from '@toolpress/document';
import { type PageSizeInches, wholePixels } from '@toolpress/pdf';

const MM_PER_INCH = 25.4;
/** The space above and below a header in a margin that grows for it, in inches. */
const AIR = 5 / MM_PER_INCH;
/** The tolerance in inches. Margins are in whole pixels, layout in 64ths of them. */
const TOLERANCE = 0.012;

/** Margins that headers have to fit into. Absent ones grow. */
export interface GivenMargins extends PageMargin {
  /** Whether they are the document's, not the request's. */
  isOwn?: boolean;
}

/** The heights in inches; absent without header or footer. */
export interface HeaderFooterHeights {
  header?: number | undefined;
  footer?: number | undefined;
}

/**
 * Returns margins with room for header and footer.
 *
 * @param plain the margins without header and footer.
 * @param given the request's margins, else the document's. A top or bottom margin that the request does not give grows with its header or
 *   footer. A given one has to hold it.
 * @throws ServiceError `invalid_parameter` for a header or footer that is too high, naming both measures.
 */
export function marginsFor(
  plain: Margins,
  given: GivenMargins,
  heights: HeaderFooterHeights,
  size: PageSizeInches,
): Margins {
  const top = marginFor('header_html', heights.header, 'top', given, plain.top);
  const bottom = marginFor('footer_html', heights.footer, 'bottom', given, plain.bottom);
  const margins = { ...plain, top, bottom };
  checkRoom(margins, size);
  return wholePixels(margins);
}

/** Checks that margins leave room on a page. @throws ServiceError `invalid_parameter`. */
export function checkRoom(margins: Margins, size: PageSizeInches): void {
  if (leavesRoom(margins, size)) return;
  const { top, right, bottom, left } = margins;
  const { width, height } = size;
  const [above, below, before, after] = [top, bottom, left, right].map(millimetres);
  throw new ServiceError(
    'invalid_parameter',
    `Margins of ${above} above, ${below} below, ${before} left and ${after} right leave no room on a page of ${millimetres(width)} by ${millimetres(height)}; make \`margin\`, \`header_html\` or \`footer_html\` smaller.`,
  );
}

function marginFor(
  field: string,
  height: number | undefined,
  side: 'top' | 'bottom',
  { [side]: given, isOwn = false }: GivenMargins,
  plain: number,
): number {
  if (height === undefined) return plain;
  if (given === undefined) return Math.max(plain, height + 2 * AIR);
  if (fits(height, given)) return given;
  if (isOwn) return height + 2 * AIR;
  throw new ServiceError(
    'invalid_parameter',
    `\`${field}\` is ${millimetres(height)} high and does not fit into \`margin.${side}\`, ${millimetres(given)}: send a larger margin, or leave it out so that it grows.`,
  );
}

/** Returns whether a margin holds a header or footer. An absent one always fits. */
export const fits = (height: number | undefined, margin: number): boolean => (height ?? 0) <= margin + TOLERANCE;

const millimetres = (inches: number): string => `${Math.round(inches * MM_PER_INCH * 10) / 10} mm`;
