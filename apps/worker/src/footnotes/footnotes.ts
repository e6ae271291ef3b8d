/**
 * Footnotes: `<span data-footnote>…</span>` becomes a number, and its content stands at the foot of the page where the number is.
 * The browser has no footnotes. It is asked what there is to stand on pages and how high, room is kept by beginning pages earlier,
 * and the notes are put there, all by a script in the document that is printed.
 */
import { readFileSync } from 'node:fs';
import type { Printer, PrintSettings } from '../browser/printer.js';
import { keepDestinations } from '../pdf/destinations.js';
import { type NotedLayout, NotedPages } from './noted-pages.js';

const readView = (name: string): string => readFileSync(new URL(`../../views/${name}`, import.meta.url), 'utf8');
const PARTS = ['footnote-units.js', 'footnote-lines.js', 'footnote-parts.js', 'footnote-room.js']
  .map(readView)
  .join('');
const SCRIPT = `${PARTS}globalThis.footnotes = ${readView('footnotes.js')}`;
const STYLE = readView('footnotes.css');

/** Hardly another document has it: it is looked for before each print. */
const HAS_FOOTNOTES = /\sdata-footnote[\s=>]/;

/** Ids that the scripts give to what is measured. */
const MEASURED = /^toolpress-(?:unit|probe|footnotes)-/;

/**
 * Prints a document, and what it has of footnotes at the foot of its pages. It may be printed again with other page numbers: what
 * was found out of its pages is tried first then, which nearly always is one print.
 */
export class FootnotePrinter {
  private known: NotedLayout | undefined;

  constructor(private readonly printer: Pick<Printer, 'open' | 'print'>) {}

  /**
   * See `Printer.print`.
   *
   * @param more.isDraft that only places are wanted, which another print checks: the notes need not stand.
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
    const count = (await document.run(`${SCRIPT}footnotes.begin(${JSON.stringify(STYLE)})`)) as number;
    if (count === 0) return document.print(settings, targets);
    const pages = new NotedPages(document, settings, targets);
    const { pdf, layout } = (await pages.printAs(this.known)) ?? (await pages.print(this.known, isDraft));
    this.known = layout;
    return keepDestinations(pdf, (id) => !MEASURED.test(id));
  }

  /** The next print has pages of other sizes. */
  forget(): void {
    this.known = undefined;
  }
}
