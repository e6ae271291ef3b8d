/** Copies the pages of one row, and all that they refer to, into the file of all rows. */
import { asDictionary, type Dictionary, isReference, type PdfValue } from '../pdf/read.js';
import { referencesOf, withoutTags, withReferences } from '../pdf/references.js';
import { written } from '../pdf/write.js';
import type { KnownObjects } from './known-objects.js';
import type { PackedFile } from './packed-file.js';
import type { PageTree } from './page-tree.js';

/** Far deeper than objects of a page refer to each other: effects within effects are a few hundred. Each level takes a kilobyte. */
const MAX_DEPTH = 10_000;
/** Of a page: what is of its own file. The tags are left out. */
const OF_ITS_FILE = ['Parent', 'StructParents', 'Tabs'] as const;

export class RowCopy {
  /** The upper edge of the first page, points. */
  top = 0;
  /** What objects of the row are called in the output. */
  private readonly numbers = new Map<number, number>();
  private readonly begun = new Set<number>();
  private readonly places: Dictionary;

  constructor(
    readonly file: PackedFile,
    private readonly known: KnownObjects,
    private readonly tree: PageTree,
  ) {
    const named = file.follow(file.catalog.get('Dests'));
    this.places = named instanceof Map ? named : new Map();
  }

  /** @returns the pages, as the output calls them. */
  async pages(): Promise<number[]> {
    const { file, known, numbers } = this;
    const pages = file.pages();
    for (const page of pages) numbers.set(page, known.output.reserve());
    for (const [index, page] of pages.entries()) {
      const value = asDictionary(file.follow({ object: page }));
      if (index === 0) this.top = topOf(value.get('MediaBox'));
      for (const entry of OF_ITS_FILE) value.delete(entry);
      await this.copyNotes(value);
      value.set('Parent', { object: 0 });
      const object = this.numberOf(page);
      const parent = await this.tree.add(object);
      const text = await this.copied(written(value), new Map([[0, parent]]));
      await known.output.write(object, text);
    }
    return pages.map((page) => this.numberOf(page));
  }

  /** Reserves an object of the output for one of the row that is written there by somebody else. */
  reserve(object: number): number {
    const number = this.known.output.reserve();
    this.numbers.set(object, number);
    return number;
  }

  /** A destination of the row's: names are looked up. @returns `null` where it leads nowhere. */
  place(value: PdfValue | undefined): PdfValue {
    const given = this.file.follow(value);
    const found =
      typeof given === 'string' && given.startsWith('/') ? this.file.follow(this.places.get(given.slice(1))) : given;
    const place = found instanceof Map ? this.file.follow(found.get('D')) : found;
    return Array.isArray(place) ? place : 'null';
  }

  /** @param more what references of the text are to be, besides. @returns a text of the row's with references as of the output. */
  async copied(text: string, more: ReadonlyMap<number, number> = new Map(), depth = 0): Promise<string> {
    const plain = withoutTags(text);
    for (const object of referencesOf(plain)) if (!more.has(object)) await this.copy(object, depth);
    return withReferences(plain, (object) => more.get(object) ?? this.numberOf(object));
  }

  /** Annotations, each of its own, as they stand on a page: those of equal rows as well. */
  private async copyNotes(page: Dictionary): Promise<void> {
    const list = this.file.follow(page.get('Annots'));
    if (!Array.isArray(list)) return;
    const notes = list.filter(isReference);
    for (const { object } of notes) if (!this.numbers.has(object)) this.reserve(object);
    for (const { object } of notes) {
      const note = asDictionary(this.file.follow({ object }));
      note.delete('StructParent');
      if (note.has('Dest')) note.set('Dest', this.place(note.get('Dest')));
      const action = this.file.follow(note.get('A'));
      if (action instanceof Map && action.get('S') === '/GoTo') {
        note.set('A', new Map([...action, ['D', this.place(action.get('D'))]]));
      }
      await this.known.output.write(this.numberOf(object), await this.copied(written(note)));
    }
    page.set('Annots', notes);
  }

  /** What is equal is written once: what an object refers to is copied before it, so that its text is the same in all rows. */
  private async copy(object: number, depth: number): Promise<void> {
    const { file, known, numbers, begun } = this;
    if (numbers.has(object)) return;
    if (begun.has(object)) {
      this.reserve(object); // it refers to itself, in a circle
      return;
    }
    if (depth > MAX_DEPTH) throw new Error('objects of the PDF refer to each other too deep');
    begun.add(object);
    await known.pause();
    const content = file.object(object);
    if (content === undefined) {
      numbers.set(object, await known.nothing());
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
