/** What becomes of contents: those of the document, decoration and repeated ones (ISO 32000-1, 14.8.2.2), and divided ones. */
import type { Reference } from '@toolpress/pdf/edit';
import type { MarkedContents } from './marked-content.js';
import { type Content, type Element, isContent, type StructureTree } from './tree.js';

/** Types whose content may be lines and areas only. */
const DRAWN: ReadonlySet<string> = new Set(['Figure', 'Form', 'Formula', 'Lbl']);

/** Chromium tags a `figure` element as a figure, too. What it draws itself is its border. */
const isDrawing = ({ type, attributes }: Element): boolean =>
  DRAWN.has(type) && (type !== 'Figure' || attributes.has('Alt'));

/**
 * Makes artifacts of borders and backgrounds of elements, of rules between them, and of what the browser repeats on each page: the heads of
 * tables, and boxes with a fixed position.
 */
export function dropDecoration(tree: StructureTree, contents: MarkedContents): void {
  const drawings = new Set<Element>();
  const inTables = new Set<Element>();
  tree.walk((element, parent) => {
    if (element.type === 'Table' || (parent && inTables.has(parent))) inTables.add(element);
    if (isDrawing(element) || (parent && drawings.has(parent))) drawings.add(element);
    const items = element.kids.filter(isContent);
    if (items.length === 0) return;
    const isReal = (item: Content): boolean =>
      drawings.has(element) || contents.hasText(item) || (element.type === 'Figure' && contents.hasImage(item));
    const gone = new Set<unknown>(items.filter((item) => !isReal(item)));
    const own = items.filter(({ isText }) => !isText);
    for (const item of repeated(own, contents, inTables.has(element))) gone.add(item);
    for (const item of gone) contents.makeArtifact(item as Content);
    if (gone.size > 0) element.kids = element.kids.filter((kid) => !gone.has(kid));
  });
}

/**
 * Finds what is repeated on each page after the first: all contents of the page, at the same place unless they are in a table, whose heads
 * move. Equal lines of a continued text are not repetitions.
 */
function repeated(items: readonly Content[], contents: MarkedContents, isInTable: boolean): Content[] {
  const pages = new Map<number | undefined, Content[]>();
  for (const item of items) {
    const page = item.page?.object;
    const onPage = pages.get(page);
    if (onPage) onPage.push(item);
    else pages.set(page, [item]);
  }
  const [first = [], ...others] = pages.values();
  const shown = (all: readonly Content[]): string =>
    all.map((item) => (isInTable ? contents.shown(item) : contents.drawn(item))).join('\n');
  const isRepeated = others.length > 0 && others.every((other) => shown(other) === shown(first));
  return isRepeated ? others.flat() : [];
}

/** New identifiers of contents that `markContent` divides, which follow the old ones. */
export class DividedContents {
  private readonly identifiers = new Map<string, number[]>();

  add(owner: Reference, mcid: number, added: number): void {
    const key = `${owner.object} ${mcid}`;
    const known = this.identifiers.get(key);
    if (known) known.push(added);
    else this.identifiers.set(key, [added]);
  }

  get isEmpty(): boolean {
    return this.identifiers.size === 0;
  }

  /** @returns the parts of a content in order. */
  partsOf(content: Content): Content[] {
    const added = this.identifiers.get(`${content.owner.object} ${content.mcid}`) ?? [];
    return [content, ...added.map((mcid) => ({ ...content, mcid }))];
  }
}
