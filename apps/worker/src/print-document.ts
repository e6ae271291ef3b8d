/** Prints a document; then its headers and footers, which depend on how many pages it has and of what sizes. */
import { type RenderJob, ServiceError } from '@toolpress/contract';
import type { Margins } from '@toolpress/document';
import { checkPdfSize } from './browser/print-errors.js';
import type { Printer, PrintSettings } from './browser/printer.js';
import { FootnotePrinter } from './footnotes/footnotes.js';
import { type PageOfDocument, pagesOf } from './header-footer/page-parts.js';
import {
  checkRoom,
  defaultMargin,
  edgesOf,
  type GivenMargins,
  marginsFor,
  paperOf,
  plainMargins,
  printSettings,
} from './page-layout.js';
import { PageReferences } from './page-references.js';
import { checkedPageCount, isSameSize, type PageSizeInches, pageSizes, usualSize } from './pdf/count.js';
import type { Destination } from './pdf/destinations.js';
import { MarginMarks } from './pdf/margins.js';
import type { PrintedStamps } from './pdf/stamps.js';
import type { PreparedDocument } from './prepare-document.js';
import { type PrintCondition, PrintPasses } from './print-passes/print-passes.js';
import { printRoll } from './print-roll.js';
import { refuseTooManyPages } from './too-many-pages.js';

export interface PrintedDocument {
  pdf: Buffer;
  /** What its headers, footers and watermarks are. */
  stamps?: PrintedStamps;
  /** Of the elements that the document refers to, by their ids; without those that are not laid out. */
  places?: ReadonlyMap<string, Destination>;
  /** That the document prints of them. */
  numbers?: PageReferences['numbers'];
  /** What was seen of it that can't be done. */
  conditions?: ReadonlySet<PrintCondition>;
  /** Its pages, where something is on them that was not prepared: with them, it has to be prepared and printed again. */
  seen?: readonly PageOfDocument[];
}

/** Headers that differ by page may grow with the pages that they make. */
const MOST_GROWTHS = 3;

/**
 * A document is printed once more when its pages are of another size than expected, where margins depend on it; when it prints page
 * numbers of its elements that turn out to be others; when a header of some page is higher than was to be expected; and when it has
 * margins of its own, to read them.
 *
 * @throws ServiceError `invalid_parameter` when margins, header or footer do not fit, `page_limit`, `pdf_too_large`,
 *   `document_too_complex` when page numbers do not come to a stand.
 */
export async function printDocument(
  page: Printer,
  document: PreparedDocument,
  job: RenderJob,
  maxPdfBytes: number,
): Promise<PrintedDocument> {
  const { html, headerFooter, references } = document;
  const { pageSize, orientation, tagged } = job;
  const passes = new PrintPasses(page, document, job.firstPageNumber);
  const footnotes = new FootnotePrinter(passes.printer);
  const print = async (...args: Parameters<FootnotePrinter['print']>): Promise<Buffer> => {
    const pdf = await passes.settled(
      async () => checkPdfSize(await footnotes.print(...args), maxPdfBytes),
      () => footnotes.forget(),
      args[3]?.isDraft,
    );
    return pdf;
  };
  const printing = (printIt: Printer['print']): Printer => ({
    print: printIt,
    open: (text) => page.open(text),
    heights: (text, selector) => page.heights(text, selector),
    contentHeight: (text, width) => page.contentHeight(text, width),
  });
  const printer = printing(print);
  // They are printed as they are measured: their words are not parted, and the counters of their pages are set.
  const stampPrinter = printing(async (...args) => checkPdfSize(await page.print(...args), maxPdfBytes));
  const paper = paperOf(job);
  const settings = printSettings(pageSize, orientation, tagged, paper);
  const given = job.margin ?? (await ownMargins(page, document, settings));
  const plain = plainMargins(given, defaultMargin(paper));
  if (document.hasAutoHeight)
    return printRoll(printer, document, { job, given, plain, settings, numberOf: passes.numberOf, stampPrinter });
  const pages = new PageReferences(references, passes.numberOf);
  // What pages are likely to be; the document's own `@page { size }` may know better.
  let size: PageSizeInches = paper;
  let growths = 0;
  const isHeaded = edgesOf(job).length > 0;
  for (let isFirst = true; ; isFirst = false) {
    const heights = (await headerFooter?.highest(printer, { ...size, margins: plain })) ?? {};
    const margins = isHeaded ? marginsOrError(plain, given, heights, size) : plain;
    const { numbers } = pages;
    const isDraft = isFirst && numbers.size > 0;
    const filled = html(margins instanceof ServiceError ? plain : margins, { numbers, isDraft });
    if (isFirst) await refuseTooManyPages(page, filled, job);
    const pdf = await print(filled, settings, references.targets, { isDraft });
    if (headerFooter || references.targets.length > 0) checkedPageCount(pdf);
    const numbersStand = pages.standIn(pdf);
    const usual = isHeaded && isFirst ? usualSize(pageSizes(pdf)) : undefined;
    if (usual && !isSameSize(usual, size)) {
      size = usual;
      footnotes.forget();
      continue;
    }
    if (margins instanceof ServiceError) throw margins;
    if (!numbersStand || isDraft) continue;
    const { places } = pages;
    const sizes = headerFooter ? pageSizes(pdf) : [];
    const printed = pagesOf(sizes.length, passes.numberOf, references, { places, numbers });
    if ((await headerFooter?.learn(printed)) === false) return { pdf, seen: printed };
    const known = await headerFooter?.highest(printer, { ...size, margins: plain });
    if (isHeaded && known && !isSameRoom(marginsFor(plain, given, known, size), margins)) {
      growths += 1;
      if (growths < MOST_GROWTHS) continue;
      throw neverFits();
    }
    const stamps = await stampsFor(pdf, {
      ...{ printer, stampPrinter, document, job, settings, margins, numbers },
      pages: printed,
    });
    return { pdf, places, numbers, conditions: passes.conditions, ...stamps };
  }
}

interface Printed {
  printer: Printer;
  /** For headers, footers and watermarks. */
  stampPrinter: Printer;
  document: PreparedDocument;
  job: RenderJob;
  settings: PrintSettings;
  margins: Margins;
  /** Of pages, that are printed. */
  numbers: PageReferences['numbers'];
  pages: readonly PageOfDocument[];
}

/** Headers, footers and watermarks; without headers, the given margins have to leave room on every page. */
async function stampsFor(
  pdf: Buffer,
  { printer, stampPrinter, document, job, settings, margins, numbers, pages }: Printed,
): Promise<{ stamps?: PrintedStamps }> {
  const { html, headerFooter, ownMargins } = document;
  const edges = edgesOf(job);
  if (edges.length === 0 && job.margin && !ownMargins) for (const size of pageSizes(pdf)) checkRoom(margins, size);
  if (!headerFooter) return {};
  const places = pageSizes(pdf).map((one) => ({ ...one, margins }));
  if (ownMargins && edges.length > 0) {
    const marks = new MarginMarks();
    const marked = html(margins, { boxes: marks.boxes(edges), numbers });
    const own = marks.read(await printer.print(marked, settings));
    for (const [index, place] of places.entries()) place.margins = own[index] ?? margins;
  }
  return { stamps: await headerFooter.print(stampPrinter, pages, places, settings) };
}

/** Inches: whole points, as the browser cuts them, and whole pixels. A margin that no rule gives is as wide as it is told. */
const NOT_GIVEN = [44 / 96, 52 / 96] as const;
const EDGES = ['top', 'right', 'bottom', 'left'] as const;

/** Those of `@page` rules without a selector, where a header takes their place: the browser knows which of them count. */
async function ownMargins(
  page: Printer,
  { ownMarginsPage }: PreparedDocument,
  settings: PrintSettings,
): Promise<GivenMargins> {
  if (ownMarginsPage === undefined) return {};
  const marks = new MarginMarks();
  const read = async (usual: number): Promise<Margins | undefined> => {
    const sides = { marginTop: usual, marginRight: usual, marginBottom: usual, marginLeft: usual };
    const pdf = await page.print(ownMarginsPage(marks.boxes(EDGES)), { ...settings, ...sides, pageRanges: '1' });
    return marks.read(pdf)[0];
  };
  const [usual, other] = NOT_GIVEN;
  const margins = await read(usual);
  if (margins === undefined) return {};
  const maybe = EDGES.filter((edge) => margins[edge] === usual);
  const again = maybe.length === 0 ? margins : await read(other);
  const given = EDGES.filter((edge) => !maybe.includes(edge) || again?.[edge] === usual);
  return { ...Object.fromEntries(given.map((edge) => [edge, margins[edge]])), isOwn: true };
}

const isSameRoom = (one: Margins, other: Margins): boolean => one.top === other.top && one.bottom === other.bottom;

export const neverFits = (): ServiceError =>
  new ServiceError(
    'document_too_complex',
    `\`header_html\` or \`footer_html\` changes its height with the pages that the document has then, ${MOST_GROWTHS} times in a row; give \`margin\` room for all of them.`,
  );

/** What does not fit a page of the expected size may still fit one of the document's own. */
function marginsOrError(...args: Parameters<typeof marginsFor>): Margins | ServiceError {
  try {
    return marginsFor(...args);
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}
