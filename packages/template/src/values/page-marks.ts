/** Placeholders for page numbers in a text, from filling until the check. */
import { randomBytes } from 'node:crypto';
import type { CounterStyle } from './counter-styles.js';
import { type PageLookup, PageNumber } from './page-number.js';
import { TagFault } from './tag-fault.js';

export type { PageLookup };

/** A text with placeholders for page numbers. */
export class NumberedText {
  /**
   * @param pieces the text before, between and after the page numbers.
   * @param numbers the page numbers.
   */
  constructor(
    private readonly pieces: readonly string[],
    readonly numbers: readonly PageNumber[],
  ) {}

  with(pageOf: PageLookup): string {
    let text = this.pieces[0] ?? '';
    for (const [index, number] of this.numbers.entries())
      text += number.printed(pageOf) + (this.pieces[index + 1] ?? '');
    return text;
  }
}

/**
 * The placeholders of one document, header or footer. They are random and not visible to templates: values are page numbers, and
 * placeholders are made only for printing.
 */
export class PageMarks {
  /** Lower-case letters and digits, which escaping does not change. A `k` never ends a character reference. */
  private secret: string | undefined;
  private readonly numbers: PageNumber[] = [];
  private readonly indexes = new Map<string, number>();

  /** @param allowed `elements` for the pages of elements, `pages` for the current page and the number of pages. */
  constructor(private readonly allowed: 'elements' | 'pages') {}

  /**
   * Returns the mark of a page number, the same for equal numbers.
   *
   * @throws TagFault for a page number that is not allowed here.
   */
  markOf(number: PageNumber): string {
    if ((number.kind === 'element') !== (this.allowed === 'elements')) throw new TagFault(ONLY_IN_HTML);
    this.secret ??= `k${randomBytes(12).toString('hex')}`;
    const { key } = number;
    const known = this.indexes.get(key) ?? this.numbers.length;
    if (known === this.numbers.length) {
      this.indexes.set(key, known);
      this.numbers.push(number);
    }
    return `${this.secret}n${known}x`;
  }

  /** Returns the mark of an element's page. It prints nothing for an element that is on no page. */
  optionalMarkOf(id: string, style: CounterStyle): string {
    return this.markOf(new PageNumber({ kind: 'element', ids: [id], style, isRequired: false }));
  }

  /** Returns the page numbers in a text, in order. */
  numbersIn(text: string): readonly PageNumber[] {
    return this.split(text).numbers;
  }

  split(text: string): NumberedText {
    if (this.secret === undefined || !text.includes(this.secret)) return new NumberedText([text], []);
    const parts = text.split(new RegExp(`${this.secret}n(\\d+)x`));
    const numbers = parts.filter((_, index) => index % 2 === 1).map((index) => this.numberAt(Number(index)));
    return new NumberedText(
      parts.filter((_, index) => index % 2 === 0),
      numbers,
    );
  }

  /** Returns a copy of the text whose page numbers are optional. */
  optional(text: string): string {
    if (this.secret === undefined || !text.includes(this.secret)) return text;
    return text.replace(new RegExp(`${this.secret}n(\\d+)x`, 'g'), (_, index: string) =>
      this.markOf(this.numberAt(Number(index)).optional()),
    );
  }

  /** Returns the range of the first page number of an element in a text. */
  rangeOf(id: string, text: string): { start: number; end: number } | undefined {
    if (this.secret === undefined) return undefined;
    for (const { 0: mark, 1: index, index: start } of text.matchAll(new RegExp(`${this.secret}n(\\d+)x`, 'g')))
      if (this.numberAt(Number(index)).ids.includes(id)) return { start, end: start + mark.length };
    return undefined;
  }

  private numberAt(index: number): PageNumber {
    const number = this.numbers[index];
    if (number === undefined) throw new Error('a mark of a page number that was never made');
    return number;
  }
}

/** Counts the page numbers that are required. */
export const countRequired = (numbers: readonly PageNumber[]): number =>
  numbers.filter(({ isRequired }) => isRequired).length;

export const ONLY_IN_HTML =
  'has a page number (`page_of`), which is allowed only in text of `html`, not in CSS, headers, footers or watermarks';

/** Returns a lookup of pages by the ids of elements. */
export const pagesById =
  (pages: ReadonlyMap<string, number>): PageLookup =>
  (_, id) =>
    pages.get(id);
