/** Objects of a PDF as text that is not parsed. */
import type { Dictionary, PdfObject } from './read.js';

/** An object as it is written. */
export interface PackedObject {
  /** Its value; for a stream, its dictionary. */
  text: string;
  stream?: Buffer | undefined;
  /** A stream with everything around it, as it is in the file. */
  whole?: Buffer | undefined;
}

/** Finds the objects of a file by their numbers. */
export interface ObjectTable {
  readonly trailer: Dictionary;
  /** The number of objects, with object 0, which does not exist. */
  readonly size: number;
  object(object: number): PdfObject | undefined;
  raw(object: number): PackedObject | undefined;
}

/**
 * Finds the objects that can be reached.
 *
 * @param from the numbers of the objects to begin with.
 * @param size one more than the highest number. References to higher numbers are skipped.
 * @param objectOf returns undefined for an object that does not exist.
 * @param addReferences adds the numbers of the objects that an object refers to.
 * @returns the objects, sorted by their numbers.
 */
export function reachable<Content>(
  from: readonly number[],
  size: number,
  objectOf: (object: number) => Content | undefined,
  addReferences: (content: Content, found: number[]) => void,
): Map<number, Content> {
  const found = new Array<Content | undefined>(size);
  const seen = new Uint8Array(size);
  const waiting = [...from];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next >= size || seen[next] === 1) continue;
    seen[next] = 1;
    const content = objectOf(next);
    if (content === undefined) continue;
    found[next] = content;
    addReferences(content, waiting);
  }
  const objects = new Map<number, Content>();
  for (const [object, content] of found.entries()) if (content) objects.set(object, content);
  return objects;
}

/** @returns the numbers in everything that looks like a reference, also in strings. */
export function referencesIn(text: string, found: number[] = []): number[] {
  for (let at = text.indexOf(' 0 R'); at !== -1; at = text.indexOf(' 0 R', at + 4)) {
    let object = 0;
    for (let back = at - 1, place = 1; ; back--, place *= 10) {
      const digit = text.charCodeAt(back) - ZERO;
      if (!(digit >= 0 && digit <= 9)) break;
      object += digit * place;
    }
    found.push(object);
  }
  return found;
}

const ZERO = 48;
