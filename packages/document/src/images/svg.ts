/** Recognises SVG files. */

/** The largest length of a start tag before its namespace, in characters. */
const MAX_START = 64 * 1024;
/** The largest number of comments and instructions before the drawing. */
const MAX_BEFORE = 1_000;
const START = /^<(?:[A-Za-z][\w.-]{0,50}:)?svg\s[^>]*?\bxmlns\b/;
const BYTE_ORDER_MARK = Buffer.from('\ufeff');

/**
 * Returns whether the bytes are XML in UTF-8 whose first element is an `svg` with a namespace, without which browsers show nothing.
 * The rest is not checked: an invalid drawing prints nothing.
 */
export function isSvgFile(bytes: Buffer): boolean {
  let at = bytes.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0;
  for (let before = 0; before < MAX_BEFORE; before++) {
    while (isBlank(bytes[at])) at++;
    if (bytes[at] !== LESS) return false;
    const end = endOfPreamble(bytes, at);
    if (end === undefined) return START.test(bytes.toString('latin1', at, at + MAX_START));
    at = end;
  }
  return false;
}

/** Returns the end of a comment, an instruction or a document type; undefined at an element. */
function endOfPreamble(bytes: Buffer, at: number): number | undefined {
  const after = (text: string, from: number): number => {
    const found = bytes.indexOf(text, from, 'latin1');
    return found === -1 ? bytes.length : found + text.length;
  };
  const begin = bytes.toString('latin1', at, at + 9).toUpperCase();
  if (begin.startsWith('<?')) return after('?>', at);
  if (begin.startsWith('<!--')) return after('-->', at + 4);
  if (begin !== '<!DOCTYPE') return undefined;
  const end = after('>', at);
  const inner = bytes.subarray(at, end).indexOf('[');
  return inner === -1 ? end : after('>', after(']', at + inner));
}

const LESS = 0x3c;
const isBlank = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
