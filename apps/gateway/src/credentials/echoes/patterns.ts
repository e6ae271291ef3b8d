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
  const coded = secrets.flatMap((secret) => [
    ...spellings(secret).flatMap((text) => {
      const hex = Buffer.from(text).toString('hex');
      return [...alignments(Buffer.from(text)), hex, hex.toUpperCase()];
    }),
    // Not as hexadecimal digits: with their zeros, many numbers would look similar, and the search would be slow.
    ...alignments(Buffer.from(secret, 'utf16le')),
    ...alignments(Buffer.from(secret, 'utf16le').swap16()),
  ]);
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
  // RFC 3986 reserves more characters, and most libraries escape them.
  const strict = percent.replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
  const form = new URLSearchParams([['', secret]]).toString().slice(1);
  const escaped = [percent, strict, form];
  const lower = escaped.map((text) => text.replace(/%[0-9A-F]{2}/g, (each) => each.toLowerCase()));
  return [
    ...new Set([secret, ...escaped, ...lower, inJson, inJson.replaceAll('/', '\\/'), ...spellingsOfHtml(secret)]),
  ];
}

/** How libraries escape `"` and `'` for HTML. In texts, they stay as they are. */
const QUOTES: readonly (readonly [double: string, single: string])[] = [
  ['&quot;', '&#39;'],
  ['&quot;', '&#039;'],
  ['&quot;', '&#x27;'],
  ['&quot;', "'"],
  ['&#34;', '&#39;'],
  ['"', "'"],
];

/** The longest secret that is searched as HTML in base64. Longer ones are tokens, which have no characters to escape. */
const MAX_HTML_LENGTH = 256;

/** The ways to write a secret in HTML and XML. Some leave `>` as it is. */
function spellingsOfHtml(secret: string): string[] {
  if (secret.length > MAX_HTML_LENGTH) return [];
  const text = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return [text, text.replaceAll('>', '&gt;')].flatMap((each) =>
    QUOTES.map(([double, single]) => each.replaceAll('"', double).replaceAll("'", single)),
  );
}

const BITS = { byte: 8, character: 6 };

/**
 * Returns what base64 of any bytes with these in them must contain: one text for each number of bytes before it, modulo 3. The characters at
 * both ends also depend on the neighbours, so they are left out.
 */
function alignments(secret: Buffer): string[] {
  return [0, 1, 2].map((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), secret]);
    const from = Math.ceil((before * BITS.byte) / BITS.character);
    const to = Math.floor((bytes.length * BITS.byte) / BITS.character);
    return bytes.toString('base64').slice(from, to);
  });
}
