/** Settles the pages of one document with footnotes: foresees them, prints them, and looks whether they are so. */
import { ServiceError } from '@toolpress/contract';
import type { OpenDocument, PrintSettings } from '../browser/printer.js';
import { type Flow, placesIn, seeFlow } from './flow.js';
import { areaHeight, type Break, breaksFrom, type Start } from './pagination.js';
import { addTo, areaId, type FoundLine, type Measured, type NoteArea, PrintedPages } from './printed-pages.js';

/** So many lines before the end of a page and after it are looked at. */
const NEAR = 3;
/** Each print settles a page that the one before has shown to be otherwise than foreseen. Nearly all documents need two. */
const MOST_PRINTS = 24;

/** How a document was printed. */
export interface NotedLayout {
  flow: Flow;
  measured: Measured;
  breaks: readonly Break[];
  /** The notes of each page. */
  notes: number[][];
  /** The page of each unit, from 0. */
  pages: number[];
  marked: ReadonlySet<number>;
  /** See `keep` of the script: where in the document the units are that are looked at. */
  kept?: string;
}

/** Of a document in which `footnotes.js` has begun. */
export class NotedPages {
  private prints = 0;
  private measured: Measured = { heights: [], around: 0, areAlike: true, units: [] };
  private breaks: readonly Break[] = [];
  /** The notes of each page. */
  private notes: number[][] = [];
  /** The page of each unit, as far as it is foreseen. */
  private pages: number[] = [];
  /** Units whose places are looked at; of these, those of pages that were not as foreseen. */
  private marked: ReadonlySet<number> = new Set();
  private readonly closely = new Set<number>();

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
    const { notes, pages } = known;
    const isNoted = (index: number): boolean => (notes[pages[index] ?? 0] ?? []).length > 0;
    if (changed === null || changed.some(isNoted)) return undefined;
    ({ measured: this.measured, breaks: this.breaks, notes: this.notes, pages: this.pages } = known);
    this.marked = new Set([...known.marked].filter((index) => !changed.includes(index)));
    const { pdf, printed } = await this.printApplied(known.flow);
    return printed.stand ? { pdf, layout: known } : undefined;
  }

  /**
   * @param known an earlier layout, on pages of the same sizes.
   * @param isDraft that the notes have not to stand yet.
   */
  async print(known: NotedLayout | undefined, isDraft: boolean): Promise<{ pdf: Buffer; layout: NotedLayout }> {
    let flow = known?.flow ?? (await this.seeFlow(0));
    await this.measure(flow);
    if (known === undefined && !this.measured.areAlike) {
      flow = await this.seeFlow();
      await this.measure(flow);
    }
    if (known?.measured.units.length === this.measured.units.length) {
      ({ breaks: this.breaks, notes: this.notes, pages: this.pages } = known);
      for (const [index, unit] of this.measured.units.entries())
        unit.canBreak = known.measured.units[index]?.canBreak ?? false;
      await this.findLines();
    } else await this.paginate(flow, { unit: 0, page: 0 });
    /** Pages that were looked at without the break that ended them too early, and breaks that were tried in vain. */
    const looked = new Set<number>();
    const tried = new Set<string>();
    for (let isFirst = true; ; isFirst = false) {
      const { units } = this.measured;
      const { pdf, printed } = await this.printApplied(flow);
      const { places, notes } = printed;
      const wrong = printed.wrongPage();
      const unseen = printed.unseen(wrong?.page);
      if (unseen.length > 0) {
        await this.findLines(unseen);
        continue;
      }
      this.pages = places.map((place) => place?.page ?? 0);
      this.notes = notes;
      if (wrong === undefined) {
        // Else the pages stand; only the notes do not stand on them as foreseen.
        if (printed.areTheirs && (isDraft || printed.areAtTheFoot))
          return { pdf, layout: await this.end(flow, isDraft) };
        if (printed.areTheirs) {
          const { width } = flow;
          flow = await this.seeFlow();
          if (Math.round(flow.width) !== Math.round(width)) {
            await this.measure(flow);
            await this.paginate(flow, { unit: 0, page: 0 });
          }
        }
        continue;
      }
      const { page, isLoose } = wrong;
      for (const [index, place] of places.entries())
        if (place?.page === page || place?.page === page + 1) this.closely.add(index);
      const kept = this.breaks.filter(({ unit }) => (places[unit - 1]?.page ?? 0) < page);
      const culprit = this.breaks.find(({ unit }) => (places[unit - 1]?.page ?? 0) === page);
      this.breaks = kept;
      if (isLoose && !looked.has(page)) {
        looked.add(page);
        this.notes = notes.slice(0, page);
        await this.findLines();
        continue;
      }
      const attempt = JSON.stringify(culprit);
      const unit = culprit && units[culprit.unit];
      if (unit !== undefined && tried.has(attempt)) unit.canBreak = false;
      tried.add(attempt);
      const first = places.findIndex((place) => (place?.page ?? -1) >= page);
      await this.paginate(flow, { unit: first, page, places });
      if (culprit === undefined && this.breaks.length === kept.length) throw dontFit();
      if (isDraft && isFirst) return { pdf, layout: await this.end(flow, isDraft) };
    }
  }

  /** The window stays so wide: each change of it has the browser lay out the document. */
  private async measure({ width }: Flow): Promise<void> {
    await this.document.resize(Math.round(width));
    this.measured = (await this.run('footnotes.measure()')) as Measured;
  }

  /** Foresees the pages from one on; what is kept of the breaks is of those before. */
  private async paginate(flow: Flow, start: Start): Promise<void> {
    const kept = this.breaks.filter(({ unit }) => unit <= start.unit);
    const before = this.pages.slice(0, start.unit);
    for (;;) {
      const { units } = this.measured;
      const { breaks, pages } = breaksFrom(units, this.measured, flow.heightOf, start);
      this.breaks = [...kept, ...breaks];
      this.pages = [...before, ...pages.slice(start.unit)];
      this.notes = this.notes.slice(0, start.page);
      for (const [index, page] of pages.entries())
        if (page !== undefined) addTo(this.notes, page, units[index]?.notes ?? []);
      await this.findLines();
      if (breaks.every(({ unit }) => units[unit]?.canBreak)) return;
    }
  }

  /** Looks for the beginnings of the lines near the ends of pages, as far as these are foreseen, and of some more. */
  private async findLines(more: readonly number[] = []): Promise<void> {
    const { units } = this.measured;
    const wanted = new Set([...this.closely, ...(more.length > 0 ? [...this.marked, ...more] : [])]);
    const ends = units.flatMap((_, index) => (this.pages[index] === this.pages[index - 1] ? [] : index));
    for (const end of [...ends, ...this.breaks.map(({ unit }) => unit), units.length])
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

  /** Prints with the breaks and notes as they are. */
  private async printApplied(flow: Flow): Promise<{ pdf: Buffer; printed: PrintedPages }> {
    const { measured, breaks } = this;
    const areas = this.notes.flatMap((notes, page): NoteArea[] => {
      if (notes.length === 0) return [];
      const height = areaHeight(notes, measured);
      return [
        { page, notes, height, width: flow.widthOf(page), top: flow.startOf(page) + flow.heightOf(page) - height },
      ];
    });
    const marked = [...this.marked];
    const applied = [breaks.map(({ unit, rest }) => [unit, rest - 1]), areas, marked];
    await this.run(`footnotes.apply(${applied.map((one) => JSON.stringify(one)).join()})`);
    const ids = marked.flatMap((index) => measured.units[index]?.id ?? []);
    const pdf = await this.printOnce([...ids, ...areas.map((_, index) => areaId(index))]);
    return { pdf, printed: new PrintedPages({ flow, measured, breaks, areas, marked }, placesIn(pdf)) };
  }

  /** @param isKept for `printAs`. */
  private async end(flow: Flow, isKept: boolean): Promise<NotedLayout> {
    const { measured, breaks, notes, pages, marked } = this;
    const wanted = [...new Set([...marked, ...breaks.map(({ unit }) => unit)])];
    const kept = isKept ? JSON.stringify(await this.run(`footnotes.keep(${JSON.stringify(wanted)})`)) : undefined;
    // An empty document is laid out at once.
    await this.run('document.documentElement.remove()');
    await this.document.resize(undefined);
    return { flow, measured, breaks, notes, pages, marked, ...(kept !== undefined && { kept }) };
  }

  private seeFlow(more = 1): Promise<Flow> {
    return seeFlow(this.document, this.settings, (ids) => this.printOnce(ids), more);
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
