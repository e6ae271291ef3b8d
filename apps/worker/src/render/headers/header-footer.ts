/** The headers, footers and watermark of one document. */
import { setImmediate } from 'node:timers/promises';
import { MAX_PAGES, type PageLayer, ServiceError } from '@toolpress/contract';
import {
  HEADER_FOOTER_PARTS,
  HeaderFooterDocument,
  type HeaderFooterPage,
  type Margins,
  type PagePart,
} from '@toolpress/document';
import { haveSameSizes, isSameLength, type PageSizeInches, type PrintedStamps, pageSizes } from '@toolpress/pdf';
import type { Printer, PrintSettings } from '../../browser/printer.js';
import { fits, type HeaderFooterHeights } from './margins.js';
import type { PageOfDocument, PageParts } from './page-parts.js';

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

interface Measurable {
  readonly html: string;
  /** The place. Only its width and side margins matter. */
  readonly place: HeaderFooterPlace;
}

const NAMES = ['header', 'footer', 'watermark'] as const;
/** The parts in margins. */
const MEASURED = ['header', 'footer'] as const;

export class HeaderFooter {
  /** The different pages of the last print. */
  printed: readonly HeaderFooterPage[] = [];
  readonly document: HeaderFooterDocument;
  private readonly measured: (Measurable & { height: number })[] = [];
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
    const first = (pages[0]?.values.page ?? 1) - (pages[0]?.index ?? 1) + 1;
    const last = first + MAX_PAGES - 1;
    this.widest = String(first).length > String(last).length ? first : last;
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

  /** Returns the greatest heights of header and footer on the known pages. */
  async highest(printer: Printer, place: HeaderFooterPlace): Promise<HeaderFooterHeights> {
    const ofPages = this.pages.map((page) => this.toMeasure(page, place));
    await this.measure(printer, ofPages.flat());
    const highest = (index: number): number | undefined => {
      const heights = ofPages.flatMap((parts) => this.heightOf(parts[index]) ?? []);
      return heights.length === 0 ? undefined : Math.max(...heights);
    };
    return { header: highest(0), footer: highest(1) };
  }

  /**
   * Prints the parts of all pages. A page whose margin is too small for the header has none.
   *
   * @param pages the printed pages of the document, and their places.
   * @param settings of the document's print.
   * @returns a PDF of as many pages with the parts over each page, then of as many for the layer under them.
   * @throws ServiceError `document_too_complex` when the parts are too long, or can't be laid out with the document's style sheets.
   */
  async print(
    printer: Printer,
    pages: readonly PageOfDocument[],
    places: readonly HeaderFooterPlace[],
    settings: PrintSettings,
  ): Promise<PrintedStamps> {
    const placed = pages.flatMap((page, index) => (places[index] ? [{ page, place: places[index] }] : []));
    const toMeasure = placed.map(({ page, place }) => this.toMeasure(page, place));
    await this.measure(printer, toMeasure.flat());
    let length = 0;
    const contents = placed.map(({ page, place }, index) => {
      const [header, footer] = toMeasure[index] ?? [];
      const { top, bottom } = place.margins;
      const content = {
        header: fits(this.heightOf(header), top) ? this.on(page, 'header') : undefined,
        footer: fits(this.heightOf(footer), bottom) ? this.on(page, 'footer') : undefined,
        watermark: this.on(page, 'watermark'),
      };
      for (const html of Object.values(content)) length += html?.length ?? 0;
      if (length > MAX_LENGTH_TOGETHER) throw tooLong(pages.length);
      return { ...place, numbers: page.values, ...content };
    });
    const bare = {
      ...settings,
      marginTop: 0,
      marginRight: 0,
      marginBottom: 0,
      marginLeft: 0,
      generateTaggedPDF: false,
    };
    const layers = this.layers;
    const all = layers.flatMap((layer) => contents.map((content) => this.inLayer(content, layer)));
    const { stamps, pages: printed } = this.document.hasCounters ? everyOne(all) : once(all);
    // Chromium rounds sizes by their source. The same source gives the same size, if there is only one.
    const pdf = await printer.printRepeated(this.document.withPages(stamps), bare);
    this.printed = stamps;
    if (haveSameSizes(pageSizes(pdf), stamps)) return { pdf, layers, pages: printed };
    const sized = await printer.printRepeated(this.document.withSizedPages(stamps), bare);
    if (pageSizes(sized).length === stamps.length) return { pdf: sized, layers, pages: printed };
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
  private toMeasure(page: PageOfDocument, place: HeaderFooterPlace): (Measurable | undefined)[] {
    const parts = MEASURED.map((name) => this.parts[name]?.on(page));
    return parts.map((part) => part && { html: part.isPlain ? this.atWidest(part) : part.on(page.values), place });
  }

  private atWidest(part: PagePart): string {
    const html = this.widestOf.get(part) ?? part.on({ page: this.widest, pages: this.widest });
    this.widestOf.set(part, html);
    return html;
  }

  private heightOf(one: Measurable | undefined): number | undefined {
    return one && this.measured.find((other) => isMeasuredAs(one, other))?.height;
  }

  private async measure(printer: Printer, all: readonly (Measurable | undefined)[]): Promise<void> {
    const unknown: Measurable[] = [];
    for (const one of all)
      if (one && ![...unknown, ...this.measured].some((other) => isMeasuredAs(one, other))) unknown.push(one);
    if (unknown.length === 0) return;
    if (unknown.reduce((sum, { html }) => sum + html.length, 0) > MAX_LENGTH_TOGETHER) throw tooLong(unknown.length);
    const html = this.document.toMeasure(unknown.map(({ html, place }) => ({ ...place, header: html })));
    const heights = await printer.heights(html, HEADER_FOOTER_PARTS);
    for (const [index, one] of unknown.entries()) this.measured.push({ ...one, height: heights[index] ?? 0 });
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

const isMeasuredAs = (one: Measurable, other: Measurable): boolean =>
  isSameLength(one.place.width, other.place.width) &&
  isSameLength(one.place.margins.left, other.place.margins.left) &&
  isSameLength(one.place.margins.right, other.place.margins.right) &&
  one.html === other.html;
