/** The numbers of a document's pages: from the first one on, and anew where an element says so (`counter-reset: page 1`). */
import { COUNTER_STYLES, countered, PAGE_COUNTER } from '@toolpress/document';
import type { Destination } from '../pdf/destinations.js';
import { fixedStyle } from './named-strings.js';

/** An element whose page has a number of its own. */
export interface NumberedElement {
  readonly id: string;
  readonly number: number;
}

export class PageNumbers {
  /** By page; undefined where they are counted through. */
  private numbers: readonly number[] | undefined;

  /** @param first the number of the first page; undefined where the document may say it. */
  constructor(private readonly first?: number) {}

  /** @param page from 1. @returns the number that is printed of it. */
  readonly of = (page: number): number => {
    const through = page + (this.first ?? 1) - 1;
    if (this.numbers === undefined) return through;
    const last = this.numbers.length;
    return this.numbers[page - 1] ?? (this.numbers[last - 1] ?? 0) + page - last;
  };

  /** What the script needs to print them in margin boxes: a sheet, and the styles that it has. */
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

  /** @returns whether the numbers that were printed are those of the pages. */
  learn(elements: readonly NumberedElement[], places: ReadonlyMap<string, Destination>, count: number): boolean {
    const begun = new Map<number, number>();
    for (const { id, number } of elements) {
      const page = places.get(id)?.page;
      // Nobody means a page 0, and what the request says of the first page counts.
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
