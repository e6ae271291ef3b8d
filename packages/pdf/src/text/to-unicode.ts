/** `ToUnicode` maps, from a font's codes to texts (ISO 32000-1, 9.10.3; Adobe's technical note 5411). */

/** The texts, in UTF-16, by their codes. */
export type UnicodeMap = Map<number, string>;

/** Codes have at most two bytes. */
const MAX_CODES = 65_536;
/** The limit of entries in a section. */
const SECTION_ENTRIES = 100;

const CHARS = /<([\da-f]+)>\s*<([\da-f\s]*)>/gi;
const RANGES = /<([\da-f]+)>\s*<([\da-f]+)>\s*(?:<([\da-f\s]*)>|\[([^\]]*)\])/gi;
/** The limit of a map that is read, in characters. A code needs some twenty at most. */
const MAX_LENGTH = 20 * MAX_CODES;

/** Reads the parts of maps that Skia and other programs write. Other parts are ignored. */
export function readUnicodeMap(text: string): UnicodeMap {
  const map: UnicodeMap = new Map();
  let left = MAX_CODES;
  for (const section of text.slice(0, MAX_LENGTH).split('endbf')) {
    const begin = section.lastIndexOf('beginbf');
    const entries = section.slice(begin);
    if (begin < 0) continue;
    if (entries.startsWith('beginbfchar'))
      for (const [, code = '', to = ''] of entries.matchAll(CHARS)) map.set(Number.parseInt(code, 16), textOf(to));
    else
      for (const [, from = '', until = '', to = '', list] of entries.matchAll(RANGES)) {
        const first = Number.parseInt(from, 16);
        const texts = [...(list ?? '').matchAll(/<([\da-f\s]*)>/gi)].map(([, one = '']) => textOf(one));
        const start = textOf(to);
        for (let code = first; code <= Number.parseInt(until, 16) && left > 0; code++, left--)
          map.set(code, list === undefined ? following(start, code - first) : (texts[code - first] ?? ''));
      }
  }
  return map;
}

/** The values of hexadecimal digits, by their characters. */
const DIGITS = new Uint8Array(128);
for (const [value, digit] of [...'0123456789abcdef'].entries())
  for (const one of [digit, digit.toUpperCase()]) DIGITS[one.charCodeAt(0)] = value;

/**
 * Reads the codes of drawn glyphs. A long document has hundreds of thousands, and `parseInt` of a piece for each takes several times as long.
 *
 * @param hex hexadecimal digits.
 * @param digits the number of digits of a code.
 */
export function codesIn(hex: string, digits: number): number[] {
  const codes: number[] = [];
  for (let end = digits; end <= hex.length; end += digits) {
    let code = 0;
    for (let at = end - digits; at < end; at++) code = code * 16 + (DIGITS[hex.charCodeAt(at)] ?? 0);
    codes.push(code);
  }
  return codes;
}

const textOf = (hex: string): string => {
  const bytes = Buffer.from(hex.replace(/\s/g, ''), 'hex');
  return bytes
    .subarray(0, bytes.length & ~1)
    .swap16()
    .toString('utf16le');
};

/** @returns the text of a code within a range: the last unit counts up. */
const following = (text: string, by: number): string =>
  by === 0 ? text : text.slice(0, -1) + String.fromCharCode(text.charCodeAt(text.length - 1) + by);

/** @param width the number of bytes of a code. */
export function writtenUnicodeMap(map: UnicodeMap, width: number): string {
  const hex = (code: number): string => `<${code.toString(16).padStart(2 * width, '0')}>`;
  const lines = [...map].sort(([one], [other]) => one - other).map(([code, text]) => `${hex(code)} <${utf16(text)}>`);
  const sections: string[] = [];
  for (let from = 0; from < lines.length; from += SECTION_ENTRIES) {
    const section = lines.slice(from, from + SECTION_ENTRIES);
    sections.push(`${section.length} beginbfchar\n${section.join('\n')}\nendbfchar`);
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
${hex(0)} ${hex(256 ** width - 1)}
endcodespacerange
${sections.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end
`;
}

/** @returns the text in UTF-16 as hexadecimal digits. */
export const utf16 = (text: string): string => Buffer.from(text, 'utf16le').swap16().toString('hex');
