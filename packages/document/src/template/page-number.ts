/** Numbers of pages as values of templates: they are known only when the document is printed. */
import { type CounterStyle, countered } from '../references/counter-styles.js';
import { TagFault } from './tag-fault.js';

/** What a number counts: the page that an element begins on, the page at hand, or all pages. The last two are of headers and footers. */
export type PageNumberKind = 'element' | 'page' | 'pages';

export interface PageNumberFields {
  readonly kind: PageNumberKind;
  /** Of the element, or of several: their pages are printed as an index has them. */
  readonly ids?: readonly string[];
  readonly style?: CounterStyle;
  readonly offset?: number;
  /** Whether the element has to be on a page: the author's own text counts on it. */
  readonly isRequired?: boolean;
}

/** Gives the number of a page; undefined for an element on no page. */
export type PageLookup = (number: PageNumber, id: string) => number | undefined;

/** A number that a header or footer computes with, compares or has a condition on: the template has to be filled for each page. */
export class NeedsPages extends Error {}

/**
 * It can be printed as text of a document, and nothing else: no filter, comparison or path sees what stands for it. Its fields are
 * private, so that no path of a template finds them.
 */
export class PageNumber {
  readonly #fields: Required<PageNumberFields>;

  constructor({ kind, ids = [], style = 'decimal', offset = 0, isRequired = true }: PageNumberFields) {
    this.#fields = { kind, ids, style, offset, isRequired };
  }

  get fields(): PageNumberFields {
    return this.#fields;
  }

  get kind(): PageNumberKind {
    return this.#fields.kind;
  }

  get ids(): readonly string[] {
    return this.#fields.ids;
  }

  get isRequired(): boolean {
    return this.#fields.isRequired;
  }

  /** Equal for equal numbers. */
  get key(): string {
    const { kind, ids, style, offset, isRequired } = this.#fields;
    return `${kind} ${style} ${offset} ${isRequired} ${ids.length} ${ids.join(' ')}`;
  }

  /** @returns the number of another page, counted from this one. */
  plus(offset: number): PageNumber {
    return new PageNumber({ ...this.#fields, offset: this.#fields.offset + offset });
  }

  styled(style: CounterStyle): PageNumber {
    return new PageNumber({ ...this.#fields, style });
  }

  /** @returns the same number where nothing is printed of an element that is on no page. */
  optional(): PageNumber {
    return new PageNumber({ ...this.#fields, isRequired: false });
  }

  /** @returns what is printed: letters, digits, a minus sign; between pages of several elements commas, blanks, dashes. */
  printed(pageOf: PageLookup): string {
    const { style, offset, ids } = this.#fields;
    const write = (page: number): string => countered(page + offset, style);
    if (ids.length > 1)
      return pageList(
        ids.flatMap((id) => pageOf(this, id) ?? []),
        write,
      );
    const page = pageOf(this, ids[0] ?? '');
    return page === undefined ? '' : write(page);
  }

  /**
   * @throws TagFault for the page of an element, which can't be known when a template is filled; NeedsPages in a header or footer,
   *   which can be filled again when it is known.
   */
  refuse(): never {
    if (this.#fields.kind !== 'element') throw new NeedsPages();
    throw new TagFault(
      'has a page number, which gets its value only when it is printed: it can be printed, and changed by `plus`, `minus`, `roman` and `alpha`, but not compared, joined or given to other filters',
    );
  }

  /** As a part of a value that prints as JSON. */
  toJSON(): never {
    return this.refuse();
  }

  toString(): never {
    return this.refuse();
  }
}

/** Each page once, in order; three and more that follow each other as from the first to the last of them. */
function pageList(pages: readonly number[], write: (page: number) => string): string {
  const runs: { first: number; last: number }[] = [];
  for (const page of [...new Set(pages)].sort((one, other) => one - other)) {
    const run = runs.at(-1);
    if (run?.last === page - 1) run.last = page;
    else runs.push({ first: page, last: page });
  }
  const written = runs.map(({ first, last }) => {
    if (first === last) return write(first);
    return `${write(first)}${last === first + 1 ? ', ' : '–'}${write(last)}`;
  });
  return written.join(', ');
}

/** @throws as `PageNumber.refuse`. */
export function refusePageNumber<Given>(value: Given): asserts value is Exclude<Given, PageNumber> {
  if (value instanceof PageNumber) value.refuse();
}
