/** JSON texts of requests: parsed, and before that how much it will take to parse them. */
import { ServiceError } from '@toolpress/contract';

/** More than any table of 50 pages has; a second's work in the worst case. */
export const MAX_JSON_VALUES = 1_000_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SHORT_TEXT = 64;
const LONG_TEXT = 4096;
/** Each name and each value but the first of all stands behind one of these: `,` `:` `[` `{`. */
const LEADS = new Uint8Array(256);
for (const character of ',:[{') LEADS[character.charCodeAt(0)] = 1;

/** @returns the number of names and values in a JSON text, a few more where objects or lists are empty. */
export function countJsonValues(json: Buffer): number {
  let count = 1;
  for (let index = 0; index < json.length; index++) {
    const byte = json[index] as number;
    if (byte === QUOTE) index = endOfText(json, index);
    else count += LEADS[byte] as number;
  }
  return count;
}

/** @param from where the text's first quote is. @returns where its last one is. */
function endOfText(json: Buffer, from: number): number {
  for (let index = from + 1, span = SHORT_TEXT; index < json.length; span = LONG_TEXT) {
    const near = Math.min(json.length, index + span);
    for (; index < near; index++) {
      const byte = json[index] as number;
      if (byte === QUOTE) return index;
      if (byte === BACKSLASH) index++;
    }
    // What is long and has no quotes in it, Node searches more quickly; what has them, byte by byte again.
    const end = json.indexOf(QUOTE, index);
    if (end === -1) break;
    let slashes = 0;
    while (end - 1 - slashes >= index && json[end - 1 - slashes] === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return end;
    index = end + 1;
  }
  return json.length;
}

/** @throws ServiceError `invalid_json`. */
export function parseJson(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return {};
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch (error) {
    throw new ServiceError('invalid_json', `The request body is not valid JSON${whereOf(error)}.`);
  }
}

/** Removes a byte order mark; what is no UTF-8 becomes replacement characters. */
const decoder = new TextDecoder();

/** V8's messages quote the text around the fault; only the position is passed on. */
function whereOf(error: unknown): string {
  const [, position] = / at position (\d+)/.exec(String((error as Error).message)) ?? [];
  return position === undefined ? '' : ` (at character ${Number(position) + 1})`;
}
