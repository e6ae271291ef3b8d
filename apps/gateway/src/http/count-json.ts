/** How much a JSON text will take to read: what is parsed becomes names and values, and each of them has its cost. */

/** More than any table of 50 pages has; a second's work in the worst case. */
export const MAX_JSON_VALUES = 1_000_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** Each name and each value but the first of all stands behind one of these: `,` `:` `[` `{`. */
const LEADS = new Uint8Array(256);
for (const character of ',:[{') LEADS[character.charCodeAt(0)] = 1;

/** @returns the number of names and values in a JSON text, a few more where objects or lists are empty. */
export function countJsonValues(json: Uint8Array): number {
  let count = 1;
  let isInText = false;
  for (let index = 0; index < json.length; index++) {
    const byte = json[index] as number;
    if (byte === QUOTE) isInText = !isInText;
    else if (!isInText) count += LEADS[byte] as number;
    else if (byte === BACKSLASH) index++;
  }
  return count;
}
