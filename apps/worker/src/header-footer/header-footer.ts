/** The headers and footers of one document. */
import { ServiceError } from '@toolpress/contract';
import { type CheckedFragment, HEADER_FOOTER_PARTS, HeaderFooterDocument, type Margins } from '@toolpress/document';
import type { Printer, PrintSettings } from '../browser/printer.js';
import { fits, type HeaderFooterHeights } from '../page-layout.js';
import { haveSameSizes, isSameLength, type PageSizeInches, pageSizes } from '../pdf/count.js';

export interface HeaderFooterParts {
  header?: CheckedFragment | undefined;
  footer?: CheckedFragment | undefined;
}

/** What a measured header may come to have on some page: three digits are never needed. */
const WIDEST_NUMBER = 50;

/** How long all headers and footers may be together, characters: as long as the request's may be they fit on 50 pages. */
const MAX_LENGTH_TOGETHER = 32 * 1024 * 1024;

/** A page for which headers and footers are made. */
export interface HeaderFooterPlace extends PageSizeInches {
  margins: Margins;
}

export class HeaderFooter {
  private readonly document: HeaderFooterDocument;
  private readonly measured: { place: HeaderFooterPlace; heights: HeaderFooterHeights }[] = [];

  /** @param document the checked document whose style sheets apply. */
  constructor(
    document: string,
    private readonly parts: HeaderFooterParts,
  ) {
    this.document = new HeaderFooterDocument(document);
  }

  /** @returns how high header and footer are on each page; only its width and the margins at its sides count. */
  async measure(printer: Printer, places: readonly HeaderFooterPlace[]): Promise<HeaderFooterHeights[]> {
    const unknown: HeaderFooterPlace[] = [];
    for (const place of places)
      if (![...unknown, ...this.measured.map((known) => known.place)].some((known) => isAsWide(known, place)))
        unknown.push(place);
    if (unknown.length > 0) {
      const html = this.document.toMeasure(unknown.map((place) => this.on(place, WIDEST_NUMBER, WIDEST_NUMBER)));
      const heights = await printer.heights(html, HEADER_FOOTER_PARTS);
      const next = (part: CheckedFragment | undefined) => (part === undefined ? undefined : heights.shift());
      for (const place of unknown)
        this.measured.push({ place, heights: { header: next(this.parts.header), footer: next(this.parts.footer) } });
    }
    return places.map((place) => this.measured.find((known) => isAsWide(known.place, place))?.heights ?? {});
  }

  /**
   * @param places the document's pages, as they were printed. One whose margin is too small for the header has none.
   * @param settings that the document was printed with.
   * @returns a PDF of as many pages with nothing in them but headers and footers.
   * @throws ServiceError `document_too_complex` when they are too long together, or the document's style sheets leave no way
   *   to lay them out.
   */
  async print(printer: Printer, places: readonly HeaderFooterPlace[], settings: PrintSettings): Promise<Buffer> {
    this.checkLength(places.length);
    const heights = await this.measure(printer, places);
    const pages = places.map((place, index) => {
      const { header, footer, ...page } = this.on(place, index + 1, places.length);
      const { top, bottom } = place.margins;
      return {
        ...page,
        header: fits(heights[index]?.header, top) ? header : undefined,
        footer: fits(heights[index]?.footer, bottom) ? footer : undefined,
      };
    });
    const bare = {
      ...settings,
      marginTop: 0,
      marginRight: 0,
      marginBottom: 0,
      marginLeft: 0,
      generateTaggedPDF: false,
    };
    // Chromium rounds sizes by where they come from: the same sources give the same size, as long as there is but one.
    const pdf = await printer.print(this.document.withPages(pages), bare);
    if (haveSameSizes(pageSizes(pdf), places)) return pdf;
    const sized = await printer.print(this.document.withSizedPages(pages), bare);
    if (pageSizes(sized).length === places.length) return sized;
    throw new ServiceError(
      'document_too_complex',
      '`header_html` and `footer_html` can’t be laid out with the style sheets of the document; make these simpler.',
    );
  }

  /** Before they are put together for all pages. */
  private checkLength(pages: number): void {
    const { header, footer } = this.parts;
    if (pages * ((header?.length ?? 0) + (footer?.length ?? 0)) <= MAX_LENGTH_TOGETHER) return;
    throw new ServiceError(
      'document_too_complex',
      `\`header_html\` and \`footer_html\`, filled, are longer than ${MAX_LENGTH_TOGETHER} characters on ${pages} pages together; make them shorter.`,
    );
  }

  private on(place: HeaderFooterPlace, page: number, pages: number) {
    const { header, footer } = this.parts;
    return { ...place, header: header?.on(page, pages), footer: footer?.on(page, pages) };
  }
}

const isAsWide = (one: HeaderFooterPlace, other: HeaderFooterPlace): boolean =>
  isSameLength(one.width, other.width) &&
  isSameLength(one.margins.left, other.margins.left) &&
  isSameLength(one.margins.right, other.margins.right);
