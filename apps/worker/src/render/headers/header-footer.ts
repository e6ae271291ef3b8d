/** The headers, footers and watermark of one document. */
import { setImmediate } from 'node:timers/promises';
import { type PageLayer, ServiceError } from '@toolpress/contract';
import {
  HeaderFooterDocument,
  type HeaderFooterPage,
  isProvable,
  type Margins,
  type MeasuredPart,
  type PagePart,
} from '@toolpress/document';
import { haveSameSizes, type PageSizeInches, type PrintedStamps, pageSizes } from '@toolpress/pdf';
import type { Printer, PrintSettings } from '../../browser/printer.js';
import type { Measurable } from './expected-heights.js';
import { fits, type HeaderFooterHeights } from './margins.js';
import type { PageOfDocument, PageParts } from './page-parts.js';
import { PartHeights } from './part-heights.js';

export interface HeaderFooterParts {
  header?: PageParts | undefined;
  footer?: PageParts | undefined;
  watermark?: PageParts | undefined;
  /** The layer of the watermark. */
  layer?: PageLayer | undefined;
}

/** The length limit of all parts on all pages, in characters. The longest parts of a request fit on 50 pages. */
const MAX_LENGTH_TOGETHER = 32 * 1024 * 1024;

/** The place of headers and footers on a page. */
export interface HeaderFooterPlace extends PageSizeInches {
  margins: Margins;
}

const NAMES = ['header', 'footer', 'watermark'] as const;
/** The parts in margins. */
const MEASURED = ['header', 'footer'] as const;

export class HeaderFooter {
  /** The different pages of the last print. */
  printed: readonly HeaderFooterPage[] = [];
  readonly document: HeaderFooterDocument;
  private readonly heights: PartHeights;
  private provable: boolean | undefined;
  /** The widest page number, for parts with plain number tags. */
  private readonly widest: number;
  private readonly widestOf = new Map<PagePart, string>();

  /**
   * @param document the checked document, whose style sheets apply.
   * @param pages the likely pages. `learn` adds more.
   */
  constructor(
    document: string,
    private readonly parts: HeaderFooterParts,
    private pages: readonly PageOfDocument[],
  ) {
    this.document = new HeaderFooterDocument(document);
    this.heights = new PartHeights(this.document);
    const first = (pages[0]?.values.page ?? 1) - (pages[0]?.index ?? 1) + 1;
    const last = first + Math.max(0, ...pages.map(({ count }) => count)) - 1;
    this.widest = String(first).length > String(last).length ? first : last;
  }

  /** Whether the HTML of all parts is the same on all pages, except page numbers. */
  get arePlain(): boolean {
    return this.all.every((part) => part.isPlain);
  }

  /** The HTML of all parts, if they are plain. */
  get plainHtml(): string {
    return this.all.map((part) => this.atWidest(part)).join('');
  }

  /** Whether their print can prove heights. */
  private get areProvable(): boolean {
    this.provable ??= this.arePlain && isProvable(this.document.head + this.plainHtml);
    return this.provable;
  }

  private get all(): PagePart[] {
    return NAMES.flatMap((name) => this.parts[name]?.all ?? []);
  }

  /**
   * Learns the pages of the document. Other documents are handled between two pages.
   *
   * @returns whether all their contents were known. If not, the document has to be prepared again with these pages.
   */
  async learn(pages: readonly PageOfDocument[]): Promise<boolean> {
    this.pages = [...this.pages, ...pages];
    for (const page of pages) {
      if (!NAMES.every((name) => this.parts[name]?.on(page)?.isKnownOn(page.values) ?? true)) return false;
      await setImmediate();
    }
    return true;
  }

  /**
   * Returns the greatest heights of header and footer on the known pages.
   *
   * @param mayExpect whether heights may be those of other documents until `print` has proved them.
   */
  async highest(printer: Printer, place: HeaderFooterPlace, mayExpect = false): Promise<HeaderFooterHeights> {
    const ofPages = this.pages.map((page) => this.toMeasure(page, place));
    const all = ofPages.flat().filter((part) => part !== undefined);
    if (!(mayExpect && this.areProvable && this.heights.expect(all))) await this.measure(printer, all);
    const highest = (index: number): number | undefined => {
      const heights = ofPages.flatMap((parts) => this.heights.of(parts[index]) ?? []);
      return heights.length === 0 ? undefined : Math.max(...heights);
    };
    return { header: highest(0), footer: highest(1) };
  }

  /** Forgets expected heights, so that all are measured. @returns whether there were any. */
  rejectHeights(): boolean {
    return this.heights.reject();
  }

  /**
   * Prints the parts of all pages. A page whose margin is too small for the header has none.
   *
   * @param pages the printed pages of the document, and their places.
   * @param settings of the document's print.
   * @returns a PDF of as many pages with the parts over each page, then of as many for the layer under them. Undefined if a height was
   *   expected wrongly: then all are measured, and the document may need other margins.
   * @throws ServiceError `document_too_complex` when the parts are too long, or can't be laid out with the document's style sheets.
   */
  async print(
    printer: Printer,
    pages: readonly PageOfDocument[],
    places: readonly HeaderFooterPlace[],
    settings: PrintSettings,
  ): Promise<PrintedStamps | undefined> {
    const placed = pages.flatMap((page, index) => (places[index] ? [{ page, place: places[index] }] : []));
    const toMeasure = placed.map(({ page, place }) => this.toMeasure(page, place));
    const proved = this.areProvable ? this.heights.all : [];
    await this.measure(printer, toMeasure.flat());
    let length = 0;
    const contents = placed.map(({ page, place }, index) => {
      const [header, footer] = toMeasure[index] ?? [];
      const { top, bottom } = place.margins;
      const content = {
        header: fits(this.heights.of(header), top) ? this.on(page, 'header') : undefined,
        footer: fits(this.heights.of(footer), bottom) ? this.on(page, 'footer') : undefined,
        watermark: this.on(page, 'watermark'),
      };
      for (const html of Object.values(content)) length += html?.length ?? 0;
      if (length > MAX_LENGTH_TOGETHER) throw tooLong(pages.length);
      return { ...place, numbers: page.values, ...content };
    });
    const layers = this.layers;
    const all = layers.flatMap((layer) => contents.map((content) => this.inLayer(content, layer)));
    const { stamps, pages: printed } = this.document.hasCounters ? everyOne(all) : once(all);
    this.printed = stamps;
    const pdf = await this.printStamps(printer, proved, settings);
    return this.heights.areProved(proved, pdf) ? { pdf, layers, pages: printed } : undefined;
  }

  /** Prints the different pages. The last one proves heights. */
  private async printStamps(
    printer: Printer,
    proved: readonly MeasuredPart[],
    settings: PrintSettings,
  ): Promise<Buffer> {
    const { document, printed } = this;
    const bare = {
      ...settings,
      ...{ marginTop: 0, marginRight: 0, marginBottom: 0, marginLeft: 0, generateTaggedPDF: false },
    };
    // Chromium rounds sizes by their source. The same source gives the same size, if there is only one.
    const pdf = await printer.printRepeated(document.withPages(printed, proved), bare);
    if (haveSameSizes(pageSizes(pdf), printed)) return pdf;
    const sized = await printer.printRepeated(document.withSizedPages(printed, proved), bare);
    if (pageSizes(sized).length === printed.length) return sized;
    throw new ServiceError(
      'document_too_complex',
      '`header_html`, `footer_html` and `watermark_html` can’t be laid out with the style sheets of the document; make these simpler.',
    );
  }

  /** The layers in use: one for all parts over the page, one for a watermark under it. */
  private get layers(): PageLayer[] {
    const { header, footer, watermark, layer } = this.parts;
    if (watermark === undefined || layer !== 'under') return ['over'];
    return header || footer ? ['over', 'under'] : ['under'];
  }

  private inLayer(page: HeaderFooterPage, layer: PageLayer): HeaderFooterPage {
    if (layer === 'under') return { ...page, header: undefined, footer: undefined };
    return this.parts.layer === 'under' ? { ...page, watermark: undefined } : page;
  }

  private on(page: PageOfDocument, name: (typeof NAMES)[number]): string | undefined {
    return this.parts[name]?.on(page)?.on(page.values);
  }

  /** Returns the contents of header and footer to measure. */
  private toMeasure(page: PageOfDocument, { width, margins }: HeaderFooterPlace): (Measurable | undefined)[] {
    const parts = MEASURED.map((name) => this.parts[name]?.on(page));
    return parts.map(
      (part) => part && { html: part.isPlain ? this.atWidest(part) : part.on(page.values), width, margins },
    );
  }

  private atWidest(part: PagePart): string {
    const html = this.widestOf.get(part) ?? part.on({ page: this.widest, pages: this.widest });
    this.widestOf.set(part, html);
    return html;
  }

  private async measure(printer: Printer, all: readonly (Measurable | undefined)[]): Promise<void> {
    const unknown = this.heights.unknown(all.filter((part) => part !== undefined));
    if (unknown.reduce((sum, { html }) => sum + html.length, 0) > MAX_LENGTH_TOGETHER) throw tooLong(unknown.length);
    await this.heights.measure(printer, unknown);
  }
}

interface Stamped {
  stamps: readonly HeaderFooterPage[];
  /** The index of the stamp of each page. */
  pages: readonly number[];
}

const everyOne = (stamps: readonly HeaderFooterPage[]): Stamped => ({ stamps, pages: [...stamps.keys()] });

/** Prints equal parts of several pages once, unless they have CSS counters, which continue from page to page. */
function once(all: readonly HeaderFooterPage[]): Stamped {
  if (all.some(({ header = '', footer = '', watermark = '' }) => COUNTS.test(header + footer + watermark)))
    return everyOne(all);
  const stamps = new Map<string, { stamp: HeaderFooterPage; index: number }>();
  const pages = all.map((stamp) => {
    const key = JSON.stringify({ ...stamp, numbers: undefined }); // not printed
    const known = stamps.get(key) ?? { stamp, index: stamps.size };
    stamps.set(key, known);
    return known.index;
  });
  return { stamps: [...stamps.values()].map(({ stamp }) => stamp), pages };
}

const COUNTS = /counter/i;

const tooLong = (pages: number): ServiceError =>
  new ServiceError(
    'document_too_complex',
    `\`header_html\`, \`footer_html\` and \`watermark_html\`, filled, are longer than ${MAX_LENGTH_TOGETHER} characters on ${pages} pages together; make them shorter.`,
  );
