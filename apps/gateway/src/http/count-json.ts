/** How much a JSON text will take to read: what is parsed becomes names and values, and each of them has its cost. */

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
