/** Lays out a document with footnotes: predicts its pages, prints them, and compares. */
import { ServiceError } from '@toolpress/contract';
import { pageSizes } from '@toolpress/pdf';
import type { OpenDocument, PrintSettings } from '../../../browser/printer.js';
import { expectedNames, type Flow, FOOTNOTES, placesIn, seeFlow, startsOf } from './flow.js';
import { areaHeight, LONG_NOTE, type NotePart } from './note-parts.js';
import { breaksFrom } from './pagination.js';
import { PrintedPages, type WrongPage } from './printed-pages.js';
import {
  areaId,
  type Break,
  type FoundLine,
  type Measured,
  type NoteArea,
  type Pages,
  type Place,
  type Span,
  type Start,
} from './units.js';

/** The number of lines before and after the end of a page that are located. */
const NEAR = 3;
/**
 * The number of pages above which one line is located: the browser looks at each place on each page, which takes most of the time of 500 pages.
 */
const MANY_PAGES = 100;
/** The largest number of prints. Each corrects a page that was predicted wrong. Nearly all documents need two. */
const MOST_PRINTS = 24;
/** The largest number of page names. Further names are treated as the first. */
const MOST_NAMES = 12;

/** The layout of a printed document. */
export interface NotedLayout {
  flow: Flow;
  measured: Measured;
  widths: readonly number[];
  breaks: readonly Break[];
  spans: readonly Span[];
  /** The parts of notes on each page. */
  parts: readonly (readonly NotePart[])[];
  /** The page of each unit, from 0. */
  pages: number[];
  marked: ReadonlySet<number>;
  /** See `NotedPages.shifts`. */
  shifts: number[];
  /** The positions of located units in the document, see `keep` of the page script. */
  kept?: unknown;
}

/** What was tried to make room for notes. */
interface Attempts {
  /** The breaks that have left a page without room, as JSON. */
  readonly culprits: Set<string>;
  /** The layout before a page was tried without the break that ended it early. */
  before?: Pick<NotedLayout, 'breaks' | 'spans' | 'parts' | 'pages'> | undefined;
}

const NOTHING: Measured = { heights: [], around: [], cuts: [], units: [], callIds: [] };

/** The pages of a document in which `footnotes.js` has begun. */
export class NotedPages {
  private prints = 0;
  private flow: Flow = { boxOf: () => ({ width: 0, height: 0 }), start: 0 };
  private measured: Measured = NOTHING;
  /** The different widths of pages. */
  private widths: readonly number[] = [];
  private breaks: readonly Break[] = [];
  private spans: readonly Span[] = [];
  private parts: readonly (readonly NotePart[])[] = [];
  /** The predicted page of each unit. */
  private pages: number[] = [];
  /** The units that are located; `closely`: those on pages that were predicted wrong. */
  private marked: ReadonlySet<number> = new Set();
  private readonly closely = new Set<number>();
  /** The pages that were tried without the break that ended them early. */
  private readonly looked = new Set<number>();
  /**
   * Whether notes are as wide as on the narrowest page. A note that is wider than its page makes the browser print the whole document smaller,
   * which moves everything.
   */
  private isNarrow = false;
  /** The correction of the notes' position on each page, in pixels down. */
  private shifts: number[] = [];

  constructor(
    private readonly document: OpenDocument,
    private readonly settings: PrintSettings,
    private readonly targets: readonly string[],
    private readonly maxPages: number,
  ) {}

  /**
   * Prints a document that differs from an earlier one in its page numbers, without measuring it again.
   *
   * @returns undefined if its pages differ, or a number may have moved something near notes.
   */
  async printAs(known: NotedLayout | undefined): Promise<{ pdf: Buffer; layout: NotedLayout } | undefined> {
    if (known?.kept === undefined) return undefined;
    const changed = await this.run<number[] | null>('resume', known.kept);
    const { parts, pages } = known;
    const isNoted = (index: number): boolean => (parts[pages[index] ?? 0] ?? []).length > 0;
    if (changed === null || changed.some(isNoted)) return undefined;
    this.takeOver(known);
    ({ measured: this.measured, widths: this.widths } = known);
    this.marked = new Set([...known.marked].filter((index) => !changed.includes(index)));
    const { pdf, printed } = await this.printApplied();
    return printed?.stand ? { pdf, layout: known } : undefined;
  }

  private takeOver({ flow, breaks, spans, parts, pages, shifts }: NotedLayout): void {
    Object.assign(this, { flow, breaks, spans, parts, pages, shifts: [...shifts] });
  }

  /**
   * Prints the document until its notes are right.
   *
   * @param known an earlier layout, on pages of the same sizes.
   * @param isDraft whether only places matter.
   */
  async print(known: NotedLayout | undefined, isDraft: boolean): Promise<{ pdf: Buffer; layout: NotedLayout }> {
    if (known) this.takeOver(known);
    await this.see(known?.flow);
    if (known?.measured.units.length === this.measured.units.length) {
      for (const [index, unit] of this.measured.units.entries())
        unit.canBreak = known.measured.units[index]?.canBreak ?? false;
      await this.findLines();
    } else await this.paginate({ unit: 0, page: 0 });
    const attempts: Attempts = { culprits: new Set() };
    for (let isFirst = true; ; isFirst = false) {
      const { pdf, printed } = await this.printApplied();
      if (printed === undefined) {
        this.isNarrow = true;
        continue;
      }
      const { places, wrong } = printed;
      // The document has too many pages and is refused.
      if (this.parts.length > this.maxPages && pageSizes(pdf).length > this.maxPages)
        return { pdf, layout: await this.end(isDraft) };
      const unseen = printed.unseen(wrong?.page);
      if (unseen.length > 0) {
        await this.findLines(unseen);
        continue;
      }
      this.learnMoved(places);
      this.pages = places.map((place) => place?.page ?? 0);
      if (wrong === undefined) {
        if (this.isSettled(printed, isDraft)) return { pdf, layout: await this.end(isDraft) };
        continue;
      }
      this.lookClosely(wrong.page, places);
      if (await this.correctSplit(wrong, printed)) continue;
      if (wrong.isLoose) await this.tryWithout(wrong.page, printed, attempts);
      else {
        await this.correctBreak(wrong.page, printed, attempts);
        if (isDraft && isFirst) return { pdf, layout: await this.end(isDraft) };
      }
    }
  }

  /** Learns from a print whose pages have room for their notes. @returns whether it is the last one. */
  private isSettled(printed: PrintedPages, isDraft: boolean): boolean {
    this.parts = printed.parts;
    // Otherwise only the positions of notes are wrong.
    const isDone = printed.areTheirs && (isDraft || printed.areAtTheFoot);
    if (isDone && !this.isNarrow) return true;
    if (isDone) this.isNarrow = false;
    else if (printed.areTheirs) this.learnShifts(printed);
    return false;
  }

  private lookClosely(page: number, places: PrintedPages['places']): void {
    for (const [index, place] of places.entries())
      if (place?.page === page || place?.page === page + 1) this.closely.add(index);
  }

  /** Places a unit again that continues on the next page, or must not. @returns whether there is one. */
  private async correctSplit({ page, span, whole }: WrongPage, printed: PrintedPages): Promise<boolean> {
    const { places } = printed;
    const { units } = this.measured;
    if (span !== undefined) {
      const unit = units[span.unit];
      const begin = places[span.unit]?.page ?? page;
      if (unit !== undefined) unit.reserve = { page: begin, height: span.reserve };
      await this.paginateFrom(begin, printed, span.unit);
    } else if (whole !== undefined) {
      Object.assign(units[whole] ?? {}, { calls: undefined, reserve: undefined });
      await this.paginateFrom(places[whole]?.page ?? page, printed, whole);
    }
    return span !== undefined || whole !== undefined;
  }

  private breaksBefore(page: number, { places }: PrintedPages): Break[] {
    return this.breaks.filter(({ unit }) => (places[unit - 1]?.page ?? 0) < page);
  }

  /** Tries a page without the break that has ended it early. */
  private async tryWithout(page: number, printed: PrintedPages, attempts: Attempts): Promise<void> {
    const { breaks, spans, parts, pages } = this;
    attempts.before = { breaks, spans, parts, pages };
    this.looked.add(page);
    this.breaks = this.breaksBefore(page, printed);
    this.parts = printed.parts.slice(0, page);
    await this.findLines();
  }

  /** Paginates again from a page on that has no room for its notes. @throws ServiceError when they fit nowhere. */
  private async correctBreak(page: number, printed: PrintedPages, attempts: Attempts): Promise<void> {
    const { places } = printed;
    const kept = this.breaksBefore(page, printed);
    const culprit = this.breaks.find(({ unit }) => (places[unit - 1]?.page ?? 0) === page);
    const attempt = JSON.stringify(culprit);
    const unit = culprit && this.measured.units[culprit.unit];
    if (unit !== undefined && attempts.culprits.has(attempt)) unit.canBreak = false;
    attempts.culprits.add(attempt);
    await this.paginateFrom(page, printed);
    if (culprit !== undefined || this.breaks.length !== kept.length) return;
    if (attempts.before === undefined) throw dontFit();
    Object.assign(this, attempts.before);
    attempts.before = undefined;
    await this.findLines();
  }

  /** Measures the pages and the document. The window keeps its width, because each change causes a layout. */
  private async see(known: Flow | undefined): Promise<void> {
    const print = (ids: readonly string[]): Promise<Buffer> => this.printOnce(ids);
    const { names, usual: usualName } = await this.run<{ names: string[]; usual: string }>('pageNames');
    this.flow = known ?? (await seeFlow(this.document, this.settings, print, names.slice(0, MOST_NAMES)));
    const { boxOf } = this.flow;
    // The pages of the body, which may differ from the first one: a cover often has its own name and margins.
    const usual = boxOf(1, usualName).width;
    const boxes = names.flatMap((name) => [0, 1, 2].map((page) => boxOf(page, name)));
    this.widths = [...new Set([usual, ...boxes.map(({ width }) => width)])];
    await this.document.resize(Math.round(usual));
    const byName = Object.fromEntries(names.map((name) => [name, boxOf(1, name).width]));
    const long = Math.min(...boxes.map(({ height }) => height)) * LONG_NOTE;
    this.measured = await this.run<Measured>('measure', byName, usual, this.widths, long);
  }

  private get ofDocument(): Pages {
    const { boxOf } = this.flow;
    return {
      last: this.maxPages,
      boxOf,
      widthOf: (page, name) => Math.max(0, this.widths.indexOf(boxOf(page, name).width)),
    };
  }

  /** Predicts the pages again from a wrong one on. @param raised a unit that leaves more of its pages free than before. */
  private async paginateFrom(wrong: number, { places, carried, parted }: PrintedPages, raised?: number): Promise<void> {
    let page = wrong;
    // A unit that continues on it has begun on an earlier page.
    for (const [unit, { page: from, end }] of [...parted].reverse()) {
      if (from < page && end.page >= page) page = from;
      if (unit === raised) parted.delete(unit);
    }
    const unit = places.findIndex((place) => (place?.page ?? -1) >= page);
    const seen = raised === undefined ? wrong : page;
    await this.paginate({ unit, page, places, seen, carried: carried[page] ?? [], parted });
  }

  /** Predicts the pages from one on. Breaks before it are kept. */
  private async paginate(start: Start): Promise<void> {
    const kept = this.breaks.filter(({ unit }) => unit <= start.unit);
    const spans = this.spans.filter(({ unit }) => unit < start.unit);
    const [before, notes] = [this.pages.slice(0, start.unit), this.parts.slice(0, start.page)];
    for (;;) {
      const { units } = this.measured;
      const foreseen = breaksFrom(units, this.measured, this.ofDocument, start);
      this.breaks = [...kept, ...foreseen.breaks];
      this.spans = [...spans, ...foreseen.spans];
      this.pages = [...before, ...foreseen.pages.slice(start.unit)];
      this.parts = [...notes, ...foreseen.parts.slice(start.page)];
      await this.findLines();
      if (foreseen.breaks.every(({ unit }) => units[unit]?.canBreak)) return;
    }
  }

  /** Locates the beginnings of lines near the predicted ends of pages, and of some more. */
  private async findLines(more: readonly number[] = []): Promise<void> {
    const { units } = this.measured;
    const wanted = new Set([...this.closely, ...(more.length > 0 ? [...this.marked, ...more] : [])]);
    const ends = units.flatMap((_, index) => (this.pages[index] === this.pages[index - 1] ? [] : index));
    const parted = units.flatMap(({ calls, notes }, index) => (calls && notes.length > 0 ? [index, index + 1] : []));
    const spans = this.spans.map(({ unit }) => unit + 1);
    const near = this.parts.length > MANY_PAGES ? 1 : NEAR;
    for (const end of [...ends, ...this.breaks.map(({ unit }) => unit), ...parted, ...spans, units.length])
      for (let index = Math.max(0, end - near); index < Math.min(end + near, units.length); index++) wanted.add(index);
    this.marked = new Set([...wanted].sort((one, other) => one - other));
    const unknown = [...this.marked].filter((index) => !units[index]?.isFound);
    if (unknown.length === 0) return;
    const found = await this.run<FoundLine[]>('find', unknown);
    for (const [at, index] of unknown.entries()) {
      const [unit, line] = [units[index], found[at]];
      if (unit !== undefined && line !== undefined)
        Object.assign(unit, line, { isFound: true, canBreak: unit.canBreak && line.canBreak });
    }
  }

  /** Returns the predicted names of the pages, and where they begin, in pixels down the flow. */
  private expected(): { names: string[]; startOf: (page: number) => number } {
    const names = expectedNames(this.pages, this.measured, this.parts.length);
    return { names, startOf: startsOf(this.flow, names) };
  }

  /** Adds breaks before units that begin on the next page because of the height that they leave free. */
  private learnMoved(places: readonly (Place | undefined)[]): void {
    const { units } = this.measured;
    for (const { unit } of this.spans) {
      let first = unit;
      while (first > 0 && !units[first]?.canBreak && !units[first]?.isForced) first -= 1;
      const [before, page = 0] = [places[first - 1]?.page, places[first]?.page];
      const isMoved = before !== undefined && before < page && page > (this.pages[first] ?? page);
      if (isMoved && !units[first]?.isForced && !this.breaks.some((one) => one.unit === first))
        this.breaks = [...this.breaks, { unit: first, rest: 0 }].sort((one, other) => one.unit - other.unit);
    }
  }

  private learnShifts(printed: PrintedPages): void {
    const { startOf } = this.expected();
    let at = 0;
    for (const [page, parts] of this.parts.entries()) {
      if ((parts?.length ?? 0) === 0) continue;
      const shift = printed.shiftOf(at++, startOf);
      if (shift !== undefined) this.shifts[page] = (this.shifts[page] ?? 0) - shift;
    }
  }

  /** Prints with the current breaks and notes. @returns no `printed` if the document was printed smaller, see `isNarrow`. */
  private async printApplied(): Promise<{ pdf: Buffer; printed: PrintedPages | undefined }> {
    const { measured, breaks, spans, flow } = this;
    const { names, startOf } = this.expected();
    const areas = [...this.parts.entries()].flatMap(([page, parts = []]): NoteArea[] => {
      if (parts.length === 0) return [];
      const box = flow.boxOf(page, names[page] ?? 'auto');
      const height = areaHeight(parts, measured, Math.max(0, this.widths.indexOf(box.width)));
      const top = startOf(page) + box.height - height + (this.shifts[page] ?? 0);
      const width = this.isNarrow ? Math.min(...this.widths) : box.width;
      return [{ page, parts, height, width, top }];
    });
    const marked = [...this.marked];
    const applied = breaks.map(({ unit, rest }) => [unit, rest - 1]);
    const reserved = spans.map(({ unit, reserve }) => [unit, reserve]);
    await this.run('apply', applied, reserved, areas, marked);
    const ids = marked.flatMap((index) => measured.units[index]?.id ?? []);
    const callIds = measured.units.flatMap(({ calls, notes }) =>
      calls ? notes.map((note) => measured.callIds[note] ?? '') : [],
    );
    const pdf = await this.printOnce([...ids, ...callIds, ...areas.map((_, index) => areaId(index))]);
    const found = placesIn(pdf);
    const isElsewhere = areas.some(({ page }, index) => found.get(areaId(index))?.page !== page);
    if (isElsewhere && this.widths.length > 1 && !this.isNarrow) return { pdf, printed: undefined };
    const printed = new PrintedPages(
      { document: this.ofDocument, measured, breaks, spans, areas, marked, looked: this.looked },
      found,
    );
    return { pdf, printed };
  }

  /** Ends the layout. @param isKept whether to keep what `printAs` needs. */
  private async end(isKept: boolean): Promise<NotedLayout> {
    const { flow, measured, widths, breaks, spans, parts, pages, marked, shifts } = this;
    const wanted = [...new Set([...marked, ...breaks.map(({ unit }) => unit), ...spans.map(({ unit }) => unit)])];
    const kept = isKept ? await this.run('keep', wanted) : undefined;
    // Laying out an empty document takes no time.
    await this.run('discard');
    await this.document.resize(undefined);
    return { flow, measured, widths, breaks, spans, parts, pages, marked, shifts, ...(kept !== undefined && { kept }) };
  }

  private run<Result>(name: string, ...args: readonly unknown[]): Promise<Result> {
    return this.document.run(FOOTNOTES, name, ...args);
  }

  private printOnce(ids: readonly string[]): Promise<Buffer> {
    this.prints += 1;
    if (this.prints > MOST_PRINTS) throw dontFit();
    return this.document.print(this.settings, [...this.targets, ...ids]);
  }
}

const dontFit = (): ServiceError =>
  new ServiceError(
    'document_too_complex',
    'The footnotes (`data-footnote`) don’t fit on the pages that call them; make them shorter or fewer, or the pages larger.',
  );
