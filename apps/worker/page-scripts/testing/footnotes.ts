/** Calls the modules of footnotes in a document, for `src/page-scripts/footnotes.test.ts`. Numbers of notes have the class of references. */
import { Changes, make, type Note } from '../footnotes/elements.js';
import { Lines } from '../footnotes/lines.js';
import { pageNames } from '../footnotes/page-rules.js';
import { NoteParts } from '../footnotes/parts.js';
import { keepRoom, widen } from '../footnotes/room.js';
import { Units } from '../footnotes/units.js';
import * as dom from '../shared/dom.js';

export { pageNames };

function collected(): Units {
  const calls = [...dom.select('.toolpress-footnote-call')];
  const units = new Units(new Map(calls.map((call, index) => [call, [index]])));
  units.collect(dom.body);
  return units;
}

/** Returns the units of the document; of a line its first word, of a box its name. */
export function units() {
  const found = collected();
  const lines = new Lines(found);
  return found.all.map((unit) => {
    const { canBreak, isForced, notes, page, calls, target, isWhole, element, index } = unit;
    lines.find([index]);
    const name = isWhole ? dom.localName(element) : wordOf(unit.parts?.[0]?.text.data.slice(unit.begin ?? 0));
    return { name, canBreak, isForced, notes, page, calls, target: target && dom.localName(target) };
  });
}
const wordOf = (text = ''): string => text.trim().split(/\s/)[0] ?? '';

/** Parts the texts of the document at lines, and restores it. */
export function partLines(indices: readonly number[]) {
  const found = collected();
  const lines = new Lines(found);
  const before = dom.body.innerHTML;
  const places = lines.find(indices);
  const some = indices.map((index) => found.at(index));
  const beginnings = [...lines.part(some, some).values()].map(({ data }) => wordOf(data));
  const marks = places.map(({ id }) => (id === undefined ? undefined : dom.elementById(id)?.textContent));
  const parted = dom.body.innerHTML;
  lines.restore();
  return { beginnings, marks, isParted: parted !== before, isRestored: dom.body.innerHTML === before };
}

/** Returns what is kept of lines. */
export function keep(indices: readonly number[]) {
  const lines = new Lines(collected());
  lines.find(indices);
  return lines.keep(indices);
}

/** Resumes lines. @returns those in other texts, and the words of marks; undefined where it can't. */
export function resume(kept: ReturnType<typeof keep>) {
  const found = new Units(new Map());
  const changed = new Lines(found).resume(kept);
  return changed && { changed, words: kept.map(({ index }) => wordAt(found, index)) };
}
function wordAt(found: Units, index: number): string | undefined {
  const { mark } = found.at(index);
  return mark?.text.data.slice(mark.from, mark.from + mark.length);
}

/** Returns the parts of the element `#note`: of each split point what is before and after it, and the markup of the latter. */
export function splits(width: number) {
  const note = dom.elementById('note') as HTMLElement;
  const notes: Note[] = [{ call: make('a', {}), note }];
  const parts = new NoteParts(notes);
  const area = make('div', { width: `${width}px`, display: 'flow-root' });
  note.before(area);
  area.append(note);
  const { heights, cuts } = parts.measure(area, 0);
  const [points = []] = cuts;
  const textOf = (from: number, to?: number) =>
    parts.make({ note: 0, width: 0, from, ...(to !== undefined && { to }) })?.textContent ?? '';
  return {
    height: heights[0],
    points,
    whole: note.textContent,
    parts: points.map((_, at) => [textOf(0, at + 1), textOf(at + 1)]),
    all: [...points, 0].map((_, at) => textOf(at, at === points.length ? undefined : at + 1)),
    rests: points.map((_, at) => parts.make({ note: 0, width: 0, from: at + 1 })?.outerHTML),
  };
}

/** Keeps room below the elements of a selector, and takes it back. */
export function room(selector: string, height: number) {
  const changes = new Changes();
  const top = () => dom.getBoundingClientRect(dom.elementById('after') as Element).top;
  const [before, topBefore] = [dom.body.outerHTML, top()];
  keepRoom(new Map(Array.from(dom.select(selector), (element) => [element, height])), changes);
  const kept = { slots: Array.from(dom.select('[slot]'), (one) => one.id), moved: top() - topBefore };
  changes.takeBack();
  return { ...kept, isRestored: dom.body.outerHTML === before && top() === topBefore };
}

/** Widens elements for their pages, and takes it back. @returns the widths of `#wide` before, then, and after. */
export function widths(byName: Record<string, number>, usual: number): number[] {
  const changes = new Changes();
  const width = () => dom.getBoundingClientRect(dom.elementById('wide') as Element).width;
  const before = width();
  widen(byName, usual, changes);
  const then = width();
  changes.takeBack();
  return [before, then, width()];
}
