/** Paper and margins: what the request decides, what headers and footers need, and what the browser is told. */
import { randomUUID } from 'node:crypto';
import {
  DEFAULT_MARGIN_INCHES,
  MAX_PAGES,
  MAX_PAPER_INCHES,
  MIN_CONTENT_INCHES,
  type Orientation,
  type PageMargin,
  type PageSize,
  type RenderJob,
  ServiceError,
} from '@toolpress/contract';
import { type Margins, type PageRule, type Paper, paperSize } from '@toolpress/document';
import type { PrintSettings } from './browser/printer.js';
import { hasText } from './header-footer/page-parts.js';
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
export function printSettings(
  pageSize: PageSize | undefined,
  orientation: Orientation,
  tagged = false,
  paper = paperSize(pageSize ?? 'A4', orientation),
): PrintSettings {
  const margin = defaultMargin(paper);
  return {
    paperWidth: paper.width,
    paperHeight: paper.height,
    marginTop: margin,
    marginBottom: margin,
    marginLeft: margin,
    marginRight: margin,
    pageRanges: PAGE_RANGES,
    generateTaggedPDF: tagged,
  };
}

/** What the request decides about pages, to win over the document's own rules. A header takes margins and their boxes over. */
export function requestedPage(job: RenderJob, margins: MarginMark): PageRule {
  const { pageSize, paper, orientation, margin, firstPageNumber } = job;
  const { width, height } = paperOf(job);
  const edges = edgesOf(job);
  const isOwn = pageSize === undefined && paper === undefined;
  const size = `${width}in ${paper && paper.height === undefined ? margins.autoHeight : `${height}in`}`;
  return {
    ...(isOwn ? { landscape: orientation === 'landscape', autoHeight: margins.autoHeight } : { size }),
    ...(margin || edges.length > 0 ? { margin: margins.text } : {}),
    ...(margin === undefined && { keepMarginsAs: margins.keptAs }),
    edges,
    ...(job.portrait && { portrait: true }),
    ...(firstPageNumber !== undefined && { firstNumber: firstPageNumber }),
  };
}

/** The paper that the request names, else A4. Landscape turns what is upright; portrait, the default, turns no size in figures. */
export function paperOf({ pageSize, paper, orientation }: RenderJob): Paper {
  if (paper === undefined) return paperSize(pageSize ?? 'A4', orientation);
  const { width, height = MAX_PAPER_INCHES } = paper;
  const isTurned = orientation === 'landscape' && paper.height !== undefined && width < height;
  return isTurned ? { width: height, height: width } : { width, height };
}

/** A tenth of small paper: so much is left of it. */
export const defaultMargin = ({ width, height }: Paper): number =>
  Math.min(DEFAULT_MARGIN_INCHES, width / 10, height / 10);

/** The edges that get a header or footer. */
export const edgesOf = ({ headerHtml, footerHtml }: RenderJob): ('top' | 'bottom')[] => [
  ...(hasText(headerHtml) ? (['top'] as const) : []),
  ...(hasText(footerHtml) ? (['bottom'] as const) : []),
];

/**
 * Margins are said in the document's own `@page` rule, which Chromium keeps to the pixel; margins given with the print
 * command are cut to points. How wide they are is known only when headers and footers have been measured, so the document
 * is checked with unguessable marks in their place, which no other document has.
 */
export class MarginMark {
  /** To stand as the value of `margin`. */
  readonly text = `m${randomUUID().replaceAll('-', '')}`;
  /** To begin the names of the document's own margins: headers have to fit into them. */
  readonly keptAs = `k${randomUUID().replaceAll('-', '')}-`;
  /** To stand as the height of a page that is as high as its content. */
  readonly autoHeight = `h${randomUUID().replaceAll('-', '')}`;

  /** @returns the checked document with these margins, and boxes in them. */
  replaced(html: string, { top, right, bottom, left }: Margins, boxes: string): string {
    return html.replace(
      this.text,
      `${[top, right, bottom, left].map((side) => `${inPixels(side)}px`).join(' ')}${boxes && `; ${boxes}`}`,
    );
  }
}

/** Margins that headers have to fit into; those that are not given grow. */
export interface GivenMargins extends PageMargin {
  /** They are the document's, not the request's. */
  isOwn?: boolean;
}

/** Inches; absent where there is none. */
export interface HeaderFooterHeights {
  header?: number | undefined;
  footer?: number | undefined;
}

/** Margins that hold nothing. @param usual one that is not given. */
export const plainMargins = (
  { top, right, bottom, left }: PageMargin,
  usual: number = DEFAULT_MARGIN_INCHES,
): Margins => ({ top: top ?? usual, right: right ?? usual, bottom: bottom ?? usual, left: left ?? usual });

/**
 * @param plain the margins without header and footer.
 * @param given the request's margins, else the document's. A top or bottom margin that the request does not give grows with its header or
 *   footer; one that it gives has to hold it.
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

/** @throws ServiceError `invalid_parameter` when margins leave nothing of a page that may be of the document's own size. */
export function checkRoom({ top, right, bottom, left }: Margins, { width, height }: PageSizeInches): void {
  if (width - left - right >= MIN_CONTENT_INCHES && height - top - bottom >= MIN_CONTENT_INCHES) return;
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
    `\`${field}\` is ${millimetres(height)} high and does not fit into \`margin.${side}\`, ${millimetres(given)}; give it more, or leave it out to have it grow.`,
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
