/** Paper and margins, as the request decides them, and the print settings for the browser. */
import { randomUUID } from 'node:crypto';
import {
  DEFAULT_MARGIN_INCHES,
  MAX_PAPER_INCHES,
  MOST_PAGES,
  maxPagesOf,
  type PageMargin,
  type PageTexts,
  type RenderJob,
} from '@toolpress/contract';
import { type Margins, type PageRule, type Paper, paperSize } from '@toolpress/document';
import { inPixels } from '@toolpress/pdf';
import type { PrintSettings } from '../../browser/printer.js';
import type { BrowserLayout } from './browser-layout.js';

/** Returns the pages to print: the browser stops after one more than allowed, which shows that there are too many. */
export const pageRanges = (job: Partial<RenderJob>): string => `1-${maxPagesOf(job) + 1}`;

/** The pages of two layers of the longest document. */
const ALL_PAGES = `1-${2 * MOST_PAGES + 1}`;

/** What the request decides of the pages' layout. */
export interface RequestedLayout {
  /** The requested paper, else A4. */
  paper: Paper;
  /** Whether the request names the paper. */
  isPaperGiven: boolean;
  /** The requested margins, and the default of each in inches. */
  margin: PageMargin | undefined;
  usualMargin: number;
  /** The edges with a header or footer. */
  edges: ('top' | 'bottom')[];
  firstPageNumber: number | undefined;
  /** Whether only the beginning is printed, for a preview. */
  firstPageOnly: boolean | undefined;
  /** The largest number of pages. */
  maxPages: number;
  settings: PrintSettings;
}

/** @param own the layout in place of the service's. */
export function requestedLayout(job: RenderJob, own?: BrowserLayout): RequestedLayout {
  const paper = own?.paper ?? paperOf(job);
  const settings = own ? { ...own.settings, generateTaggedPDF: job.tagged === true } : printSettings(job);
  return {
    ...{ paper, isPaperGiven: job.pageSize !== undefined || job.paper !== undefined },
    ...{ margin: job.margin, usualMargin: defaultMargin(paper), edges: edgesOf(job) },
    ...{ firstPageNumber: job.firstPageNumber, firstPageOnly: job.firstPageOnly, settings },
    maxPages: maxPagesOf(job),
  };
}

/** Returns print settings for documents without `@page` rules: the requested paper, else A4. */
export function printSettings(job: Pick<RenderJob, 'orientation'> & Partial<RenderJob>): PrintSettings {
  const { tagged = false } = job;
  const paper = paperOf(job);
  const margin = defaultMargin(paper);
  return {
    paperWidth: paper.width,
    paperHeight: paper.height,
    marginTop: margin,
    marginBottom: margin,
    marginLeft: margin,
    marginRight: margin,
    pageRanges: pageRanges(job),
    generateTaggedPDF: tagged,
  };
}

/** Returns the settings for prints other than the document's pages, such as watermarks. All of their pages are printed. */
export const plainSettings = (settings: PrintSettings): PrintSettings => ({
  ...settings,
  ...{ scale: 1, displayHeaderFooter: false, printBackground: true, preferCSSPageSize: true, landscape: false },
  pageRanges: ALL_PAGES,
});

/** Returns the request's page rule, which overrides the document's rules. A header replaces margins and their boxes. */
export function requestedPage(job: RenderJob): PageRule {
  const { pageSize, paper, orientation, margin, firstPageNumber } = job;
  const { width, height } = paperOf(job);
  const edges = edgesOf(job);
  const isOwn = pageSize === undefined && paper === undefined;
  const size = `${width}in ${paper && paper.height === undefined ? MARGIN_MARKS.autoHeight : `${height}in`}`;
  return {
    ...(isOwn ? { landscape: orientation === 'landscape', autoHeight: MARGIN_MARKS.autoHeight } : { size }),
    ...(margin || edges.length > 0 ? { margin: MARGIN_MARKS.margin } : {}),
    ...(margin === undefined && { keepMarginsAs: MARGIN_MARKS.keptAs }),
    edges,
    ...(job.portrait && { portrait: true }),
    ...(firstPageNumber !== undefined && { firstNumber: firstPageNumber }),
  };
}

/** Returns the requested paper, else A4. Landscape turns upright paper. Portrait, the default, does not turn a size in figures. */
function paperOf({ pageSize, paper, orientation }: Pick<RenderJob, 'pageSize' | 'paper' | 'orientation'>): Paper {
  if (paper === undefined) return paperSize(pageSize ?? 'A4', orientation);
  const { width, height = MAX_PAPER_INCHES } = paper;
  const isTurned = orientation === 'landscape' && paper.height !== undefined && width < height;
  return isTurned ? { width: height, height: width } : { width, height };
}

/** Returns the default margin in inches. On small paper it is a tenth of the width or height. */
const defaultMargin = ({ width, height }: Paper): number => Math.min(DEFAULT_MARGIN_INCHES, width / 10, height / 10);

/** Returns the edges with a header or footer. */
const edgesOf = ({ headerHtml, footerHtml }: RenderJob): ('top' | 'bottom')[] => [
  ...(isGiven(headerHtml) ? (['top'] as const) : []),
  ...(isGiven(footerHtml) ? (['bottom'] as const) : []),
];

const secretName = (): string => randomUUID().replaceAll('-', '');

/**
 * Placeholders of the margins in a checked document. Margins are set by an `@page` rule, which Chromium applies to the pixel; it rounds
 * those of the print command to points. They are known only after headers and footers are measured, so the document is checked with
 * marks in their place. No document can know the marks. They stay the same, so that a checked style sheet can be used again.
 */
export const MARGIN_MARKS = {
  /** The value of `margin`. */
  margin: `m${secretName()}`,
  /** The prefix of the document's own `margin` properties, which headers have to fit into. */
  keptAs: `k${secretName()}-`,
  /** The height of a page that is as high as its content. */
  autoHeight: `h${secretName()}`,
} as const;

/** Returns the checked document with these margins, and boxes in them. */
export const withMargins = (html: string, { top, right, bottom, left }: Margins, boxes: string): string =>
  html.replace(
    MARGIN_MARKS.margin,
    () => `${[top, right, bottom, left].map((side) => `${inPixels(side)}px`).join(' ')}${boxes && `; ${boxes}`}`,
  );

/** The margins for a layout without a print. Margins do not change what is visible. */
export const NO_MARGINS: Margins = { top: 0, right: 0, bottom: 0, left: 0 };

/** Returns margins without headers. @param usual the default of each side, in inches. */
export const plainMargins = (
  { top, right, bottom, left }: PageMargin,
  usual: number = DEFAULT_MARGIN_INCHES,
): Margins => ({ top: top ?? usual, right: right ?? usual, bottom: bottom ?? usual, left: left ?? usual });

/** Returns whether a header, a footer or a watermark has a text for any kind of page. */
export const isGiven = (texts: PageTexts | undefined): texts is PageTexts =>
  texts !== undefined && (typeof texts === 'string' ? [texts] : Object.values(texts)).some((text) => text !== '');
