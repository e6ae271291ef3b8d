/** Settles the pages of one document with footnotes: foresees them, prints them, and looks whether they are so. */
import { MAX_PAGES, ServiceError } from '@toolpress/contract';
import type { OpenDocument, PrintSettings } from '../browser/printer.js';
import { pageSizes } from '../pdf/count.js';
import { type Flow, placesIn, seeFlow } from './flow.js';
import { areaHeight, LONG_NOTE, type NotePart } from './note-parts.js';
import { type Break, breaksFrom, type Pages, type Place, type Span, type Start } from './pagination.js';
import { areaId, type FoundLine, type Measured, type NoteArea, PrintedPages } from './printed-pages.js';

/** So many lines before the end of a page and after it are looked at. */
const NEAR = 3;
/** Each print settles a page that the one before has shown to be otherwise than foreseen. Nearly all documents need two. */
const MOST_PRINTS = 24;
/** A document has hardly more kinds of pages; those of further ones are taken for the first. */
const MOST_NAMES = 12;

/** How a document was printed. */
export interface NotedLayout {
  flow: Flow;
  measured: Measured;
  widths: readonly number[];
  breaks: readonly Break[];
  spans: readonly Span[];
  /** The notes of each page. */
  parts: readonly (readonly NotePart[])[];
  /** The page of each unit, from 0. */
  pages: number[];
  marked: ReadonlySet<number>;
  /** See `NotedPages`. */
  shifts: number[];
  /** See `keep` of the script: where in the document the units are that are looked at. */
  kept?: string;
}

const NOTHING: Measured = { heights: [], around: [], cuts: [], units: [], callIds: [] };

/** Of a document in which `footnotes.js` has begun. */
export class NotedPages {
  private prints = 0;
  private flow: Flow = { boxOf: () => ({ width: 0, height: 0 }), start: 0 };
  private measured: Measured = NOTHING;
  /** Of pages: the different ones. */
  private widths: readonly number[] = [];
  private breaks: readonly Break[] = [];
  private spans: readonly Span[] = [];
  private parts: readonly (readonly NotePart[])[] = [];
  /** The page of each unit, as far as it is foreseen. */
  private pages: number[] = [];
  /** Units whose places are looked at; of these, those of pages that were not as foreseen. */
  private marked: ReadonlySet<number> = new Set();
  private readonly closely = new Set<number>();
  /** Pages that were looked at without the break that ended them early. */
  private readonly looked = new Set<number>();
  /**
   * Notes are no wider than on the narrowest page: wider ones on a page that is narrower than foreseen have the browser print the
   * whole document smaller, so that nothing is where it would be.
   */
  private isNarrow = false;
  /** How much lower than foreseen notes have to be put to stand at the foot of a page, by pages. */
  private shifts: number[] = [];

  constructor(
    private readonly document: OpenDocument,
    private readonly settings: PrintSettings,
    private readonly targets: readonly string[],
  ) {}

  /**
   * Prints a document that differs from an earlier one in its page numbers, without measuring it again.
   *
   * @returns undefined when its pages are others, or a number may have moved something near the notes of a page.
   */
  async printAs(known: NotedLayout | undefined): Promise<{ pdf: Buffer; layout: NotedLayout } | undefined> {
    if (known?.kept === undefined) return undefined;
    const changed = (await this.run(`footnotes.resume(${known.kept})`)) as number[] | null;
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
   * @param known an earlier layout, on pages of the same sizes.
   * @param isDraft that the notes have not to stand yet.
   */
  async print(known: NotedLayout | undefined, isDraft: boolean): Promise<{ pdf: Buffer; layout: NotedLayout }> {
    if (known) this.takeOver(known);
    await this.see(known?.flow);
    if (known?.measured.units.length === this.measured.units.length) {
      for (const [index, unit] of this.measured.units.entries())
        unit.canBreak = known.measured.units[index]?.canBreak ?? false;
      await this.findLines();
    } else await this.paginate({ unit: 0, page: 0 });
    /** Breaks that were tried in vain; and what stood before a page was tried without the break that ended it early. */
    let before: Pick<NotedLayout, 'breaks' | 'spans' | 'parts' | 'pages'> | undefined;
    const tried = new Set<string>();
    for (let isFirst = true; ; isFirst = false) {
      const { units } = this.measured;
      const { pdf, printed } = await this.printApplied();
      if (printed === undefined) {
        this.isNarrow = true;
        continue;
      }
      const { places, wrong } = printed;
      // Refused for its pages, whatever stands on them.
      if (this.parts.length > MAX_PAGES && pageSizes(pdf).length > MAX_PAGES)
        return { pdf, layout: await this.end(isDraft) };
      const unseen = printed.unseen(wrong?.page);
      if (unseen.length > 0) {
        await this.findLines(unseen);
        continue;
      }
      this.learnMoved(places);
      this.pages = places.map((place) => place?.page ?? 0);
      if (wrong === undefined) {
        this.parts = printed.parts;
        // Else the pages stand; only the notes do not stand on them as foreseen.
        const isDone = printed.areTheirs && (isDraft || printed.areAtTheFoot);
        if (isDone && !this.isNarrow) return { pdf, layout: await this.end(isDraft) };
        if (isDone) this.isNarrow = false;
        else if (printed.areTheirs) this.learnShifts(printed);
        continue;
      }
      const { page, isLoose, span, whole } = wrong;
      for (const [index, place] of places.entries())
        if (place?.page === page || place?.page === page + 1) this.closely.add(index);
      if (span !== undefined) {
        const unit = units[span.unit];
        const begin = places[span.unit]?.page ?? page;
        if (unit !== undefined) unit.reserve = { page: begin, height: span.reserve };
        await this.paginateFrom(begin, printed, span.unit);
        continue;
      }
      if (whole !== undefined) {
        Object.assign(units[whole] ?? {}, { calls: undefined, reserve: undefined });
        await this.paginateFrom(places[whole]?.page ?? page, printed, whole);
        continue;
      }
      const kept = this.breaks.filter(({ unit }) => (places[unit - 1]?.page ?? 0) < page);
      const culprit = this.breaks.find(({ unit }) => (places[unit - 1]?.page ?? 0) === page);
      if (isLoose) {
        const { breaks, spans, parts, pages } = this;
        before = { breaks, spans, parts, pages };
        this.looked.add(page);
        this.breaks = kept;
        this.parts = printed.parts.slice(0, page);
        await this.findLines();
        continue;
      }
      const attempt = JSON.stringify(culprit);
      const unit = culprit && units[culprit.unit];
      if (unit !== undefined && tried.has(attempt)) unit.canBreak = false;
      tried.add(attempt);
      await this.paginateFrom(page, printed);
      if (culprit === undefined && this.breaks.length === kept.length) {
        if (before === undefined) throw dontFit();
        Object.assign(this, before);
        before = undefined;
        await this.findLines();
      }
      if (isDraft && isFirst) return { pdf, layout: await this.end(isDraft) };
    }
  }

  /** Looks what pages there are, and lays the document out for them. The window stays so wide: each change of it is a layout. */
  private async see(known: Flow | undefined): Promise<void> {
    const print = (ids: readonly string[]): Promise<Buffer> => this.printOnce(ids);
    const { names, usual: usualName } = (await this.run('footnotes.pageNames()')) as { names: string[]; usual: string };
    this.flow = known ?? (await seeFlow(this.document, this.settings, print, names.slice(0, MOST_NAMES)));
    const { boxOf } = this.flow;
    // Of the body's pages, which need not be the first ones: a cover has often a name and margins of its own.
    const usual = boxOf(1, usualName).width;
    const boxes = names.flatMap((name) => [0, 1, 2].map((page) => boxOf(page, name)));
    this.widths = [...new Set([usual, ...boxes.map(({ width }) => width)])];
    await this.document.resize(Math.round(usual));
    const byName = Object.fromEntries(names.map((name) => [name, boxOf(1, name).width]));
    const long = Math.min(...boxes.map(({ height }) => height)) * LONG_NOTE;
    const given = [byName, usual, this.widths, long].map((one) => JSON.stringify(one)).join();
    this.measured = (await this.run(`footnotes.measure(${given})`)) as Measured;
  }

  private get ofDocument(): Pages {
    const { boxOf } = this.flow;
    return { boxOf, widthOf: (page, name) => Math.max(0, this.widths.indexOf(boxOf(page, name).width)) };
  }

  /** @param raised a unit that leaves more of its pages than it did. */
  private async paginateFrom(wrong: number, { places, carried, parted }: PrintedPages, raised?: number): Promise<void> {
    let page = wrong;
    // What goes on on it has begun before.
    for (const [unit, { page: from, end }] of [...parted].reverse()) {
      if (from < page && end.page >= page) page = from;
      if (unit === raised) parted.delete(unit);
    }
    const unit = places.findIndex((place) => (place?.page ?? -1) >= page);
    const seen = raised === undefined ? wrong : page;
    await this.paginate({ unit, page, places, seen, carried: carried[page] ?? [], parted });
  }

  /** Foresees the pages from one on; what is kept of the breaks is of those before. */
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

  /** Looks for the beginnings of the lines near the ends of pages, as far as these are foreseen, and of some more. */
  private async findLines(more: readonly number[] = []): Promise<void> {
    const { units } = this.measured;
    const wanted = new Set([...this.closely, ...(more.length > 0 ? [...this.marked, ...more] : [])]);
    const ends = units.flatMap((_, index) => (this.pages[index] === this.pages[index - 1] ? [] : index));
    const parted = units.flatMap(({ calls, notes }, index) => (calls && notes.length > 0 ? [index, index + 1] : []));
    const spans = this.spans.map(({ unit }) => unit + 1);
    for (const end of [...ends, ...this.breaks.map(({ unit }) => unit), ...parted, ...spans, units.length])
      for (let index = Math.max(0, end - NEAR); index < Math.min(end + NEAR, units.length); index++) wanted.add(index);
    this.marked = new Set([...wanted].sort((one, other) => one - other));
    const unknown = [...this.marked].filter((index) => !units[index]?.isFound);
    if (unknown.length === 0) return;
    const found = (await this.run(`footnotes.find(${JSON.stringify(unknown)})`)) as FoundLine[];
    for (const [at, index] of unknown.entries()) {
      const [unit, line] = [units[index], found[at]];
      if (unit !== undefined && line !== undefined)
        Object.assign(unit, line, { isFound: true, canBreak: unit.canBreak && line.canBreak });
    }
  }

  /** The names of pages, as far as they are foreseen: of what begins on them. */
  private names(): string[] {
    const names: string[] = [];
    for (const [index, page] of this.pages.entries())
      if (page !== undefined) names[page] ??= this.measured.units[index]?.page ?? 'auto';
    return Array.from({ length: Math.max(names.length, this.parts.length) }, (_, page) => {
      for (let at = Math.min(page, names.length - 1); at >= 0; at--)
        if (names[at] !== undefined) return names[at] as string;
      return 'auto';
    });
  }

  /** Where pages begin, pixels down the flow. */
  private starts(): (page: number) => number {
    const names = this.names();
    const starts = [this.flow.start];
    for (const [page, name] of names.entries()) starts.push((starts[page] ?? 0) + this.flow.boxOf(page, name).height);
    return (page) => starts[Math.min(page, starts.length - 1)] ?? 0;
  }

  /** What leaves so much of a page that no part of it has room there begins the next one, also without leaving it. */
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
    const startOf = this.starts();
    let at = 0;
    for (const [page, parts] of this.parts.entries()) {
      if ((parts?.length ?? 0) === 0) continue;
      const shift = printed.shiftOf(at++, startOf);
      if (shift !== undefined) this.shifts[page] = (this.shifts[page] ?? 0) - shift;
    }
  }

  /** Prints with the breaks and notes as they are. @returns no `printed` where nothing can be seen, as `isNarrow` says. */
  private async printApplied(): Promise<{ pdf: Buffer; printed: PrintedPages | undefined }> {
    const { measured, breaks, spans, flow } = this;
    const [names, startOf] = [this.names(), this.starts()];
    const areas = [...this.parts.entries()].flatMap(([page, parts = []]): NoteArea[] => {
      if (parts.length === 0) return [];
      const box = flow.boxOf(page, names[page] ?? 'auto');
      const height = areaHeight(parts, measured, Math.max(0, this.widths.indexOf(box.width)));
      const top = startOf(page) + box.height - height + (this.shifts[page] ?? 0);
      const width = this.isNarrow ? Math.min(...this.widths) : box.width;
      return [{ page, parts, height, width, top }];
    });
    const marked = [...this.marked];
    const applied = [
      breaks.map(({ unit, rest }) => [unit, rest - 1]),
      spans.map(({ unit, reserve }) => [unit, reserve]),
      areas,
      marked,
    ];
    await this.run(`footnotes.apply(${applied.map((one) => JSON.stringify(one)).join()})`);
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

  /** @param isKept for `printAs`. */
  private async end(isKept: boolean): Promise<NotedLayout> {
    const { flow, measured, widths, breaks, spans, parts, pages, marked, shifts } = this;
    const wanted = [...new Set([...marked, ...breaks.map(({ unit }) => unit), ...spans.map(({ unit }) => unit)])];
    const kept = isKept ? JSON.stringify(await this.run(`footnotes.keep(${JSON.stringify(wanted)})`)) : undefined;
    // An empty document is laid out at once.
    await this.run('document.documentElement.remove()');
    await this.document.resize(undefined);
    return { flow, measured, widths, breaks, spans, parts, pages, marked, shifts, ...(kept !== undefined && { kept }) };
  }

  /** @returns the value of a script: as text it is there many times as soon. */
  private async run(script: string): Promise<unknown> {
    return JSON.parse(String(await this.document.run(`JSON.stringify(${script} ?? null)`)));
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
