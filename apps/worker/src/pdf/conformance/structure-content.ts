/** What is real content of a document, and what is decoration or shown once more (ISO 32000-1, 14.8.2.2). */
import type { MarkedContents } from './marked-content.js';
import { type Content, type Element, isContent, type StructureTree } from './structure-tree.js';

/** What is drawn is their content, be it lines and areas only. */
const DRAWN: ReadonlySet<string> = new Set(['Figure', 'Form', 'Formula', 'Lbl']);

/** A `figure` is a figure to Chromium, too: what it draws itself is its border. */
const isDrawing = ({ type, attributes }: Element): boolean =>
  DRAWN.has(type) && (type !== 'Figure' || attributes.has('Alt'));

/**
 * Makes artifacts of the borders and backgrounds of elements, of rules between them, and of what the browser prints on each page
 * again: the heads of tables, and boxes with a fixed position.
 */
export function dropDecoration(tree: StructureTree, contents: MarkedContents): void {
  const drawings = new Set<Element>();
  tree.walk((element, parent) => {
    if (isDrawing(element) || (parent && drawings.has(parent))) drawings.add(element);
    const items = element.kids.filter(isContent);
    if (items.length === 0) return;
    const isReal = (item: Content): boolean =>
      drawings.has(element) || contents.hasText(item) || (element.type === 'Figure' && contents.hasImage(item));
    const gone = new Set<unknown>(items.filter((item) => !isReal(item)));
    for (const item of repeated(items, contents)) gone.add(item);
    for (const item of gone) contents.makeArtifact(item as Content);
    if (gone.size > 0) element.kids = element.kids.filter((kid) => !gone.has(kid));
  });
}

/** Those that show the same as another on a page before. */
function repeated(items: readonly Content[], contents: MarkedContents): Content[] {
  if (items.every(({ page }) => page?.object === items[0]?.page?.object)) return [];
  const pages = new Map<string, number | undefined>();
  return items.filter((item) => {
    const shown = contents.shown(item);
    const page = item.page?.object;
    if (pages.has(shown)) return pages.get(shown) !== page;
    pages.set(shown, page);
    return false;
  });
}
