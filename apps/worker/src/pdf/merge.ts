/** Nothing twice: what a document and its headers, or several of its pages, draw alike is in the file once. */
import { createHash } from 'node:crypto';
import { type PackedObject, referencesIn } from './packed-object.js';
import { withReferences } from './references.js';

/** From pictures and fonts up to the forms of pages few are needed. */
const MAX_PASSES = 20;

/** What are two, however equal: they stand in different places. */
const PLACED = /\/Type \/(?:Page|Annot|StructElem)\b/;

/**
 * Equal streams become one, then what is equal since it refers to them.
 *
 * @param objects by their numbers. They stay as they are.
 * @returns the same, or copies in which nothing refers to the doubles any more.
 */
export function withoutDoubles(objects: ReadonlyMap<number, PackedObject>): ReadonlyMap<number, PackedObject> {
  const { alike, contents } = equalStreams(objects);
  if (alike.length === 0) return objects;
  const drawn = new Map([...objects].filter(([, { text }]) => !text.includes('/StructElem')));
  const names = new Map<number, number>();
  let candidates = alike;
  for (let pass = 0; pass < MAX_PASSES && candidates.length > 0; pass++) {
    const first = new Map<string, number>();
    const merged = new Set<number>();
    for (const object of candidates) {
      const { text = '' } = drawn.get(object) ?? {};
      const key = `${contents.get(object)} ${text}`;
      const equal = first.get(key);
      if (equal === undefined) first.set(key, object);
      else {
        names.set(object, equal);
        merged.add(object).add(equal);
      }
    }
    candidates = [];
    for (const [object, content] of drawn) {
      if (names.has(object) || !referencesIn(content.text).some((other) => merged.has(other))) continue;
      const text = withReferences(content.text, (other) => names.get(other) ?? other);
      if (text !== content.text) drawn.set(object, { text, stream: content.stream });
      if (!PLACED.test(text)) candidates.push(object);
    }
  }
  return new Map([...objects].map(([object, content]) => [object, drawn.get(object) ?? content]));
}

/** @returns the streams of which there are several, and a number for the bytes of each that there is once. */
function equalStreams(objects: ReadonlyMap<number, PackedObject>): { alike: number[]; contents: Map<number, number> } {
  const byLength = new Map<number, number[]>();
  for (const [object, { stream }] of objects) {
    if (stream === undefined) continue;
    const ofLength = byLength.get(stream.length);
    if (ofLength) ofLength.push(object);
    else byLength.set(stream.length, [object]);
  }
  const contents = new Map<number, number>();
  const alike = new Set<number>();
  for (const ofLength of byLength.values()) {
    const first = new Map<string, number>();
    for (const object of ofLength) {
      // Thousands may be of one length, such as those of gradients: each is looked at once.
      const digest = ofLength.length === 1 ? '' : digestOf(objects.get(object)?.stream as Buffer);
      const equal = first.get(digest);
      contents.set(object, equal ?? object);
      if (equal === undefined) first.set(digest, object);
      else alike.add(equal).add(object);
    }
  }
  return { alike: [...alike], contents };
}

const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64');
