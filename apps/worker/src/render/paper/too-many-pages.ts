/**
 * Refuses documents with far too many pages. The browser lays out all pages, also those that it does not print: it takes half a minute for
 * 2,000 pages, but one second to measure them.
 */
import { MAX_PAPER_INCHES } from '@toolpress/contract';
import { tooManyPages } from '@toolpress/pdf';
import type { Printer } from '../../browser/printer.js';
import type { RequestedLayout } from './paper.js';

/** A document with fewer elements is not measured, because printing it is as fast. 50 pages of narrow tables have fewer. */
const MANY_ELEMENTS = 40_000;
/** The number of characters of HTML with that many elements, at least. */
export const MANY_CHARACTERS = MANY_ELEMENTS * '<p></p>'.length;

/** The factor by which a document may be higher than all pages when it is measured in one piece. */
const CERTAIN = 2;

/** A document with more elements a page hardly fits, and takes the browser too long to print if it does not: 200 rows of ten elements. */
const MOST_ELEMENTS_A_PAGE = 2_000;
/** The number of elements of a smaller document that are measured first. To measure all of them takes longer than to print one that fits. */
const BEGINNING = 2_000;

/**
 * @param html the document as it will be printed.
 * @throws ServiceError `page_limit` for a document that is far higher in one piece than all of its pages.
 */
export async function refuseTooManyPages(
  printer: Pick<Printer, 'contentHeight'>,
  html: string,
  layout: RequestedLayout,
): Promise<void> {
  if (html.length < MANY_CHARACTERS) return;
  const starts = startsOfElements(html);
  if (starts.length <= MANY_ELEMENTS) return;
  const { width, height } = largestPage(html, layout);
  const { maxPages } = layout;
  const limit = CERTAIN * maxPages * height;
  if (starts.length <= MOST_ELEMENTS_A_PAGE * maxPages) {
    const beginning = html.slice(0, starts[BEGINNING]);
    const [blocks, all] = [blocksIn(beginning), blocksIn(html)];
    if (blocks >= ENOUGH && (await printer.contentHeight(beginning, width)) * all <= limit * blocks) return;
  }
  if ((await printer.contentHeight(html, width)) > limit)
    throw tooManyPages(`is far longer than ${maxPages} pages`, maxPages);
}

/** The beginnings of elements that mostly make lines of their own. Others may be many without any height, such as shapes of a chart. */
const BLOCK =
  /<(?:address|article|aside|blockquote|br|dd|div|dt|figure|footer|h[1-6r]|header|li|main|nav|p|pre|section|tr)\b/gi;
/** The number of blocks in a beginning that says something about the rest. */
const ENOUGH = 20;

const blocksIn = (html: string): number => html.match(BLOCK)?.length ?? 0;

/** Returns where the elements begin in a document, from its body on. */
function startsOfElements(html: string): number[] {
  const starts: number[] = [];
  const start = /<[a-z]/gi;
  start.lastIndex = html.indexOf('<body');
  while (start.test(html)) starts.push(start.lastIndex - '<p'.length);
  return starts;
}

/** Returns the largest page in inches. A document's own page rules may set any size. */
function largestPage(
  html: string,
  { paper, isPaperGiven, usualMargin }: RequestedLayout,
): { width: number; height: number } {
  const ours = isPaperGiven ? 1 : 0;
  if ((html.match(/@page/gi)?.length ?? 0) > ours) return { width: MAX_PAPER_INCHES, height: MAX_PAPER_INCHES };
  return { width: paper.width - 2 * usualMargin, height: paper.height };
}
