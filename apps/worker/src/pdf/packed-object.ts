/** Objects of a PDF as text that is moved, not read. */

/** An object as it will be written. */
export interface PackedObject {
  /** Its value; a stream's dictionary, if `whole` is not given. */
  text: string;
  stream?: Buffer | undefined;
  /** A stream with all that is around it, as the file has it. */
  whole?: Buffer | undefined;
}

/**
 * @param from texts that refer to some.
 * @param objectOf nothing for one that there is not.
 * @returns the objects that can be come to, by their numbers, in the order of these.
 */
export function reachable(
  from: readonly string[],
  size: number,
  objectOf: (object: number) => PackedObject | undefined,
): Map<number, PackedObject> {
  const found = new Array<PackedObject | undefined>(size);
  const seen = new Uint8Array(size);
  const waiting = from.flatMap((text) => referencesIn(text));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next >= size || seen[next] === 1) continue;
    seen[next] = 1;
    const content = objectOf(next);
    if (content === undefined) continue;
    found[next] = content;
    referencesIn(content.text, waiting);
  }
  const objects = new Map<number, PackedObject>();
  for (const [object, content] of found.entries()) if (content) objects.set(object, content);
  return objects;
}

/** @returns all that looks like a reference: a string may do so as well. */
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
