/** Views of a text in which an encoded secret reads as it is written, each with the places of its characters in the text. */

export interface View {
  readonly text: string;
  /** Where each character begins and ends in the source. Absent for the source itself. */
  readonly places?: { readonly from: Uint32Array; readonly to: Uint32Array };
}

const [NUL, TAB, BLANK, PERCENT, AMPERSAND, BACKSLASH, SEMICOLON] = [0, 9, 0x20, 0x25, 0x26, 0x5c, 0x3b];
/** What begins an escape. NUL is between the characters of UTF-16. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what is looked for.
const ESCAPES = /[%\\&\x00]/;
/** The longest reference of a character in HTML: `&#x0000041;`. */
const MAX_REFERENCE = 12;
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const CONTROLS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** Collects the characters of a view. */
class Builder {
  private readonly codes: Uint16Array;
  private readonly places: { readonly from: Uint32Array; readonly to: Uint32Array };
  private length = 0;

  constructor(private readonly source: View) {
    this.codes = new Uint16Array(source.text.length);
    this.places = { from: new Uint32Array(source.text.length), to: new Uint32Array(source.text.length) };
  }

  /** @param from @param to where the character is in the source's text. */
  add(code: number, from: number, to: number): void {
    const { places } = this.source;
    this.codes[this.length] = code;
    this.places.from[this.length] = places?.from[from] ?? from;
    this.places.to[this.length] = places?.to[to - 1] ?? to;
    this.length += 1;
  }

  build(): View {
    const { buffer, byteOffset } = this.codes;
    const text = Buffer.from(buffer, byteOffset, this.length * 2).toString('utf16le');
    return { text, places: this.places };
  }
}

/**
 * Decodes one layer of escapes: percent-encoding, JSON and JavaScript, and references of HTML, in any mixture. Only ASCII matters, because
 * secrets are of ASCII.
 *
 * @returns undefined for a text without any.
 */
export function unescaped(source: View): View | undefined {
  const { text } = source;
  if (!ESCAPES.test(text)) return undefined;
  const view = new Builder(source);
  for (let index = 0; index < text.length; ) {
    const code = text.charCodeAt(index);
    const [decoded, length] = decodedAt(text, index, code);
    if (decoded !== NUL) view.add(decoded, index, index + length);
    index += length;
  }
  return view.build();
}

/** Returns the code of the character at an index, and its length in the text. */
function decodedAt(text: string, index: number, code: number): readonly [code: number, length: number] {
  if (code === PERCENT) return hexAt(text, index + 1, 2, 3) ?? [code, 1];
  if (code === BACKSLASH && index + 1 < text.length) {
    const next = text.charAt(index + 1);
    const digits = next === 'u' ? 4 : next === 'x' ? 2 : 0;
    const coded = digits === 0 ? undefined : hexAt(text, index + 2, digits, digits + 2);
    return coded ?? [(CONTROLS[next] ?? next).charCodeAt(0), 2];
  }
  if (code === AMPERSAND) return referenceAt(text, index) ?? [code, 1];
  return [code, 1];
}

function hexAt(text: string, from: number, digits: number, length: number): readonly [number, number] | undefined {
  const hex = text.slice(from, from + digits);
  return hex.length === digits && /^[0-9a-f]+$/i.test(hex) ? [Number.parseInt(hex, 16), length] : undefined;
}

function referenceAt(text: string, index: number): readonly [number, number] | undefined {
  let end = index + 1;
  while (end < index + MAX_REFERENCE && end < text.length && text.charCodeAt(end) !== SEMICOLON) end++;
  if (text.charCodeAt(end) !== SEMICOLON) return undefined;
  const name = text.slice(index + 1, end);
  const [, hex, decimal] = /^#(?:x([0-9a-f]{1,8})|([0-9]{1,8}))$/i.exec(name) ?? [];
  const numbered = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  const code = Number.isNaN(numbered)
    ? Object.hasOwn(NAMED, name)
      ? NAMED[name]?.charCodeAt(0)
      : undefined
    : numbered;
  return code === undefined || code > 0xffff ? undefined : [code, end + 1 - index];
}

const [HYPHEN, UNDERSCORE, PLUS, SLASH] = [0x2d, 0x5f, 0x2b, 0x2f];

/** Returns the view in which all base64 is of the standard alphabet, and lines are joined. */
export function compact(source: View): View {
  const view = new Builder(source);
  for (let index = 0; index < source.text.length; index++) {
    const code = source.text.charCodeAt(index);
    if (code === BLANK || (code >= TAB && code <= 0x0d)) continue;
    view.add(code === HYPHEN ? PLUS : code === UNDERSCORE ? SLASH : code, index, index + 1);
  }
  return view.build();
}
