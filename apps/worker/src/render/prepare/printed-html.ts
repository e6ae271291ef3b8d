/** Creates the HTML for the browser: the checked document with its margins, page numbers and rules of the service. */
import { type CheckedDocument, IS_GRID, type Margins } from '@toolpress/document';
import { beginningWith } from '../../browser/page-printer.js';
import { MARGIN_MARKS, withMargins } from '../paper/paper.js';

/** Values that are known only at the time of a print. */
export interface DocumentValues {
  /** Boxes in the margins, if the request decides them. */
  boxes?: string;
  /** The height of an automatic page, in inches. */
  height?: number;
  /** Page numbers by the ids of the elements on the pages. */
  numbers?: ReadonlyMap<string, number>;
  /** Whether the print is only for the places of elements. Invisible content halves the time. */
  isDraft?: boolean;
}

export class PrintedHtml {
  /** Elements at the beginning of its head. */
  private readonly begin: string;
  private readonly styles: string;

  /**
   * @param document with marks for its margins.
   * @param given.title for a document without one, because readers show it.
   * @param given.styles elements of the service.
   * @param given.isBare whether headings break from what follows, as browsers print them.
   */
  constructor(
    private readonly document: Pick<CheckedDocument, 'html' | 'numbered' | 'references'>,
    { title, styles, isBare = false }: { title: string | undefined; styles: string; isBare?: boolean },
  ) {
    const { html } = document;
    this.styles = `${styles}${MOVES.test(html) ? STILL_STYLE : ''}${PLAYS.test(html) ? UNCONTROLLED_STYLE : ''}`;
    this.begin = `${titleElement(title)}${!isBare && HEADING.test(html) ? headingStyle(html) : ''}${this.styles}`;
  }

  /** The document whose style sheets apply to its headers and footers. */
  get headed(): string {
    return beginningWith(this.styles, this.document.html);
  }

  with(margins: Margins, { boxes = '', height, numbers = NO_NUMBERS, isDraft = false }: DocumentValues = {}): string {
    const { document, begin } = this;
    const numbered = document.references.numbered.length > 0 ? document.numbered(numbers) : document.html;
    const whole = beginningWith(isDraft ? `${DRAFT_STYLE}${begin}` : begin, numbered);
    if (height === undefined) return withMargins(whole, margins, boxes);
    const high = withMargins(whole, margins, '').replaceAll(MARGIN_MARKS.autoHeight, `${height}in`);
    return beginningWith(rollStyle(boxes), high);
  }
}

const MOVES = /transition|animation/i;

/**
 * Prints the final state of animations and transitions. Important declarations of the first layer override all of the document's.
 */
const STILL_STYLE =
  '<style>@layer toolpress-still { *, ::before, ::after { transition: none !important; animation-duration: 0s !important; animation-delay: 0s !important; animation-iteration-count: 1 !important } }</style>';

const PLAYS = /<video\b/;

/** Where scripts are off, the browser draws controls over a video. What they show depends on what has happened so far. */
const UNCONTROLLED_STYLE = '<style>video::-webkit-media-controls { display: none !important }</style>';

const HEADING = /<h[1-6][\s>]/;

/**
 * Keeps a heading with what follows it, which browsers do not do, and its lines together, or the browser would break between them
 * instead. The first layer is weaker than every rule of the document, such as its
 * own `break-after`.
 */
const HEADING_STYLE =
  '<style>@layer toolpress-headings { h1, h2, h3, h4, h5, h6 { break-after: avoid; break-inside: avoid } }</style>';

/** In a grid, `break-inside` would keep the whole row together, to which the box of a heading stretches. There its lines keep together. */
const GRID_STYLE = `<style>@layer toolpress-headings { * { ${IS_GRID}: initial } @container style(${IS_GRID}: 1) { h1, h2, h3, h4, h5, h6 { break-inside: auto; orphans: 99; widows: 99 } } }</style>`;
const headingStyle = (html: string): string =>
  html.includes(IS_GRID) ? `${HEADING_STYLE}${GRID_STYLE}` : HEADING_STYLE;
const NO_NUMBERS: ReadonlyMap<string, number> = new Map();

/** Hidden content is laid out all the same. */
const DRAFT_STYLE = '<style>html { visibility: hidden !important }</style>';

/** Returns the title element for a document without one. */
const titleElement = (title: string | undefined): string =>
  title === undefined ? '' : `<title>${title.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</title>`;

/** Allows no break in the one page. Important declarations of the first layer override all of the document's. */
const rollStyle = (boxes: string): string =>
  `<style>@layer toolpress-roll { *, ::before, ::after { ${['before', 'after', 'inside'].map((where) => `break-${where}: auto !important; `).join('')}page: auto !important } } @page { ${boxes} }</style>`;
