/** Headers, footers and watermarks of a request: one for all pages, or one for each kind of page. */
import { maxPagesOf, PAGE_KINDS, type PageKind, type PageTexts, type RenderJob } from '@toolpress/contract';
import {
  type FragmentField,
  PagePart,
  type PageValues,
  type PartFilling,
  type References,
  type RunningOnPage,
} from '@toolpress/document';
import type { Destination } from '@toolpress/pdf';

/** A page of the document. */
export interface PageOfDocument {
  /** The position from 1, independent of the printed number. */
  readonly index: number;
  readonly count: number;
  readonly values: PageValues;
}

/** The places of elements, and their page numbers. */
interface Printed {
  readonly places: ReadonlyMap<string, Pick<Destination, 'page'>>;
  readonly numbers: ReadonlyMap<string, number>;
}

/** Returns the pages of a document. @param count the number of pages. @param numberOf returns the number of a page. */
export function pagesOf(
  count: number,
  numberOf: (page: number) => number,
  references: References,
  { places, numbers }: Printed,
): PageOfDocument[] {
  const running = withNumbers(references, numbers);
  return Array.from({ length: count }, (_, before) => {
    const index = before + 1;
    return pageOf(index, count, numberOf, running.length > 0 ? textsOn(index, running, places) : undefined);
  });
}

/** Returns a page. @param running its running texts, if any. */
const pageOf = (
  index: number,
  count: number,
  numberOf: (page: number) => number,
  running: Record<string, RunningOnPage> | undefined,
): PageOfDocument => ({
  index,
  count,
  values: { page: numberOf(index), pages: numberOf(count), ...(running && { running }) },
});

/** Returns the running elements with page numbers in their texts. */
const withNumbers = (
  { running, textWith }: References,
  numbers: ReadonlyMap<string, number> | number,
): References['running'] => running.map((one) => ({ ...one, text: textWith(one.text, numbers) }));

/** Returns pages that most conditions distinguish, with the longest texts. Their headers are checked and measured before the first print. */
export function likelyPages(
  { firstPageNumber = 1, maxPages }: Pick<RenderJob, 'firstPageNumber' | 'maxPages'>,
  references: References,
): PageOfDocument[] {
  const numberOf = (page: number): number => firstPageNumber + page - 1;
  const last = maxPagesOf({ maxPages });
  const running = withNumbers(references, last);
  const longest: Record<string, RunningOnPage> = {};
  for (const { name, text } of running)
    if (text.length >= (longest[name]?.first.length ?? 0)) longest[name] = { first: text, last: text };
  return [1, 2, 3, last].map((index) => pageOf(index, last, numberOf, running.length > 0 ? longest : undefined));
}

/** Returns the texts of each running name: of the first and last element that begin on the page, else of the last one before it. */
function textsOn(
  index: number,
  running: References['running'],
  places: ReadonlyMap<string, Pick<Destination, 'page'>>,
): Record<string, RunningOnPage> {
  const texts: Record<string, RunningOnPage> = {};
  const begunHere = new Set<string>();
  for (const { name, id, text } of running) {
    const page = places.get(id)?.page ?? Number.POSITIVE_INFINITY;
    texts[name] ??= { first: '', last: '' };
    if (page > index) continue;
    texts[name] = { first: begunHere.has(name) ? texts[name].first : text, last: text };
    if (page === index) begunHere.add(name);
  }
  return texts;
}

/** The kinds of pages. A page has the first matching kind of the request. */
const KINDS: Readonly<Record<PageKind, (page: PageOfDocument) => boolean>> = {
  first: ({ index }) => index === 1,
  last: ({ index, count }) => index === count,
  even: ({ index }) => index % 2 === 0,
  odd: ({ index }) => index % 2 === 1,
  default: () => true,
};

export class PageParts {
  /** The parts by kind; undefined for an empty text. */
  private readonly parts = new Map<PageKind, PagePart | undefined>();

  /**
   * @param likely pages that the document may have.
   * @throws ServiceError for faults of the templates.
   */
  constructor(
    texts: PageTexts,
    field: 'header_html' | 'footer_html' | 'watermark_html',
    filling: Omit<PartFilling, 'parts' | 'checked'>,
    likely: readonly PageOfDocument[],
  ) {
    const byKind = typeof texts === 'string' ? { default: texts } : texts;
    const shared = { ...filling, parts: Object.keys(byKind).length, checked: 0 };
    for (const kind of PAGE_KINDS) {
      const text = byKind[kind];
      if (text === undefined) continue;
      const name = (typeof texts === 'string' ? field : `${field}.${kind}`) as FragmentField;
      const values = likely.filter(KINDS[kind]).map((page) => page.values);
      this.parts.set(kind, text === '' ? undefined : new PagePart(text, name, shared, values));
    }
  }

  get all(): PagePart[] {
    return [...this.parts.values()].filter((part) => part !== undefined);
  }

  on(page: PageOfDocument): PagePart | undefined {
    const kind = PAGE_KINDS.find((one) => this.parts.has(one) && KINDS[one](page));
    return kind && this.parts.get(kind);
  }
}
