/** Measures the height and width of a document's pages. */
import { asDictionary, destinations, PdfFile, sizeOf } from '@toolpress/pdf';
import { PageScript } from '../../../browser/page-script.js';
import type { OpenDocument, PrintSettings } from '../../../browser/printer.js';
import type { Measured, PageBox, Place } from './units.js';

/** It lays notes out in a document, and measures it. */
export const FOOTNOTES = new PageScript('footnotes');

const PX_PER_INCH = 96;
const PX_PER_POINT = PX_PER_INCH / 72;
/** The increase of the window's width to find fluid content, in pixels. */
const WIDER = 64;
/** The number of probes per height of the paper. Pages of an eighth of its height still have one. */
const PROBES_PER_PAPER = 8;

/** The pages of a document. Their names are known only when its content is on pages. */
export interface Flow {
  /** @param name of `page` in CSS. */
  boxOf: (page: number, name: string) => PageBox;
  /** The beginning of the first page, in pixels down the flow. */
  start: number;
}

interface Probes {
  tops: number[];
  /** The width of the window, in pixels. */
  width: number;
  rights: number[];
}

/**
 * Measures pages with a print of empty pages: the first one, and of each name an even and an odd one.
 *
 * @param print prints the document with the places of elements, by their ids.
 * @param names of pages. The first one is that of the first page.
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
  const probes = await document.run<Probes>(FOOTNOTES, 'probe', distance, inOrder);
  await document.resize(window + WIDER);
  const wider = await document.run<number[]>(FOOTNOTES, 'rightEnds');
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
    // Content that is not as wide as its page does not show the page's width.
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

/** Returns the places of elements that the PDF names, in pixels. */
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

/**
 * Returns the names of pages: each page has the name of the unit that begins it, else that of the page before.
 *
 * @param pages the page of each unit, as far as it is known.
 * @param count the least number of pages.
 */
export function expectedNames(pages: readonly number[], { units }: Measured, count: number): string[] {
  const names: string[] = [];
  for (const [index, page] of pages.entries()) if (page !== undefined) names[page] ??= units[index]?.page ?? 'auto';
  return Array.from({ length: Math.max(names.length, count) }, (_, page) => {
    for (let at = Math.min(page, names.length - 1); at >= 0; at--)
      if (names[at] !== undefined) return names[at] as string;
    return 'auto';
  });
}

/** Returns where each page begins, in pixels down the flow. @param names of the pages. */
export function startsOf({ start, boxOf }: Flow, names: readonly string[]): (page: number) => number {
  const starts = [start];
  for (const [page, name] of names.entries()) starts.push((starts[page] ?? 0) + boxOf(page, name).height);
  return (page) => starts[Math.min(page, starts.length - 1)] ?? 0;
}
