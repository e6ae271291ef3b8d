/** Finds numbers that a double cannot hold. They become text, so that no digit is lost. */

/** Returns whether a double holds all digits of a number, which is given as text. `NaN` and `Infinity` are not numbers in JSON. */
export function isExact(raw: string): boolean {
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
  let parts: string[] | undefined;
  let done = 0;
  for (let from = 0; from < json.length; ) {
    const quote = json.indexOf('"', from);
    const end = quote === -1 ? json.length : quote;
    for (const { 0: number, index } of json.slice(from, end).matchAll(NUMBER)) {
      if (isExact(number)) continue;
      parts ??= [];
      parts.push(json.slice(done, from + index), `"${number}"`);
      done = from + index + number.length;
    }
    from = quote === -1 ? end : endOfString(json, quote + 1);
  }
  return parts === undefined ? json : [...parts, json.slice(done)].join('');
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
