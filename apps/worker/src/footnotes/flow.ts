/** How high and wide the pages of a document are, as the browser prints it. */
import type { OpenDocument, PrintSettings } from '../browser/printer.js';
import { sizeOf } from '../pdf/count.js';
import { destinations } from '../pdf/destinations.js';
import { asDictionary, PdfFile } from '../pdf/read.js';
import type { PageBox, Place } from './pagination.js';

const PX_PER_INCH = 96;
const PX_PER_POINT = PX_PER_INCH / 72;
/** How much wider a window is made to see what grows with it, pixels. */
const WIDER = 64;
/** What stands down the flow to measure pages: at least one on each that is an eighth as high as the paper. */
const PROBES_PER_PAPER = 8;

/** The pages of a document. Which of them has which name is known only when its content is on pages. */
export interface Flow {
  /** @param name of `page` in CSS. */
  boxOf: (page: number, name: string) => PageBox;
  /** Where the first page begins, pixels down the flow. */
  start: number;
}

interface Probes {
  tops: number[];
  /** Of the window that they were put into. */
  width: number;
  rights: number[];
}

/**
 * Prints empty pages in the place of the document: the first one, and of each name an even and an odd one.
 *
 * @param document with the functions of `footnotes.js`.
 * @param print prints it with the places of elements, by their ids.
 * @param names of pages; the first is that of the first page.
 */
export async function seeFlow(
  document: OpenDocument,
  { paperWidth = 0, paperHeight = 0 }: PrintSettings,
  print: (ids: readonly string[]) => Promise<Buffer>,
  names: readonly string[],
): Promise<Flow> {
  const distance = Math.round((paperHeight * PX_PER_INCH) / PROBES_PER_PAPER);
  const window = Math.round(paperWidth * PX_PER_INCH);
  await document.resize(window);
  const inOrder = [names[0] ?? 'auto', ...names.flatMap((name) => [name, name])];
  const probes = (await document.run(`footnotes.probe(${distance}, ${JSON.stringify(inOrder)})`)) as Probes;
  await document.resize(window + WIDER);
  const wider = (await document.run('footnotes.rightEnds()')) as number[];
  const { tops, rights } = probes;
  const ids = tops.map((_, index) => `toolpress-probe-${index}`);
  const rightIds = rights.map((_, index) => `toolpress-probe-right-${index}`);
  const found = placesIn(await print([...ids, ...rightIds]));
  const starts = new Map<number, number>();
  for (const [index, top] of tops.entries()) {
    const place = found.get(ids[index] ?? '');
    if (place !== undefined && !starts.has(place.page)) starts.set(place.page, top - place.top);
  }
  const firstWidth = (found.get('toolpress-probe-0')?.left ?? 0) + 1;
  const boxes = inOrder.map((_, page): PageBox => {
    const [start = 0, next] = [starts.get(page), starts.get(page + 1)];
    const left = found.get(rightIds[page] ?? '')?.left;
    const right = rights[page] ?? 0;
    // What is not as wide as its page says nothing of it.
    const isFluid = left !== undefined && Math.abs((wider[page] ?? 0) - right - WIDER) < 1;
    return {
      height: next === undefined ? paperHeight * PX_PER_INCH : next - start,
      width: isFluid ? Math.round(probes.width + left + 1 - right) : firstWidth,
    };
  });
  const [first = { width: firstWidth, height: paperHeight * PX_PER_INCH }] = boxes;
  const boxOf = (page: number, name: string): PageBox => {
    const at = 1 + 2 * Math.max(0, names.indexOf(name));
    return page === 0 && name === (names[0] ?? 'auto') ? first : (boxes[at + ((page + at) % 2)] ?? first);
  };
  return { boxOf, start: starts.get(0) ?? 0 };
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
