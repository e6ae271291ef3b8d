/** How high and wide the pages of a document are, as the browser prints it. */
import { MAX_PAGES } from '@toolpress/contract';
import type { OpenDocument, PrintSettings } from '../browser/printer.js';
import { sizeOf } from '../pdf/count.js';
import { destinations } from '../pdf/destinations.js';
import { asDictionary, PdfFile } from '../pdf/read.js';
import type { Place } from './pagination.js';

const PX_PER_INCH = 96;
const PX_PER_POINT = PX_PER_INCH / 72;
/** How much wider a window is made to see what grows with it, pixels. */
const WIDER = 64;
/** A flow is at most so many times as long as it is guessed. */
const MOST_FLOW = 8;

/** What of the flow lies on which page, pixels. Pages that were not seen are like the last one that was. */
export interface Flow {
  startOf: (page: number) => number;
  /** How high its content is. */
  heightOf: (page: number) => number;
  widthOf: (page: number) => number;
  /** How wide the content of most pages is. */
  width: number;
}

interface Probes {
  tops: number[];
  /** Of the window that they were put into. */
  width: number;
  rights: number[];
}

/**
 * Prints with elements all down the flow and beyond: where they stand shows how high and wide pages are.
 *
 * @param document with the functions of `footnotes.js`.
 * @param print prints it with the places of elements, by their ids.
 * @param more how many times as long the flow is taken for as on one page of the paper's width; 0: some empty pages are printed in
 *   the place of the document, which is enough where it says nothing of pages but what holds for the first, even or odd ones.
 */
export async function seeFlow(
  document: OpenDocument,
  settings: PrintSettings,
  print: (ids: readonly string[]) => Promise<Buffer>,
  more = 1,
): Promise<Flow> {
  const { paperWidth = 0, paperHeight = 0 } = settings;
  const distance = Math.round((paperHeight * PX_PER_INCH) / 4);
  const window = Math.round(paperWidth * PX_PER_INCH);
  await document.resize(window);
  const probes = (await document.run(`footnotes.probe(${distance}, ${more})`)) as Probes;
  await document.resize(window + WIDER);
  const wider = (await document.run('footnotes.rightEnds()')) as number[];
  const { tops, rights } = probes;
  const ids = tops.map((_, index) => `toolpress-probe-${index}`);
  const rightIds = rights.map((_, index) => `toolpress-probe-right-${index}`);
  const found = placesIn(await print([...ids, ...rightIds, 'toolpress-probe-end']));
  const firstWidth = (found.get('toolpress-probe-0')?.left ?? 0) + 1;
  const widths = new Map<number, number>();
  for (const [index, right] of rights.entries()) {
    const place = found.get(rightIds[index] ?? '');
    // What is not as wide as its page says nothing of it.
    const isFluid = Math.abs((wider[index] ?? 0) - right - WIDER) < 1;
    if (place !== undefined && isFluid) widths.set(place.page, Math.round(probes.width + place.left + 1 - right));
  }
  const width = mostCommon([...widths.values()]) ?? firstWidth;
  const starts = new Map<number, number>();
  for (const [index, top] of tops.entries()) {
    const place = found.get(ids[index] ?? '');
    if (place !== undefined && !starts.has(place.page)) starts.set(place.page, top - place.top);
  }
  const pages = [...starts.keys()];
  const last = pages.at(-1) ?? 0;
  const end = found.get('toolpress-probe-end')?.page ?? 0;
  if (more > 0 && last <= end && last < MAX_PAGES && more < MOST_FLOW)
    return seeFlow(document, settings, print, more * 2);
  // A blank page has nothing of the flow.
  const heights = new Map(
    pages.slice(1).map((next, index) => {
      const page = pages[index] ?? 0;
      return [page, (starts.get(next) ?? 0) - (starts.get(page) ?? 0)];
    }),
  );
  const usual = [...heights.values()].at(-1) ?? paperHeight * PX_PER_INCH;
  /** Of what has the page the height and width: even ones may be other than odd ones. */
  const like = (page: number): number => (page < last ? page : Math.max(0, last - 2 + ((page - last) % 2)));
  const heightOf = (page: number): number => heights.get(like(page)) ?? usual;
  for (let page = last + 1; page <= MAX_PAGES; page++)
    starts.set(page, (starts.get(page - 1) ?? 0) + heightOf(page - 1));
  return {
    startOf: (page) => starts.get(page) ?? 0,
    heightOf,
    widthOf: (page) => widths.get(page) ?? widths.get(like(page)) ?? Math.min(width, firstWidth),
    width,
  };
}

/** @returns where the elements are whose places the PDF names, pixels. */
export function placesIn(pdf: Buffer): Map<string, Place & { left: number }> {
  const file = new PdfFile(pdf);
  const heights = file.pages().map((page) => sizeOf(asDictionary(file.follow(page)), file).height * PX_PER_INCH);
  return new Map(
    [...destinations(file)].map(([id, { page, left, top }]) => [
      id,
      { page: page - 1, top: (heights[page - 1] ?? 0) - top * PX_PER_POINT, left: left * PX_PER_POINT },
    ]),
  );
}

function mostCommon(values: readonly number[]): number | undefined {
  const count = (value: number): number => values.filter((other) => other === value).length;
  return [...values].sort((one, other) => count(other) - count(one))[0];
}
