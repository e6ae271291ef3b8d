/** What a caller gets to see of a body: JSON, text, or base64. */
import { type Json, MAX_JSON_DEPTH } from '@toolpress/contract';
import { decodeText } from './text.js';

export interface DecodedBody<Body = Json> {
  readonly body: Body;
  /** There when `body` is the bytes in base64. */
  readonly bodyEncoding?: 'base64';
}

/**
 * Decides how to show a body, by its type and its bytes:
 * - no bytes at all are `null`;
 * - what says that it is JSON (`application/json`, `+json`) and is, is parsed, unless it is nested deeper than the service
 *   can answer with;
 * - what is text in the charset that the header names (or a byte order mark), by default UTF-8, is text;
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
  const text = decodeText(body, charset);
  if (text === undefined) return { body: body.toString('base64'), bodyEncoding: 'base64' };
  const json = isJson(type) ? parseJson(text) : undefined;
  return { body: json === undefined ? text : json };
}

const isJson = (type: string): boolean => type === 'application/json' || /^[^/]+\/.+\+json$/.test(type);

function contentType(header: string | string[] | undefined): { type: string; charset: string | undefined } {
  // Of a header that was sent twice, the first counts.
  const [value = ''] = typeof header === 'string' ? header.split(',') : (header ?? []);
  const [type = ''] = value.split(';');
  const [, quoted, plain] = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;"]+))/i.exec(value) ?? [];
  return { type: type.trim().toLowerCase(), charset: quoted ?? plain };
}

/** @returns undefined when the text is not JSON, or too deep. */
function parseJson(text: string): Json | undefined {
  if (isDeeperThan(MAX_JSON_DEPTH, text)) return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING: readonly number[] = [0x5b, 0x7b];
const CLOSING: readonly number[] = [0x5d, 0x7d];

/** Counts brackets outside strings before anything is parsed: deep nesting costs far more memory than its text. */
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
