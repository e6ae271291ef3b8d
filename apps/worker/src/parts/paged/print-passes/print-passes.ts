/**
 * Implements print CSS that the browser lacks, with a page script before each print and by repeated prints: blank pages before chapters that
 * begin on one side, page numbers in the flow, hyphenation, texts of elements in margins.
 */
import { ServiceError } from '@toolpress/contract';
import type { CheckedDocument, PrintFeature, Report } from '@toolpress/document';
import { type Destination, destinations, keepDestinations, PdfFile, pageSizes } from '@toolpress/pdf';
import { PageScript } from '../../../browser/page-script.js';
import type { OpenDocument, Printer, PrintSettings } from '../../../browser/printer.js';
import { CountedNumbers } from './counted-numbers.js';
import { hyphenated } from './hyphenation.js';
import { NamedStrings, type StringElement } from './named-strings.js';
import { type NumberedElement, PageNumbers } from './page-numbers.js';

const SCRIPT = new PageScript('print-passes');

/** The ids that the page script sets on elements whose positions are needed. */
const OURS = /^toolpress-pass-/;

/** Limits. A document with more is printed without these features. The largest number of elements takes some hundred milliseconds. */
export const PASS_LIMITS = {
  elements: 50_000,
  sides: 500,
  counters: 5_000,
  strings: 5_000,
  leaders: 2_000,
  nodes: 1_000_000,
  contents: 10_000_000,
  characters: 2_000_000,
  words: 10_000,
};

/** The largest number of prints. A blank page moves everything after it, which may then break differently. */
const MOST_PRINTS = 5;

/** Unsupported features that a print reveals. The reports of the check have the places. */
export type PrintCondition =
  | 'print:repeated'
  | 'print:elsewhere'
  | 'print:numbers'
  | 'print:large'
  | 'print:leader'
  | 'print:numbering';

type Side = 'left' | 'right' | 'recto' | 'verso';

interface Begun {
  sides: { id: string; side: Side }[];
  counters: string[];
  strings: StringElement[];
  numbered: NumberedElement[];
  /** Whether a margin box prints page numbers in an unknown style. */
  isUncounted: boolean;
  /** The ids of elements where the text before a row of dots ends, and where its line ends. */
  leaders: { start: string; end: string }[];
  /** Whether there are rows of dots that can't be printed. */
  isUnled: boolean;
  words: Record<string, string[]>;
  /** Whether it has too many elements. */
  isLarge: boolean;
  /** Whether a page number is in content that repeats on each page. */
  isRepeated: boolean;
  /** Whether a number of another page is on the first one. */
  isElsewhere: boolean;
  direction: string;
}

export class PrintPasses {
  readonly conditions = new Set<PrintCondition>();
  private begun: Begun | undefined;
  /** The numbers of the elements with a blank page before them. */
  private blanks: readonly number[] = [];
  /** The page numbers by the numbers of the elements that print them. */
  private numbers: readonly (number | undefined)[] = [];
  private pages = 0;
  private readonly strings: NamedStrings;
  private readonly pageNumbers: PageNumbers;
  /** The widths of rows of dots with the text after them, in pixels. */
  private widths: readonly (number | null)[] = [];
  private readonly features: ReadonlySet<PrintFeature>;
  private readonly counted: CountedNumbers;

  /**
   * @param page prints the document.
   * @param document the features that it uses.
   * @param firstNumber the number of the first page.
   */
  constructor(
    private readonly page: Pick<Printer, 'open' | 'print'>,
    { features, counted, strings }: Pick<CheckedDocument, 'features' | 'counted' | 'strings'>,
    firstNumber?: number,
  ) {
    this.features = features;
    this.counted = new CountedNumbers(counted);
    this.pageNumbers = new PageNumbers(firstNumber);
    this.strings = new NamedStrings(strings);
  }

  /** A document of too many elements is printed as the browser does it. */
  get reports(): Report[] {
    return this.conditions.has('print:large') ? [TOO_LARGE] : [];
  }

  /** Returns the number of a page, as far as it is known. @param page from 1. */
  readonly numberOf = (page: number): number => this.pageNumbers.of(page);

  /** Prints documents with what is known so far. */
  readonly printer: Pick<Printer, 'open' | 'print'> = {
    open: (html) => (this.features.size === 0 ? this.page.open(html) : this.open(html)),
    print: async (html, settings, targets) => {
      if (this.features.size === 0) return this.page.print(html, settings, targets);
      return (await this.open(html)).print(settings, targets);
    },
  };

  /**
   * Prints a document until its page numbers and texts are right.
   *
   * @param print prints it with `printer`.
   * @param onMoved called when content has moved to other pages since the last print.
   * @param isDraft whether only places matter. Contents of margins move nothing.
   * @throws ServiceError `document_too_complex` when they do not settle.
   */
  async settled(print: () => Promise<Buffer>, onMoved: () => void, isDraft = false): Promise<Buffer> {
    if (!FOLLOWED.some((feature) => this.features.has(feature))) return print();
    for (let prints = 1; prints <= MOST_PRINTS; prints++) {
      const pdf = await print();
      const { begun } = this;
      if (begun === undefined || isStill(begun)) return pdf;
      const places = destinations(new PdfFile(pdf));
      const { blanks, isMoved } = this.learnSides(begun, places);
      const sizes = pageSizes(pdf);
      const isNumbered = this.pageNumbers.learn(begun.numbered, places, sizes.length) || isDraft;
      const isCounted = this.learnNumbers(begun, places, sizes.length);
      const isNamed = this.strings.learn(begun.strings, places, sizes, this.numberOf) || isDraft;
      const isLed = this.learnWidths(begun, places) || isDraft || prints >= MOST_LED;
      if (!isMoved && isNumbered && isCounted && isNamed && isLed) return keepDestinations(pdf, (id) => !OURS.test(id));
      this.blanks = blanks;
      if (isMoved) onMoved();
    }
    throw new ServiceError(
      'document_too_complex',
      `What \`break-before\` (\`left\`, \`right\`, \`recto\`, \`verso\`) or \`counter(page)\` prints moves other pages, ${MOST_PRINTS} times in a row; give all pages the same size and margins.`,
    );
  }

  private async open(html: string): Promise<OpenDocument> {
    const document = await this.page.open(html);
    if (this.features.has('numbers')) {
      await this.counted.print(document, PASS_LIMITS);
      if (this.counted.isLarge) this.conditions.add('print:large');
      if (this.counted.isIncomplete) this.conditions.add('print:numbers');
      if (this.features.size === 1) return document;
    }
    const options = {
      ...{ features: [...this.features], blanks: this.blanks, limits: PASS_LIMITS },
      ...{ numbers: this.numbers.map((number) => number ?? null), pages: this.pages, strings: this.strings.options },
      ...{ widths: this.widths, numbering: this.pageNumbers.options, firstNumber: this.numberOf(1) },
    };
    const begun = await document.run<Begun>(SCRIPT, 'begin', options);
    this.begun = begun;
    if (begun.strings.length > PASS_LIMITS.strings) throw tooManyStrings();
    if (begun.isLarge) this.conditions.add('print:large');
    if (begun.isRepeated) this.conditions.add('print:repeated');
    if (begun.isElsewhere) this.conditions.add('print:elsewhere');
    if (Object.keys(begun.words).length > 0) await document.run(SCRIPT, 'hyphenate', await hyphenated(begun.words));
    if (begun.isUncounted || (this.features.has('numbering') && this.features.has('counted')))
      this.conditions.add('print:numbering');
    if (begun.isUnled) this.conditions.add('print:leader');
    const ours = [
      ...[...begun.sides, ...begun.strings, ...begun.numbered].map(({ id }) => id),
      ...begun.counters,
      ...begun.leaders.flatMap(({ start, end }) => [start, end]),
    ];
    const print = (settings: PrintSettings, targets: readonly string[] = []) =>
      document.print(settings, ours.length === 0 ? targets : [...new Set([...targets, ...ours])]);
    return { run: (...call) => document.run(...call), resize: (...size) => document.resize(...size), print };
  }

  /** Learns which elements need a blank page. Each begins a page, so a blank one moves the following pages by one. */
  private learnSides({ sides, direction }: Begun, places: ReadonlyMap<string, Destination>) {
    const had = new Set(this.blanks);
    const blanks: number[] = [];
    let moved = 0;
    for (const [index, { id, side }] of sides.entries()) {
      const page = places.get(id)?.page;
      if (page === undefined) continue;
      const without = page + moved - (had.has(index) ? 1 : 0);
      const isBlank = isOdd(without) !== beginsOdd(side, direction);
      if (isBlank) blanks.push(index);
      moved = without + (isBlank ? 1 : 0) - page;
    }
    return { blanks, isMoved: blanks.length !== had.size || blanks.some((index) => !had.has(index)) };
  }

  /** Learns the widths of rows of dots. @returns whether they end where their lines end. */
  private learnWidths({ leaders }: Begun, places: ReadonlyMap<string, Destination>): boolean {
    const before = this.widths;
    this.widths = leaders.map(({ start, end }) => {
      const [from, to] = [places.get(start), places.get(end)];
      return from && to && from.page === to.page ? Math.abs(to.left - from.left) * PIXELS_PER_POINT + BEFORE_END : null;
    });
    return this.widths.every((width, index) => Math.abs((width ?? 0) - (before[index] ?? 0)) <= 1);
  }

  /** Learns the page numbers. Returns whether the printed ones are right. */
  private learnNumbers({ counters }: Begun, places: ReadonlyMap<string, Destination>, count: number): boolean {
    if (counters.length === 0) return true;
    const before = JSON.stringify([this.numbers, this.pages]);
    this.numbers = counters.map((id) => {
      const page = places.get(id)?.page;
      return page === undefined ? undefined : this.numberOf(page);
    });
    this.pages = this.numberOf(count);
    return before === JSON.stringify([this.numbers, this.pages]);
  }
}

const TOO_LARGE: Report = {
  kind: 'notice',
  code: 'css_ignored',
  message: `The document has more than ${PASS_LIMITS.elements} elements: it is printed without what \`hyphens: auto\`, \`counter(page)\`, \`counter-reset: page\`, \`string-set\`, \`leader()\` and \`break-before\` with a side ask for.`,
};

/** The features that depend on the places of elements. */
const FOLLOWED: readonly PrintFeature[] = ['sides', 'counters', 'strings', 'leaders', 'numbering'];
const isStill = ({ sides, counters, strings, leaders, numbered }: Begun): boolean =>
  [sides, counters, strings, leaders, numbered].every(({ length }) => length === 0);

/** The largest number of prints for rows of dots. */
const MOST_LED = 3;
const PIXELS_PER_POINT = 96 / 72;
/** The distance of the mark from the end of a line, in pixels. */
const BEFORE_END = 1;

const isOdd = (page: number): boolean => page % 2 === 1;

/** Returns whether a chapter begins on an odd page. The first page is a right one, or a left one in right-to-left documents. */
const beginsOdd = (side: Side, direction: string): boolean => {
  if (side === 'recto' || side === 'verso') return side === 'recto';
  return (side === 'right') === (direction !== 'rtl');
};

const tooManyStrings = (): ServiceError =>
  new ServiceError(
    'document_too_complex',
    `More than ${PASS_LIMITS.strings} elements have a \`string-set\`; set only the texts that a page is to show.`,
  );
