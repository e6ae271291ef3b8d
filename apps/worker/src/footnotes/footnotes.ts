/**
 * Footnotes: `<span data-footnote>…</span>` becomes a number, and its content stands at the foot of the page where the number is.
 * The browser has no footnotes. It is asked what there is to stand on pages and how high, room is kept by beginning pages earlier,
 * and the notes are put there, all by a script in the document that is printed.
 */
import { readFileSync } from 'node:fs';
import { ServiceError } from '@toolpress/contract';
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
  type Unit,
} from './pagination.js';

const readView = (name: string): string => readFileSync(new URL(`../../views/${name}`, import.meta.url), 'utf8');
const SCRIPT = readView('footnotes.js');
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
/** Each print settles a page that the one before has shown to be otherwise than foreseen. Nearly all documents need two. */
const MOST_PRINTS = 24;

interface Measured extends NoteHeights {
  /** `block`: the number of the paragraph; -1 for what is in none. `shift`: how far below its top stands what names its place, pixels. */
  units: (Unit & { id?: string; shift: number; block: number })[];
}

/** How a document was printed. */
interface Layout {
  flow: Flow;
  breaks: Break[];
  /** The notes of each page. */
  notes: number[][];
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
   * @throws ServiceError `document_too_complex` when notes do not fit on the page that calls them.
   */
  async print(html: string, settings: PrintSettings, targets: readonly string[] = []): Promise<Buffer> {
    if (!HAS_FOOTNOTES.test(html)) return this.printer.print(html, settings, targets);
    const document = await this.printer.open(html);
    const count = (await document.run(
      `globalThis.footnotes = ${SCRIPT}; footnotes.begin(${JSON.stringify(STYLE)})`,
    )) as number;
    if (count === 0) return document.print(settings, targets);
    const { pdf, layout } = await new Footnotes(document, settings, targets).print(this.known);
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
  private measured: Measured = { heights: [], around: 0, units: [] };
  private breaks: Break[] = [];
  /** The notes of each page. */
  private notes: number[][] = [];

  constructor(
    private readonly document: OpenDocument,
    private readonly settings: PrintSettings,
    private readonly targets: readonly string[],
  ) {}

  /** @param known an earlier layout, on pages of the same sizes. */
  async print(known: Layout | undefined): Promise<{ pdf: Buffer; layout: Layout }> {
    let flow = known?.flow ?? (await this.seeFlow());
    await this.document.resize(Math.round(flow.width));
    this.measured = (await this.document.run('footnotes.measure()')) as Measured;
    await this.document.resize(undefined);
    const { units } = this.measured;
    if (known?.canBreak.length === units.length) {
      ({ breaks: this.breaks, notes: this.notes } = known);
      for (const [index, unit] of units.entries()) unit.canBreak = known.canBreak[index] ?? false;
    } else this.paginate(flow, { unit: 0, page: 0 });
    /** Pages that were looked at without the break that ended them too early, and breaks that were tried in vain. */
    const looked = new Set<number>();
    const tried = new Set<string>();
    for (;;) {
      const { pdf, places, areas } = await this.printApplied(flow);
      const wrong = this.wrongPage(places, flow);
      const notes = this.calledOn(places);
      if (wrong === undefined) {
        const areTheirs = JSON.stringify(trimmed(notes)) === JSON.stringify(trimmed(this.notes));
        if (areTheirs && this.areAtTheFoot(areas, flow))
          return { pdf, layout: { flow, breaks: this.breaks, notes, canBreak: units.map(({ canBreak }) => canBreak) } };
        // The pages stand; only the notes do not stand on them as foreseen.
        if (areTheirs) flow = await this.seeFlow();
        this.notes = notes;
        continue;
      }
      const { page, isLoose } = wrong;
      const [kept, dropped] = partition(this.breaks, ({ unit }) => (places[unit - 1]?.page ?? 0) < page);
      this.breaks = kept;
      this.notes = notes;
      if (isLoose && !looked.has(page)) {
        looked.add(page);
        this.notes = notes.slice(0, page);
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
      this.paginate(flow, { unit, page, places });
      if (culprit === undefined && this.breaks.length === kept.length) throw dontFit();
    }
  }

  /** Foresees the pages from one on; what is kept of the breaks is of those before. */
  private paginate(flow: Flow, start: Parameters<typeof breaksFrom>[3]): void {
    const { units } = this.measured;
    const { breaks, pages } = breaksFrom(units, this.measured, flow.heightOf, start);
    this.breaks = [...this.breaks, ...breaks];
    this.notes = this.notes.slice(0, start.page);
    for (const [index, page] of pages.entries())
      if (page !== undefined) addTo(this.notes, page, units[index]?.notes ?? []);
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
    await this.document.run(`footnotes.apply(${JSON.stringify(breaks)}, ${JSON.stringify(pages)})`);
    const ids = units.flatMap(({ id }) => id ?? []);
    const areaIds = pages.map((_, index) => `toolpress-footnotes-${index}`);
    const pdf = await this.printOnce([...ids, ...areaIds]);
    const found = placesIn(pdf);
    let last: Place | undefined;
    const places = units.map(({ id, shift }) => {
      const place = id === undefined ? undefined : found.get(id);
      if (place === undefined) return last;
      const { page, top } = place;
      // Of lines that are less high than their letters, the first on a page seems to stand at the end of the page before.
      last = top > heightOf(page) - SHORTEST_LINE ? { page: page + 1, top: 0 } : { page, top: top - shift };
      return last;
    });
    this.learnLines(places);
    const areas = pages.map(({ page, height }, index) => ({ page, height, place: found.get(areaIds[index] ?? '') }));
    return { pdf, places, areas };
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

  private seeFlow(): Promise<Flow> {
    return seeFlow(this.document, this.settings, (ids) => this.printOnce(ids));
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
