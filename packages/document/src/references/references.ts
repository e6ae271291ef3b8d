/** The elements of a document whose pages are looked up. */

/** An element whose page the PDF reveals by its id. */
interface ReferredElement {
  readonly id: string;
  /** The text with white space collapsed. It may contain marks of page numbers, see `References.textWith`. */
  readonly text: string;
}

export interface Heading extends ReferredElement {
  /** 1 to 6. */
  readonly level: number;
}

/** An element whose text headers and footers print from its page on. */
export interface RunningElement extends ReferredElement {
  readonly name: string;
}

/** What a document refers to, in document order. */
export interface References {
  /** The headings of all levels, if requested. */
  readonly headings: readonly Heading[];
  /** The elements with `data-running`. */
  readonly running: readonly RunningElement[];
  /** The ids whose pages the document prints. */
  readonly numbered: readonly string[];
  /** The ids that must be on a page. */
  readonly required: readonly string[];
  /** Returns where the document asks for the page of an element: "`page_of` at html 2:5 from `[[id | page_of]]`". */
  readonly askedAt: (id: string) => string;
  /** All ids whose pages must be read from the PDF. */
  readonly targets: readonly string[];
  /** Returns the text of a heading or a running element with page numbers, by the ids of elements, or one number for all. */
  readonly textWith: (text: string, pages: ReadonlyMap<string, number> | number) => string;
}
