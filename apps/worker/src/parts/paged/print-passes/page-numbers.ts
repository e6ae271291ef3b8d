/** The page numbers of a document: counted from the first page, and again from elements with `counter-reset: page 1`. */
import { PAGE_COUNTER } from '@toolpress/document';
import type { Destination } from '@toolpress/pdf';
import { COUNTER_STYLES, countered } from '@toolpress/template';
import { fixedStyle } from './named-strings.js';

/** An element that sets the number of its page. */
export interface NumberedElement {
  readonly id: string;
  readonly number: number;
}

export class PageNumbers {
  /** The numbers by page; undefined if they are continuous. */
  private numbers: readonly number[] | undefined;

  /** @param first the number of the first page; undefined if the document may set it. */
  constructor(private readonly first?: number) {}

  /** Returns the printed number of a page. @param page from 1. */
  readonly of = (page: number): number => {
    const through = page + (this.first ?? 1) - 1;
    if (this.numbers === undefined) return through;
    const last = this.numbers.length;
    return this.numbers[page - 1] ?? (this.numbers[last - 1] ?? 0) + page - last;
  };

  /** The options for the page script to print them in margin boxes: a style sheet, and its counter styles. */
  get options() {
    const { numbers } = this;
    if (numbers === undefined) return undefined;
    const sheets = COUNTER_STYLES.map((style) =>
      fixedStyle(
        `${NUMBER}${style}`,
        numbers.map((number) => countered(number, style)),
      ),
    );
    const sheet = `@page { counter-increment: ${PAGE_COUNTER} } ${sheets.join(' ')}`;
    return { sheet, styles: COUNTER_STYLES, prefix: `${PAGE_COUNTER}, ${NUMBER}` };
  }

  /** Learns the places of a print. @returns whether the printed numbers are right. */
  learn(elements: readonly NumberedElement[], places: ReadonlyMap<string, Destination>, count: number): boolean {
    const begun = new Map<number, number>();
    for (const { id, number } of elements) {
      const page = places.get(id)?.page;
      // A page 0 is never intended, and the request decides the first number.
      if (page !== undefined && (page > 1 || this.first === undefined)) begun.set(page, number || 1);
    }
    const before = JSON.stringify(this.numbers);
    const numbers: number[] = [];
    for (let page = 1; page <= count; page++)
      numbers.push(begun.get(page) ?? (page === 1 ? (this.first ?? 1) : (numbers[page - 2] ?? 0) + 1));
    const isThrough = begun.size === 0 || (begun.size === 1 && begun.get(1) === 1);
    this.numbers = isThrough ? undefined : numbers;
    return JSON.stringify(this.numbers) === before;
  }
}

const NUMBER = 'toolpress-number-';
