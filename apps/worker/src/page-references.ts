/** The numbers of pages that a document prints of its own elements: they are known only when it is printed. */
import { ServiceError } from '@toolpress/contract';
import type { References } from '@toolpress/document';
import { type Destination, destinations } from './pdf/destinations.js';
import { PdfFile } from './pdf/read.js';

/** Numbers of another length may move what follows them, and that once more. */
const MOST_PRINTS = 3;
/** What is printed first: numbers of two digits move nothing then. */
const FIRST_GUESS = 20;

/** Follows them from print to print, until those that are printed are those of the pages. */
export class PageReferences {
  /** Of the elements that the document refers to, in the last print. One that is not laid out has none. */
  places: ReadonlyMap<string, Destination> = new Map();
  /** What the next print is to print, by the ids of elements. */
  numbers: ReadonlyMap<string, number>;
  private prints = 0;

  /**
   * @param numberOf the number of a page.
   * @param guess the page that is printed first.
   */
  constructor(
    private readonly references: References,
    private readonly numberOf: (page: number) => number,
    guess = FIRST_GUESS,
  ) {
    this.numbers = new Map(references.numbered.map((id) => [id, numberOf(guess)]));
  }

  /**
   * @param pdf a print of `numbers`, with all targets.
   * @returns whether they stand; otherwise it has to be printed once more, with other ones.
   * @throws ServiceError `template_invalid` for an element that has to be on a page and is not; `document_too_complex` when they
   *   do not stand after some prints.
   */
  standIn(pdf: Buffer): boolean {
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
      `The page numbers that the document prints of its own elements move these to other pages, ${MOST_PRINTS} times in a row; give the numbers a fixed width.`,
    );
  }

  /** The number that is printed of an element's page. */
  private placed(id: string): [id: string, number: number][] {
    const place = this.places.get(id);
    return place === undefined ? [] : [[id, this.numberOf(place.page)]];
  }
}

const noElement = (id: string, place: string): ServiceError =>
  new ServiceError(
    'template_invalid',
    `${place} asks for the page of \`#${id}\`, and no element with this id is printed; give one that shows the \`id\`.`,
  );
