/** Reads texts in the encoding that they declare, and writes bytes as base64. */

const DECLARED = /<meta[^>]{1,500}charset\s*=\s*["']?([\w-]+)|@charset\s+"([\w-]+)"/i;

/** Returns a text. Word writes Windows-1252; without a declaration, bytes that are not UTF-8 are that, too. */
export function textOf(bytes: Uint8Array): string {
  const [one, other] = bytes;
  if (one === 0xff && other === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (one === 0xfe && other === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const [, html, css] = DECLARED.exec(new TextDecoder('latin1').decode(bytes.subarray(0, 2_048))) ?? [];
    return new TextDecoder(knownEncoding(html ?? css)).decode(bytes);
  }
}

function knownEncoding(label: string | undefined): string {
  try {
    return label === undefined || /^utf-?8$/i.test(label) ? 'windows-1252' : new TextDecoder(label).encoding;
  } catch {
    return 'windows-1252';
  }
}

export function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return btoa(text);
}
