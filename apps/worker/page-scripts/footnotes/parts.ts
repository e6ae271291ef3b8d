/**
 * Heights and split points of notes. A note that continues on the next page is copied, and each copy keeps only the content of its page.
 */
import * as dom from '../shared/dom.js';
import { important, type Note, range } from './elements.js';
import { findIn } from './lines.js';
import { nodeAt, type Path, pathsFrom } from './paths.js';
import { Units } from './units.js';

/** The largest number of lines on 50 pages. */
const MOST_CUTS = 3000;

/** How far below its top a note may be parted, and before which of its nodes, or where in its text. */
export interface Cut {
  offset: number;
  path: Path;
  at?: number;
}

/** The split points of each note, for each width of pages. */
export type Cuts = Cut[][][];

/** A part of a note: from one of its split points to another, with 0 for its beginning. */
export interface NotePart {
  note: number;
  from: number;
  to?: number;
  /** The index of the page's width. */
  width: number;
}

export class NoteParts {
  cuts: Cuts = [];

  constructor(private readonly notes: readonly Note[]) {}

  /** Measures notes. @param area the element with all notes, as wide as a page. @param long the least height of notes that may be split. */
  measure(area: Element, long: number): { heights: number[]; around: number; cuts: number[][] } {
    const tops = this.notes.map(({ note }) => dom.getBoundingClientRect(note).top);
    const { height, bottom } = dom.getBoundingClientRect(area);
    const heights = tops.map((top, index) => (tops[index + 1] ?? bottom) - top);
    const around = height - heights.reduce((sum, one) => sum + one, 0);
    let most = MOST_CUTS;
    const own = this.notes.map(({ note }, index) => {
      const found = (heights[index] ?? 0) > long && most > 0 ? cutsOf(note).slice(0, most) : [];
      most -= found.length;
      return found;
    });
    this.cuts.push(own);
    return { heights, around, cuts: own.map((some) => some.map(({ offset }) => offset)) };
  }

  /** Returns a note, or a copy with its content on a page. */
  readonly make = ({ note: index, from, to, width }: NotePart): Element | undefined => {
    const note = this.notes[index]?.note;
    if (note === undefined || (from === 0 && to === undefined)) return note;
    const cuts = this.cuts[width]?.[index];
    const copy = note.cloneNode(true) as HTMLElement;
    const [begin, end] = [cuts?.[from - 1], to === undefined ? undefined : cuts?.[to - 1]];
    // Both are found before the copy changes.
    const [first, last] = [begin, end].map((cut) => cut && nodeAt(cut.path, copy));
    if (end && last) cutEnd(copy, last, end.at, getComputedStyle(note).textAlign === 'justify');
    if (begin && first) cutBeginning(copy, first, begin.at);
    return copy;
  };
}

/** Returns where a note may be parted. */
function cutsOf(note: Element): Cut[] {
  const units = new Units(new Map());
  units.collect(note);
  const pathOf = pathsFrom(note);
  const { top } = dom.getBoundingClientRect(note);
  return units.all.slice(1).flatMap((unit): Cut[] => {
    const { lead = 0, parts, target } = unit;
    if (!unit.canBreak) return [];
    const offset = unit.top - lead - top;
    if (target !== undefined && target !== note) return [{ offset, path: pathOf(target) }];
    const [first] = parts ?? [];
    if (parts === undefined || first === undefined) return [];
    findIn(unit, parts);
    const { begin, canBreak } = unit;
    return canBreak && begin !== undefined ? [{ offset, path: pathOf(first.text), at: begin }] : [];
  });
}

/** Removes what follows a split point. @param at where in a text it is. */
function cutEnd(copy: HTMLElement, last: Node, at: number | undefined, isJustified: boolean): void {
  range.selectNodeContents(copy);
  if (at === undefined) range.setStartBefore(last);
  else range.setStart(last, at);
  const around = dom.parentElement(last);
  range.deleteContents();
  openEdges(around, 'bottom');
  if (isJustified && at !== undefined) important(copy, { 'text-align-last': 'justify' });
}

/** Removes what is before a split point. @param at where in a text it is. */
function cutBeginning(copy: HTMLElement, first: Node, at: number | undefined): void {
  goOnCounting(first, copy);
  range.selectNodeContents(copy);
  if (at === undefined) range.setEndBefore(first);
  else range.setEnd(first, at);
  range.deleteContents();
  openEdges(dom.parentNode(first) === null ? copy : first, 'top');
  for (let element = dom.parentElement(first); element !== null; element = dom.parentElement(element))
    dom.removeAttribute(element, 'id');
  // Read as one with its beginning: see structure-notes.ts.
  if (/-tp-note\d+$/.test(copy.lang)) copy.lang = copy.lang.replace(/note(\d+)$/, 'more$1');
}

/** Removes the edges of elements around a split point. */
function openEdges(node: Node | null, edge: 'top' | 'bottom'): void {
  for (let one = node; one !== null; one = dom.parentNode(one)) {
    if (!dom.isElement(one)) continue;
    important(one, { [`margin-${edge}`]: '0', [`padding-${edge}`]: '0', [`border-${edge}-width`]: '0' });
    if (edge === 'top') important(one, { 'text-indent': '0' });
  }
}

/** Keeps the numbers of items in lists that continue. */
function goOnCounting(node: Node, note: Element): void {
  for (let one: Node | null = node; one !== null && one !== note; one = dom.parentElement(one)) {
    const list = dom.parentElement(one);
    if (!(list instanceof HTMLOListElement)) continue;
    const items = [...dom.children(list)].filter((item) => dom.tagName(item) === 'LI');
    list.start += Math.max(0, items.indexOf(one as Element));
  }
}
