/** Reads the content streams of a PDF. */
import { deflateSync, inflateSync } from 'node:zlib';
import {
  asDictionary,
  type Dictionary,
  isReference,
  type PdfObject,
  type PdfValue,
  type Reference,
} from '../file/read.js';
import type { PdfEdit } from '../file/write.js';

/** The limit of a decoded stream in bytes. Chromium's streams do not come near it. */
const MAX_BYTES = 128 * 1024 * 1024;

/** @returns the decoded stream; undefined when there is none, or it has another filter than Chromium uses. */
export function decoded(object: PdfObject): Buffer | undefined {
  if (object instanceof ChangedStream) return object.bytes;
  const { value, stream } = object;
  if (stream === undefined) return undefined;
  const entries = asDictionary(value);
  if (entries.has('DecodeParms')) return undefined;
  const filter = entries.get('Filter');
  const [only, ...others] = Array.isArray(filter) ? filter : [filter];
  if (only === undefined) return stream;
  if (only !== '/FlateDecode' || others.length > 0) return undefined;
  try {
    return inflateSync(stream, { maxOutputLength: MAX_BYTES });
  } catch {
    return undefined;
  }
}

/** @returns a stream object with new bytes. @param entries of its dictionary; those that describe the bytes are replaced. */
export const packed = (bytes: Buffer, entries: Dictionary = new Map()): PdfObject => new ChangedStream(bytes, entries);

/** A stream with new bytes. It is compressed once, when it is written: several steps may change it. `PdfEdit` writes its length. */
class ChangedStream implements PdfObject {
  readonly value: Dictionary;
  private deflated: Buffer | undefined;

  constructor(
    readonly bytes: Buffer,
    entries: Dictionary,
  ) {
    this.value = new Map(entries).set('Filter', '/FlateDecode');
  }

  get stream(): Buffer {
    this.deflated ??= deflateSync(this.bytes);
    return this.deflated;
  }
}

/** A stream of operators with its resources. */
export interface ContentStream {
  stream: Reference;
  bytes: Buffer;
  /** The stream's dictionary. */
  entries: Dictionary;
  resources: Dictionary;
}

/**
 * Finds every stream that a page draws: its contents, forms and patterns, also those of masks.
 *
 * @param seen streams to skip. The streams that were found are added.
 */
export function* streamsOf(edit: PdfEdit, page: Reference, seen: Set<number>): Generator<ContentStream, void> {
  const drawn = asDictionary(edit.follow(page));
  const contents = drawn.get('Contents');
  const waiting = (Array.isArray(contents) ? contents : [contents])
    .filter(isReference)
    .map((stream) => ({ stream, outer: drawn.get('Resources') }));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { stream, outer } = next;
    if (seen.has(stream.object)) continue;
    seen.add(stream.object);
    const object = edit.object(stream);
    const entries = object.value instanceof Map ? object.value : new Map();
    const bytes = entries.get('Subtype') === '/Image' ? undefined : decoded(object);
    if (!bytes) continue;
    const resources = dictionary(edit, entries.get('Resources') ?? outer);
    yield { stream, bytes, entries, resources };
    for (const inside of drawingsOf(edit, resources)) waiting.push({ stream: inside, outer: undefined });
  }
}

/**
 * Finds the fonts of pages and of what they draw, without reading streams.
 *
 * @param seen forms to skip. The forms that were found are added.
 */
export function fontsOf(edit: PdfEdit, pages: readonly Reference[], seen: Set<number>): Reference[] {
  const fonts = new Map<number, Reference>();
  const waiting = pages.map((page) => asDictionary(edit.follow(page)).get('Resources'));
  // Drawings are added to the list. Images have no resources.
  for (const next of waiting) {
    const resources = dictionary(edit, next);
    for (const font of dictionary(edit, resources.get('Font')).values())
      if (isReference(font)) fonts.set(font.object, font);
    for (const drawing of drawingsOf(edit, resources)) {
      if (seen.has(drawing.object)) continue;
      seen.add(drawing.object);
      waiting.push(dictionary(edit, drawing).get('Resources'));
    }
  }
  return [...fonts.values()];
}

/** The browser's own fonts, whose glyphs have their texts, unless the document chooses forms of them. */
const PLAIN_FONT = /^\/[A-Z]{6}\+Liberation/;

/** Whether all fonts are the browser's own. @param callerForms forms that are not read. */
export const hasPlainFonts = (edit: PdfEdit, callerForms: ReadonlySet<number>): boolean =>
  fontsOf(edit, edit.file.pages(), new Set(callerForms)).every((font) =>
    PLAIN_FONT.test(String(asDictionary(edit.follow(font)).get('BaseFont'))),
  );

/** @returns forms, patterns and images among resources. */
function drawingsOf(edit: PdfEdit, resources: Dictionary): Reference[] {
  const of = (kind: string): PdfValue[] => [...dictionary(edit, resources.get(kind)).values()];
  const masks = of('ExtGState').map((state) => dictionary(edit, dictionary(edit, state).get('SMask')).get('G'));
  return [...of('XObject'), ...of('Pattern'), ...masks].filter(isReference);
}

function dictionary(edit: PdfEdit, value: PdfValue | undefined): Dictionary {
  const followed = edit.follow(value);
  return followed instanceof Map ? followed : new Map();
}
