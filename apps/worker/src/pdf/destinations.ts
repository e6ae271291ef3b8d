/** Where on its pages a printed PDF has the elements that links lead to. */
import { asDictionary, type Dictionary, isReference, PdfFile, type PdfValue } from './read.js';
import { written } from './write.js';

/**
 * The upper left corner of an element. As Chromium names it, it leaves the page's margins out: at margins of 20 mm an element in
 * the corner of the page's content has `left` 0, and a `top` that is the height of the page (`ContentBoxes` says where it is).
 */
export interface Destination {
  /** From 1. */
  page: number;
  /** From the left edge of the page, points. */
  left: number;
  /** From the bottom edge of the page, points. */
  top: number;
}

/**
 * Chromium names the place of every element that a link of the document leads to, one that shows nowhere included
 * (`Printer.print`), in the catalog's `Dests`. An element that is not laid out has no place.
 *
 * @returns the places by the elements' ids.
 */
export function destinations(file: PdfFile): Map<string, Destination> {
  const named = file.follow(file.catalog.get('Dests'));
  if (named === undefined) return new Map();
  const pages = new Map(file.pages().map(({ object }, index) => [object, index + 1]));
  return new Map([...asDictionary(named)].map(([name, place]) => [idOf(name), placeOf(file.follow(place), pages)]));
}

/**
 * Takes destinations out that were asked for to measure only: a name for each line would be more than the text.
 *
 * @returns the PDF with those whose id is kept.
 */
export function keepDestinations(pdf: Buffer, isKept: (id: string) => boolean): Buffer {
  const file = new PdfFile(pdf);
  const reference = file.catalog.get('Dests');
  if (!isReference(reference)) return pdf;
  const kept = [...asDictionary(file.follow(reference))].filter(([name]) => isKept(idOf(name)));
  const { start, end } = file.rangeOf(reference);
  const object = Buffer.from(`${reference.object} 0 obj\n${written(new Map(kept))}`, 'latin1');
  const moved = object.length - (end - start);
  const table = Buffer.from(pdf.subarray(file.tableOffset));
  for (let other = 1; other < file.size; other++) {
    const entry = file.entryOf({ object: other }) - file.tableOffset;
    const offset = Number(table.toString('latin1', entry, entry + 10));
    if (offset > start) table.write(String(offset + moved).padStart(10, '0'), entry, 'latin1');
  }
  const tail = table.toString('latin1').replace(/startxref\s+\d+/, `startxref\n${file.tableOffset + moved}`);
  return Buffer.concat([
    pdf.subarray(0, start),
    object,
    pdf.subarray(end, file.tableOffset),
    Buffer.from(tail, 'latin1'),
  ]);
}

/** `[page /XYZ left top zoom]` (ISO 32000-1, 12.3.2.2), by itself or as `D` of a dictionary. */
export function placeOf(value: PdfValue | undefined, pages: ReadonlyMap<number, number>): Destination {
  const place = value instanceof Map ? (value as Dictionary).get('D') : value;
  const [on, kind, left, top] = Array.isArray(place) ? place : [];
  const page = isReference(on) ? pages.get(on.object) : undefined;
  if (page === undefined || kind !== '/XYZ') throw new Error('a destination of the PDF is none of its pages');
  return { page, left: Number(left), top: Number(top) };
}

/** The name is the fragment of the link's address, which the browser escapes, with the escapes of PDF names (7.3.5). */
function idOf(name: string): string {
  const fragment = name.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment; // `%` of a link of the document that escapes nothing
  }
}
