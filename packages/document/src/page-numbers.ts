/** `[[page]]` and `[[pages]]` as plain tags of headers and footers. */
import { randomBytes } from 'node:crypto';
import type { JsonObject } from '@toolpress/contract';

const newPlaceholder = (): string => `n${randomBytes(12).toString('hex')}`;

/** Their values are known only after printing: a header is filled and checked once, with random placeholders. */
export class PageNumbers {
  private readonly page = newPlaceholder();
  private readonly pages = newPlaceholder();

  /** The data that fills a header or footer: the caller's, with `page` and `pages` replaced. */
  fillWith(data: JsonObject | undefined): JsonObject {
    return { ...data, page: this.page, pages: this.pages };
  }

  /** @returns how many placeholders a filled text holds. */
  countIn(text: string): number {
    return text.split(this.page).length + text.split(this.pages).length - 2;
  }

  /** @returns a filled text for one page of so many. */
  on(text: string, { page, pages }: { page: number; pages: number }): string {
    return text.replaceAll(this.page, String(page)).replaceAll(this.pages, String(pages));
  }
}
