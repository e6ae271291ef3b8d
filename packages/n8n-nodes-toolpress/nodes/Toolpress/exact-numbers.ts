/** Copied from `packages/contract/src/schema/exact-numbers.ts` by `npm run docs`. Finds numbers whose digits would change: doubles print others. One rule for requests, answers of targets and records. */

/**
 * Returns whether a double prints all digits of a number, which is given as text. The double may be exact and print others, as for
 * 653247040368672768. `NaN` and `Infinity` are not numbers in JSON.
 */
function isExact(raw: string): boolean {
  const value = Number(raw);
  if (raw === '' || !Number.isFinite(value)) return false;
  if (Number.isSafeInteger(value) && /^-?\d{1,16}$/.test(raw)) return true;
  // Doubles have up to 17 digits. PostgreSQL, JavaScript and others print the shortest that read as the same double.
  return significant(value.toExponential()) === significant(raw);
}

/** Returns the digits of a number from the first to the last that is not 0. */
function significant(number: string): string {
  const [mantissa = ''] = number.split(/e/i);
  const digits = mantissa.replace(/[-.]/g, '').replace(/^0+/, '');
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}

/** Returns JSON in which numbers that a double cannot hold are strings. @param json valid JSON. */
export function exactJson(json: string): string {
  const parts: string[] = [];
  let done = 0;
  for (const { number, index } of inexactNumbers(json)) {
    parts.push(json.slice(done, index), `"${number}"`);
    done = index + number.length;
  }
  return done === 0 ? json : [...parts, json.slice(done)].join('');
}

/** Returns whether JSON has a number that a double cannot hold. @param json valid JSON. */
export const hasInexactNumber = (json: string): boolean =>
  MAY_BE_INEXACT.test(json) && inexactNumbers(json).next().done !== true;

/** More digits than a double always preserves, or an exponent. */
const MAY_BE_INEXACT = /\d[\d.]{15}|\d[eE]/;

function* inexactNumbers(json: string): Generator<{ number: string; index: number }> {
  for (let from = 0; from < json.length; ) {
    const quote = json.indexOf('"', from);
    const end = quote === -1 ? json.length : quote;
    for (const { 0: number, index } of json.slice(from, end).matchAll(NUMBER)) {
      if (!isExact(number)) yield { number, index: from + index };
    }
    from = quote === -1 ? end : endOfString(json, quote + 1);
  }
}

const NUMBER = /-?\d[\d.eE+-]*/g;

/** @param start the position after the opening quote. @returns the position after the closing one. */
function endOfString(json: string, start: number): number {
  for (let quote = json.indexOf('"', start); quote !== -1; quote = json.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (json[quote - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return quote + 1;
  }
  return json.length;
}
