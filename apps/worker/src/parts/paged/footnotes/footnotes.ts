/**
 * Footnotes: `<span data-footnote>…</span>` becomes a number, and its content is printed at the foot of the page with the number. The browser
 * has no footnotes. A page script measures the document, makes room with earlier page breaks, and inserts the notes there.
 */
import { MAX_PAGES } from '@toolpress/contract';
import { keepDestinations } from '@toolpress/pdf';
import type { Printer, PrintSettings } from '../../../browser/printer.js';
import { HAS_FOOTNOTES } from '../../../render/prepare/prepare-document.js';
import { FOOTNOTES } from './flow.js';
import { type NotedLayout, NotedPages } from './noted-pages.js';

/** The ids that the page script sets on measured elements. */
const MEASURED = /^toolpress-(?:unit|probe|footnotes)-/;

/**
 * Prints a document with its footnotes. When it is printed again with other page numbers, the last layout is tried first, which nearly always
 * needs one print.
 */
export class FootnotePrinter {
  private known: NotedLayout | undefined;

  /** @param maxPages the largest number of pages of the document. */
  constructor(
    private readonly printer: Pick<Printer, 'open' | 'print'>,
    private readonly maxPages: number = MAX_PAGES,
  ) {}

  /**
   * Prints a document, see `Printer.print`.
   *
   * @param more.isDraft whether only places matter, and another print follows.
   * @throws ServiceError `document_too_complex` when notes do not fit on the page that calls them.
   */
  async print(
    html: string,
    settings: PrintSettings,
    targets: readonly string[] = [],
    { isDraft = false } = {},
  ): Promise<Buffer> {
    if (!HAS_FOOTNOTES.test(html)) return this.printer.print(html, settings, targets);
    const document = await this.printer.open(html);
    const count = await document.run<number>(FOOTNOTES, 'begin');
    if (count === 0) return document.print(settings, targets);
    const pages = new NotedPages(document, settings, targets, this.maxPages);
    const { pdf, layout } = (await pages.printAs(this.known)) ?? (await pages.print(this.known, isDraft));
    this.known = layout;
    return keepDestinations(pdf, (id) => !MEASURED.test(id));
  }

  /** Forgets the layout, because the next print has pages of other sizes. */
  forget(): void {
    this.known = undefined;
  }
}
