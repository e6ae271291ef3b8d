/**
 * Footnotes. `footnotes.ts` of the worker calls it and decides the contents of each page; this script measures them and puts them there.
 */
import { ABSOLUTE, CALL_CLASS, Changes, ID, important, make, NOTES, type Note } from './footnotes/elements.js';
import STYLE from './footnotes/footnotes.css';
import { Lines } from './footnotes/lines.js';
import { type NotePart, NoteParts } from './footnotes/parts.js';
import { digests } from './footnotes/paths.js';
import { removeProbes } from './footnotes/probes.js';
import { keepRoom, type Widths, widen } from './footnotes/room.js';
import type { Unit } from './footnotes/unit.js';
import { Units } from './footnotes/units.js';
import * as dom from './shared/dom.js';

export { pageNames } from './footnotes/page-rules.js';
export { probe, rightEnds } from './footnotes/probes.js';

/** The classes of references and areas: one for the document's style sheets, one that only the service uses, for its style. */
const CALL_CLASSES = `footnote-call ${CALL_CLASS}`;
const AREA_CLASSES = 'footnotes toolpress-footnotes';

const notes: Note[] = [];
/** The indexes of notes by their references, each with the notes within it. */
const calls = new Map<Element, number[]>();
const units = new Units(calls);
const lines = new Lines(units);
const parts = new NoteParts(notes);
const changes = new Changes();
const areas: HTMLElement[] = [];

/** Replaces each note by a number. @returns the number of notes. */
export function begin(): number {
  dom.addSheet(STYLE);
  let count = 0;
  let called: number[] = [];
  for (const source of dom.selectIn(dom.body, '[data-footnote]')) {
    // A note within a note follows it directly.
    const isWithinNote = !dom.isConnected(source);
    const mark = dom.getAttribute(source, 'data-footnote')?.trim() || String(++count);
    const index = notes.length;
    const note = makeNote(source, index, mark);
    dom.replaceWith(source, note.call);
    notes.push(note);
    if (isWithinNote) called.push(index);
    else {
      called = [index];
      calls.set(note.call, called);
    }
  }
  return notes.length;
}

/** Makes a note of the content of an element. */
function makeNote(source: Element, index: number, mark: string): Note {
  const id = dom.id(source) || `${ID}call-${index}`;
  const reference = { class: CALL_CLASSES, href: `#${ID}note-${index}`, id, role: 'doc-noteref' };
  const call = make('a', {}, reference);
  call.textContent = mark;
  const note = make(
    'div',
    {},
    { class: 'footnote toolpress-footnote', id: `${ID}note-${index}`, role: 'doc-footnote' },
  );
  const marker = make(
    'a',
    {},
    { class: 'footnote-marker toolpress-footnote-marker', href: `#${encodeURIComponent(id)}` },
  );
  marker.textContent = mark;
  note.append(marker, ' ', ...dom.childNodes(source));
  // Marks for the tags of the PDF, see marks.ts of packages/document.
  const [, begin] = /^(.*-tp-)note$/.exec(dom.getAttribute(source, 'lang') ?? '') ?? [];
  if (begin !== undefined) {
    call.lang = `${begin}call${index % 500}`;
    note.lang = `${begin}note${index % 500}`;
  }
  return { call, note };
}

let laidOut: { widths: Widths; usual: number } = { widths: {}, usual: 0 };

/** Lays the document out as on its pages, one below the other. */
function layOut(): void {
  unapply();
  widen(laidOut.widths, laidOut.usual, changes);
}

/**
 * Returns the heights of notes in pixels, and the units of the document.
 *
 * @param byName widths of pages.
 * @param usual the width of the window.
 * @param widths the widths of all pages.
 * @param long the least height of notes that may be split.
 */
export function measure(byName: Widths, usual: number, widths: readonly number[], long: number) {
  laidOut = { widths: byName, usual };
  layOut();
  // A draft is invisible; it is measured as if it were visible.
  const before = dom.getAttribute(dom.root, 'style');
  important(dom.root, { visibility: 'visible' });
  const measured = measureNotes(widths, long);
  units.collect(dom.body);
  if (before === null) dom.removeAttribute(dom.root, 'style');
  else dom.setAttribute(dom.root, 'style', before);
  const blocks = new Map<Unit['block'], number>([[undefined, -1]]);
  for (const { block } of units.all) if (!blocks.has(block)) blocks.set(block, blocks.size - 1);
  return {
    heights: measured.map(({ heights }) => heights),
    around: measured.map(({ around }) => around),
    cuts: measured.map(({ cuts }) => cuts),
    callIds: notes.map(({ call }) => dom.id(call)),
    units: units.all.map(({ top, bottom, canBreak, isForced, margin, notes: own, block, page, calls: at }) => ({
      ...{ top, bottom, canBreak, isForced, margin, page },
      notes: own,
      block: blocks.get(block),
      calls: at,
    })),
  };
}

/** Measures all notes in an area of each width. */
function measureNotes(widths: readonly number[], long: number) {
  const styles = { ...ABSOLUTE, display: 'flow-root', 'box-sizing': 'border-box', top: '0' };
  const area = make(NOTES, styles, { class: AREA_CLASSES });
  area.append(...notes.map(({ note }) => note));
  dom.append(dom.body, area);
  parts.cuts = [];
  const measured = widths.map((width) => parts.measure(important(area, { width: `${width}px` }), long));
  area.remove();
  return measured;
}

/** See `lines.ts`: the document is as it was measured for it. */
export function find(indices: readonly number[]) {
  layOut();
  return lines.find(indices);
}

function texts(): string[] {
  const digestOf = digests();
  return notes.map(({ note }) => digestOf(note));
}

/** Returns what `resume` needs. */
export function keep(indices: readonly number[]) {
  unapply();
  return { lines: lines.keep(indices), cuts: parts.cuts, texts: texts() };
}

/** Resumes a layout. @returns undefined if notes may be higher than before. */
export function resume(kept: ReturnType<typeof keep>): number[] | undefined {
  if (String(kept.texts) !== String(texts())) return undefined;
  parts.cuts = kept.cuts;
  return lines.resume(kept.lines);
}

function unapply(): void {
  changes.takeBack();
  for (const area of areas.splice(0)) area.remove();
  removeProbes();
  lines.restore();
}

/** The area of the notes of a page in the flow, in pixels. */
interface Area {
  top: number;
  height: number;
  width: number;
  parts: NotePart[];
}

/**
 * Inserts page breaks before units, and notes on pages.
 *
 * @param breaks `[unit, rest]`: the free height of the page there, in pixels.
 * @param spans `[unit, reserve]`: the height to keep free on each page that the unit continues after, in pixels.
 * @param marked the units whose places are needed.
 */
export function apply(
  breaks: readonly [unit: number, rest: number][],
  spans: readonly [unit: number, reserve: number][],
  pages: readonly Area[],
  marked: readonly number[],
): void {
  unapply();
  const within = breaks.map(([index]) => units.at(index)).filter(({ target }) => target === undefined);
  const beginnings = lines.part(
    within,
    marked.map((index) => units.at(index)),
  );
  for (const [index, rest] of breaks) {
    const unit = units.at(index);
    const beginning = beginnings.get(unit);
    if (unit.target !== undefined) changes.style(unit.target, { 'break-before': 'page', 'margin-top': '0' });
    else if (beginning !== undefined) breakWithin(unit, beginning, rest);
  }
  keepRoom(new Map(spans.map(([index, height]) => [units.at(index).element, height])), changes);
  for (const page of pages) areas.push(areaOf(page, areas.length));
  dom.append(dom.body, ...areas);
}

/**
 * Makes a paragraph continue on the next page: the rest of this page is filled with an empty box of its width, so that unwrapped text is not
 * placed beside it.
 */
function breakWithin({ block }: Unit, beginning: Text, rest: number): void {
  const { textWrapMode } = getComputedStyle(dom.parentElement(beginning) as Element);
  const filling = { float: 'inline-start', width: '100%', height: `${rest}px`, 'break-inside': 'avoid' };
  const filler = make('toolpress-line', {
    all: 'unset',
    ...(textWrapMode === 'nowrap' ? { display: 'block', 'break-before': 'page' } : filling),
  });
  beginning.before(filler);
  changes.add(() => filler.remove());
  if (block !== undefined) changes.style(block.element, { widows: '1', orphans: '1' });
}

function areaOf({ top, height, width, parts: own }: Area, index: number): HTMLElement {
  const size = { width: `${width}px`, top: `${top}px`, height: `${height}px` };
  const styles = { ...ABSOLUTE, display: 'flow-root', 'box-sizing': 'border-box', ...size };
  const area = make(NOTES, styles, { class: AREA_CLASSES, id: `${ID}footnotes-${index}` });
  area.append(...own.flatMap((part) => parts.make(part) ?? []));
  return area;
}

/** Removes the document. */
export const discard = (): void => dom.root.remove();
