/** Page numbers as values in templates. They are known only when the document is printed. */

import { type CounterStyle, countered } from './counter-styles.js';
import { TagFault } from './tag-fault.js';

/** The kind of a page number: the page on which an element begins, or, in headers and footers, the current page or the number of pages. */
export type PageNumberKind = 'element' | 'page' | 'pages';

export interface PageNumberFields {
  readonly kind: PageNumberKind;
  /** The ids of the elements. The pages of several elements are printed as in an index. */
  readonly ids?: readonly string[];
  readonly style?: CounterStyle;
  readonly offset?: number;
  /** Whether the element must be on a page because the author's text prints its page number. */
  readonly isRequired?: boolean;
}

/** Returns the page number; undefined for an element that is on no page. */
export type PageLookup = (number: PageNumber, id: string) => number | undefined;

/** Thrown if a header or footer computes with a page number: it must be filled for each page. */
export class NeedsPages extends Error {}

/**
 * A page number. It can be printed as text and nothing else: no filter, comparison or path sees its placeholder. Its fields are
 * private, so no path of a template finds them.
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

  /** Returns a page number with an offset. */
  plus(offset: number): PageNumber {
    return new PageNumber({ ...this.#fields, offset: this.#fields.offset + offset });
  }

  styled(style: CounterStyle): PageNumber {
    return new PageNumber({ ...this.#fields, style });
  }

  /** Returns the same page number, but optional. */
  optional(): PageNumber {
    return new PageNumber({ ...this.#fields, isRequired: false });
  }

  /** Returns the printed text: letters, digits and a minus sign; commas, spaces and dashes between several pages. */
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
   * Refuses to be used as a value.
   *
   * @throws TagFault for the page of an element, which is unknown while a template is filled. NeedsPages in a header or footer, which
   *   is filled again when the page is known.
   */
  refuse(): never {
    if (this.#fields.kind !== 'element') throw new NeedsPages();
    throw new TagFault(
      'has a page number, whose value is known only when it is printed: it can be printed, and changed by `plus`, `minus`, `roman` and `alpha`, but not compared, joined or passed to other filters',
    );
  }

  /** Refuses to be printed as a part of JSON. */
  toJSON(): never {
    return this.refuse();
  }

  toString(): never {
    return this.refuse();
  }
}

/** Writes each page once, in order, and three or more consecutive pages as a range. */
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

/** Refuses page numbers. @throws like `PageNumber.refuse`. */
export function refusePageNumber<Given>(value: Given): asserts value is Exclude<Given, PageNumber> {
  if (value instanceof PageNumber) value.refuse();
}
