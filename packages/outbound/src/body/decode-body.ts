/** How the caller sees a response body: JSON, text, or base64. */
import { hasInexactNumber, type Json, MAX_JSON_DEPTH, RawJson } from '@toolpress/contract';

export interface DecodedBody<Body = Json | RawJson> {
  readonly body: Body;
  /** Present when `body` is the bytes in base64. */
  readonly bodyEncoding?: 'base64';
}

/**
 * Decides how to show a body, by its type and its bytes:
 * - no bytes at all are `null`;
 * - what says that it is JSON (`application/json`, `text/json`, `+json`) and is, is parsed, unless it is nested deeper than the service
 *   can answer with; with numbers that would lose digits it stays as it is, as `RawJson`;
 * - what is text in the charset that a byte order mark, the header, or XML or HTML at its beginning names, by default UTF-8, is text;
 * - everything else is base64.
 *
 * @param response headers with names in lower case, and the decompressed body.
 */
export function decodeBody(response: {
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: Buffer;
}): DecodedBody {
  const { body } = response;
  if (body.length === 0) return { body: null };
  const { type, charset } = contentType(response.headers['content-type']);
  const text = decodeText(body, charset ?? charsetInside(type, body));
  if (text === undefined) return { body: body.toString('base64'), bodyEncoding: 'base64' };
  const json = isJson(type) ? parseJson(text) : undefined;
  return { body: json === undefined ? text : json };
}

const isJson = (type: string): boolean =>
  /^(?:application|text)\/(?:x-)?json$/.test(type) || /^[^/]+\/.+\+json$/.test(type);

function contentType(header: string | string[] | undefined): { type: string; charset: string | undefined } {
  // The first counts if a header was sent twice.
  const [value = ''] = typeof header === 'string' ? header.split(',') : (header ?? []);
  const [type = ''] = value.split(';');
  const [, quoted, plain] = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;"]+))/i.exec(value) ?? [];
  return { type: type.trim().toLowerCase(), charset: quoted ?? plain };
}

/** The number of bytes in which a document names its charset, as in the HTML standard. */
const HEAD_BYTES = 1_024;
const XML_CHARSET = /^<\?xml\s[^>]{0,200}?\bencoding\s*=\s*["']([\w.:-]{1,40})["']/;
const HTML_CHARSET = /<meta\s[^>]{0,200}?\bcharset\s*=\s*(?:["']\s*)?([\w.:-]{1,40})/i;

/** Returns the charset that XML or HTML names in itself. */
function charsetInside(type: string, body: Buffer): string | undefined {
  const head = body.toString('latin1', 0, HEAD_BYTES);
  const [, ofXml] = XML_CHARSET.exec(head) ?? [];
  if (ofXml !== undefined || !/\bx?html\b/.test(type)) return ofXml;
  return HTML_CHARSET.exec(head)?.[1];
}

/** @returns undefined when the text is not JSON, or too deep. */
function parseJson(text: string): Json | RawJson | undefined {
  if (isDeeperThan(MAX_JSON_DEPTH, text)) return undefined;
  try {
    const json = JSON.parse(text) as Json;
    return hasInexactNumber(text) ? new RawJson(text) : json;
  } catch {
    return undefined;
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING: readonly number[] = [0x5b, 0x7b];
const CLOSING: readonly number[] = [0x5d, 0x7d];

/** Counts brackets outside strings before parsing: deep nesting costs far more memory than its text. */
function isDeeperThan(limit: number, json: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < json.length; index++) {
    const code = json.charCodeAt(index);
    if (isInString && code === BACKSLASH) index++;
    else if (code === QUOTE) isInString = !isInString;
    else if (isInString) continue;
    else if (OPENING.includes(code)) depth++;
    else if (CLOSING.includes(code)) depth--;
    if (depth > limit) return true;
  }
  return false;
}

const BYTE_ORDER_MARKS: ReadonlyArray<readonly [string, readonly number[]]> = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16be', [0xfe, 0xff]],
  ['utf-16le', [0xff, 0xfe]],
];

/** Control characters that no text has ("binary data bytes" of the WHATWG MIME Sniffing standard). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const BINARY = /[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]/;

/**
 * @param charset the sender's label; a byte order mark takes precedence. An unknown label is ignored.
 * @returns the text without byte order mark; undefined when the bytes are not text of that charset.
 */
function decodeText(bytes: Buffer, charset: string | undefined): string | undefined {
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

/** 0x80 to 0x9F in windows-1252, which is also what the label Latin-1 means. */
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** Node.js decodes windows-1252 as if it were Latin-1 (seen in 20.20), which leaves control characters for € and the quotes. */
const withWindows1252 = (text: string): string =>
  text.replace(/[\x80-\x9f]/g, (control) => WINDOWS_1252.charAt(control.charCodeAt(0) - 0x80));
