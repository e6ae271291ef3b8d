/** The outline of a PDF, which readers show as bookmarks. */

import type { Dictionary, PdfValue, Reference } from '../file/read.js';
import { type PdfEdit, textString } from '../file/write.js';
import type { ContentBoxes } from './content-box.js';
import type { Destination } from './destinations.js';

export interface OutlineEntry {
  /** Counts from 1. An entry is a child of the nearest entry before it with a lower level, whether or not levels are skipped. */
  readonly level: number;
  readonly title: string;
  readonly place: Destination;
}

/** The headings of a document. */
interface Headings {
  readonly headings: readonly { readonly level: number; readonly id: string; readonly text: string }[];
  /** @returns the text of a heading with page numbers, which are given by the ids of elements. */
  readonly textWith: (text: string, pages: ReadonlyMap<string, number>) => string;
}

/** What is known about a document after it is printed. */
interface PrintedHeadings {
  readonly places?: ReadonlyMap<string, Destination>;
  readonly numbers?: ReadonlyMap<string, number>;
}

interface Item {
  readonly entry: OutlineEntry;
  readonly reference: Reference;
  readonly children: Item[];
}

/**
 * @param references the headings. A heading without a layout box has no place and gets no entry.
 * @param printed the places by the headings' ids, and the page numbers in their texts.
 */
export function outlineOf(
  { headings, textWith }: Headings,
  { places = new Map(), numbers = new Map() }: PrintedHeadings,
): OutlineEntry[] | undefined {
  if (headings.length === 0) return undefined;
  return headings.flatMap(({ level, id, text }) => {
    const place = places.get(id);
    return place ? [{ level, title: textWith(text, numbers), place }] : [];
  });
}

/** The length of a title, in UTF-16 units. Readers show one line. */
const MAX_TITLE = 1_000;

/** The number of lines that a reader shows without scrolling. The second level is expanded only if it fits. */
const MAX_OPEN = 40;

/**
 * Adds an outline and makes readers show it.
 *
 * @param entries in document order.
 * @param boxes correct the places of the entries.
 */
export function addOutline(edit: PdfEdit, entries: readonly OutlineEntry[], boxes: ContentBoxes): void {
  if (entries.length === 0) return;
  const items = nested(entries, edit);
  const root = edit.reserve();
  const pages = edit.file.pages();
  const isOpen = items.length + items.reduce((sum, { children }) => sum + children.length, 0) <= MAX_OPEN;
  const write = (siblings: readonly Item[], parent: Reference, depth: number): void => {
    for (const [index, { entry, reference, children }] of siblings.entries()) {
      const { page, left, top } = boxes.onPage(entry.place);
      const value: Dictionary = new Map<string, PdfValue>([
        ['Title', textString(shortened(entry.title))],
        ['Parent', parent],
        ['Dest', [pages[page - 1] ?? 'null', '/XYZ', String(left), String(top), 'null']],
        ...linksTo(siblings, index),
        ...ends(children),
      ]);
      // Negative when the entry is collapsed.
      if (children.length > 0) value.set('Count', String(depth === 0 && isOpen ? children.length : -children.length));
      edit.put(reference, { value });
      write(children, reference, depth + 1);
    }
  };
  write(items, root, 0);
  const shown = items.reduce((sum, { children }) => sum + 1 + (isOpen ? children.length : 0), 0);
  edit.put(root, {
    value: new Map<string, PdfValue>([['Type', '/Outlines'], ['Count', String(shown)], ...ends(items)]),
  });
  edit.catalog.set('Outlines', root).set('PageMode', '/UseOutlines');
}

function nested(entries: readonly OutlineEntry[], edit: PdfEdit): Item[] {
  const top: Item[] = [];
  const above: Item[] = [];
  for (const entry of entries) {
    while ((above.at(-1)?.entry.level ?? 0) >= entry.level) above.pop();
    const item = { entry, reference: edit.reserve(), children: [] };
    (above.at(-1)?.children ?? top).push(item);
    above.push(item);
  }
  return top;
}

function linksTo(siblings: readonly Item[], index: number): [string, Reference][] {
  const [before, after] = [siblings[index - 1], siblings[index + 1]];
  return [
    ...(before ? [['Prev', before.reference] as [string, Reference]] : []),
    ...(after ? [['Next', after.reference] as [string, Reference]] : []),
  ];
}

function ends(children: readonly Item[]): [string, Reference][] {
  const [first, last] = [children[0], children.at(-1)];
  return first && last
    ? [
        ['First', first.reference],
        ['Last', last.reference],
      ]
    : [];
}

/** Cuts a title without splitting a surrogate pair. */
const shortened = (title: string): string =>
  title.length > MAX_TITLE ? `${title.slice(0, MAX_TITLE - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : title;
