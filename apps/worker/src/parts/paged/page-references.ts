/** The page numbers of its elements that a document prints. They are known only after a print. */
import { ServiceError } from '@toolpress/contract';
import type { References } from '@toolpress/document';
import { type Destination, destinations, PdfFile } from '@toolpress/pdf';

/** The largest number of prints. Numbers of another length may move content, which may change numbers again. */
const MOST_PRINTS = 3;
/** The number in a draft. Pages of two digits then move no content. */
const FIRST_GUESS = 20;

/** Follows the page numbers from print to print, until the printed numbers are right. */
export class PageReferences {
  /** The places of the referenced elements in the last print. Elements without a layout box are omitted. */
  places: ReadonlyMap<string, Destination> = new Map();
  /** The numbers for the next print, by the ids of elements. */
  numbers: ReadonlyMap<string, number>;
  private prints = 0;

  /**
   * @param numberOf returns the number of a page.
   * @param guess the page numbers for the first print, or one for all elements.
   */
  constructor(
    private readonly references: References,
    private readonly numberOf: (page: number) => number,
    guess: ReadonlyMap<string, number> | number = FIRST_GUESS,
  ) {
    this.numbers = typeof guess === 'number' ? new Map(references.numbered.map((id) => [id, numberOf(guess)])) : guess;
  }

  /**
   * Reads the places of a print.
   *
   * @param pdf a print of `numbers`, with all targets.
   * @returns whether the numbers are right. Otherwise the document has to be printed again with the new ones.
   * @throws ServiceError `template_invalid` for an element that must be on a page and is not; `document_too_complex` when the numbers still
   *   change after some prints.
   */
  settle(pdf: Buffer): boolean {
    const { targets, numbered, required, askedAt } = this.references;
    if (targets.length === 0) return true;
    this.places = destinations(new PdfFile(pdf));
    const lost = required.find((id) => !this.places.has(id));
    if (lost !== undefined) throw noElement(lost, askedAt(lost));
    const before = this.numbers;
    const placed = numbered.flatMap((id) => this.placed(id));
    this.numbers = new Map(placed);
    if (placed.length === before.size && placed.every(([id, number]) => before.get(id) === number)) return true;
    this.prints += 1;
    if (this.prints < MOST_PRINTS) return false;
    throw new ServiceError(
      'document_too_complex',
      `The page numbers of elements that the document prints move these elements to other pages, ${MOST_PRINTS} times in a row; give the numbers a fixed width.`,
    );
  }

  /** Returns the page number of an element. */
  private placed(id: string): [id: string, number: number][] {
    const place = this.places.get(id);
    return place === undefined ? [] : [[id, this.numberOf(place.page)]];
  }
}

const noElement = (id: string, place: string): ServiceError =>
  new ServiceError(
    'template_invalid',
    `${place} needs the page of \`#${id}\`, but no element with this \`id\` is printed: add one, or correct the id.`,
  );
