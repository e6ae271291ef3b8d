/** Finds the texts of elements that margin boxes print on each page (`string-set`, `string()`). */
import {
  contentParts,
  PAGE_COUNTER,
  type StringKeyword,
  type StringPart,
  stringSettings,
  type UsedString,
} from '@toolpress/document';
import { type Destination, type PageSizeInches, POINTS_PER_INCH } from '@toolpress/pdf';
import { countered } from '@toolpress/template';

/** An element that sets strings. */
export interface StringElement {
  readonly id: string;
  /** The computed `string-set`. */
  readonly set: string;
  readonly text: string;
  /** The computed `content` before and after it. */
  readonly before: string;
  readonly after: string;
  /** The values of counters, the outermost first. */
  readonly counters: Readonly<Record<string, readonly number[]>>;
  /** The space above it on a page that it begins, from margins and borders, in points. */
  readonly above: number;
}

/** The longest text in characters. Longer ones are cut. */
const MAX_STRING = 1_000;

interface Assignment {
  readonly page: number;
  readonly text: string;
  /** Whether the element is at the top of its page. */
  readonly isAtStart: boolean;
}

export class NamedStrings {
  private sheet: string;

  /** @param used in margin boxes. */
  constructor(private readonly used: readonly UsedString[]) {
    this.sheet = this.sheetOf(new Map(), 0);
  }

  /** The options for the page script; undefined if no string is used. */
  get options() {
    if (this.used.length === 0) return undefined;
    const { sheet } = this;
    return { sheet, length: MAX_STRING, hasStarts: this.used.some(({ keyword }) => keyword === 'start') };
  }

  /** Learns the places of a print. @returns whether the printed strings are right. */
  learn(
    elements: readonly StringElement[],
    places: ReadonlyMap<string, Destination>,
    pages: readonly PageSizeInches[],
    numberOf: (page: number) => number,
  ): boolean {
    const names = new Set(this.used.map(({ name }) => name));
    const assigned = new Map<string, Assignment[]>();
    for (const element of elements) {
      const place = places.get(element.id);
      if (place === undefined) continue;
      const height = (pages[place.page - 1]?.height ?? 0) * POINTS_PER_INCH;
      const isAtStart = height - place.top <= element.above + TOLERANCE;
      for (const { name, parts } of stringSettings(element.set)) {
        if (!names.has(name)) continue;
        const all = assigned.get(name) ?? [];
        all.push({ page: place.page, text: textOf(parts, element, numberOf(place.page)), isAtStart });
        assigned.set(name, all);
      }
    }
    const before = this.sheet;
    this.sheet = this.sheetOf(assigned, pages.length);
    return this.sheet === before;
  }

  /** Returns a counter style for each string, whose symbols are the texts of the pages. */
  private sheetOf(assigned: ReadonlyMap<string, readonly Assignment[]>, pages: number): string {
    const styles = this.used.map(({ name, keyword, style }) => {
      const texts = textsOn(assigned.get(name) ?? [], keyword, pages);
      return fixedStyle(style, texts, NOTHING);
    });
    const nothing = `@counter-style ${NOTHING} { system: cyclic; symbols: ""; suffix: "" }`;
    return `@page { counter-increment: ${PAGE_COUNTER} } ${nothing} ${styles.join(' ')}`;
  }
}

/** The tolerance in points. */
const TOLERANCE = 1;

const NOTHING = 'toolpress-nothing';

/** Returns the text of each page (css-gcpm-3, 1.2.2). */
function textsOn(assigned: readonly Assignment[], keyword: StringKeyword, pages: number): string[] {
  const byPage = new Map<number, Assignment[]>();
  for (const one of assigned) byPage.set(one.page, [...(byPage.get(one.page)?.slice(0, 1) ?? []), one]);
  const texts: string[] = [];
  let entry = '';
  for (let page = 1; page <= pages; page++) {
    const here = byPage.get(page) ?? [];
    const [first, last = first] = here;
    texts.push(first ? printed(keyword, entry, first, last ?? first) : entry);
    entry = last?.text ?? entry;
  }
  return texts;
}

/** Returns the text of a page that sets the string. @param entry the text at the beginning of the page. */
function printed(keyword: StringKeyword, entry: string, first: Assignment, last: Assignment): string {
  if (keyword === 'first-except') return '';
  if (keyword === 'last') return last.text;
  return keyword === 'first' || first.isAtStart ? first.text : entry;
}

function textOf(parts: readonly StringPart[], element: StringElement, number: number, isWithin = false): string {
  const text = parts
    .map((part) => {
      if (typeof part === 'string') return part;
      if ('counter' in part) {
        const { counter, style, separator } = part;
        const counts = counter === 'page' ? [number] : (ownOf(element.counters, counter) ?? [0]);
        const shown = separator === undefined ? counts.slice(-1) : counts;
        return shown.map((count) => countered(count, style)).join(separator);
      }
      if (isWithin) return '';
      if (part.of === 'text') return element.text;
      if (part.of === 'first-letter') return /^\p{P}*\S/u.exec(element.text)?.[0] ?? '';
      return textOf(contentParts(element[part.of]), element, number, true);
    })
    .join('');
  return text.slice(0, MAX_STRING);
}

/** Returns a counter style with a text for each page. @param fallback the style of further pages. */
export const fixedStyle = (style: string, texts: readonly string[], fallback = 'decimal'): string =>
  `@counter-style ${style} { system: fixed 1; symbols: ${texts.length === 0 ? '""' : texts.map(quoted).join(' ')}; suffix: ""; fallback: ${fallback} }`;

const ownOf = (counters: StringElement['counters'], name: string): readonly number[] | undefined =>
  Object.hasOwn(counters, name) ? counters[name] : undefined;

/** Returns a CSS string of any text. */
const quoted = (text: string): string =>
  `"${text.replace(/["\\<\p{Cc}]/gu, (letter) => `\\${letter.codePointAt(0)?.toString(16)} `)}"`;
