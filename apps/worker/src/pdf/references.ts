/** References in the text of objects: what stands in a string is none. */
import { endOfLiteral } from './strings.js';

const REFERENCE = /\b(\d+) 0 R\b/g;

/** @returns the objects that a text refers to. */
export function referencesOf(text: string): number[] {
  const found: number[] = [];
  for (const [part, isString] of parts(text))
    if (!isString) for (const [, object] of part.matchAll(REFERENCE)) found.push(Number(object));
  return found;
}

/** @param change what is to stand in the place of all that is no string. */
export function withReferences(text: string, numberOf: (object: number) => number): string {
  let changed = '';
  for (const [part, isString] of parts(text))
    changed += isString ? part : part.replace(REFERENCE, (_, object: string) => `${numberOf(Number(object))} 0 R`);
  return changed;
}

/** Without the entries that place objects in a tree of tags. */
export function withoutTags(text: string): string {
  if (!text.includes('/StructParent')) return text;
  let changed = '';
  for (const [part, isString] of parts(text)) changed += isString ? part : part.replace(/\s?\/StructParents? \d+/g, '');
  return changed;
}

function* parts(text: string): Generator<[part: string, isString: boolean]> {
  let from = 0;
  for (let at = text.indexOf('('); at !== -1; at = text.indexOf('(', from)) {
    if (at > from) yield [text.slice(from, at), false];
    from = endOfLiteral(text, at);
    yield [text.slice(at, from), true];
  }
  if (from < text.length) yield [text.slice(from), false];
}
