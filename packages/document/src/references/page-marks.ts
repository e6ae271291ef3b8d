/** Marks that stand for numbers of pages in a text, from when it is filled until it is checked. */
import { randomBytes } from 'node:crypto';
import { type PageLookup, PageNumber, type PageNumberFields } from '../template/page-number.js';
import { TagFault } from '../template/tag-fault.js';
import type { CounterStyle } from './counter-styles.js';

export type { PageLookup };

/** A text with places for numbers of pages. */
export class NumberedText {
  /**
   * @param pieces the text between the places, and before and after.
   * @param numbers one for each place.
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

/** What one thread hands over to another. */
export interface MarksElsewhere {
  readonly secret: string | undefined;
  readonly numbers: readonly PageNumberFields[];
}

/**
 * The marks of one document, or of one header or footer. They are random, and no template sees them: values are numbers, and marks
 * are made only where a value is printed.
 */
export class PageMarks {
  /** Small letters and digits, which no escaping changes; with the text before it, `k` is the end of no character reference. */
  private secret: string | undefined;
  private readonly numbers: PageNumber[] = [];
  private readonly indexes = new Map<string, number>();

  /** @param allowed whether pages of elements may be printed, or the page at hand and the count of pages. */
  constructor(private readonly allowed: 'elements' | 'pages') {}

  toElsewhere(): MarksElsewhere {
    return { secret: this.secret, numbers: this.numbers.map(({ fields }) => fields) };
  }

  /** @returns marks that another thread has made. */
  static received(allowed: 'elements' | 'pages', { secret, numbers }: MarksElsewhere): PageMarks {
    const marks = new PageMarks(allowed);
    marks.secret = secret;
    for (const number of numbers) marks.markOf(new PageNumber(number));
    return marks;
  }

  /**
   * @returns the mark of a number, the same for equal ones.
   * @throws TagFault for a number of another kind.
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

  /** @returns the mark of an element's page; nothing is printed of an element that is on no page. */
  optionalMarkOf(id: string, style: CounterStyle): string {
    return this.markOf(new PageNumber({ kind: 'element', ids: [id], style, isRequired: false }));
  }

  /** @returns the numbers whose marks a text has, in their order. */
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

  /** @returns the text with the marks of numbers that may be lacking: for a copy of what the document says elsewhere. */
  optional(text: string): string {
    if (this.secret === undefined || !text.includes(this.secret)) return text;
    return text.replace(new RegExp(`${this.secret}n(\\d+)x`, 'g'), (_, index: string) =>
      this.markOf(this.numberAt(Number(index)).optional()),
    );
  }

  /** @returns the range of the first number of an element's page that a text has. */
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

/** Of numbers that the author's own text prints. */
export const countRequired = (numbers: readonly PageNumber[]): number =>
  numbers.filter(({ isRequired }) => isRequired).length;

export const ONLY_IN_HTML =
  'has a page number (`page_of`), which may stand in texts of `html` only, not in CSS, headers, footers or watermarks';

/** @returns looks pages up by the ids of elements. */
export const pagesById =
  (pages: ReadonlyMap<string, number>): PageLookup =>
  (_, id) =>
    pages.get(id);
