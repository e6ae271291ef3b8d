/** Paper and margins: what the request decides, what headers and footers need, and what the browser is told. */
import { randomBytes } from 'node:crypto';
import {
  DEFAULT_MARGIN_INCHES,
  MAX_PAGES,
  MIN_CONTENT_INCHES,
  type Orientation,
  type PageMargin,
  type PageSize,
  type RenderJob,
  ServiceError,
} from '@toolpress/contract';
import { type Margins, type PageRule, paperSize } from '@toolpress/document';
import type { PrintSettings } from './browser/printer.js';
import type { PageSizeInches } from './pdf/count.js';

const PX_PER_INCH = 96;
const MM_PER_INCH = 25.4;
/** What a margin leaves above and below a header that it grows for. */
const AIR = 5 / MM_PER_INCH;
/** Margins are in whole pixels, layout in 64ths of them. */
const TOLERANCE = 0.012;

/** One page more than allowed is printed, to tell "too many" from "just enough"; then the browser stops. */
const PAGE_RANGES = `1-${MAX_PAGES + 1}`;

/** @returns how to print where the document has no `@page` of its own: on paper of the size asked for, else A4. */
export function printSettings(pageSize: PageSize | undefined, orientation: Orientation, tagged = false): PrintSettings {
  const { width, height } = paperSize(pageSize ?? 'A4', orientation);
  return {
    paperWidth: width,
    paperHeight: height,
    marginTop: DEFAULT_MARGIN_INCHES,
    marginBottom: DEFAULT_MARGIN_INCHES,
    marginLeft: DEFAULT_MARGIN_INCHES,
    marginRight: DEFAULT_MARGIN_INCHES,
    pageRanges: PAGE_RANGES,
    generateTaggedPDF: tagged,
  };
}

/** What the request decides about pages, to win over the document's own rules. A header takes margins and their boxes over. */
export function requestedPage(job: RenderJob, margins: MarginMark): PageRule {
  const { pageSize, orientation, margin } = job;
  const { width, height } = paperSize(pageSize ?? 'A4', orientation);
  const edges = edgesOf(job);
  return {
    ...(pageSize === undefined ? { landscape: orientation === 'landscape' } : { size: `${width}in ${height}in` }),
    ...(margin || edges.length > 0 ? { margin: margins.text } : {}),
    edges,
  };
}

/** The edges that get a header or footer. */
export const edgesOf = ({ headerHtml, footerHtml }: RenderJob): ('top' | 'bottom')[] => [
  ...(headerHtml ? (['top'] as const) : []),
  ...(footerHtml ? (['bottom'] as const) : []),
];

/**
 * Margins are said in the document's own `@page` rule, which Chromium keeps to the pixel; margins given with the print
 * command are cut to points. How wide they are is known only when headers and footers have been measured, so the document
 * is checked with an unguessable mark in their place.
 */
export class MarginMark {
  /** To stand as the value of `margin`. */
  readonly text = `m${randomBytes(12).toString('hex')}`;

  /** @returns the checked document with these margins, and boxes in them. */
  replaced(html: string, { top, right, bottom, left }: Margins, boxes = ''): string {
    return html.replace(
      this.text,
      `${[top, right, bottom, left].map((side) => `${inPixels(side)}px`).join(' ')}${boxes && `; ${boxes}`}`,
    );
  }
}

/** Inches; absent where there is none. */
export interface HeaderFooterHeights {
  header?: number | undefined;
  footer?: number | undefined;
}

/** Margins that hold nothing. */
export const plainMargins = ({ top, right, bottom, left }: PageMargin): Margins => ({
  top: top ?? DEFAULT_MARGIN_INCHES,
  right: right ?? DEFAULT_MARGIN_INCHES,
  bottom: bottom ?? DEFAULT_MARGIN_INCHES,
  left: left ?? DEFAULT_MARGIN_INCHES,
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
  if (width - left - right >= MIN_CONTENT_INCHES && height - top - bottom >= MIN_CONTENT_INCHES) return;
  const [above, below, before, after] = [top, bottom, left, right].map(millimetres);
  throw new ServiceError(
    'invalid_parameter',
    `Margins of ${above} above, ${below} below, ${before} left and ${after} right leave no room on a page of ${millimetres(width)} by ${millimetres(height)}; make \`margin\`, \`header_html\` or \`footer_html\` smaller.`,
  );
}

function marginFor(field: string, height: number | undefined, side: string, given: number | undefined): number {
  if (height === undefined) return given ?? DEFAULT_MARGIN_INCHES;
  if (given === undefined) return Math.max(DEFAULT_MARGIN_INCHES, height + 2 * AIR);
  if (fits(height, given)) return given;
  throw new ServiceError(
    'invalid_parameter',
    `\`${field}\` is ${millimetres(height)} high and does not fit into \`margin.${side}\` of ${millimetres(given)}; give it more, or leave it out to have it grow.`,
  );
}

/** Whether a margin holds a header or footer; none fits anywhere. */
export const fits = (height: number | undefined, margin: number): boolean => (height ?? 0) <= margin + TOLERANCE;

const millimetres = (inches: number): string => `${Math.round(inches * MM_PER_INCH * 10) / 10} mm`;

/** Whole pixels: what stands in a margin has to be cut as the document is, to stand in line with it. */
const inPixels = (inches: number): number => Math.max(0, Math.round(inches * PX_PER_INCH));

export const wholePixels = ({ top, right, bottom, left }: Margins): Margins => ({
  top: inPixels(top) / PX_PER_INCH,
  right: inPixels(right) / PX_PER_INCH,
  bottom: inPixels(bottom) / PX_PER_INCH,
  left: inPixels(left) / PX_PER_INCH,
});
