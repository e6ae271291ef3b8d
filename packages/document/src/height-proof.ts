/** Proves expected heights of headers and footers with the PDF that they are printed in, which saves measuring them in another document. */
import { randomBytes } from 'node:crypto';
import { important, type Margins, partElement } from './page-elements.js';

/** A header or footer that was measured. Lengths are in inches. */
export interface MeasuredPart {
  readonly html: string;
  /** The width of its page. */
  readonly width: number;
  /** The margins of its page. */
  readonly margins: Pick<Margins, 'left' | 'right'>;
  readonly height: number;
}

/** Where a part of the proof begins that has the expected height: not between two pixels, which a rounding error would decide. */
const PROOF_TOP_PX = 100.5;
/** A layout has 64 steps a pixel, and a printed place has whole pixels. */
const STEPS_A_PIXEL = 64;

/**
 * Returns elements of a page: links to parts that have their lower ends where parts of the expected heights begin at `PROOF_TOP_PX`. Every
 * difference is enlarged, so that the PDF shows it. Nothing of them is painted.
 */
export const proofOf = (parts: readonly MeasuredPart[]): string =>
  parts
    .map(({ html, width, margins: { left, right }, height }, index) => {
      const pixels = (height * PX_PER_INCH).toFixed(6);
      const place = `top:0;width:${width}in;height:calc(${PROOF_TOP_PX}px + ${pixels}px);padding:0 ${right}in 0 ${left}in;justify-content:flex-end`;
      const enlarged = `visibility:hidden;opacity:0;transform-origin:0 ${PROOF_TOP_PX}px;transform:scaleY(${STEPS_A_PIXEL})`;
      const id = `${PROOF_ID}${index}`;
      return `${partElement(html, `${place};${enlarged}`, ` id="${id}"`)}<area style="${important('display:none')}" href="#${id}">`;
    })
    .join('');

/** The prefix of the ids. Headers have no such ids, because it can't be guessed. */
const PROOF_ID = `toolpress-${randomBytes(12).toString('hex')}-`;
const PX_PER_INCH = 96;
const POINTS_PER_PX = 0.75;

/**
 * Returns which of the heights that `withPages` was asked to prove are right.
 *
 * @param count the number of heights.
 * @param places the places that the links of the PDF lead to, by their ids: the distance from the bottom edge, in points.
 * @param pageHeight of the last page, in points.
 */
export const provedHeights = (
  count: number,
  places: ReadonlyMap<string, { readonly top: number }>,
  pageHeight: number,
): boolean[] =>
  Array.from({ length: count }, (_, index) => {
    const top = (pageHeight - (places.get(`${PROOF_ID}${index}`)?.top ?? 0)) / POINTS_PER_PX;
    return Math.round(top) === Math.floor(PROOF_TOP_PX);
  });

/** What elements of a document share by a name, so that a copy of one changes it: groups of radio buttons and details, anchors. */
const SHARES_NAMES = /<(?:input|details)\b[^>]*\sname="|anchor-name/i;

/** Returns whether a print can prove heights. @param html of the parts, with the style sheets that apply to them. */
export const isProvable = (html: string): boolean => !SHARES_NAMES.test(html);
