/**
 * Locates the lines of a document in its texts, where elements are inserted, and in a document that differs only in its page numbers.
 */
import * as dom from '../shared/dom.js';
import { CALL_CLASS, ID, make, range } from './elements.js';
import { digests, nodeAt, type Path, pathsFrom } from './paths.js';
import type { LinePart, Unit } from './unit.js';
import type { Units } from './units.js';

/** Scripts that may break at any character. */
const IDEOGRAPH = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
const VISIBLE = /\S/g;
/** The largest number of characters in a row without width, such as soft hyphens. */
const MOST_EMPTY = 200;

/** A visible character of a text. */
interface Shown {
  at: number;
  top: number;
}

/** Returns the first visible character of a text from a position on, and its place; undefined if there is none. */
function shown(text: Text, from: number): Shown | undefined {
  VISIBLE.lastIndex = from;
  for (let looked = 0; looked < MOST_EMPTY; looked++) {
    const at = VISIBLE.exec(text.data)?.index;
    if (at === undefined) return undefined;
    range.setStart(text, at);
    range.setEnd(text, at + 1);
    const { top, height } = range.getBoundingClientRect();
    if (height > 0) return { at, top };
  }
  return undefined;
}

/** Returns where the first visible character of a part of a line is. */
function beginning({ text, top }: LinePart): number | undefined {
  let [low, high] = [0, text.length];
  const isThere = (at: number) => (shown(text, at)?.top ?? Number.POSITIVE_INFINITY) >= top - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isThere(middle)) high = middle;
    else low = middle + 1;
  }
  return shown(text, low)?.at;
}

/** Returns the word of a text that begins at a position. */
const wordAt = ({ data }: Text, at: number): string => /^\S+/.exec(data.slice(at))?.[0] ?? '';

/** Gives an element without an id one, so that it has a place in the PDF. */
function ensureId(element: Element, index: number): void {
  if (dom.id(element) === '') dom.setId(element, `${ID}unit-${index}`);
}

/** Finds where a line begins, and a word of it to have its place in the PDF. */
export function findIn(unit: Unit, parts: readonly LinePart[]): void {
  const [part] = parts;
  const at = part && beginning(part);
  if (part === undefined || at === undefined) {
    unit.canBreak = false;
    return;
  }
  const { text } = part;
  const first = wordAt(text, at);
  // A hyphenated word can't be split by an element.
  if (at === 0 || /[\s–—/-]/.test(text.data[at - 1] ?? '') || IDEOGRAPH.test(first.slice(0, 2))) unit.begin = at;
  else unit.canBreak = false;
  if (markWord(unit, parts, at + first.length)) return;
  const [start] = /^\S\p{M}*(?=\p{L}|\p{N})/u.exec(first) ?? [];
  const inFirst = start === undefined ? undefined : shown(text, at + start.length);
  if (start !== undefined && isOn(inFirst, part)) unit.mark = { text, from: at + start.length, length: 1 };
}

const isOn = (one: Shown | undefined, { top }: LinePart): one is Shown =>
  one !== undefined && Math.abs(one.top - top) < 1;

/** Marks a word after the first one. @param second where the first part goes on after it. @returns whether there is one. */
function markWord(unit: Unit, parts: readonly LinePart[], second: number): boolean {
  for (const [index, part] of parts.entries()) {
    const { text } = part;
    if (dom.classList(dom.parentElement(text) as Element).contains(CALL_CLASS)) continue;
    const from = shown(text, index === 0 ? second : (beginning(part) ?? text.length));
    if (!isOn(from, part)) continue;
    unit.mark = { text, from: from.at, length: wordAt(text, from.at).length };
    unit.shift = from.top - unit.top;
    return true;
  }
  return false;
}

/** What `resume` needs of a located unit. */
export interface KeptUnit {
  index: number;
  isWhole?: boolean | undefined;
  isPlaced: boolean;
  begin?: number | undefined;
  element: Path;
  target?: Path | undefined;
  block?: Path | undefined;
  text?: Path | undefined;
  mark?: { text: Path; from: number; length: number } | undefined;
  /** The digest of its text. */
  said: string;
}

/** A place in a text: of a mark if it has a length, else of the beginning of a line. */
interface Cut {
  unit: Unit;
  text: Text;
  from: number;
  length?: number;
}

export class Lines {
  /** Texts with inserted elements: the original text, and the nodes after it. */
  private readonly parted = new Map<Text, { data: string; nodes: ChildNode[] }>();

  constructor(private readonly units: Units) {}

  /**
   * Finds where lines begin, and in each a word to have a place in the PDF: not the first one, as an element at the very beginning
   * may have its own at the end of the line before.
   *
   * @returns of each whether a page may begin with it after all, the id that it has in the PDF then, and how far below its top
   *   stands what has the id.
   */
  find(indices: readonly number[]): { canBreak: boolean; shift: number; id: string | undefined }[] {
    const units = indices.map((index) => this.units.at(index));
    for (const unit of units) {
      if (unit.isFound) continue;
      unit.isFound = true;
      if (unit.isWhole) ensureId(unit.element, unit.index);
      else if (unit.parts !== undefined) findIn(unit, unit.parts);
      if (unit.isWhole || unit.mark !== undefined || unit.target === undefined) continue;
      // Of a line of one character, what begins with it has the place.
      unit.placed = unit.target;
      unit.shift = unit.top - dom.getBoundingClientRect(unit.target).top;
      ensureId(unit.target, unit.index);
    }
    return units.map(({ index, canBreak, shift, isWhole, element, placed = isWhole ? element : undefined, mark }) => ({
      canBreak,
      shift,
      id: placed ? dom.id(placed) : mark && `${ID}unit-${index}`,
    }));
  }

  /**
   * Puts elements into the texts where lines begin, and around the words that are to have places.
   *
   * @returns the texts that begin with the former, by their units.
   */
  part(begins: readonly Unit[], marked: readonly Unit[]): Map<Unit, Text> {
    this.restore();
    const cuts: Cut[] = [
      ...begins.flatMap((unit) =>
        (unit.parts ?? []).slice(0, 1).map(({ text }) => ({ unit, text, from: unit.begin ?? 0 })),
      ),
      ...marked.flatMap((unit) => (unit.mark ? { unit, ...unit.mark } : [])),
    ];
    const beginnings = new Map<Unit, Text>();
    for (const { unit, text, from, length } of cuts.sort((one, other) => other.from - one.from)) {
      const { data, nodes } = this.parted.get(text) ?? { data: text.data, nodes: [] };
      this.parted.set(text, { data, nodes });
      if (length === undefined) {
        const isCollapsed = this.units.styleOf(dom.parentElement(text) as Element).whiteSpaceCollapse === 'collapse';
        const rest = text.splitText(isCollapsed ? from : data.lastIndexOf('\n', from - 1) + 1);
        beginnings.set(unit, rest);
        nodes.push(rest);
        continue;
      }
      // For the tags it is not an element of the document.
      const marker = make('toolpress-line', { all: 'unset' }, { id: `${ID}unit-${unit.index}`, role: 'none' });
      const word = text.splitText(from);
      nodes.push(word.splitText(Math.min(length, word.length)), marker);
      word.replaceWith(marker);
      marker.append(word);
    }
    return beginnings;
  }

  /** Restores the texts. */
  restore(): void {
    for (const [text, { data, nodes }] of this.parted) {
      for (const node of nodes) node.remove();
      text.data = data;
    }
    this.parted.clear();
  }

  /** Returns what `resume` needs of located units. */
  keep(indices: readonly number[]): KeptUnit[] {
    const [pathOf, digestOf] = [pathsFrom(dom.body), digests()];
    return indices.map((index) => {
      const { isWhole, element, target, placed, block, begin, parts: [first] = [], mark } = this.units.at(index);
      return {
        ...{ index, isWhole, begin },
        isPlaced: placed !== undefined,
        element: pathOf(element),
        target: target && pathOf(target),
        block: block && pathOf(block.element),
        text: first && pathOf(first.text),
        mark: mark && { ...mark, text: pathOf(mark.text) },
        said: digestOf(block?.element ?? element),
      };
    });
  }

  /**
   * Finds the units again in a document that differs from the other one in its page numbers only.
   *
   * @returns those whose text is another, so that their places can't be looked at; undefined when a page may begin in such a text.
   */
  resume(kept: readonly KeptUnit[]): number[] | undefined {
    const digestOf = digests();
    const changed: number[] = [];
    for (const { index, isWhole, isPlaced, begin, said, ...paths } of kept) {
      const [element, target, block] = [paths.element, paths.target, paths.block].map(elementAt);
      if (element === undefined) return undefined;
      const isSame = digestOf(block ?? element) === said;
      if (!isSame) changed.push(index);
      if (!isSame && (begin ?? 0) > 0) return undefined;
      if (isWhole) ensureId(element, index);
      if (isPlaced && target !== undefined) ensureId(target, index);
      const [text, word] = [textAt(paths.text), textAt(paths.mark?.text)];
      this.units.resume(index, {
        ...{ element, target, isWhole, begin },
        block: block && { element: block, lines: [] },
        parts: text && [{ text, top: 0 }],
        mark: isSame && paths.mark && word ? { ...paths.mark, text: word } : undefined,
      });
    }
    return changed;
  }
}

const elementAt = (path: Path | undefined): Element | undefined => path && (nodeAt(path, dom.body) as Element);
const textAt = (path: Path | undefined): Text | undefined => path && (nodeAt(path, dom.body) as Text);
