/** The margins of a document's pages, where the request decides them. */
import { randomBytes } from 'node:crypto';
import type { Margins } from '@toolpress/document';

const PX_PER_INCH = 96;

/**
 * Margins are said in the document's own `@page` rule, which Chromium keeps to the pixel; those that it is told when it
 * prints it cuts to points. How wide they are is known only when headers and footers have been measured, so the document
 * is checked with a mark in their place that nobody can guess.
 */
export class MarginMark {
  /** To stand as the value of `margin`. */
  readonly text = `m${randomBytes(12).toString('hex')}`;

  /** @returns the checked document with these margins. */
  replaced(html: string, { top, right, bottom, left }: Margins): string {
    return html.replace(this.text, [top, right, bottom, left].map((side) => `${inPixels(side)}px`).join(' '));
  }
}

/** Whole pixels: what stands in a margin has to be cut as the document is, to stand in line with it. */
const inPixels = (inches: number): number => Math.round(inches * PX_PER_INCH);

export const wholePixels = ({ top, right, bottom, left }: Margins): Margins => ({
  top: inPixels(top) / PX_PER_INCH,
  right: inPixels(right) / PX_PER_INCH,
  bottom: inPixels(bottom) / PX_PER_INCH,
  left: inPixels(left) / PX_PER_INCH,
});
