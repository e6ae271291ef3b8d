/**
 * Prints a document with parts that depend on its pages: headers and footers, page numbers, footnotes, print CSS that the browser lacks. Each
 * round prints it with what is known of its pages, until that is right.
 */
import { ServiceError } from '@toolpress/contract';
import type { Margins, Report } from '@toolpress/document';
import {
  checkedPageCount,
  type Destination,
  isSameSize,
  type PageSizeInches,
  type PrintedStamps,
  pageSizes,
  usualSize,
} from '@toolpress/pdf';
import { checkPdfSize } from '../../browser/print-errors.js';
import { type Printer, printerWith } from '../../browser/printer.js';
import { FootnotePrinter } from '../../parts/paged/footnotes/footnotes.js';
import { checkRoom, marginsFor } from '../headers/margins.js';
import { readOwnMargins, readPageMargins } from '../headers/own-margins.js';
import { type PageOfDocument, pagesOf } from '../headers/page-parts.js';
import { plainMargins, plainSettings, type RequestedLayout } from '../paper/paper.js';
import { refuseTooManyPages } from '../paper/too-many-pages.js';
import { lostParts } from '../prepare/lost-parts.js';
import { PageReferences } from '../../parts/paged/page-references.js';
import type { PreparedDocument } from '../prepare/prepare-document.js';
import { PrintPasses } from '../../parts/paged/print-passes/print-passes.js';
import { printRoll } from './print-roll.js';

export interface PrintedDocument {
  pdf: Buffer;
  /** Whether it was printed only as far as the first page requires. */
  isBeginning?: boolean;
  /** Its headers, footers and watermarks. */
  stamps?: PrintedStamps;
  /** The places of the elements that the document refers to, by their ids; without those that are not laid out. */
  places?: ReadonlyMap<string, Destination>;
  /** The numbers of pages that it prints, by the ids of the elements on them. */
  numbers?: ReadonlyMap<string, number>;
  /** Conditions that make findings matter, see `Reports`. */
  conditions?: ReadonlySet<string>;
  reports?: readonly Report[];
  /** The pages, if something on them was not prepared. The document has to be prepared and printed again with them. */
  seen?: readonly PageOfDocument[];
}

/** The page numbers that a document was printed with are not those of its pages. */
export class WrongGuess extends Error {
  override readonly name = 'WrongGuess';
}

/** The largest number of rounds in which headers grow. Headers that differ by page may grow with the pages that they add. */
const MOST_GROWTHS = 3;

/**
 * Prints the document again when its pages have another size than expected, if margins depend on it; when page numbers of its elements have
 * changed; when a header is higher than expected; and when the document has margins itself, to read them.
 *
 * @param guess the page numbers of its elements. Without them, a draft finds the numbers.
 * @throws ServiceError as `printDocument`.
 * @throws WrongGuess when an element is on another page.
 */
export async function printInRounds(
  page: Printer,
  document: PreparedDocument,
  layout: RequestedLayout,
  maxPdfBytes: number,
  guess?: ReadonlyMap<string, number>,
): Promise<PrintedDocument> {
  const { paper, margin, usualMargin, edges, firstPageNumber, settings } = layout;
  const { html, headerFooter, references, ownMarginsPage } = document;
  const { passes, footnotes, numberOf, printer, stampPrinter } = printersOf(
    page,
    document,
    firstPageNumber,
    maxPdfBytes,
  );
  const given = margin ?? (ownMarginsPage ? await readOwnMargins(page, ownMarginsPage, settings) : {});
  const plain = plainMargins(given, usualMargin);
  if (document.hasAutoHeight)
    return printRoll(printer, document, { edges, given, plain, settings, numberOf, stampPrinter });
  const pages = new PageReferences(references, numberOf, guess);
  // The expected size. The document's `@page { size }` may differ.
  let size: PageSizeInches = paper;
  let growths = 0;
  const isHeaded = edges.length > 0;
  for (let isFirst = true; ; isFirst = false) {
    const heights = (await headerFooter?.highest(printer, { ...size, margins: plain })) ?? {};
    const margins = isHeaded ? marginsOrError(plain, given, heights, size) : plain;
    const { numbers } = pages;
    const isDraft = isFirst && guess === undefined && numbers.size > 0;
    const filled = html(margins instanceof ServiceError ? plain : margins, { numbers, isDraft });
    if (isFirst) await refuseTooManyPages(page, filled, layout);
    const pdf = await printer.print(filled, settings, references.targets, { isDraft });
    if (headerFooter || references.targets.length > 0) checkedPageCount(pdf);
    const areNumbersRight = pages.settle(pdf);
    if (guess !== undefined && !areNumbersRight) throw new WrongGuess();
    const usual = isHeaded && isFirst ? usualSize(pageSizes(pdf)) : undefined;
    if (usual && !isSameSize(usual, size)) {
      size = usual;
      footnotes?.forget();
      continue;
    }
    if (margins instanceof ServiceError) throw margins;
    if (!areNumbersRight || isDraft) continue;
    const { places } = pages;
    const known: PrintedDocument = {
      pdf,
      places,
      numbers,
      conditions: passes?.conditions ?? NONE,
      reports: passes?.reports ?? [],
    };
    if (!isHeaded && margin && !document.ownMargins) for (const one of pageSizes(pdf)) checkRoom(margins, one);
    if (headerFooter) {
      const printed = pagesOf(pageSizes(pdf).length, numberOf, references, { places, numbers });
      if (!(await headerFooter.learn(printed))) return { pdf, seen: printed };
      const highest = await headerFooter.highest(printer, { ...size, margins: plain });
      if (isHeaded && !isSameRoom(marginsFor(plain, given, highest, size), margins)) {
        growths += 1;
        if (growths < MOST_GROWTHS) continue;
        throw neverFits();
      }
      const marked = (boxes: string): string => html(margins, { boxes, numbers });
      const own = document.ownMargins && isHeaded ? await readPageMargins(printer, marked, edges, settings) : [];
      const sized = pageSizes(pdf).map((one, index) => ({ ...one, margins: own[index] ?? margins }));
      known.stamps = await headerFooter.print(stampPrinter, printed, sized, plainSettings(settings));
      known.reports = [...(known.reports ?? []), ...(await lostParts(stampPrinter, headerFooter))];
    }
    return known;
  }
}

const NONE: ReadonlySet<string> = new Set();

/** Returns printers for the document, with the features that it uses, and for its headers, footers and watermarks. */
function printersOf(
  page: Printer,
  document: PreparedDocument,
  firstPageNumber: number | undefined,
  maxPdfBytes: number,
) {
  const passes = document.features.size === 0 ? undefined : new PrintPasses(page, document, firstPageNumber);
  const flow = passes?.printer ?? page;
  const footnotes = document.hasFootnotes ? new FootnotePrinter(flow) : undefined;
  const print = async (...args: Parameters<FootnotePrinter['print']>): Promise<Buffer> => {
    const [html, settings, targets, more] = args;
    const printIt = async (): Promise<Buffer> => {
      const pdf = footnotes ? footnotes.print(...args) : flow.print(html, settings, targets);
      return checkPdfSize(await pdf, maxPdfBytes);
    };
    return passes ? passes.settled(printIt, () => footnotes?.forget(), more?.isDraft) : printIt();
  };
  return {
    passes,
    footnotes,
    printer: { ...printerWith(page, {}), print },
    // They are printed as they are measured: without hyphenation, and with their own counters.
    stampPrinter: printerWith(page, {
      printRepeated: async (...args) => checkPdfSize(await page.printRepeated(...args), maxPdfBytes),
    }),
    numberOf: passes?.numberOf ?? ((at: number) => at + (firstPageNumber ?? 1) - 1),
  };
}

const isSameRoom = (one: Margins, other: Margins): boolean => one.top === other.top && one.bottom === other.bottom;

export const neverFits = (): ServiceError =>
  new ServiceError(
    'document_too_complex',
    `\`header_html\` or \`footer_html\` changes its height with the pages that the document has then, ${MOST_GROWTHS} times in a row; give \`margin\` room for all of them.`,
  );

/** Margins that do not fit a page of the expected size may still fit a page of the document's size. */
function marginsOrError(...args: Parameters<typeof marginsFor>): Margins | ServiceError {
  try {
    return marginsFor(...args);
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}
