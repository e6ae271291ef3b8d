/** A header, footer or watermark: a template that is filled for each page. */

import { type JsonObject, MAX_PAGES, ServiceError } from '@toolpress/contract';
import {
  DEFAULT_MAX_STEPS,
  FilledText,
  type FillOptions,
  NeedsPages,
  OverBudget,
  PageMarks,
  PageNumber,
  RunningTexts,
  type Template,
  type TemplateData,
  templateFor,
} from '@toolpress/template';
import { type CheckedFragment, checkFragment, type FragmentField } from './check-fragment.js';
import type { AnyReports, Report } from './policy/explain.js';
import { type FontFallback, mergeFontFallback } from './policy/font-fallback.js';
import type { DocumentResources } from './policy/stylesheets.js';

/** The values of a page that are known after printing. */
export interface PageValues {
  /** The printed page number. */
  readonly page: number;
  /** The number of the last page. */
  readonly pages: number;
  /** The texts of running elements by name; empty before the first element of a name. */
  readonly running?: Readonly<Record<string, RunningOnPage>>;
}

/** The texts of a name on a page: of the first and the last element that begins there, else of the last one before. */
export interface RunningOnPage {
  readonly first: string;
  readonly last: string;
}

/** In templates that have such a name, `last` may be that of a running element. */
const NAMES_LAST = /\.last\b/;

/** The largest length of a filled header or footer, in characters. */
const MAX_FILLED_LENGTH = 1024 * 1024;

/** The largest total length of parts that are checked for each page, in characters, for each begun 50 pages: some hundred milliseconds. */
export const MAX_CHECKED_PER_PAGE = 5_000_000;
/** Longer documents have no more than those of this number of 50 pages. */
const MAX_BLOCKS = 8;

/** The state shared by all parts of a field. */
export interface PartFilling extends Pick<FillOptions, 'formats' | 'document' | 'budget'> {
  readonly data: JsonObject | undefined;
  /** Whether the document has running elements. */
  readonly hasRunning: boolean;
  /** The number of parts of the field. */
  readonly parts: number;
  /** The number of begun 50 pages that the document may have; default: 1. */
  readonly blocks?: number | undefined;
  /** The used part of `MAX_CHECKED_PER_PAGE`, in characters. */
  checked: number;
}

export interface PartContext {
  /** The language of the document. */
  language: string | undefined;
  resources: Partial<DocumentResources>;
}

export type CheckedPart = Pick<CheckedFragment, 'images' | 'changesPage' | 'wantedSheets'> & {
  readonly reports: AnyReports;
  readonly fonts?: FontFallback;
};

interface Filled {
  readonly text: FilledText;
  /** When it is checked. */
  fragment?: CheckedFragment;
}

/**
 * A part of pages. A template with page numbers in texts only is filled and checked once, with marks for them. A template that
 * computes with page numbers, or has them in CSS or attributes, is filled and checked for each page after printing, and before for
 * some likely pages, to know its images and height.
 */
export class PagePart {
  private readonly template: Template;
  /** Where it is filled once. */
  private marks: PageMarks | undefined;
  /** Filled texts by the page's values. */
  private readonly filled = new Map<string, Filled>();
  /** Checked fragments by their texts. */
  private readonly fragments = new Map<string, CheckedFragment>();
  private readonly known = new Set<string>();
  private readonly namesLast: boolean;
  private context: PartContext | undefined;

  /**
   * @param likely the likely pages, for the first check.
   * @throws ServiceError for a fault of the template.
   */
  constructor(
    source: string,
    readonly field: FragmentField,
    private readonly filling: PartFilling,
    private readonly likely: readonly PageValues[],
  ) {
    this.template = templateFor(source, field);
    this.namesLast = NAMES_LAST.test(source);
    if (!this.fillOnce()) this.fillLikely();
  }

  /** The texts filled so far. */
  get texts(): FilledText[] {
    return [...this.filled.values()].map(({ text }) => text);
  }

  /** Checks the texts filled so far. @throws like `checkFragment`. */
  check(context: PartContext): CheckedPart {
    this.context = context;
    const [once] = this.filled.values();
    if (this.marks && once && !this.checkedOf(once).numbersAreText) {
      this.marks = undefined;
      this.filled.clear();
      this.fillLikely();
    }
    const checked = [...this.filled.values()].map((filled) => this.checkedOf(filled));
    for (const filled of this.filled.values()) for (const key of keysOf(filled)) this.known.add(key);
    const [only, ...others] = new Set(checked);
    return only !== undefined && others.length === 0 ? only : together(checked);
  }

  /** Returns the checked HTML for a page. @throws ServiceError for faults that only this page has. */
  on(values: PageValues): string {
    const filled = this.filledFor(this.marks ? ALL_PAGES : values);
    return this.checkedOf(filled).numbered(({ kind }) => (kind === 'page' ? values.page : values.pages));
  }

  /** Whether the HTML is the same on all pages, except page numbers. */
  get isPlain(): boolean {
    return this.marks !== undefined;
  }

  /** Returns whether everything on a page was checked before: images, fonts and reports. */
  isKnownOn(values: PageValues): boolean {
    if (this.marks) return true;
    const filled = this.filledFor(values);
    this.checkedOf(filled);
    return keysOf(filled).every((key) => this.known.has(key));
  }

  /** Fills the template once. Returns whether it only prints page numbers. */
  private fillOnce(): boolean {
    this.marks = new PageMarks('pages');
    try {
      this.filled.set(keyOf(ALL_PAGES), { text: this.textOf(dataOfAllPages(this.filling), 1) });
      return true;
    } catch (error) {
      if (!(error instanceof NeedsPages)) throw error;
      this.marks = undefined;
      return false;
    }
  }

  /** Fills the template for the likely pages. Ignores a fault unless all of them have one: the page may not exist. */
  private fillLikely(): void {
    let fault: unknown;
    for (const values of this.likely)
      try {
        this.filledFor(values);
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        fault ??= error;
      }
    if (this.filled.size === 0 && fault !== undefined) throw fault;
  }

  private filledFor(values: PageValues): Filled {
    const key = keyOf(values);
    const known = this.filled.get(key);
    if (known !== undefined) return known;
    const filled = { text: this.textOf(dataOf(this.filling.data, values, this.namesLast), MAX_PAGES) };
    this.filled.set(key, filled);
    return filled;
  }

  private textOf(data: TemplateData, times: number): FilledText {
    const { formats, document, budget, parts } = this.filling;
    try {
      return new FilledText(this.template, data, {
        field: this.field,
        maxLength: MAX_FILLED_LENGTH,
        maxSteps: Math.floor(DEFAULT_MAX_STEPS / parts / times),
        budget,
        ...(formats && { formats }),
        ...(document && { document }),
        ...(this.marks && { marks: this.marks }),
      });
    } catch (error) {
      if (!(error instanceof OverBudget)) throw error;
      throw new ServiceError(
        'document_too_complex',
        `\`${this.field}\` takes too many steps to fill for all pages; use fewer items, or compute the values before and send them in \`data\`.`,
      );
    }
  }

  private checkedOf(filled: Filled): CheckedFragment {
    const { text } = filled.text;
    filled.fragment ??= this.fragments.get(text) ?? this.newlyChecked(filled.text);
    this.fragments.set(text, filled.fragment);
    return filled.fragment;
  }

  private newlyChecked(text: FilledText): CheckedFragment {
    if (!this.marks) this.filling.checked += text.text.length;
    if (this.filling.checked > MAX_CHECKED_PER_PAGE * Math.min(this.filling.blocks ?? 1, MAX_BLOCKS))
      throw new ServiceError(
        'document_too_complex',
        `\`${this.field}\` is too large to fill for every page; make it smaller, or use \`[[page]]\` and \`[[pages]]\` in text only, without filters or conditions.`,
      );
    const checked = checkFragment(text, this.field, { ...this.context, marks: this.marks });
    // Imported style sheets are checked and inserted, too.
    if (!this.marks) this.filling.checked += Math.max(0, checked.html.length - text.text.length);
    return checked;
  }
}

/** The page values of a part that is filled once. */
const ALL_PAGES: PageValues = { page: 0, pages: 0 };

const keyOf = ({ page, pages, running = {} }: PageValues): string =>
  `${page} ${pages} ${JSON.stringify(Object.values(running))}`;

function dataOfAllPages({ data, hasRunning }: PartFilling): TemplateData {
  const all = { ...data, page: new PageNumber({ kind: 'page' }), pages: new PageNumber({ kind: 'pages' }) };
  if (!hasRunning) return all;
  const get = (): never => {
    throw new NeedsPages();
  };
  return Object.defineProperty(all, 'running', { get, enumerable: true });
}

function dataOf(data: JsonObject | undefined, { page, pages, running }: PageValues, namesLast: boolean): JsonObject {
  if (running === undefined) return { ...data, page, pages };
  const own = data?.['running'];
  const others = typeof own === 'object' && !Array.isArray(own) ? own : {};
  const texts = Object.entries(running).map(([name, { first, last }]) => [
    name,
    namesLast ? new RunningTexts(first, last) : first,
  ]);
  return { ...data, page, pages, running: { ...others, ...(Object.fromEntries(texts) as JsonObject) } };
}

/** Merges the results of several pages. Equal reports appear once. */
function together(checked: readonly CheckedFragment[]): CheckedPart {
  const reports = [...new Set(checked.map((one) => one.reports))];
  const byMessage = (list: readonly Report[]): Report[] => [...new Map(list.map((one) => [one.message, one])).values()];
  return {
    images: [...new Map(checked.flatMap(({ images }) => images).map((image) => [image.url, image])).values()],
    changesPage: checked.some(({ changesPage }) => changesPage),
    wantedSheets: checked.flatMap(({ wantedSheets }) => wantedSheets),
    fonts: checked.reduce((all, { fonts }) => mergeFontFallback(all, fonts), new Map<number, string>()),
    reports: {
      isEmpty: reports.every(({ isEmpty }) => isEmpty),
      addresses: new Set(reports.flatMap(({ addresses }) => [...addresses])),
      lacksContent: reports.some(({ lacksContent }) => lacksContent),
      mayLackContent: reports.some(({ mayLackContent }) => mayLackContent),
      read: (asked) => byMessage(reports.flatMap((one) => one.read(asked))),
    },
  };
}

/** Returns keys for everything in a fragment that must be known before printing. */
function keysOf({ text, fragment }: Filled): string[] {
  if (fragment === undefined) return [];
  const { images, findings, fonts = [], changesPage, wantedSheets } = fragment;
  return [
    ...images.map(({ url }) => `image ${url}`),
    ...findings.map(({ code, subject, fault, address }) => `${code} ${subject.name} ${fault} ${address}`),
    ...[...fonts].map((font) => `font ${font}`),
    ...wantedSheets.map((url) => `sheet ${url}`),
    ...text.missing(MAX_PAGES).tags.map(({ tag, line, column }) => `tag ${tag} ${line}:${column}`),
    ...(changesPage ? ['page'] : []),
  ];
}
