/** The outline of a PDF, which readers show beside its pages as bookmarks. */
import type { References } from '@toolpress/document';
import type { PrintedDocument } from '../print-document.js';
import type { ContentBoxes } from './content-box.js';
import type { Destination } from './destinations.js';
import type { Dictionary, PdfValue, Reference } from './read.js';
import { type PdfEdit, textString } from './write.js';

export interface OutlineEntry {
  /** From 1. A skipped level counts as none: an entry stands below the nearest one before it whose level is lower. */
  readonly level: number;
  readonly title: string;
  readonly place: Destination;
}

interface Item {
  readonly entry: OutlineEntry;
  readonly reference: Reference;
  readonly children: Item[];
}

/**
 * @param references its headings; one that is not laid out has no place, and no entry.
 * @param printed the places by the headings' ids, and numbers of pages that stand in their texts.
 */
export function outlineOf(
  { headings, textWith }: Pick<References, 'headings' | 'textWith'>,
  { places = new Map(), numbers = new Map() }: Pick<PrintedDocument, 'places' | 'numbers'>,
): OutlineEntry[] | undefined {
  if (headings.length === 0) return undefined;
  return headings.flatMap(({ level, id, text }) => {
    const place = places.get(id);
    return place ? [{ level, title: textWith(text, numbers), place }] : [];
  });
}

/** What readers show of a title is a line. */
const MAX_TITLE = 1_000;

/** As many lines a reader shows without scrolling: entries below those of the first level show from the beginning if they fit. */
const MAX_OPEN = 40;

/**
 * Adds an outline to the PDF, whose catalog says that it is to be shown.
 *
 * @param entries in the order of the document.
 * @param boxes of the pages, which the entries' places leave out.
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
      // Negative where they show only when the reader opens it.
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

/** No half of a character is left at its end. */
const shortened = (title: string): string =>
  title.length > MAX_TITLE ? `${title.slice(0, MAX_TITLE - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : title;
