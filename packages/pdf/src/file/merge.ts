/** Merges equal objects, so that what several pages, or a document and its headers, have in common is in the file once. */
import { hash } from 'node:crypto';
import { type PackedObject, referencesIn } from './packed-object.js';
import { withReferences } from './references.js';

/** Enough to get from images and fonts to the forms of pages. */
const MAX_PASSES = 20;

/** Objects that are never merged: they are at different places of the document. */
const PLACED = /\/Type \/(?:Page|Annot|StructElem)\b/;

interface Merged {
  /** The objects. No reference leads to a duplicate. */
  objects: ReadonlyMap<number, PackedObject>;
  /** Maps the number of each duplicate to an equal object, which may be a duplicate itself. */
  replacements: ReadonlyMap<number, number>;
}

/**
 * Merges equal streams, then the objects that are equal because they refer to merged ones.
 *
 * @param objects by their numbers. They are not changed.
 * @param isThorough compares all objects in the first pass, not only streams.
 */
export function mergeDuplicates(objects: ReadonlyMap<number, PackedObject>, isThorough = false): Merged {
  const replacements = new Map<number, number>();
  const { duplicates, contents } = equalStreams(objects);
  if (duplicates.length === 0 && !isThorough) return { objects, replacements };
  const drawn = new Map([...objects].filter(([, { text }]) => !text.includes('/StructElem')));
  let candidates = isThorough ? [...drawn.keys()] : duplicates;
  for (let pass = 0; pass < MAX_PASSES && candidates.length > 0; pass++) {
    const first = new Map<string, number>();
    const merged = new Set<number>();
    for (const object of candidates) {
      const { text = '' } = drawn.get(object) ?? {};
      const key = `${contents.get(object)} ${text}`;
      const equal = first.get(key);
      if (equal === undefined) first.set(key, object);
      else {
        replacements.set(object, equal);
        merged.add(object).add(equal);
      }
    }
    candidates = [];
    for (const [object, content] of drawn) {
      if (replacements.has(object) || !referencesIn(content.text).some((other) => merged.has(other))) continue;
      const text = withReferences(content.text, (other) => replacements.get(other) ?? other);
      if (text !== content.text) drawn.set(object, { text, stream: content.stream });
      if (!PLACED.test(text)) candidates.push(object);
    }
  }
  return {
    objects: new Map([...objects].map(([object, content]) => [object, drawn.get(object) ?? content])),
    replacements,
  };
}

/** @returns the streams that have duplicates, and for each stream a number that identifies its bytes. */
function equalStreams(objects: ReadonlyMap<number, PackedObject>): {
  duplicates: number[];
  contents: Map<number, number>;
} {
  const byLength = new Map<number, number[]>();
  for (const [object, { stream }] of objects) {
    if (stream === undefined) continue;
    const ofLength = byLength.get(stream.length);
    if (ofLength) ofLength.push(object);
    else byLength.set(stream.length, [object]);
  }
  const contents = new Map<number, number>();
  const duplicates = new Set<number>();
  for (const ofLength of byLength.values()) {
    const first = new Map<string, number>();
    for (const object of ofLength) {
      // Thousands of streams, such as gradients, may have the same length. A digest reads each of them once.
      const digest = ofLength.length === 1 ? '' : digestOf(objects.get(object)?.stream as Buffer);
      const equal = first.get(digest);
      contents.set(object, equal ?? object);
      if (equal === undefined) first.set(digest, object);
      else duplicates.add(equal).add(object);
    }
  }
  return { duplicates: [...duplicates], contents };
}

const digestOf = (bytes: Buffer): string => hash('sha256', bytes, 'base64');
