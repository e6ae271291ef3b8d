/** File names in HTTP headers (RFC 6266, RFC 8187). */
import { fileKind } from './file-id.js';

/** Longer names lose their middle; the rest fits every header and metadata limit even in emoji. */
const LONGEST_NAME = 200;
const KEPT_ENDING = 20;

/**
 * Makes a name safe in a header, a file system and a display: characters that break a line, separate folders or turn the
 * direction of the text become `_`, broken Unicode becomes U+FFFD.
 *
 * @returns undefined when nothing is left.
 */
export function cleanFilename(name: string): string | undefined {
  const wellFormed = Buffer.from(name).toString().trim();
  const safe = [...wellFormed.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}/\\]/gu, '_')];
  const fitting =
    safe.length <= LONGEST_NAME ? safe : [...safe.slice(0, LONGEST_NAME - KEPT_ENDING), ...safe.slice(-KEPT_ENDING)];
  return fitting.join('') || undefined;
}

/**
 * The value of a `Content-Disposition` header that makes a browser save the answer under `filename`, or show it.
 *
 * @param filename any text; characters not allowed in a file name become `_`.
 * @returns ASCII only: a plain name for old clients and the exact one, percent-encoded.
 */
export function contentDisposition(filename: string, type: 'attachment' | 'inline' = 'attachment'): string {
  const name = cleanFilename(filename) ?? 'document.pdf';
  // No percent sign in the plain name: some browsers decode it there.
  const plain = name.replace(/[^ -~]|["%]/gu, '_');
  return `${type}; filename="${plain}"; filename*=UTF-8''${encodeExtended(name)}`;
}

/**
 * The value of the header for a file as it is stored.
 *
 * @returns An attachment, except a PDF without a name, because browsers run scripts in XML files.
 */
export function dispositionOf(id: string, filename: string | undefined): string {
  if (filename !== undefined) return contentDisposition(filename);
  return fileKind(id) === 'pdf' ? 'inline' : 'attachment';
}

/** Reads the name from a header that `contentDisposition` made; undefined when there is none. */
export function filenameOf(header: string | undefined): string | undefined {
  const encoded = /; filename\*=UTF-8''([^;\s]*)$/i.exec(header ?? '')?.[1];
  try {
    return encoded && decodeURIComponent(encoded);
  } catch {
    return undefined; // a header of others; the file is valid all the same
  }
}

/** Percent-encoding as RFC 8187 wants it: `encodeURIComponent` leaves three characters that it does not allow. */
function encodeExtended(text: string): string {
  return encodeURIComponent(text).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}
