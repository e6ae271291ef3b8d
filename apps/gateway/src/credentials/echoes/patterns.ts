/** The texts by which a secret is found. */
import { MIN_SECRET_LENGTH } from '@toolpress/contract';
import { unescaped, type View, viewOf } from './views.js';

/** How often escapes are nested at most: JSON in JSON in a form. */
const MAX_LAYERS = 3;

export interface Patterns {
  /** Searched in a text and its unescaped views. */
  readonly plain: readonly string[];
  /** Base64 of the standard alphabet and hexadecimal digits, searched in the compact views. */
  readonly coded: readonly string[];
  /** The number of layers of escapes to search: a secret may itself look as if it had some. */
  readonly layers: number;
}

/** @param secrets of ASCII; at least 8 characters each. */
export function patternsOf(secrets: readonly string[]): Patterns {
  const own = secrets.map(layersOf);
  const plain = secrets.flatMap((secret) => [secret, secret.toLowerCase(), secret.replaceAll(' ', '+')]);
  const coded = secrets.flatMap(spellings).flatMap((text) => {
    const hex = Buffer.from(text).toString('hex');
    return [...alignments(text), hex, hex.toUpperCase()];
  });
  // Shorter texts resemble others.
  const unlike = own.flat().filter(({ length }) => length >= MIN_SECRET_LENGTH);
  return {
    plain: [...new Set([...plain, ...unlike])],
    coded: [...new Set(coded)],
    layers: MAX_LAYERS + Math.max(...own.map(({ length }) => length)),
  };
}

/** Returns a text after each layer of escapes that it seems to have. */
function layersOf(text: string): string[] {
  const layers: string[] = [];
  let view: View | undefined = viewOf(text);
  while (layers.length < MAX_LAYERS) {
    view = unescaped(view, false);
    if (view === undefined) break;
    layers.push(String.fromCharCode(...view.codes));
  }
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
