/** Strings in the text of PDF objects (ISO 32000-1, 7.3.4). */

export const hexadecimal = (bytes: Buffer): string => `<${bytes.toString('hex')}>`;

/** @param change returns the text that replaces a string. @returns the text with all strings replaced. */
export function withStrings(text: string, change: (bytes: Buffer) => string): string {
  const start = /\(|<<?/g;
  let changed = '';
  let from = 0;
  for (let found = start.exec(text); found !== null; found = start.exec(text)) {
    const [opening] = found;
    if (opening === '<<') continue;
    const end = opening === '<' ? endOfHexadecimal(text, found.index) : endOfLiteral(text, found.index);
    const string = text.slice(found.index, end);
    changed +=
      text.slice(from, found.index) + change(opening === '<' ? hexadecimalBytes(string) : literalBytes(string));
    from = end;
    start.lastIndex = end;
  }
  return changed + text.slice(from);
}

function endOfHexadecimal(text: string, start: number): number {
  const end = text.indexOf('>', start);
  return end === -1 ? text.length : end + 1;
}

/** @param start the offset of the opening bracket. @returns the offset after the closing one. */
export function endOfLiteral(text: string, start: number): number {
  let open = 0;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (character === '\\') at += 1;
    else if (character === '(') open += 1;
    else if (character === ')') {
      open -= 1;
      if (open === 0) return at + 1;
    }
  }
  return text.length;
}

/** A missing last digit is 0. */
function hexadecimalBytes(string: string): Buffer {
  const digits = string.replace(/[^0-9A-Fa-f]/g, '');
  return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex');
}

const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', '\n': '', '\r': '', '\r\n': '' };

/** Line ends are line feeds, unless they are escaped. */
function literalBytes(string: string): Buffer {
  const text = string
    .slice(1, -1)
    .replace(/\\(?:([0-7]{1,3})|(\r\n|[^0-7]))|\r\n?/g, (_, octal?: string, character?: string) => {
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
      return character === undefined ? '\n' : (ESCAPES[character] ?? character);
    });
  return Buffer.from(text, 'latin1');
}
