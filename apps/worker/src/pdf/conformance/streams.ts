/** The content streams of a PDF, and their bytes. */
import { deflateSync, inflateSync } from 'node:zlib';
import { asDictionary, type Dictionary, isReference, type PdfObject, type PdfValue, type Reference } from '../read.js';
import type { PdfEdit } from '../write.js';

/** What a stream may become: none that Chromium prints comes near. */
const MAX_BYTES = 128 * 1024 * 1024;

/** @returns undefined for an object without a stream, and for one that is packed in another way than Chromium does. */
export function decoded({ value, stream }: PdfObject): Buffer | undefined {
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

/** @param entries of a stream that becomes another; those of its bytes change with them. */
export function packed(bytes: Buffer, entries: Dictionary = new Map()): PdfObject {
  const stream = deflateSync(bytes);
  const value = new Map(entries).set('Filter', '/FlateDecode').set('Length', String(stream.length));
  return { value, stream };
}

/** A stream of operators, and what its names stand for. */
export interface ContentStream {
  stream: Reference;
  bytes: Buffer;
  /** Of the stream itself. */
  entries: Dictionary;
  resources: Dictionary;
}

/**
 * Every stream that a page draws: its own, and forms and patterns, those of masks, too.
 *
 * @param seen the streams that were there before, which are left out; takes these.
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

/** Forms and patterns among resources; images, too. */
function drawingsOf(edit: PdfEdit, resources: Dictionary): Reference[] {
  const of = (kind: string): PdfValue[] => [...dictionary(edit, resources.get(kind)).values()];
  const masks = of('ExtGState').map((state) => dictionary(edit, dictionary(edit, state).get('SMask')).get('G'));
  return [...of('XObject'), ...of('Pattern'), ...masks].filter(isReference);
}

function dictionary(edit: PdfEdit, value: PdfValue | undefined): Dictionary {
  const followed = edit.follow(value);
  return followed instanceof Map ? followed : new Map();
}
