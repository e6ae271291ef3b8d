/** `[[page]]` and `[[pages]]` of headers and footers, whose values are known only when the document has been printed. */
import { randomBytes } from 'node:crypto';
import type { JsonObject } from '@toolpress/contract';

/** A header is filled and checked with marks in the place of the numbers. Nobody can guess them, so no text of the sender's is taken for one. */
export class PageNumbers {
  private readonly page = `n${randomBytes(12).toString('hex')}`;
  private readonly pages = `n${randomBytes(12).toString('hex')}`;

  /** The data that fills a header or footer: the sender's, whose own `page` and `pages` are not seen there. */
  fillWith(data: JsonObject | undefined): JsonObject {
    return { ...data, page: this.page, pages: this.pages };
  }

  /** @returns how many numbers stand in a filled text. */
  countIn(text: string): number {
    return text.split(this.page).length + text.split(this.pages).length - 2;
  }

  /** @returns a filled text as it stands on one page of so many. */
  on(text: string, page: number, pages: number): string {
    return text.replaceAll(this.page, String(page)).replaceAll(this.pages, String(pages));
  }
}
