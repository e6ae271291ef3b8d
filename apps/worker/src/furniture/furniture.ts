/** The headers and footers of one document. */
import { FURNITURE_PARTS, FurnitureDocument, type FurnitureMargins, type PageNumbers } from '@toolpress/document';
import type { Printer } from '../browser/printer.js';
import type { FurnitureHeights } from './margins.js';

/** Inches. */
export interface PageSizeInches {
  width: number;
  height: number;
}

export interface FurnitureParts {
  /** Filled and checked, with marks for the numbers. */
  header?: string | undefined;
  footer?: string | undefined;
  numbers: PageNumbers;
}

/** What a measured header may come to have on some page: three digits are never needed. */
const WIDEST_NUMBER = 50;
const NO_MARGINS: FurnitureMargins = { top: 0, right: 0, bottom: 0, left: 0 };

export class Furniture {
  private readonly document: FurnitureDocument;

  /** @param document the checked document whose style sheets apply. */
  constructor(
    document: string,
    private readonly parts: FurnitureParts,
  ) {
    this.document = new FurnitureDocument(document);
  }

  /** @returns how high header and footer are on a page of this size. */
  async measure(
    printer: Printer,
    size: PageSizeInches,
    sides: Pick<FurnitureMargins, 'left' | 'right'>,
  ): Promise<FurnitureHeights> {
    const html = this.document.withPages([this.on(size, WIDEST_NUMBER, WIDEST_NUMBER)], { ...NO_MARGINS, ...sides });
    const heights = await printer.heights(html, FURNITURE_PARTS);
    const header = this.parts.header === undefined ? undefined : heights.shift();
    return { header, footer: heights.shift() };
  }

  /** @returns a PDF of pages of these sizes with nothing in them but headers and footers. */
  print(printer: Printer, sizes: readonly PageSizeInches[], margins: FurnitureMargins): Promise<Buffer> {
    const pages = sizes.map((size, index) => this.on(size, index + 1, sizes.length));
    const [{ width, height }] = [sizes[0] ?? { width: 1, height: 1 }];
    return printer.print(this.document.withPages(pages, margins), {
      ...{ paperWidth: width, paperHeight: height, marginTop: 0, marginRight: 0, marginBottom: 0, marginLeft: 0 },
    });
  }

  private on(size: PageSizeInches, page: number, pages: number) {
    const { header, footer, numbers } = this.parts;
    const numbered = (text: string | undefined): string | undefined =>
      text === undefined ? undefined : numbers.on(text, page, pages);
    return { ...size, header: numbered(header), footer: numbered(footer) };
  }
}
