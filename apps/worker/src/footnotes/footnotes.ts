/**
 * Footnotes: `<span data-footnote>…</span>` becomes a number, and its content stands at the foot of the page where the number is.
 * The browser has no footnotes. It is asked what there is to stand on pages and how high, room is kept by beginning pages earlier,
 * and the notes are put there, all by a script in the document that is printed.
 */
import { readFileSync } from 'node:fs';
import { MAX_PAGES, ServiceError } from '@toolpress/contract';
import type { OpenDocument, Printer, PrintSettings } from '../browser/printer.js';
import { keepDestinations } from '../pdf/destinations.js';
import { type Flow, placesIn, seeFlow } from './flow.js';
import {
  areaHeight,
  type Break,
  breaksFrom,
  endOfGroup,
  type NoteHeights,
  type Place,
  type Start,
  type Unit,
} from './pagination.js';

const readView = (name: string): string => readFileSync(new URL(`../../views/${name}`, import.meta.url), 'utf8');
const SCRIPT = `${readView('footnote-units.js')}globalThis.footnotes = ${readView('footnotes.js')}`;
const STYLE = readView('footnotes.css');

/** No other document has it: it is looked for before each print. */
const HAS_FOOTNOTES = /<[^>]*\sdata-footnote[\s=>]/;

/** Ids that `footnotes.js` gives to what is measured. */
const MEASURED = /^toolpress-(?:unit|probe|footnotes)-/;

/** Positions are rounded on their way, by whole pixels where a page begins. */
const TOLERANCE = 1.5;
/** What stands lower on a page, pixels, stands on the next one. */
const SHORTEST_LINE = 4;
/** Less of a page than this is not missed, pixels: two lines. */
const LOOSE = 30;
/** So many lines before the end of a page and after it are looked at. */
const NEAR = 5;
/** Each print settles a page that the one before has shown to be otherwise than foreseen. Nearly all documents need two. */
const MOST_PRINTS = 24;

interface FoundLine {
  canBreak: boolean;
  /** By which it has a place in the PDF. */
  id?: string;
  /** How far below its top stands what has the id, pixels. */
  shift: number;
}

interface Measured extends NoteHeights {
  /** Whether the document says nothing that makes pages differ but where they come in their order. */
  areAlike: boolean;
  /** `block`: the number of the paragraph; -1 for what is in none. */
  units: (Unit & Partial<FoundLine> & { block: number; isFound?: boolean })[];
}

/** How a document was printed. */
interface Layout {
  flow: Flow;
  breaks: Break[];
  /** The notes of each page. */
  notes: number[][];
  /** The page of each unit, from 0. */
  pages: number[];
  /** Before which units a page may begin, as far as it was found out. */
  canBreak: boolean[];
}

/**
 * Prints a document, and what it has of footnotes at the foot of its pages. It may be printed again with other page numbers: what
 * was found out of its pages is tried first then, which nearly always is one print.
 */
export class FootnotePrinter {
  private known: Layout | undefined;

  constructor(private readonly printer: Pick<Printer, 'open' | 'print'>) {}

  /**
   * See `Printer.print`.
   *
   * @param more.isDraft that only places are wanted, which another print checks: the notes need not stand.
   * @throws ServiceError `document_too_complex` when notes do not fit on the page that calls them.
   */
  async print(
    html: string,
    settings: PrintSettings,
    targets: readonly string[] = [],
    { isDraft = false } = {},
  ): Promise<Buffer> {
    if (!HAS_FOOTNOTES.test(html)) return this.printer.print(html, settings, targets);
    const document = await this.printer.open(html);
    const count = (await document.run(`${SCRIPT}footnotes.begin(${JSON.stringify(STYLE)})`)) as number;
    if (count === 0) return document.print(settings, targets);
    const { pdf, layout } = await new Footnotes(document, settings, targets).print(this.known, isDraft);
    await document.resize(undefined);
    this.known = layout;
    return keepDestinations(pdf, (id) => !MEASURED.test(id));
  }

  /** The next print has pages of other sizes. */
  forget(): void {
    this.known = undefined;
  }
}

class Footnotes {
  private prints = 0;
  private measured: Measured = { heights: [], around: 0, areAlike: true, units: [] };
  private breaks: Break[] = [];
  /** The notes of each page. */
  private notes: number[][] = [];
  /** The page of each unit, as far as it is foreseen. */
  private pages: number[] = [];
  /** Units whose places are looked at; of these, those of pages that were not as foreseen. */
  private marked = new Set<number>();
  private readonly closely = new Set<number>();

  constructor(
    private readonly document: OpenDocument,
    private readonly settings: PrintSettings,
    private readonly targets: readonly string[],
  ) {}

  /**
   * @param known an earlier layout, on pages of the same sizes.
   * @param isDraft that the notes have not to stand yet.
   */
  async print(known: Layout | undefined, isDraft: boolean): Promise<{ pdf: Buffer; layout: Layout }> {
    let flow = known?.flow ?? (await this.seeFlow(0));
    await this.measure(flow);
    if (known === undefined && !this.measured.areAlike) {
      flow = await this.seeFlow();
      await this.measure(flow);
    }
    const { canBreak = [] } = known ?? {};
    if (known !== undefined && canBreak.length === this.measured.units.length) {
      ({ breaks: this.breaks, notes: this.notes, pages: this.pages } = known);
      for (const [index, unit] of this.measured.units.entries()) unit.canBreak = canBreak[index] ?? false;
      await this.findLines();
    } else await this.paginate(flow, { unit: 0, page: 0 });
    /** Pages that were looked at without the break that ended them too early, and breaks that were tried in vain. */
    const looked = new Set<number>();
    const tried = new Set<string>();
    for (let isFirst = true; ; isFirst = false) {
      const { units } = this.measured;
      const { pdf, places, areas } = await this.printApplied(flow);
      const wrong = this.wrongPage(places, flow);
      const notes = this.calledOn(places);
      const layout = (): Layout => ({
        ...{ flow, breaks: this.breaks, notes: this.notes, pages: this.pages },
        canBreak: units.map(({ canBreak }) => canBreak),
      });
      const unseen = this.unseen(places, notes, wrong?.page);
      if (unseen.length > 0) {
        await this.findLines(unseen);
        continue;
      }
      this.pages = places.map((place) => place?.page ?? 0);
      if (wrong === undefined) {
        const areTheirs = JSON.stringify(trimmed(notes)) === JSON.stringify(trimmed(this.notes));
        this.notes = notes;
        if (areTheirs && this.areAtTheFoot(areas, flow)) return { pdf, layout: layout() };
        // The pages stand; only the notes do not stand on them as foreseen.
        if (areTheirs) {
          const { width } = flow;
          flow = await this.seeFlow();
          if (Math.round(flow.width) !== Math.round(width)) {
            await this.measure(flow);
            await this.paginate(flow, { unit: 0, page: 0 });
          }
        }
        if (isDraft && isFirst) return { pdf, layout: layout() };
        continue;
      }
      const { page, isLoose } = wrong;
      for (const [index, place] of places.entries())
        if (place?.page === page || place?.page === page + 1) this.closely.add(index);
      const [kept, dropped] = partition(this.breaks, ({ unit }) => (places[unit - 1]?.page ?? 0) < page);
      this.breaks = kept;
      this.notes = notes;
      if (isLoose && !looked.has(page)) {
        looked.add(page);
        this.notes = notes.slice(0, page);
        await this.findLines();
        continue;
      }
      const culprit = dropped.find(({ unit }) => (places[unit - 1]?.page ?? 0) === page);
      const attempt = JSON.stringify(culprit);
      if (culprit !== undefined && tried.has(attempt)) {
        const unit = units[culprit.unit];
        if (unit !== undefined) unit.canBreak = false;
      }
      tried.add(attempt);
      const unit = places.findIndex((place) => (place?.page ?? -1) >= page);
      await this.paginate(flow, { unit, page, places });
      if (culprit === undefined && this.breaks.length === kept.length) throw dontFit();
      if (isDraft && isFirst) return { pdf, layout: layout() };
    }
  }

  /** The window stays so wide: each change of it has the browser lay out the document. */
  private async measure({ width }: Flow): Promise<void> {
    await this.document.resize(Math.round(width));
    this.measured = JSON.parse(String(await this.document.run('JSON.stringify(footnotes.measure())'))) as Measured;
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

  /** Looks for the beginnings of the lines near the ends of pages, as far as they are foreseen, and of some more: their places show the rest. */
  private async findLines(more: readonly number[] = []): Promise<void> {
    const { units } = this.measured;
    if (more.length === 0) this.marked = new Set([0, units.length - 1, ...this.closely]);
    for (const index of more) this.marked.add(index);
    const ends = units.flatMap((_, index) => (this.pages[index] === this.pages[index - 1] ? [] : index));
    for (const end of [...ends, ...this.breaks.map(({ unit }) => unit)])
      for (let index = Math.max(0, end - NEAR); index < Math.min(end + NEAR, units.length); index++)
        this.marked.add(index);
    const unknown = [...this.marked].filter((index) => !units[index]?.isFound);
    if (unknown.length === 0) return;
    const script = `JSON.stringify(footnotes.findLines(${JSON.stringify(unknown)}))`;
    const found = JSON.parse(String(await this.document.run(script))) as FoundLine[];
    for (const [at, index] of unknown.entries()) {
      const [unit, line] = [units[index], found[at]];
      if (unit !== undefined && line !== undefined)
        Object.assign(unit, line, { isFound: true, canBreak: unit.canBreak && line.canBreak });
    }
  }

  /** Prints with the breaks and notes as they are. */
  private async printApplied({ startOf, heightOf, widthOf }: Flow) {
    const { units } = this.measured;
    const breaks = this.breaks.map(({ unit, rest }) => [unit, rest - 1]);
    const pages = this.notes.flatMap((notes, page) => {
      if (notes.length === 0) return [];
      const height = areaHeight(notes, this.measured);
      return [{ page, notes, height, width: widthOf(page), top: startOf(page) + heightOf(page) - height }];
    });
    const marked = [...this.marked].sort((one, other) => one - other);
    await this.document.run(`footnotes.apply(${[breaks, pages, marked].map((one) => JSON.stringify(one)).join()})`);
    const ids = marked.flatMap((index) => units[index]?.id ?? []);
    const areaIds = pages.map((_, index) => `toolpress-footnotes-${index}`);
    const pdf = await this.printOnce([...ids, ...areaIds]);
    const found = placesIn(pdf);
    let last: Place | undefined;
    const places = units.map(({ id, shift = 0, top: measured }, index) => {
      const isMarked = this.marked.has(index);
      const seen = isMarked && id !== undefined ? found.get(id) : undefined;
      const moved = isMarked ? 0 : measured - (units[index - 1]?.top ?? 0);
      const { page, top } = seen ?? { page: last?.page, top: (last?.top ?? 0) + moved };
      if (page === undefined) return undefined;
      // Of lines that are less high than their letters, the first on a page seems to stand at the end of the page before.
      const isLow = top > heightOf(page) - SHORTEST_LINE && (seen !== undefined || !isMarked);
      last = isLow ? { page: page + 1, top: 0 } : { page, top: seen ? top - shift : top };
      return last;
    });
    this.learnLines(places);
    const areas = pages.map(({ page, height }, index) => ({ page, height, place: found.get(areaIds[index] ?? '') }));
    return { pdf, places, areas };
  }

  /** @returns units that end a page or begin one, which of them is not known: before a page, where that counts for notes. */
  private unseen(places: readonly (Place | undefined)[], notes: readonly number[][], before = MAX_PAGES): number[] {
    const unseen: number[] = [];
    let seen = -1;
    for (const index of [...this.marked].sort((one, other) => one - other)) {
      const [page = 0, next = 0] = [places[seen]?.page, places[index]?.page];
      const counts = notes.slice(page, next + 1).some((called) => called.length > 0);
      if (page !== next && counts && page < before)
        for (let between = seen + 1; between < index; between++)
          if (!this.measured.units[between]?.isFound) unseen.push(between);
      seen = index;
    }
    return unseen;
  }

  /**
   * On paper, lines of justified text with elements in it may hold a word more than on a screen. Such a paragraph is not parted
   * from there on.
   */
  private learnLines(places: readonly (Place | undefined)[]): void {
    const { units } = this.measured;
    let moved: number | undefined;
    for (const [index, unit] of units.entries()) {
      const [before, place] = [places[index - 1], places[index]];
      if (unit.block < 0 || unit.block !== units[index - 1]?.block) moved = undefined;
      else if (place && before && place.page === before.page && place.top - before.top < (unit.bottom - unit.top) / 2) {
        moved ??= index;
        // Its line may have words left that stand one lower.
        place.top = before.top + unit.bottom - unit.top;
      }
      if (moved !== undefined) unit.canBreak = false;
    }
  }

  /** @returns the first page that has no room for its notes, or that a break ends too early (`isLoose`); from 0. */
  private wrongPage(
    places: readonly (Place | undefined)[],
    { heightOf }: Flow,
  ): { page: number; isLoose: boolean } | undefined {
    const { units } = this.measured;
    const pages = new Map<number, { bottom: number; notes: number[]; last: number }>();
    for (const [index, unit] of units.entries()) {
      const place = places[index];
      if (place === undefined) continue;
      const page = pages.get(place.page) ?? { bottom: 0, notes: [], last: index };
      const bottom = Math.max(page.bottom, place.top + unit.bottom - unit.top);
      pages.set(place.page, { bottom, notes: [...page.notes, ...unit.notes], last: index });
    }
    for (const [page, { bottom, notes, last }] of [...pages].sort(([one], [other]) => one - other)) {
      const height = heightOf(page);
      if (notes.length > 0 && bottom + areaHeight(notes, this.measured) > height + TOLERANCE)
        return { page, isLoose: false };
      const next = this.breaks.find(({ unit }) => unit === last + 1);
      if (next === undefined) continue;
      const group = units.slice(next.unit, endOfGroup(units, next.unit));
      const more = Math.max(...group.map((unit) => unit.bottom)) - (units[last]?.bottom ?? 0);
      const together = [...notes, ...group.flatMap((unit) => unit.notes)];
      if (bottom + more + areaHeight(together, this.measured) + LOOSE < height) return { page, isLoose: true };
    }
    const idle = this.breaks.find(({ unit }) => !this.isEffective(unit, places));
    return idle === undefined ? undefined : { page: places[idle.unit]?.page ?? 0, isLoose: false };
  }

  /** Whether a page begins with the unit. */
  private isEffective(unit: number, places: readonly (Place | undefined)[]): boolean {
    return places[unit]?.page !== places[unit - 1]?.page;
  }

  private calledOn(places: readonly (Place | undefined)[]): number[][] {
    const notes: number[][] = [];
    for (const [index, unit] of this.measured.units.entries()) addTo(notes, places[index]?.page ?? 0, unit.notes);
    return notes;
  }

  private areAtTheFoot(
    areas: { page: number; height: number; place: Place | undefined }[],
    { heightOf }: Flow,
  ): boolean {
    return areas.every(
      ({ page, height, place }) => place?.page === page && Math.abs(place.top + height - heightOf(page)) <= TOLERANCE,
    );
  }

  private seeFlow(more = 1): Promise<Flow> {
    return seeFlow(this.document, this.settings, (ids) => this.printOnce(ids), more);
  }

  private printOnce(ids: readonly string[]): Promise<Buffer> {
    this.prints += 1;
    if (this.prints > MOST_PRINTS) throw dontFit();
    return this.document.print(this.settings, [...this.targets, ...ids]);
  }
}

function addTo(notes: number[][], page: number, more: readonly number[]): void {
  while (notes.length <= page) notes.push([]);
  notes[page]?.push(...more);
}

function partition<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}

const trimmed = (notes: readonly number[][]): number[][] => {
  const all = [...notes];
  while (all.at(-1)?.length === 0) all.pop();
  return all;
};

const dontFit = (): ServiceError =>
  new ServiceError(
    'document_too_complex',
    'The footnotes (`data-footnote`) don’t fit on the pages that call them; make them shorter or fewer, or the pages larger.',
  );
