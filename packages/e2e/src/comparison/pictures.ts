/** PDFs as pictures: read by poppler, compared, and written side by side. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { crc32, deflateSync } from 'node:zlib';

/** Three bytes a pixel. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Buffer;
}

const DOTS_PER_INCH = 72;

/** @returns the pages of a PDF file. */
export async function picturesOf(file: string): Promise<Picture[]> {
  const options = { encoding: 'buffer', maxBuffer: 2 ** 30 } as const;
  const { stdout } = await promisify(execFile)('pdftoppm', ['-r', String(DOTS_PER_INCH), file], options);
  const pictures: Picture[] = [];
  for (let at = 0; at < stdout.length; ) {
    const [head = '', width, height] = /^P6\s(\d+)\s(\d+)\s255\s/.exec(stdout.toString('latin1', at, at + 40)) ?? [];
    const begin = at + head.length;
    at = begin + Number(width) * Number(height) * 3;
    pictures.push({ width: Number(width), height: Number(height), pixels: stdout.subarray(begin, at) });
  }
  return pictures;
}

/** The tolerance of a color channel: the difference in antialiasing of the same shape. */
const TOLERANCE = 48;

/** Fewer differing pixels on a page of 72 dots per inch are invisible: a glyph has some 30. */
const VISIBLE_PIXELS = 20;

/** @returns the share of pixels that differ: from the other's pixel at their place and from all of its neighbours. */
export function visibleDifference(one: Picture, other: Picture): number {
  if (one.width !== other.width || one.height !== other.height) return 1;
  if (one.pixels.equals(other.pixels)) return 0;
  let count = 0;
  for (let at = 0; at < one.pixels.length; at += 3) {
    if (isLike(one, at, other, at)) continue;
    if (!hasLike(one, other, at) || !hasLike(other, one, at)) count += 1;
  }
  return count > VISIBLE_PIXELS ? count / (one.width * one.height) : 0;
}

const isLike = (one: Picture, at: number, other: Picture, there: number): boolean =>
  [0, 1, 2].every(
    (channel) => Math.abs((one.pixels[at + channel] ?? 0) - (other.pixels[there + channel] ?? 0)) <= TOLERANCE,
  );

function hasLike(one: Picture, other: Picture, at: number): boolean {
  const row = one.width * 3;
  return [-row - 3, -row, -row + 3, -3, 3, row - 3, row, row + 3].some((step) => isLike(one, at, other, at + step));
}

/** @returns a PNG of both, with a red line between them. */
export function sideBySide(left: Picture | undefined, right: Picture | undefined): Buffer {
  const line: Picture = { width: 2, height: Math.max(left?.height ?? 1, right?.height ?? 1), pixels: Buffer.alloc(0) };
  const shown = [left, line, right].filter((one) => one !== undefined);
  const rows = Array.from({ length: line.height }, (_, y) =>
    shown.map((one) => {
      if (one === line) return Buffer.from([255, 0, 0, 255, 0, 0]);
      const row = Buffer.alloc(one.width * 3, 0x88);
      if (y < one.height) one.pixels.copy(row, 0, y * row.length, (y + 1) * row.length);
      return row;
    }),
  );
  const width = shown.reduce((sum, one) => sum + one.width, 0);
  return png(
    width,
    line.height,
    rows.map((row) => Buffer.concat(row)),
  );
}

export const colouredPng = (width: number, height: number, colour: readonly number[]): Buffer =>
  png(
    width,
    height,
    Array.from({ length: height }, () => Buffer.alloc(width * 3, Buffer.from(colour))),
  );

function png(width: number, height: number, rows: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8); // 8 bits of red, green and blue
  const unfiltered = Buffer.concat(rows.flatMap((row) => [Buffer.of(0), row]));
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(unfiltered)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
