/** Where Chromium put a document's content on the pages of a printed PDF, so that links lead to where their targets are. */
import { POINTS_PER_INCH, sizeOf } from './count.js';
import { type Destination, placeOf } from './destinations.js';
import { beginningOf } from './margins.js';
import { asDictionary, isReference, type PdfValue } from './read.js';
import type { PdfEdit } from './write.js';

/** Device units to points; the browser draws the page in them, from its upper left corner down. */
const SCALE = /^(\d*\.?\d+) 0 0 -\1 0 [\d.]+ cm\n/;
/** A rectangle that all of a drawing is clipped to, in device units, and what of the drawing is laid out to these. */
const CLIP =
  /(?:^|cm\n|Q\n|EMC\n|BDC\n)q\n([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re\nW\*? n\n(?:q\n([\d.]+) 0 0 \5 ([\d.]+) -?[\d.]+ cm\n)?/g;

/** Of a pixel, as everywhere in CSS. */
const POINTS_PER_PIXEL = POINTS_PER_INCH / 96;

/** The area inside of a page's margins. */
interface ContentBox {
  /** Its upper left corner, points from that of the page. */
  readonly left: number;
  readonly top: number;
  /** Below 1 where a document that is wider than its pages is made smaller. */
  readonly scale: number;
}

export class ContentBoxes {
  private readonly known = new Map<number, ContentBox | undefined>();
  private readonly pages;

  constructor(private readonly edit: PdfEdit) {
    this.pages = edit.file.pages();
  }

  /**
   * Chromium counts from the corner of the content, in pixels of the document, and says it as if that was the corner of the page.
   *
   * @returns the place on the page; the given one where the page says nothing of its content, or has none.
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
    // Of a page that `page-orientation` turns, the place is that before it was turned: the whole page shows.
    if (top < 0 || top > height) return { page: place.page, left: 0, top: height };
    return { page: place.page, left: rounded(box.left + place.left * box.scale), top };
  }

  /** Puts right the places that the document's own links lead to. */
  mendLinks(): void {
    const { edit, pages } = this;
    const reference = edit.catalog.get('Dests');
    if (!isReference(reference)) return;
    const numbers = new Map(pages.map(({ object }, index) => [object, index + 1]));
    const mended = [...asDictionary(edit.follow(reference))].map(([name, value]): [string, PdfValue] => {
      const { page, left, top } = this.onPage(placeOf(edit.follow(value), numbers));
      return [name, [pages[page - 1] ?? 'null', '/XYZ', String(left), String(top), '0']];
    });
    edit.put(reference, { value: new Map(mended) });
  }
}

/**
 * The largest clip is that of all of the content; margin boxes and parts of the document may have others. Only a page on which
 * everything stands in parts with `overflow: hidden` has no such clip: then it counts from the largest part.
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
