/** A header, footer or watermark: a template that is filled for every page. */
import { type JsonObject, MAX_PAGES, ServiceError } from '@toolpress/contract';
import { type CheckedFragment, checkFragment, type FragmentField } from './check-fragment.js';
import type { AnyReports, Report } from './policy/explain.js';
import { type FontFallback, mergeFontFallback } from './policy/font-fallback.js';
import type { DocumentResources } from './policy/stylesheets.js';
import { PageMarks } from './references/page-marks.js';
import { templateFor } from './template/cache.js';
import { DEFAULT_MAX_STEPS, type FillOptions, OverBudget } from './template/fill.js';
import { FilledText } from './template/filled-text.js';
import { NeedsPages, PageNumber } from './template/page-number.js';
import type { Template } from './template/template.js';
import type { TemplateData } from './template/values.js';

/** What is known of a page when the document is printed. */
export interface PageValues {
  /** Its number, as it is printed. */
  readonly page: number;
  /** The number of the last page. */
  readonly pages: number;
  /** The texts of running elements, by their names; empty before the first one of a name. */
  readonly running?: Readonly<Record<string, string>>;
}

/** How long a header or footer may get when it is filled, characters: it stands on each of up to 50 pages. */
const MAX_FILLED_LENGTH = 1024 * 1024;

/** How much may be checked of the parts that are filled for each page, characters: some hundred milliseconds. */
export const MAX_CHECKED_PER_PAGE = 5_000_000;

/** What all parts of one field share. */
export interface PartFilling extends Pick<FillOptions, 'formats' | 'document' | 'budget'> {
  readonly data: JsonObject | undefined;
  /** Whether the document has running elements. */
  readonly hasRunning: boolean;
  /** How many parts the field has. */
  readonly parts: number;
  /** How much of `MAX_CHECKED_PER_PAGE` was checked. */
  checked: number;
}

export interface PartContext {
  /** Of the document. */
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
 * Where a template has the numbers of pages in its texts only, it is filled and checked once, with marks for them. Where
 * it computes with them, or has them in CSS or attributes, it is filled and checked for each page, when these are known: before,
 * for some that are likely, to know its images and how high it is.
 */
export class PagePart {
  private readonly template: Template;
  /** Where it is filled once. */
  private marks: PageMarks | undefined;
  /** By the page's values. */
  private readonly filled = new Map<string, Filled>();
  /** By their texts. */
  private readonly fragments = new Map<string, CheckedFragment>();
  private readonly known = new Set<string>();
  private context: PartContext | undefined;

  /**
   * @param likely pages on which it may stand, to begin with.
   * @throws ServiceError for every fault of the template.
   */
  constructor(
    source: string,
    readonly field: FragmentField,
    private readonly filling: PartFilling,
    private readonly likely: readonly PageValues[],
  ) {
    this.template = templateFor(source, field);
    if (!this.fillOnce()) this.fillLikely();
  }

  /** Its texts as far as they are filled. */
  get texts(): FilledText[] {
    return [...this.filled.values()].map(({ text }) => text);
  }

  /** @returns what it is as far as it is filled. @throws as `checkFragment`. */
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

  /** @returns its checked HTML on a page. @throws ServiceError for faults of the template that only this page has. */
  on(values: PageValues): string {
    const filled = this.filledFor(this.marks ? ALL_PAGES : values);
    return this.checkedOf(filled).numbered(({ kind }) => (kind === 'page' ? values.page : values.pages));
  }

  /** Whether its HTML is the same on all pages but for their numbers. */
  get isPlain(): boolean {
    return this.marks !== undefined;
  }

  /** Whether nothing is on a page that was not there when it was checked: images, fonts, anything that is to be reported. */
  isKnownOn(values: PageValues): boolean {
    if (this.marks) return true;
    const filled = this.filledFor(values);
    this.checkedOf(filled);
    return keysOf(filled).every((key) => this.known.has(key));
  }

  /** @returns whether the template does nothing with values of the pages but print their numbers. */
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

  /** What is wrong on a page that may not be there does not count, unless it is wrong on all of them. */
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
    const filled = { text: this.textOf(dataOf(this.filling.data, values), MAX_PAGES) };
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
        `\`${this.field}\` takes too many steps to be filled for all pages; use fewer items, or compute what it prints before and send it in \`data\`.`,
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
    if (this.filling.checked > MAX_CHECKED_PER_PAGE)
      throw new ServiceError(
        'document_too_complex',
        `\`${this.field}\` is too large to be filled anew for every page; make it smaller, or have \`[[page]]\` and \`[[pages]]\` in texts only, without filters or conditions.`,
      );
    const checked = checkFragment(text, this.field, { ...this.context, marks: this.marks });
    // Sheets that it imports are checked and put in as well.
    if (!this.marks) this.filling.checked += Math.max(0, checked.html.length - text.text.length);
    return checked;
  }
}

/** For a part that is filled once. */
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

function dataOf(data: JsonObject | undefined, { page, pages, running }: PageValues): JsonObject {
  if (running === undefined) return { ...data, page, pages };
  const own = data?.['running'];
  const others = typeof own === 'object' && !Array.isArray(own) ? own : {};
  return { ...data, page, pages, running: { ...others, ...running } };
}

/** What is said of several pages is said once. */
function together(checked: readonly CheckedFragment[]): CheckedPart {
  const reports = [...new Set(checked.map((one) => one.reports))];
  const byMessage = (list: readonly Report[]): Report[] => [...new Map(list.map((one) => [one.message, one])).values()];
  return {
    images: [...new Map(checked.flatMap(({ images }) => images).map((image) => [image.url, image])).values()],
    changesPage: checked.some(({ changesPage }) => changesPage),
    wantedSheets: checked.flatMap(({ wantedSheets }) => wantedSheets),
    fonts: checked.reduce((all, { fonts }) => mergeFontFallback(all, fonts), new Map<number, string>()),
    reports: {
      addresses: new Set(reports.flatMap(({ addresses }) => [...addresses])),
      lacksContent: reports.some(({ lacksContent }) => lacksContent),
      mayLackContent: reports.some(({ mayLackContent }) => mayLackContent),
      read: (asked) => byMessage(reports.flatMap((one) => one.read(asked))),
    },
  };
}

/** What has to be known of a fragment before it is printed. */
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
