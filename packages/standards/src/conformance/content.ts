/** Prepares the contents of pages and their fonts for PDF/A and PDF/UA. */

import { type Conformance, wantsTags } from '@toolpress/contract';
import {
  asDictionary,
  checkFonts,
  type Dictionary,
  decoded,
  isReference,
  type Patch,
  type PdfEdit,
  type PdfValue,
  packed,
  patched,
  type Reference,
  TextFont,
} from '@toolpress/pdf/edit';
import { DividedContents } from '../structure/content.js';
import { artifactsIn, type Drawn, marksIn, type StreamOwner, type Surroundings } from './artifacts.js';

/**
 * Repairs fonts. In a tagged PDF, it also makes artifacts of everything in pages and forms that Chromium has not marked. The pages look
 * the same.
 *
 * @param edit has all its layers.
 * @param hasEmphasis whether the document may have marks of `text-emphasis`.
 * @returns the contents that were divided.
 * @throws MissingGlyphs
 */
export function markContent(edit: PdfEdit, levels: readonly Conformance[], hasEmphasis = false): DividedContents {
  const isTagged = wantsTags(levels);
  const pass = new ContentPass(edit, checkFonts(edit, isTagged), hasEmphasis);
  if (isTagged) for (const page of edit.file.pages()) pass.page(page);
  return pass.divided;
}

/** The nesting limit. Chromium does not come near it. */
const MAX_DEPTH = 100;

class ContentPass {
  readonly divided = new DividedContents();
  /** Whether forms have marks, by their numbers. */
  private readonly marked = new Map<number, boolean>();
  private readonly copies = new Map<number, Reference>();
  /** The forms with marks that were drawn. Each may be drawn with its marks once (ISO 14289-1, 7.20). */
  private readonly drawn = new Set<number>();

  constructor(
    private readonly edit: PdfEdit,
    /** Decoded streams by their numbers. */
    private readonly streams: ReadonlyMap<number, Buffer>,
    private readonly hasEmphasis: boolean,
  ) {}

  page(reference: Reference): void {
    const page = asDictionary(this.edit.follow(reference));
    const contents = page.get('Contents');
    const resources = new Resources(this.edit, page.get('Resources'));
    const all = Array.isArray(contents) ? contents : [contents ?? 'null'];
    const bytesOf = (stream: PdfValue): Buffer | undefined =>
      isReference(stream) ? (this.streams.get(stream.object) ?? decoded(this.edit.object(stream))) : undefined;
    const split = this.splitting(reference, () => all.flatMap((stream) => bytesOf(stream) ?? []));
    const streams = all.map((stream) => {
      const bytes = bytesOf(stream);
      if (!bytes) return stream;
      const patches = this.patches(bytes, 'none', resources, split);
      // Pages may share the streams of layers.
      return patches.length === 0 ? stream : this.edit.add(packed(patched(bytes, patches)));
    });
    if (streams.every((stream, index) => stream === all[index])) return;
    this.edit.put(reference, { value: new Map(page).set('Contents', streams).set('Resources', resources.value) });
  }

  private patches(
    bytes: Buffer,
    surroundings: Surroundings,
    resources: Resources,
    split: StreamOwner['split'],
  ): Patch[] {
    return artifactsIn(bytes, surroundings, {
      draw: (name, within) => this.draw(name, within, resources),
      glyphsOf: (font, operands) => resources.glyphs(font, operands),
      ...(this.hasEmphasis && { textOf: (font, operands) => resources.text(font, operands) }),
      split,
    });
  }

  /** @returns a function that divides contents of a page or form. @param streams of that. */
  private splitting(owner: Reference, streams: () => readonly Buffer[]): StreamOwner['split'] {
    let last = -1;
    return (mcid) => {
      if (last < 0)
        for (const bytes of streams())
          for (const [, known] of bytes.toString('latin1').matchAll(/\/MCID (\d+)/g))
            last = Math.max(last, Number(known));
      last += 1;
      this.divided.add(owner, mcid, last);
      return last;
    };
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
    const split = this.splitting(reference, () => [bytes]);
    const patches = this.patches(bytes, 'none', resources, split);
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
    const split = this.splitting(copy, () => [bytes]);
    const renamed = this.patches(bytes, 'artifact', resources, split);
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

/** A name that Skia does not use for resources. */
const COPY = 'ToolpressCopy';

/** Skia's fonts of one byte have 255 glyphs each, from code 1. */
const BLOCK = 255;

/** The XObjects and fonts among a stream's resources. */
class Resources {
  private readonly resources: Dictionary;
  private readonly xObjects: Dictionary;
  private hasChanged = false;

  private readonly fonts = new Map<string, TextFont | undefined>();

  constructor(
    private readonly edit: PdfEdit,
    private readonly given: PdfValue | undefined,
  ) {
    this.resources = asDictionary(edit.follow(given) ?? new Map());
    this.xObjects = new Map(asDictionary(edit.follow(this.resources.get('XObject')) ?? new Map()));
  }

  drawing(name: string): Reference | undefined {
    const drawing = this.xObjects.get(name);
    return isReference(drawing) ? drawing : undefined;
  }

  /** @returns glyphs by their numbers in blocks: see `GlyphsOf`. */
  glyphs(name: string, operands: string): number[] {
    const codes = this.font(name)?.codesIn(operands) ?? [];
    return codes.map((code) => (code === 0 ? 0 : ((code - 1) % BLOCK) + 1));
  }

  /** @returns the text of an operator, by the name of its font. */
  text(name: string, operands: string): string {
    const font = this.font(name);
    return (font?.codesIn(operands) ?? []).map((code) => font?.textOf(code)).join('');
  }

  private font(name: string): TextFont | undefined {
    if (!this.fonts.has(name)) {
      const fonts = this.edit.follow(this.resources.get('Font'));
      const font = fonts instanceof Map ? fonts.get(name) : undefined;
      this.fonts.set(name, isReference(font) ? TextFont.read(this.edit, font) : undefined);
    }
    return this.fonts.get(name);
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
