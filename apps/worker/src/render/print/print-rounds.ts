/**
 * Prints a document with parts that depend on its pages, such as headers and footers. Each round prints it with what is known of its pages,
 * until that is right.
 */
import { ServiceError } from '@toolpress/contract';
import type { Margins } from '@toolpress/document';
import { checkedPageCount, isSameSize, type PageSizeInches, pageSizes, usualSize } from '@toolpress/pdf';
import { checkPdfSize } from '../../browser/print-errors.js';
import { type Printer, printerWith } from '../../browser/printer.js';
import type { HeaderFooter } from '../headers/header-footer.js';
import { checkRoom, type HeaderFooterHeights, marginsFor } from '../headers/margins.js';
import { readOwnMargins, readPageMargins } from '../headers/own-margins.js';
import { pagesOf } from '../headers/page-parts.js';
import { plainMargins, plainSettings } from '../paper/paper.js';
import { refuseTooManyPages } from '../paper/too-many-pages.js';
import { lostParts } from '../prepare/lost-parts.js';
import type { Flow, FlowOptions, PrintedDocument } from './flow.js';
import { printRoll, type RollOptions } from './print-roll.js';

/** The largest number of rounds in which headers grow. Headers that differ by page may grow with the pages that they add. */
const MOST_GROWTHS = 3;

/**
 * Prints the document again when its pages have another size than expected, if margins depend on it; when a print was not right, see `Flow`;
 * when a header is higher than expected; and when the document has margins itself, to read them.
 *
 * @throws ServiceError as `printDocument`.
 */
export async function printInRounds(page: Printer, flow: Flow, options: FlowOptions): Promise<PrintedDocument> {
  const { document, layout, maxPdfBytes } = options;
  const { margin, usualMargin, settings } = layout;
  const { ownMarginsPage } = document;
  const given = margin ?? (ownMarginsPage ? await readOwnMargins(page, ownMarginsPage, settings) : {});
  const plain = plainMargins(given, usualMargin);
  // They are printed as they are measured: without hyphenation, and with their own counters.
  const stampPrinter = printerWith(page, {
    printRepeated: async (...args) => checkPdfSize(await page.printRepeated(...args), maxPdfBytes),
  });
  if (document.hasAutoHeight) return printRoll(flow, document, layout, { given, plain, stampPrinter });
  return new Rounds(page, flow, options, { given, plain, stampPrinter }).print();
}

/** A print whose pages have the expected size. */
interface Round {
  pdf: Buffer;
  margins: Margins;
}

class Rounds {
  /** The expected size. The document's `@page { size }` may differ. */
  private size: PageSizeInches;
  private isFirst = true;
  private readonly isHeaded: boolean;

  constructor(
    private readonly page: Printer,
    private readonly flow: Flow,
    private readonly options: FlowOptions,
    private readonly known: RollOptions,
  ) {
    this.size = options.layout.paper;
    this.isHeaded = options.layout.edges.length > 0;
  }

  async print(): Promise<PrintedDocument> {
    for (let growths = 0; growths < MOST_GROWTHS; growths++) {
      const printed = await this.finish(await this.settle());
      if (printed !== undefined) return printed;
    }
    throw neverFits();
  }

  /** Prints the document until the print is right. */
  private async settle(): Promise<Round> {
    const { page, flow, isHeaded } = this;
    const { document, layout } = this.options;
    const { headerFooter, references } = document;
    for (;;) {
      const { margins, fault } = isHeaded ? await this.room() : { margins: this.known.plain };
      const html = document.html(margins, { numbers: flow.numbers, isDraft: flow.isDraft });
      if (this.isFirst) await refuseTooManyPages(page, html, layout);
      const pdf = await flow.print(html, layout.settings);
      if (headerFooter || references.targets.length > 0) checkedPageCount(pdf, layout.maxPages);
      const isRight = flow.settle(pdf);
      const isExpected = !isHeaded || !this.isFirst || this.hasExpectedSize(pdf);
      this.isFirst = false;
      if (isExpected && fault) throw fault;
      if (isExpected && isRight) return { pdf, margins };
    }
  }

  private hasExpectedSize(pdf: Buffer): boolean {
    const usual = usualSize(pageSizes(pdf));
    if (usual === undefined || isSameSize(usual, this.size)) return true;
    this.size = usual;
    this.flow.forget();
    return false;
  }

  private async room(): Promise<ReturnType<Rounds['roomFor']>> {
    const room = this.roomFor((await this.heights()) ?? {});
    const isSure = room.fault === undefined || this.options.document.headerFooter?.rejectHeights() !== true;
    return isSure ? room : this.room();
  }

  /** Margins that do not fit a page of the expected size may still fit a page of the document's size. */
  private roomFor(heights: HeaderFooterHeights): { margins: Margins; fault?: ServiceError } {
    const { plain, given } = this.known;
    try {
      return { margins: marginsFor(plain, given, heights, this.size) };
    } catch (error) {
      if (error instanceof ServiceError) return { margins: plain, fault: error };
      throw error;
    }
  }

  private heights(): Promise<HeaderFooterHeights> | undefined {
    const { flow, size, known } = this;
    return this.options.document.headerFooter?.highest(flow.printer, { ...size, margins: known.plain }, true);
  }

  /** Adds headers, footers and watermarks. @returns undefined if they need more room. The document has to be printed again. */
  private async finish({ pdf, margins }: Round): Promise<PrintedDocument | undefined> {
    const { flow, isHeaded } = this;
    const { document, layout } = this.options;
    const { headerFooter } = document;
    const { places, numbers, conditions = NONE, reports = [] } = flow;
    if (!isHeaded && layout.margin && !document.ownMargins) for (const size of pageSizes(pdf)) checkRoom(margins, size);
    if (headerFooter === undefined) return { pdf, places, numbers, conditions, reports };
    const pages = pagesOf(pageSizes(pdf).length, flow.numberOf, document.references, { places, numbers });
    if (!(await headerFooter.learn(pages))) return { pdf, seen: pages };
    const heights = (await this.heights()) ?? {};
    if (isHeaded && !isSameRoom(marginsFor(this.known.plain, this.known.given, heights, this.size), margins)) return;
    const { stampPrinter } = this.known;
    const sized = await this.sized({ pdf, margins });
    const stamps = await headerFooter.print(stampPrinter, pages, sized, plainSettings(layout.settings));
    if (stamps === undefined) return;
    const lost = await lostParts(stampPrinter, headerFooter);
    return { pdf, places, numbers, conditions, stamps, reports: [...reports, ...lost] };
  }

  /** Returns the pages with their margins, which the document may decide. */
  private async sized({ pdf, margins }: Round): Promise<Parameters<HeaderFooter['print']>[2]> {
    const { printer, numbers } = this.flow;
    const { document, layout } = this.options;
    const marked = (boxes: string): string => document.html(margins, { boxes, numbers });
    const own =
      document.ownMargins && this.isHeaded ? await readPageMargins(printer, marked, layout.edges, layout.settings) : [];
    return pageSizes(pdf).map((size, index) => ({ ...size, margins: own[index] ?? margins }));
  }
}

const NONE: ReadonlySet<string> = new Set();

const isSameRoom = (one: Margins, other: Margins): boolean => one.top === other.top && one.bottom === other.bottom;

export const neverFits = (): ServiceError =>
  new ServiceError(
    'document_too_complex',
    `\`header_html\` or \`footer_html\` changes its height with the pages that the document has then, ${MOST_GROWTHS} times in a row; give \`margin\` room for all of them.`,
  );
