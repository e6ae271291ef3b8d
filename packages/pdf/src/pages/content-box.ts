/** Finds where Chromium put the content on the pages of a printed PDF, so that links lead to their targets. */

import { asDictionary, isReference, type PdfValue, type Reference } from '../file/read.js';
import type { PdfEdit } from '../file/write.js';
import { type Destination, placeOf } from './destinations.js';
import { beginningOf, POINTS_PER_INCH, sizeOf } from './printed.js';

/** The factor from device units to points. The browser draws a page in device units, from the upper left corner down. */
const SCALE = /^(\d+(?:\.\d+)?|\.\d+) 0 0 -\1 0 [\d.]+ cm\n/;
/** A rectangle to which a drawing is clipped, in device units, and the scale and place of the drawing in it. */
const CLIP =
  /(?:^|cm\n|Q\n|EMC\n|BDC\n)q\n([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re\nW\*? n\n(?:q\n([\d.]+) 0 0 \5 ([\d.]+) -?[\d.]+ cm\n)?/g;

/** The size of a CSS pixel. */
const POINTS_PER_PIXEL = POINTS_PER_INCH / 96;

/** The area inside a page's margins. */
interface ContentBox {
  /** The distance of its upper left corner from that of the page, in points. */
  readonly left: number;
  readonly top: number;
  /** Below 1 when a document that is wider than its pages is scaled down. */
  readonly scale: number;
}

export class ContentBoxes {
  private readonly known = new Map<number, ContentBox | undefined>();
  private found: readonly Reference[] | undefined;

  constructor(private readonly edit: PdfEdit) {}

  /** The pages are read on first use: a document without links and outline does not need them. */
  private get pages(): readonly Reference[] {
    this.found ??= this.edit.file.pages();
    return this.found;
  }

  /**
   * Corrects a place. Chromium measures from the corner of the content but writes the result as if it were the corner of the page.
   *
   * @returns the place on the page, or the given place when the page or its content area is unknown.
   */
  onPage(place: Destination): Destination {
    const reference = this.pages[place.page - 1];
    if (reference === undefined) return place;
    const page = asDictionary(this.edit.file.follow(reference));
    if (!this.known.has(place.page)) this.known.set(place.page, contentBox(this.edit, page.get('Contents')));
    const box = this.known.get(place.page);
    if (box === undefined) return place;
    const height = sizeOf(page, this.edit.file).height * POINTS_PER_INCH;
    const top = rounded(height - box.top - (height - place.top) * box.scale);
    // On a page that `page-orientation` turns, the place is that before the turn. Show the whole page.
    if (top < 0 || top > height) return { page: place.page, left: 0, top: height };
    return { page: place.page, left: rounded(box.left + place.left * box.scale), top };
  }

  /** Corrects the targets of the document's links. */
  correctLinks(): void {
    const { edit } = this;
    const reference = edit.catalog.get('Dests');
    if (!isReference(reference)) return;
    const { pages } = this;
    const numbers = new Map(pages.map(({ object }, index) => [object, index + 1]));
    const corrected = [...asDictionary(edit.follow(reference))].map(([name, value]): [string, PdfValue] => {
      const { page, left, top } = this.onPage(placeOf(edit.follow(value), numbers));
      return [name, [pages[page - 1] ?? 'null', '/XYZ', String(left), String(top), '0']];
    });
    edit.put(reference, { value: new Map(corrected) });
  }
}

/**
 * Finds the largest clip, which encloses the whole content. Margin boxes and parts of the document may have clips, too. A page whose
 * whole content is in parts with `overflow: hidden` has no such clip: Chromium measures from the largest part.
 */
function contentBox(edit: PdfEdit, contents: PdfValue | undefined): ContentBox | undefined {
  if (!isReference(contents)) return undefined;
  const operators = beginningOf(edit.file.object(contents));
  const points = Number(SCALE.exec(operators)?.[1]);
  let box: ContentBox | undefined;
  let largest = 0;
  for (const clip of operators.matchAll(CLIP)) {
    const [left = 0, top = 0, width = 0, height = 0, unit = Number.NaN, x] = clip.slice(1).map(Number);
    if (width * height <= largest) continue;
    largest = width * height;
    const scale = x === left ? (unit * points) / POINTS_PER_PIXEL : 1;
    box = { left: left * points, top: top * points, scale };
  }
  return box;
}

const rounded = (points: number): number => Math.round(points * 1_000) / 1_000;
