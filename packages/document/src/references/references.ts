/** What a document refers to by page. */

/** An element whose place the PDF tells by its id. */
interface ReferredElement {
  readonly id: string;
  /** White space collapsed; it may have marks of page numbers, see `References.textWith`. */
  readonly text: string;
}

export interface Heading extends ReferredElement {
  /** 1 to 6. */
  readonly level: number;
}

/** From its page on, its text is what headers and footers print of its name. */
export interface RunningElement extends ReferredElement {
  readonly name: string;
}

/** What a document refers to, in document order. */
export interface References {
  /** Of all levels, when they are asked for. */
  readonly headings: readonly Heading[];
  /** Those with `data-running`. */
  readonly running: readonly RunningElement[];
  /** The ids whose pages the document prints. */
  readonly numbered: readonly string[];
  /** Those of them that have to be on a page. */
  readonly required: readonly string[];
  /** @returns where the document asks for the page of an element, by its id: "`page_of` at html 2:5 from `[[id | page_of]]`". */
  readonly askedAt: (id: string) => string;
  /** All of these ids: their places are to be read from the PDF. */
  readonly targets: readonly string[];
  /** @returns the text of a heading or a running element with the numbers of pages, by the ids of elements, or one for all. */
  readonly textWith: (text: string, pages: ReadonlyMap<string, number> | number) => string;
}
