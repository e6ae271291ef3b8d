/** Reads from a PDF how wide the content areas of its pages are. */

import { PdfFile } from '../file/pdf-file.js';
import { asDictionary, type Dictionary } from '../file/read.js';
import { beginningOfPage, sizeOf } from './printed.js';

/** A clip, the scale inside and where its content begins. That of a content area begins at the same place. Boxes in it have clips, too. */
const AREA =
  /([\d.]{1,15}) [\d.]{1,15} ([\d.]{1,15}) ([\d.]{1,15}) re\nW\*? n\nq\n([\d.]{1,15}) 0 0 \4 ([\d.]{1,15}) ([\d.]{1,15}) cm/g;
/** The clip of a content area whose first text or drawing is turned, at the usual scale. */
const TURNED_AREA = / ([\d.]{1,15}) ([\d.]{1,15}) re\nW\*? n\nq\n/;
const USUAL_SCALE = 3.125;
/** Device units of Chromium's pages. */
const UNITS_PER_INCH = 300;
/** The fraction of the area between equal margins below which a clip belongs to a box in the content. */
const LEAST_SHARE = 0.5;
interface Area {
  width: number;
  height: number;
}

/** @returns the size of the widest content area of the pages, in pixels of the document; undefined if it is unknown. */
export function contentArea(pdf: Buffer): Area | undefined {
  const file = new PdfFile(pdf);
  const areas = file.pages().map((page) => areaOf(asDictionary(file.follow(page)), file));
  return areas.reduce((widest, one) => (widest && widest.width >= (one?.width ?? 0) ? widest : one), undefined);
}

/** Where all content is in boxes with clips of their own, the area has none. It is then taken to have equal margins. */
function areaOf(page: Dictionary, file: PdfFile): Area | undefined {
  const text = beginningOfPage(page, file);
  const clips = [...text.matchAll(AREA)].map((match) => match.slice(1).map(Number));
  const [first] = clips;
  if (first === undefined) {
    const [, width, height] = TURNED_AREA.exec(text) ?? [];
    return width ? { width: Number(width) / USUAL_SCALE, height: Number(height) / USUAL_SCALE } : undefined;
  }
  const [, , , scale = 1, left = 0, top = 0] = first;
  const size = sizeOf(page, file);
  const between = {
    width: (size.width * UNITS_PER_INCH - 2 * left) / scale,
    height: (size.height * UNITS_PER_INCH - 2 * top) / scale,
  };
  const areas = clips
    .filter(([x = 0, , , , start = 0]) => Math.abs(x - start) < 1)
    .map(([, width = 0, height = 0, inside = 1]) => ({ width: width / inside, height: height / inside }));
  const widest = areas.reduce<Area>((one, other) => (one.width >= other.width ? one : other), { width: 0, height: 0 });
  // A box far down the page says nothing of the margins.
  const isKnown = between.width > 0 && between.height > 0;
  if (isKnown && widest.width < LEAST_SHARE * between.width) return between;
  return widest.width > 0 && widest.height > 0 ? widest : undefined;
}
