/** The texts by which a secret is found, and the search for them. */
import { unescaped } from './views.js';

/** How often escapes are nested at most: JSON in JSON in a form. */
export const MAX_LAYERS = 3;

export interface Patterns {
  /** Searched in a text and its unescaped views. */
  readonly plain: readonly string[];
  /** Base64 of the standard alphabet and hexadecimal digits, searched in the compact views. */
  readonly coded: readonly string[];
}

/** @param secrets of ASCII; at least 8 characters each. */
export function patternsOf(secrets: readonly string[]): Patterns {
  const plain = secrets.flatMap((secret) => [
    ...[secret, secret.toLowerCase(), secret.replaceAll(' ', '+')],
    // The secret itself may look as if it had escapes.
    ...layersOf(secret),
  ]);
  const coded = secrets.flatMap(spellings).flatMap((text) => {
    const hex = Buffer.from(text).toString('hex');
    return [...alignments(text), hex, hex.toUpperCase()];
  });
  return { plain: [...new Set(plain)], coded: [...new Set(coded)] };
}

function layersOf(text: string): string[] {
  const layers: string[] = [];
  for (let view = unescaped({ text }); view !== undefined && layers.length < MAX_LAYERS; view = unescaped(view))
    layers.push(view.text);
  return layers;
}

/** The ways to write a secret in a text that is then encoded. */
function spellings(secret: string): string[] {
  const inJson = JSON.stringify(secret).slice(1, -1);
  const percent = encodeURIComponent(secret);
  const form = new URLSearchParams([['', secret]]).toString().slice(1);
  return [...new Set([secret, percent, form, inJson, inJson.replaceAll('/', '\\/')])];
}

const BITS = { byte: 8, character: 6 };

/**
 * Returns what base64 of any text with this one in it must contain: one text for each number of bytes before it, modulo 3. The characters at
 * both ends also depend on the neighbours, so they are left out.
 */
function alignments(text: string): string[] {
  return [0, 1, 2].map((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]);
    const from = Math.ceil((before * BITS.byte) / BITS.character);
    const to = Math.floor((bytes.length * BITS.byte) / BITS.character);
    return bytes.toString('base64').slice(from, to);
  });
}

/** The length of the beginning by which a pattern is looked for. Its search takes at most this long for each character. */
const ANCHOR = 16;

/** Returns the places of a pattern in a text that do not overlap. Takes linear time for any text and pattern (Knuth, Morris and Pratt). */
export function placesOf(text: string, pattern: string): number[] {
  const first = text.indexOf(pattern.slice(0, ANCHOR));
  if (first < 0 || text.length - first < pattern.length) return [];
  const borders = bordersOf(pattern);
  const places: number[] = [];
  let matched = 0;
  for (let index = first; index < text.length; index++) {
    const code = text.charCodeAt(index);
    while (matched > 0 && code !== pattern.charCodeAt(matched)) matched = borders[matched - 1] as number;
    if (code === pattern.charCodeAt(matched)) matched += 1;
    if (matched === pattern.length) {
      places.push(index + 1 - matched);
      matched = 0;
    }
  }
  return places;
}

/** Returns the lengths of the longest proper prefixes that end at each character of a pattern. */
function bordersOf(pattern: string): Uint32Array {
  const borders = new Uint32Array(pattern.length);
  for (let index = 1, length = 0; index < pattern.length; index++) {
    while (length > 0 && pattern.charCodeAt(index) !== pattern.charCodeAt(length))
      length = borders[length - 1] as number;
    if (pattern.charCodeAt(index) === pattern.charCodeAt(length)) length += 1;
    borders[index] = length;
  }
  return borders;
}
