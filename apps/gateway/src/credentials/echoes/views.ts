/**
 * Views of a text in which an encoded secret reads as it is written. They are code units in typed arrays, because a view is made of every
 * answer, and its places are wanted of few.
 */

export interface View {
  readonly codes: Uint16Array;
  /** Where each character begins and ends in the source. Absent for the source itself, and unless wanted. */
  readonly places?: Places;
}

interface Places {
  readonly from: Uint32Array;
  readonly to: Uint32Array;
}

const [NUL, TAB, RETURN, BLANK, PERCENT, AMPERSAND, BACKSLASH] = [0, 9, 0x0d, 0x20, 0x25, 0x26, 0x5c];
const [HYPHEN, UNDERSCORE, PLUS, SLASH, HASH, SEMICOLON] = [0x2d, 0x5f, 0x2b, 0x2f, 0x23, 0x3b];
const [LOWER_B, LOWER_F, LOWER_N, LOWER_R, LOWER_T, LOWER_U, LOWER_X] = [0x62, 0x66, 0x6e, 0x72, 0x74, 0x75, 0x78];
/** The characters that follow a backslash in JSON and JavaScript, and what they mean there. */
const ESCAPED: Readonly<Record<number, number>> = {
  ...Object.fromEntries([...'"\'\\/`'].map((each) => [each.charCodeAt(0), each.charCodeAt(0)])),
  [LOWER_B]: 8,
  [LOWER_F]: 12,
  [LOWER_N]: 10,
  [LOWER_R]: 13,
  [LOWER_T]: 9,
};
/** The longest reference of a character in HTML: `&#x0000041;`. */
const MAX_REFERENCE = 12;
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
/** Says that no escape begins at an index. */
const NONE = -1;

/** Returns a text as a view. */
export function viewOf(text: string): View {
  const bytes = Buffer.from(text, 'utf16le');
  const isAligned = bytes.byteOffset % Uint16Array.BYTES_PER_ELEMENT === 0;
  const { buffer, byteOffset } = isAligned ? bytes : Uint8Array.from(bytes);
  return { codes: new Uint16Array(buffer, byteOffset, text.length) };
}

/**
 * Decodes one layer of escapes: percent-encoding, JSON and JavaScript, and references of HTML, in any mixture. NUL is left out, which is
 * between the characters of UTF-16. Only ASCII matters, because secrets are of ASCII.
 *
 * @param source with places if they are wanted.
 * @returns undefined for a view without escapes.
 */
export function unescaped(source: View, hasPlaces: boolean): View | undefined {
  const { codes } = source;
  const view = new Builder(source, hasPlaces);
  let isSame = true;
  for (let index = 0; index < codes.length; ) {
    const code = codes[index] as number;
    const length =
      code === PERCENT || code === BACKSLASH || code === AMPERSAND ? lengthOfEscape(codes, index, code) : NONE;
    if (length !== NONE) view.add(decoded, index, index + length);
    else if (code !== NUL) view.add(code, index, index + 1);
    isSame &&= length === NONE && code !== NUL;
    index += length === NONE ? 1 : length;
  }
  return isSame ? undefined : view.build();
}

/** Returns the view in which all base64 is of the standard alphabet, and lines are joined. @param hasPlaces as in `unescaped`. */
export function compact(source: View, hasPlaces: boolean): View {
  const { codes } = source;
  const view = new Builder(source, hasPlaces);
  for (let index = 0; index < codes.length; index++) {
    const code = codes[index] as number;
    if (code === BLANK || (code >= TAB && code <= RETURN)) continue;
    view.add(code === HYPHEN ? PLUS : code === UNDERSCORE ? SLASH : code, index, index + 1);
  }
  return view.build();
}

/** Collects the characters of a view. */
class Builder {
  private readonly codes: Uint16Array;
  private readonly places: Places | undefined;
  private readonly sources: Places | undefined;
  private length = 0;

  constructor(source: View, hasPlaces: boolean) {
    const { length } = source.codes;
    this.codes = new Uint16Array(length);
    this.places = hasPlaces ? { from: new Uint32Array(length), to: new Uint32Array(length) } : undefined;
    this.sources = source.places;
  }

  /** @param from @param to where the character is in the source. */
  add(code: number, from: number, to: number): void {
    const { places, sources, length } = this;
    this.codes[length] = code;
    this.length = length + 1;
    if (places === undefined) return;
    places.from[length] = sources === undefined ? from : (sources.from[from] as number);
    places.to[length] = sources === undefined ? to : (sources.to[to - 1] as number);
  }

  build(): View {
    const codes = this.codes.subarray(0, this.length);
    return this.places === undefined ? { codes } : { codes, places: this.places };
  }
}

/** The character of the last escape that `lengthOfEscape` found. A pair for each character would take twice the time. */
let decoded = 0;

/** Returns the length of the escape at an index; `NONE` without one. */
function lengthOfEscape(codes: Uint16Array, index: number, code: number): number {
  if (code === PERCENT) return hexAt(codes, index + 1, 2) ? 3 : NONE;
  if (code === AMPERSAND) return lengthOfReference(codes, index);
  const next = codes[index + 1];
  if (next === undefined) return NONE;
  if (next === LOWER_U && hexAt(codes, index + 2, 4)) return 6;
  if (next === LOWER_X && hexAt(codes, index + 2, 2)) return 4;
  const character = ESCAPED[next];
  if (character === undefined) return NONE; // a secret may end with a backslash, and any text may follow
  decoded = character;
  return 2;
}

/** Reads hexadecimal digits into `decoded`. Returns whether there are as many. */
function hexAt(codes: Uint16Array, from: number, digits: number): boolean {
  if (from + digits > codes.length) return false;
  let value = 0;
  for (let index = from; index < from + digits; index++) {
    const digit = digitOf(codes[index] as number);
    if (digit === NONE) return false;
    value = value * 16 + digit;
  }
  decoded = value;
  return true;
}

function digitOf(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : NONE;
}

function lengthOfReference(codes: Uint16Array, index: number): number {
  let end = index + 1;
  while (end < index + MAX_REFERENCE && end < codes.length && codes[end] !== SEMICOLON) end++;
  if (codes[end] !== SEMICOLON) return NONE;
  const name = String.fromCharCode(...codes.subarray(index + 1, end));
  const [, hex, decimal] = codes[index + 1] === HASH ? (/^#(?:[xX]([0-9a-fA-F]+)|([0-9]+))$/.exec(name) ?? []) : [];
  const named = Object.hasOwn(NAMED, name) ? NAMED[name]?.charCodeAt(0) : undefined;
  const code = hex !== undefined ? Number.parseInt(hex, 16) : decimal !== undefined ? Number(decimal) : named;
  if (code === undefined || code > 0xffff) return NONE;
  decoded = code;
  return end + 1 - index;
}
