/** Reads content streams operation by operation (ISO 32000-1, 7.8.2), in linear time for any input. */

/** An operator with its operands. Offsets are bytes of the stream. */
export interface Operation {
  operator: string;
  /** Where the first operand begins, or the operator if it has none. */
  start: number;
  /** Where the operator begins. The operands end before it. */
  at: number;
  /** The offset after the operator. */
  end: number;
}

/** The kinds of bytes. */
enum Kind {
  Regular,
  Space,
  Delimiter,
}

const KINDS = new Uint8Array(256);
for (const byte of [0, 9, 10, 12, 13, 32]) KINDS[byte] = Kind.Space;
for (const delimiter of '()<>[]{}/%') KINDS[delimiter.charCodeAt(0)] = Kind.Delimiter;

const [OPEN, CLOSE, ESCAPE, LESS, GREATER, SLASH, COMMENT] = [...'()\\<>/%'].map((one) => one.charCodeAt(0));

/** Words that are operands. */
const CONSTANTS = new Set(['true', 'false', 'null']);

/** The number of bytes after an `EI` that must look like operators, and not like an image. */
const LOOK_AHEAD_BYTES = 12;

/**
 * Visits the operations of a stream in order. An inline image is one operation, `EI`, whose operands begin at its `BI`. An incomplete operation at
 * the end is left out. A generator takes 1.5 times as long.
 */
export function eachOperation(bytes: Buffer, visit: (operation: Operation) => void): void {
  let start = -1;
  for (let position = 0; position < bytes.length; ) {
    const byte = bytes[position] as number;
    const kind = KINDS[byte] as Kind;
    if (kind === Kind.Space) position += 1;
    else if (byte === COMMENT) position = endOfLine(bytes, position);
    else {
      const begin = position;
      if (start < 0) start = begin;
      if (kind === Kind.Delimiter) position = endOfDelimited(bytes, position);
      else {
        position = endOfWord(bytes, position);
        if (isNumber(byte)) continue;
        const operator = wordAt(bytes, begin, position);
        if (CONSTANTS.has(operator) || operator === 'BI') continue;
        const isImage = operator === 'ID';
        if (isImage) position = endOfImage(bytes, position);
        if (isImage) visit({ operator: 'EI', start, at: position, end: position });
        else visit({ operator, start, at: begin, end: position });
        start = -1;
      }
    }
  }
}

/** The operators of PDF by their bytes. Making a text of each occurrence would take a third of the time. */
const WORDS = new Map<number, string>();
/** Words of other streams than Skia's may be any. */
const MAX_WORDS = 1_000;

/** @returns a word. */
function wordAt(bytes: Buffer, begin: number, end: number): string {
  if (end - begin > 3) return bytes.toString('latin1', begin, end);
  let key = 0;
  for (let at = begin; at < end; at++) key = key * 256 + (bytes[at] as number) + 1;
  const known = WORDS.get(key);
  if (known !== undefined) return known;
  const word = bytes.toString('latin1', begin, end);
  if (WORDS.size < MAX_WORDS) WORDS.set(key, word);
  return word;
}

/** Digits, signs and the point, with which no operator begins. */
const isNumber = (byte: number): boolean => byte >= 0x2b && byte <= 0x39;

function endOfWord(bytes: Buffer, from: number): number {
  let position = from;
  while (position < bytes.length && KINDS[bytes[position] as number] === Kind.Regular) position += 1;
  return position;
}

function endOfLine(bytes: Buffer, from: number): number {
  let position = from;
  while (position < bytes.length && bytes[position] !== 10 && bytes[position] !== 13) position += 1;
  return position;
}

/** @returns the offset after a string, a name or a bracket. */
function endOfDelimited(bytes: Buffer, from: number): number {
  const byte = bytes[from];
  if (byte === SLASH) return endOfWord(bytes, from + 1);
  if (byte === OPEN) return endOfString(bytes, from);
  if (byte !== LESS) return from + 1;
  if (bytes[from + 1] === LESS) return from + 2;
  const end = bytes.indexOf(GREATER as number, from);
  return end < 0 ? bytes.length : end + 1;
}

function endOfString(bytes: Buffer, from: number): number {
  let open = 0;
  for (let position = from; position < bytes.length; position++) {
    const byte = bytes[position];
    if (byte === ESCAPE) position += 1;
    else if (byte === OPEN) open += 1;
    else if (byte === CLOSE) {
      open -= 1;
      if (open === 0) return position + 1;
    }
  }
  return bytes.length;
}

/** Finds the end of an inline image. Its bytes may contain `EI`; operators follow the right one only. */
function endOfImage(bytes: Buffer, from: number): number {
  for (let end = bytes.indexOf('EI', from + 1); end >= 0; end = bytes.indexOf('EI', end + 1)) {
    if (KINDS[bytes[end - 1] as number] !== Kind.Space) continue;
    const behind = bytes.subarray(end + 2, end + 2 + LOOK_AHEAD_BYTES);
    if (behind.length > 0 && KINDS[behind[0] as number] !== Kind.Space) continue;
    if (behind.every((byte) => byte < 0x7f && (byte >= 0x20 || KINDS[byte] === Kind.Space))) return end + 2;
  }
  return bytes.length;
}

/** @returns the operands as they are written. */
export const operandsOf = (bytes: Buffer, { start, at }: Operation): string => bytes.toString('latin1', start, at);

/** A piece of a stream and its replacement. */
export interface Patch {
  start: number;
  end: number;
  text: string;
}

/** @param patches do not overlap. Patches at the same offset are applied in their order. */
export function patched(bytes: Buffer, patches: readonly Patch[]): Buffer {
  const parts: Buffer[] = [];
  let position = 0;
  for (const { start, end, text } of [...patches].sort(
    (one, other) => one.start - other.start || one.end - other.end,
  )) {
    parts.push(bytes.subarray(position, start), Buffer.from(text, 'latin1'));
    position = end;
  }
  return Buffer.concat([...parts, bytes.subarray(position)]);
}
