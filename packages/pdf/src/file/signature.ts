/**
 * The hole for a signature (ISO 32000-2, 12.8.1). A signature covers its whole file but its own digits, so it is written into the
 * finished file. Its dictionary is the first object, so that the hole is found without a search.
 */

/** The dictionary of a signature. */
export interface Signature {
  /** The number of its object. */
  object: number;
  /** The largest size of the signature, in bytes. */
  room: number;
}

/** What the signature covers: two offsets and lengths, which are known when the file is written. */
const UNKNOWN_RANGE = '/ByteRange []'.padEnd(64);
const CONTENTS = '\n/Contents ';
/** The beginning of a file, up to its hole. */
const HEAD = /^%PDF-1\.7\n%.{4}\n\d+ 0 obj\n<<\/ByteRange \[0 (\d+) (\d+) \d+\] *\n\/Contents /;
const MAX_HEAD_BYTES = 128;

/** @returns the entries of an empty hole. */
export const emptyHole = ({ room }: Signature): string => `${UNKNOWN_RANGE}${CONTENTS}<${'00'.repeat(room)}>`;

/** Writes into a file what its signature covers. */
export function writeByteRange(file: Buffer, { room }: Signature): void {
  const at = file.indexOf(UNKNOWN_RANGE);
  const start = at + UNKNOWN_RANGE.length + CONTENTS.length;
  const end = start + 2 * room + '<>'.length;
  const range = `/ByteRange [0 ${start} ${end} ${file.length - end}]`;
  file.write(range.padEnd(UNKNOWN_RANGE.length), at, 'latin1');
}

/** @returns the bytes that the signature covers, in two parts. @throws Error when the file has no hole. */
export function signedBytes(file: Buffer): [Buffer, Buffer] {
  const { start, end } = holeOf(file);
  return [file.subarray(0, start), file.subarray(end)];
}

/**
 * Fills the hole. No other byte changes.
 *
 * @param signature in DER.
 * @throws Error when the file has no hole, or too small a hole.
 */
export function fillSignature(file: Buffer, signature: Buffer): void {
  const { start, end } = holeOf(file);
  const room = (end - start) / 2 - 1;
  if (signature.length > room)
    throw new Error(`the signature has ${signature.length} bytes, the PDF has room for ${room}`);
  file.write(signature.toString('hex'), start + 1, 'latin1');
}

function holeOf(file: Buffer): { start: number; end: number } {
  const [, start, end] = HEAD.exec(file.toString('latin1', 0, MAX_HEAD_BYTES)) ?? [];
  if (start === undefined || end === undefined) throw new Error('the PDF has no room for a signature');
  return { start: Number(start), end: Number(end) };
}
