/** Copies the pages of a row, with everything that they refer to, to the merged file. */
import type { PdfFile } from '../file/pdf-file.js';
import { asDictionary, type Dictionary, isReference, type PdfValue } from '../file/read.js';
import { referencesOf, withoutTags, withReferences } from '../file/references.js';
import { written } from '../file/write.js';
import type { KnownObjects } from './known-objects.js';
import type { PageTree } from './page-tree.js';

/** The limit of nesting. Effects within effects nest a few hundred levels. Each level takes about a kilobyte. */
const MAX_DEPTH = 10_000;
/** Entries of a page that have no meaning in another file. Tags are removed. */
const DROPPED_ENTRIES = ['Parent', 'StructParents', 'Tabs'] as const;

export class RowCopy {
  /** The upper edge of the first page in points. */
  top = 0;
  /** Maps numbers of the row's objects to numbers of the output. */
  private readonly numbers = new Map<number, number>();
  private readonly started = new Set<number>();
  private readonly places: Dictionary;

  constructor(
    readonly file: PdfFile,
    private readonly known: KnownObjects,
    private readonly tree: PageTree,
  ) {
    const named = file.follow(file.catalog.get('Dests'));
    this.places = named instanceof Map ? named : new Map();
  }

  /** Copies the pages. @returns their numbers in the output. */
  async pages(): Promise<number[]> {
    const { file, known, numbers } = this;
    const pages = file.pages();
    for (const { object } of pages) numbers.set(object, known.output.reserve());
    for (const [index, page] of pages.entries()) {
      const value = asDictionary(file.follow(page));
      if (index === 0) this.top = topOf(value.get('MediaBox'));
      for (const entry of DROPPED_ENTRIES) value.delete(entry);
      await this.copyAnnotations(value);
      value.set('Parent', { object: 0 });
      const object = this.numberOf(page.object);
      const parent = await this.tree.add(object);
      const text = await this.copied(written(value), new Map([[0, parent]]));
      await known.write(object, { text });
    }
    return pages.map(({ object }) => this.numberOf(object));
  }

  /** Reserves a number for one of the row's objects that the caller writes. */
  reserve(object: number): number {
    const number = this.known.output.reserve();
    this.numbers.set(object, number);
    return number;
  }

  /** Resolves a destination, also a named one. @returns `null` for a destination without a target. */
  place(value: PdfValue | undefined): PdfValue {
    const given = this.file.follow(value);
    const found =
      typeof given === 'string' && given.startsWith('/') ? this.file.follow(this.places.get(given.slice(1))) : given;
    const place = found instanceof Map ? this.file.follow(found.get('D')) : found;
    return Array.isArray(place) ? place : 'null';
  }

  /** @param more numbers for objects that are not copied. @returns the text with references to the output's objects. */
  async copied(text: string, more: ReadonlyMap<number, number> = new Map(), depth = 0): Promise<string> {
    const plain = withoutTags(text);
    for (const object of referencesOf(plain)) if (!more.has(object)) await this.copy(object, depth);
    return withReferences(plain, (object) => more.get(object) ?? this.numberOf(object));
  }

  /** Copies annotations. Each belongs to one page, so equal ones are not merged. */
  private async copyAnnotations(page: Dictionary): Promise<void> {
    const list = this.file.follow(page.get('Annots'));
    if (!Array.isArray(list)) return;
    const annotations = list.filter(isReference);
    for (const { object } of annotations) if (!this.numbers.has(object)) this.reserve(object);
    for (const { object } of annotations) {
      const annotation = asDictionary(this.file.follow({ object }));
      annotation.delete('StructParent');
      if (annotation.has('Dest')) annotation.set('Dest', this.place(annotation.get('Dest')));
      const action = this.file.follow(annotation.get('A'));
      if (action instanceof Map && action.get('S') === '/GoTo') {
        annotation.set('A', new Map([...action, ['D', this.place(action.get('D'))]]));
      }
      await this.known.write(this.numberOf(object), { text: await this.copied(written(annotation)) });
    }
    page.set('Annots', annotations);
  }

  /** Copies an object after those that it refers to. So the texts of equal objects are equal in all rows. */
  private async copy(object: number, depth: number): Promise<void> {
    const { file, known, numbers, started } = this;
    if (numbers.has(object)) return;
    if (started.has(object)) {
      this.reserve(object); // a cycle of references
      return;
    }
    if (depth > MAX_DEPTH) throw new Error('objects of the PDF refer to each other too deep');
    started.add(object);
    await known.yieldTurn();
    const content = file.raw({ object });
    if (content === undefined) {
      numbers.set(object, await known.nullObject());
      return;
    }
    const copy = { ...content, text: await this.copied(content.text, undefined, depth + 1) };
    const number = numbers.get(object);
    if (number === undefined) numbers.set(object, await known.objectFor(copy));
    else await known.write(number, copy);
  }

  private numberOf(object: number): number {
    const number = this.numbers.get(object);
    if (number === undefined) throw new Error('an object of the PDF was not copied');
    return number;
  }
}

const topOf = (box: PdfValue | undefined): number => (Array.isArray(box) ? Number(box[3]) || 0 : 0);
