/**
 * Print CSS that the browser does not have, done by a script of ours before a document is printed, and by printing it again: pages left
 * blank before chapters that begin on one side, numbers of pages in the flow, words that are parted, texts of elements in margins.
 */
import { readFileSync } from 'node:fs';
import { ServiceError } from '@toolpress/contract';
import type { CheckedDocument, PrintFeature } from '@toolpress/document';
import type { OpenDocument, Printer, PrintSettings } from '../browser/printer.js';
import { pageSizes } from '../pdf/count.js';
import { type Destination, destinations, keepDestinations } from '../pdf/destinations.js';
import { PdfFile } from '../pdf/read.js';
import { CountedNumbers } from './counted-numbers.js';
import { hyphenated } from './hyphenation.js';
import { NamedStrings, type StringElement } from './named-strings.js';
import { type NumberedElement, PageNumbers } from './page-numbers.js';

const readView = (name: string): string => readFileSync(new URL(`../../views/${name}`, import.meta.url), 'utf8');
const PARTS = ['named-strings.js', 'leaders.js'].map(readView).join('');
const SCRIPT = `${PARTS}globalThis.printPasses = ${readView('print-passes.js')}`;

/** Ids that the script gives to what is looked for in the PDF. */
const OURS = /^toolpress-pass-/;

/** Beyond them the document is printed as the browser does it; of elements that is some hundred milliseconds. */
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

/** A blank page moves all that follows, which pages of other margins may break elsewhere. */
const MOST_PRINTS = 5;

/** What a print shows that cannot be done: the reports of the check say where it is asked for. */
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
  /** A margin box prints numbers of pages in a style that is not known. */
  isUncounted: boolean;
  /** Ids of elements where the text before a row of dots ends, and where its line does. */
  leaders: { start: string; end: string }[];
  /** There are rows of dots where they can't be printed. */
  isUnled: boolean;
  words: Record<string, string[]>;
  /** It has too many elements. */
  isLarge: boolean;
  /** A number of a page stands in something that is repeated on each. */
  isRepeated: boolean;
  /** A number of another page stands on the first one. */
  isElsewhere: boolean;
  direction: string;
}

export class PrintPasses {
  readonly conditions = new Set<PrintCondition>();
  private begun: Begun | undefined;
  /** The numbers of the elements before which a page stays blank. */
  private blanks: readonly number[] = [];
  /** Printed by the elements that print numbers of pages. */
  private numbers: readonly (number | undefined)[] = [];
  private pages = 0;
  private readonly strings: NamedStrings;
  private readonly pageNumbers: PageNumbers;
  /** Of rows of dots, with what follows them, pixels. */
  private widths: readonly (number | null)[] = [];
  private readonly features: ReadonlySet<PrintFeature>;
  private readonly counted: CountedNumbers;

  /**
   * @param page that prints.
   * @param document what it asks for.
   * @param firstNumber of the first page.
   * @param strings that its margin boxes print.
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

  /** The number of a page, from 1, as far as it is known. */
  readonly numberOf = (page: number): number => this.pageNumbers.of(page);

  /** Prints documents with what is known of them so far. */
  readonly printer: Pick<Printer, 'open' | 'print'> = {
    open: (html) => (this.features.size === 0 ? this.page.open(html) : this.open(html)),
    print: async (html, settings, targets) => {
      if (this.features.size === 0) return this.page.print(html, settings, targets);
      return (await this.open(html)).print(settings, targets);
    },
  };

  /**
   * Prints a document until what it prints of its pages is so.
   *
   * @param print prints it by `printer`.
   * @param onMoved called when pages are not where they were in the print before.
   * @param isDraft that only places are wanted: what margins print moves nothing.
   * @throws ServiceError `document_too_complex` when they do not come to a stand.
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
    const begun = (await document.run(`${SCRIPT}printPasses.begin(${JSON.stringify(options)})`)) as Begun;
    this.begun = begun;
    if (begun.strings.length > PASS_LIMITS.strings) throw tooManyStrings();
    if (begun.isLarge) this.conditions.add('print:large');
    if (begun.isRepeated) this.conditions.add('print:repeated');
    if (begun.isElsewhere) this.conditions.add('print:elsewhere');
    if (Object.keys(begun.words).length > 0)
      await document.run(`printPasses.hyphenate(${JSON.stringify(await hyphenated(begun.words))})`);
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
    return { run: (script) => document.run(script), resize: (width) => document.resize(width), print };
  }

  /** Each begins a page, so that a blank one moves what follows by just one. */
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

  /** @returns whether the rows of dots end where their lines do. */
  private learnWidths({ leaders }: Begun, places: ReadonlyMap<string, Destination>): boolean {
    const before = this.widths;
    this.widths = leaders.map(({ start, end }) => {
      const [from, to] = [places.get(start), places.get(end)];
      return from && to && from.page === to.page ? Math.abs(to.left - from.left) * PIXELS_PER_POINT + BEFORE_END : null;
    });
    return this.widths.every((width, index) => Math.abs((width ?? 0) - (before[index] ?? 0)) <= 1);
  }

  /** Returns whether the numbers that are printed are right. */
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

/** What depends on where the document has its elements. */
const FOLLOWED: readonly PrintFeature[] = ['sides', 'counters', 'strings', 'leaders', 'numbering'];
const isStill = ({ sides, counters, strings, leaders, numbered }: Begun): boolean =>
  [sides, counters, strings, leaders, numbered].every(({ length }) => length === 0);

/** Dots that are still not right then stay so. */
const MOST_LED = 3;
const PIXELS_PER_POINT = 96 / 72;
/** As the script puts what marks the ends of lines. Pixels. */
const BEFORE_END = 1;

const isOdd = (page: number): boolean => page % 2 === 1;

/** The first page is a right one; a left one where pages are turned the other way. */
const beginsOdd = (side: Side, direction: string): boolean => {
  if (side === 'recto' || side === 'verso') return side === 'recto';
  return (side === 'right') === (direction !== 'rtl');
};

const tooManyStrings = (): ServiceError =>
  new ServiceError(
    'document_too_complex',
    `More than ${PASS_LIMITS.strings} elements have a \`string-set\`; set only the texts that a page is to show.`,
  );
