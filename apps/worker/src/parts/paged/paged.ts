/** Prints documents whose content depends on their pages: page numbers of elements, footnotes, CSS for print that the browser lacks. */
import { checkPdfSize } from '../../browser/print-errors.js';
import { type Printer, type PrintSettings, printerWith } from '../../browser/printer.js';
import type { RenderPart } from '../../render/part.js';
import type { Flow, FlowOptions, PrintFlow } from '../../render/print/flow.js';
import { FootnotePrinter } from './footnotes/footnotes.js';
import { PageReferences } from './page-references.js';
import { PrintPasses } from './print-passes/print-passes.js';
import { printGuessed, WrongGuess } from './usual-numbers.js';

export const part: RenderPart = () => ({ features: () => [{ print: printPagedFlow }] });

/** Prints a document with the page numbers that such documents of the account usually have, before a draft finds its own. */
export const printPagedFlow: PrintFlow = (page, options, print) => {
  const { accountId, document } = options;
  const { numbered } = document.references;
  return accountId !== undefined && numbered.length > 0 && !document.hasAutoHeight
    ? printGuessed(accountId, numbered, (guess) => print(new PagedFlow(page, options, guess)))
    : print(new PagedFlow(page, options));
};

class PagedFlow implements Flow {
  readonly printer: Printer;
  readonly numberOf: Flow['numberOf'];
  isDraft: boolean;
  private readonly passes: PrintPasses | undefined;
  private readonly footnotes: FootnotePrinter;
  private readonly pages: PageReferences;

  /** @param guess the page numbers of its elements. Without them, a draft finds the numbers. */
  constructor(
    page: Printer,
    private readonly options: FlowOptions,
    private readonly guess?: ReadonlyMap<string, number>,
  ) {
    const { document, layout } = options;
    const { firstPageNumber = 1 } = layout;
    this.passes = document.features.size === 0 ? undefined : new PrintPasses(page, document, layout.firstPageNumber);
    this.numberOf = this.passes?.numberOf ?? ((at) => at + firstPageNumber - 1);
    this.footnotes = new FootnotePrinter(this.passes?.printer ?? page, layout.maxPages);
    this.printer = printerWith(page, { print: (...args) => this.printWith(false, ...args) });
    this.pages = new PageReferences(document.references, this.numberOf, document.hasAutoHeight ? 1 : guess);
    this.isDraft = guess === undefined && !document.hasAutoHeight && this.pages.numbers.size > 0;
  }

  get numbers(): Flow['numbers'] {
    return this.pages.numbers;
  }

  get places(): Flow['places'] {
    return this.pages.places;
  }

  get conditions(): ReadonlySet<string> | undefined {
    return this.passes?.conditions;
  }

  get reports(): Flow['reports'] {
    return this.passes?.reports;
  }

  print(html: string, settings: PrintSettings): Promise<Buffer> {
    return this.printWith(this.isDraft, html, settings, this.options.document.references.targets);
  }

  /** @throws WrongGuess when an element is on another page. */
  settle(pdf: Buffer): boolean {
    const { isDraft } = this;
    this.isDraft = false;
    const areRight = this.pages.settle(pdf);
    if (this.guess !== undefined && !areRight) throw new WrongGuess();
    return areRight && !isDraft;
  }

  forget(): void {
    this.footnotes.forget();
  }

  private printWith(isDraft: boolean, ...[html, settings, targets]: Parameters<Printer['print']>): Promise<Buffer> {
    const print = async (): Promise<Buffer> =>
      checkPdfSize(await this.footnotes.print(html, settings, targets, { isDraft }), this.options.maxPdfBytes);
    return this.passes ? this.passes.settled(print, () => this.forget(), isDraft) : print();
  }
}
