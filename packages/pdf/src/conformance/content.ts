/** Prepares the contents of pages and their fonts for PDF/A and PDF/UA. */
import { type Conformance, wantsTags } from '@toolpress/contract';
import { asDictionary, type Dictionary, isReference, type PdfValue, type Reference } from '../read.js';
import type { PdfEdit } from '../write.js';
import { artifactsIn, type Drawn, marksIn, type Surroundings } from './artifacts.js';
import { type Patch, patched } from './content-operations.js';
import { checkFonts } from './fonts.js';
import { decoded, packed } from './streams.js';

/**
 * Repairs fonts. In a tagged PDF, it also makes artifacts of everything in pages and forms that Chromium has not marked. The pages look
 * the same.
 *
 * @param edit has all its layers.
 * @throws MissingGlyphs
 */
export function markContent(edit: PdfEdit, levels: readonly Conformance[]): void {
  const isTagged = wantsTags(levels);
  checkFonts(edit, isTagged);
  if (!isTagged) return;
  const pass = new ContentPass(edit);
  for (const page of edit.file.pages()) pass.page(page);
}

/** The nesting limit. Chromium does not come near it. */
const MAX_DEPTH = 100;

class ContentPass {
  /** Whether forms have marks, by their numbers. */
  private readonly marked = new Map<number, boolean>();
  private readonly copies = new Map<number, Reference>();
  /** The forms with marks that were drawn. Each may be drawn with its marks once (ISO 14289-1, 7.20). */
  private readonly drawn = new Set<number>();

  constructor(private readonly edit: PdfEdit) {}

  page(reference: Reference): void {
    const page = asDictionary(this.edit.follow(reference));
    const contents = page.get('Contents');
    const resources = new Resources(this.edit, page.get('Resources'));
    const streams = (Array.isArray(contents) ? contents : [contents]).map((stream) => {
      const bytes = isReference(stream) && decoded(this.edit.object(stream));
      if (!bytes) return stream ?? 'null';
      const patches = this.patches(bytes, 'none', resources);
      // Pages may share the streams of layers.
      return patches.length === 0 ? stream : this.edit.add(packed(patched(bytes, patches)));
    });
    if (streams.every((stream, index) => stream === (Array.isArray(contents) ? contents[index] : contents))) return;
    this.edit.put(reference, { value: new Map(page).set('Contents', streams).set('Resources', resources.value) });
  }

  private patches(bytes: Buffer, surroundings: Surroundings, resources: Resources): Patch[] {
    return artifactsIn(bytes, surroundings, (name, within) => this.draw(name, within, resources));
  }

  private draw(name: string, within: Surroundings, resources: Resources): Drawn {
    const form = resources.drawing(name);
    if (!form || !this.isMarked(form)) return 'piece';
    if (within === 'artifact' || this.drawn.has(form.object)) return { name: resources.name(this.copy(form)) };
    this.drawn.add(form.object);
    if (within === 'none') this.form(form); // an artifact cannot be in a part of the document
    return 'marked';
  }

  /** Marks what a form draws. */
  private form(reference: Reference): void {
    const object = this.edit.object(reference);
    const bytes = decoded(object);
    if (!bytes) return;
    const value = asDictionary(object.value);
    const resources = new Resources(this.edit, value.get('Resources'));
    const patches = this.patches(bytes, 'none', resources);
    if (patches.length > 0)
      this.edit.put(reference, packed(patched(bytes, patches), new Map(value).set('Resources', resources.value)));
  }

  /** @returns a copy of a form without marks, to be drawn as a part of something else. */
  private copy(form: Reference): Reference {
    const known = this.copies.get(form.object);
    if (known !== undefined) return known;
    const copy = this.edit.reserve();
    this.copies.set(form.object, copy);
    const object = this.edit.object(form);
    const bytes = decoded(object) ?? Buffer.alloc(0);
    const value = new Map(asDictionary(object.value));
    value.delete('StructParents');
    const resources = new Resources(this.edit, value.get('Resources'));
    const renamed = this.patches(bytes, 'artifact', resources);
    this.edit.put(
      copy,
      packed(patched(bytes, [...renamed, ...marksIn(bytes)]), value.set('Resources', resources.value)),
    );
    return copy;
  }

  /** @returns whether a form, or one that it draws, has marks. */
  private isMarked(form: Reference, depth = 0): boolean {
    const known = this.marked.get(form.object);
    if (known !== undefined || depth > MAX_DEPTH) return known ?? false;
    this.marked.set(form.object, false); // for forms that draw themselves
    const object = this.edit.object(form);
    const value = asDictionary(object.value);
    const isMarked =
      value.get('Subtype') === '/Form' &&
      (decoded(object)?.includes('BDC') === true ||
        new Resources(this.edit, value.get('Resources')).drawings().some((inside) => this.isMarked(inside, depth + 1)));
    this.marked.set(form.object, isMarked);
    return isMarked;
  }
}

/** A name that Skia does not give to resources. */
const COPY = 'ToolpressCopy';

/** The XObjects among a stream's resources. */
class Resources {
  private readonly resources: Dictionary;
  private readonly xObjects: Dictionary;
  private hasChanged = false;

  constructor(
    edit: PdfEdit,
    private readonly given: PdfValue | undefined,
  ) {
    this.resources = asDictionary(edit.follow(given) ?? new Map());
    this.xObjects = new Map(asDictionary(edit.follow(this.resources.get('XObject')) ?? new Map()));
  }

  drawing(name: string): Reference | undefined {
    const drawing = this.xObjects.get(name);
    return isReference(drawing) ? drawing : undefined;
  }

  drawings(): Reference[] {
    return [...this.xObjects.values()].filter(isReference);
  }

  /** @returns a name for an XObject. */
  name(drawing: Reference): string {
    const name = `${COPY}${drawing.object}`;
    this.xObjects.set(name, drawing);
    this.hasChanged = true;
    return name;
  }

  get value(): PdfValue {
    if (!this.hasChanged) return this.given ?? new Map();
    return new Map(this.resources).set('XObject', this.xObjects);
  }
}
