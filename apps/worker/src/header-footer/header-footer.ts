/** The headers and footers of one document. */
import { ServiceError } from '@toolpress/contract';
import { type CheckedFragment, HEADER_FOOTER_PARTS, HeaderFooterDocument, type Margins } from '@toolpress/document';
import type { Printer, PrintSettings } from '../browser/printer.js';
import type { HeaderFooterHeights } from '../page-layout.js';
import { haveSameSizes, type PageSizeInches, pageSizes } from '../pdf/count.js';

export interface HeaderFooterParts {
  header?: CheckedFragment | undefined;
  footer?: CheckedFragment | undefined;
}

/** What a measured header may come to have on some page: three digits are never needed. */
const WIDEST_NUMBER = 50;

/** How long all headers and footers may be together, characters: as long as the request's may be they fit on 50 pages. */
const MAX_LENGTH_TOGETHER = 32 * 1024 * 1024;

export class HeaderFooter {
  private readonly document: HeaderFooterDocument;

  /** @param document the checked document whose style sheets apply. */
  constructor(
    document: string,
    private readonly parts: HeaderFooterParts,
  ) {
    this.document = new HeaderFooterDocument(document);
  }

  /** @returns how high header and footer are on a page of this size. */
  async measure(
    printer: Printer,
    size: PageSizeInches,
    sides: Pick<Margins, 'left' | 'right'>,
  ): Promise<HeaderFooterHeights> {
    const html = this.document.toMeasure(this.on(size, WIDEST_NUMBER, WIDEST_NUMBER), sides);
    const heights = await printer.heights(html, HEADER_FOOTER_PARTS);
    const header = this.parts.header === undefined ? undefined : heights.shift();
    return { header, footer: heights.shift() };
  }

  /**
   * @param sizes of the document's pages, as they were printed.
   * @param settings that the document was printed with.
   * @returns a PDF of as many pages with nothing in them but headers and footers.
   * @throws ServiceError `document_too_complex` when they are too long together, or the document's style sheets leave no way
   *   to lay them out.
   */
  async print(
    printer: Printer,
    sizes: readonly PageSizeInches[],
    margins: Margins,
    settings: PrintSettings,
  ): Promise<Buffer> {
    this.checkLength(sizes.length);
    const pages = sizes.map((size, index) => this.on(size, index + 1, sizes.length));
    const bare = {
      ...settings,
      marginTop: 0,
      marginRight: 0,
      marginBottom: 0,
      marginLeft: 0,
      generateTaggedPDF: false,
    };
    // Chromium rounds sizes by where they come from: the same sources give the same size, as long as there is but one.
    const pdf = await printer.print(this.document.withPages(pages, margins), bare);
    if (haveSameSizes(pageSizes(pdf), sizes)) return pdf;
    const sized = await printer.print(this.document.withSizedPages(pages, margins), bare);
    if (pageSizes(sized).length === sizes.length) return sized;
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

  private on(size: PageSizeInches, page: number, pages: number) {
    const { header, footer } = this.parts;
    return { ...size, header: header?.on(page, pages), footer: footer?.on(page, pages) };
  }
}
