/** The places of elements that links lead to. */
import { PdfFile, tableOffset } from '../file/pdf-file.js';
import { asDictionary, type Dictionary, isReference, type PdfValue } from '../file/read.js';
import { SkiaTable } from '../file/skia-table.js';
import { written } from '../file/write.js';

/**
 * The upper left corner of an element. Chromium leaves the page's margins out: with margins of 20 mm, an element in the corner of the
 * content has `left` 0 and a `top` that is the height of the page. `ContentBoxes` corrects this.
 */
export interface Destination {
  /** Counts from 1. */
  page: number;
  /** The distance from the left edge of the page, in points. */
  left: number;
  /** The distance from the bottom edge of the page, in points. */
  top: number;
}

/**
 * Reads the catalog's `Dests`, in which Chromium names the place of every element that a link leads to, also of links that are not shown
 * (see `Printer.print`). Elements without a layout box have no place.
 *
 * @returns the places by the ids of the elements.
 */
export function destinations(file: PdfFile): Map<string, Destination> {
  const named = file.follow(file.catalog.get('Dests'));
  if (named === undefined) return new Map();
  const pages = new Map(file.pages().map(({ object }, index) => [object, index + 1]));
  return new Map([...asDictionary(named)].map(([name, place]) => [idOf(name), placeOf(file.follow(place), pages)]));
}

/**
 * Removes destinations that were only requested to measure. With one per line they would be larger than the text.
 *
 * @returns the PDF with the destinations whose id is kept.
 */
export function keepDestinations(pdf: Buffer, isKept: (id: string) => boolean): Buffer {
  const file = new PdfFile(pdf);
  const reference = file.catalog.get('Dests');
  if (!isReference(reference)) return pdf;
  const kept = [...asDictionary(file.follow(reference))].filter(([name]) => isKept(idOf(name)));
  return new SkiaTable(pdf, tableOffset(pdf)).withValue(reference.object, written(new Map(kept)));
}

/** Reads `[page /XYZ left top zoom]` (ISO 32000-1, 12.3.2.2), alone or as `D` of a dictionary. */
export function placeOf(value: PdfValue | undefined, pages: ReadonlyMap<number, number>): Destination {
  const place = value instanceof Map ? (value as Dictionary).get('D') : value;
  const [on, kind, left, top] = Array.isArray(place) ? place : [];
  const page = isReference(on) ? pages.get(on.object) : undefined;
  if (page === undefined || kind !== '/XYZ') throw new Error('a destination of the PDF is not on one of its pages');
  return { page, left: Number(left), top: Number(top) };
}

/** Decodes a name: the fragment of a link's address, percent-encoded by the browser, with the escapes of PDF names (7.3.5). */
function idOf(name: string): string {
  const fragment = name.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment; // the document's link has a `%` that is not an escape
  }
}
