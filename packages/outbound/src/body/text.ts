/** Bytes to text, as browsers do it (WHATWG Encoding), or not at all. */

const BYTE_ORDER_MARKS: ReadonlyArray<readonly [string, readonly number[]]> = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16be', [0xfe, 0xff]],
  ['utf-16le', [0xff, 0xfe]],
];

/** Control characters that no text has ("binary data bytes" of the WHATWG MIME Sniffing standard). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const BINARY = /[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]/;

/**
 * @param charset the label that the sender gave; a byte order mark counts for more. An unknown label counts as none.
 * @returns the text without byte order mark; undefined when the bytes are not text of that charset.
 */
export function decodeText(bytes: Buffer, charset: string | undefined): string | undefined {
  const decoder = decoderFor(markedEncoding(bytes) ?? charset ?? 'utf-8');
  try {
    const decoded = decoder.decode(bytes);
    const text = decoder.encoding === 'windows-1252' ? withWindows1252(decoded) : decoded;
    return BINARY.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

function markedEncoding(bytes: Buffer): string | undefined {
  return BYTE_ORDER_MARKS.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte))?.[0];
}

function decoderFor(label: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(label, { fatal: true });
  } catch {
    return new TextDecoder('utf-8', { fatal: true });
  }
}

/** What windows-1252, and by the same name Latin-1, has at 0x80 to 0x9F; 0 where it has nothing. */
const WINDOWS_1252 = [
  ...[0x20ac, 0, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017d, 0],
  ...[
    0, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0, 0x017e,
    0x0178,
  ],
];

/** Node decodes windows-1252 as if it were Latin-1 (seen in 20.20), which leaves control characters for € and the quotes. */
function withWindows1252(text: string): string {
  return text.replace(/[\x80-\x9f]/g, (control) =>
    String.fromCharCode(WINDOWS_1252[control.charCodeAt(0) - 0x80] || control.charCodeAt(0)),
  );
}
