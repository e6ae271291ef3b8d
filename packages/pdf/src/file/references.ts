/** References in the text of objects. Strings are skipped. */
import { endOfLiteral } from './strings.js';

const REFERENCE = /\b(\d+) 0 R\b/g;

/** @returns the numbers of the objects that a text refers to. */
export function referencesOf(text: string): number[] {
  const found: number[] = [];
  for (const [part, isString] of parts(text))
    if (!isString) for (const [, object] of part.matchAll(REFERENCE)) found.push(Number(object));
  return found;
}

/** @returns the text with other numbers in its references. */
export function withReferences(text: string, numberOf: (object: number) => number): string {
  let changed = '';
  for (const [part, isString] of parts(text))
    changed += isString ? part : part.replace(REFERENCE, (_, object: string) => `${numberOf(Number(object))} 0 R`);
  return changed;
}

/** Removes the entries that connect objects to the structure tree. */
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
