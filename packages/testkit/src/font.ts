/** Fonts made for a test: each printable ASCII character is a box of the given width. */
import { brotliCompressSync, deflateSync } from 'node:zlib';

export interface TestFontOptions {
  /** The width of each character, in thousandths of the font size. The default is 500. */
  width?: number;
  format?: 'ttf' | 'woff' | 'woff2';
  /** The first and the last character. The default is all of printable ASCII. */
  characters?: readonly [first: string, last: string];
}

/** @param name as PDFs write it: letters, digits and hyphens. */
export function testFont(name: string, { width = 500, format = 'ttf', characters }: TestFontOptions = {}): Buffer {
  const [first, last] = (characters ?? [' ', '~']).map((character) => character.charCodeAt(0)) as [number, number];
  return { ttf: sfnt, woff, woff2 }[format]({ ...testFontTables(name, width), cmap: cmap(first, last) });
}

export type FontTables = Record<string, Buffer>;

const FIRST = 0x20;
const LAST = 0x7e;
/** The first glyph is for all other characters. */
const GLYPHS = LAST - FIRST + 2;

/** Returns the tables of such a font by their tags, so that a test can break them. */
export function testFontTables(name: string, width = 500): FontTables {
  const box = boxOf(width);
  return {
    'OS/2': os2(width),
    cmap: cmap(FIRST, LAST),
    glyf: Buffer.concat(Array.from({ length: GLYPHS }, () => box)),
    head: head(width),
    hhea: hhea(width),
    hmtx: Buffer.concat([u16(width, 0), u16(...Array<number>(GLYPHS - 1).fill(0))]),
    loca: u16(...Array.from({ length: GLYPHS + 1 }, (_, index) => (index * box.length) / 2)),
    maxp: Buffer.concat([u32(0x00010000), u16(GLYPHS, 4, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)]),
    name: names(name),
    post: Buffer.concat([u32(0x00030000, 0), u16(-100, 50), u32(0, 0, 0, 0, 0)]),
  };
}

/** Writes a file of tables as in TTF. @param begin the file's first four bytes. */
export function sfnt(tables: FontTables, begin = u32(0x00010000)): Buffer {
  const entries = Object.entries(tables);
  let offset = 12 + 16 * entries.length;
  const directory = entries.map(([tag, bytes]) => {
    const entry = Buffer.concat([Buffer.from(tag, 'latin1'), u32(checksum(bytes), offset, bytes.length)]);
    offset += padded(bytes).length;
    return entry;
  });
  const power = Math.floor(Math.log2(entries.length));
  const search = u16(entries.length, 16 * 2 ** power, power, 16 * (entries.length - 2 ** power));
  return Buffer.concat([begin, search, ...directory, ...entries.map(([, bytes]) => padded(bytes))]);
}

export function woff(tables: FontTables): Buffer {
  const entries = Object.entries(tables).map(([tag, bytes]) => {
    const deflated = deflateSync(bytes);
    return { tag, bytes, stored: deflated.length < bytes.length ? deflated : bytes };
  });
  let offset = 44 + 20 * entries.length;
  const directory = entries.map(({ tag, bytes, stored }) => {
    const entry = Buffer.concat([Buffer.from(tag), u32(offset, stored.length, bytes.length, checksum(bytes))]);
    offset += padded(stored).length;
    return entry;
  });
  const header = [u32(0x774f4646, 0x00010000, offset), u16(entries.length, 0), u32(sfntSize(tables), 0x00010000)];
  return Buffer.concat([...header, u32(0, 0, 0, 0, 0), ...directory, ...entries.map(({ stored }) => padded(stored))]);
}

/** The tables are the same as in TTF. */
export function woff2(tables: FontTables): Buffer {
  const directory = Object.entries(tables).map(([tag, bytes]) => {
    const isOutline = tag === 'glyf' || tag === 'loca'; // whose third form is the plain one
    return Buffer.concat([Buffer.from([isOutline ? 0xff : 0x3f]), Buffer.from(tag), base128(bytes.length)]);
  });
  return woff2File(directory, brotliCompressSync(Buffer.concat(Object.values(tables))), sfntSize(tables));
}

export function woff2File(directory: readonly Buffer[], compressed: Buffer, sfntSize: number): Buffer {
  const entries = Buffer.concat(directory);
  const length = 48 + entries.length + compressed.length;
  const padding = Buffer.alloc(-length & 3);
  const header = [u32(0x774f4632, 0x00010000, length + padding.length), u16(directory.length, 0)];
  return Buffer.concat([
    ...header,
    u32(sfntSize, compressed.length, 0x00010000, 0, 0, 0, 0, 0),
    entries,
    compressed,
    padding,
  ]);
}

/** Returns a table of SVG drawings, one for all characters. */
export function svgTable(drawing: string): Buffer {
  const text = Buffer.from(drawing);
  return Buffer.concat([u16(0), u32(10, 0), u16(1, 0, GLYPHS - 1), u32(14, text.length), text]);
}

/** Encodes a length of WOFF2. */
export function base128(value: number): Buffer {
  const bytes = [value & 0x7f];
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) bytes.unshift((rest & 0x7f) | 0x80);
  return Buffer.from(bytes);
}

const sfntSize = (tables: FontTables): number =>
  Object.values(tables).reduce((sum, bytes) => sum + 16 + padded(bytes).length, 12);

/** Encodes numbers as two bytes, signed or unsigned. */
export function u16(...values: number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value & 0xffff, 2 * index);
  return bytes;
}

export function u32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, 4 * index);
  return bytes;
}

const padded = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]);

function checksum(bytes: Buffer): number {
  const all = padded(bytes);
  let sum = 0;
  for (let at = 0; at < all.length; at += 4) sum = (sum + all.readUInt32BE(at)) >>> 0;
  return sum;
}

const HEIGHT = 700;

/** Returns one contour of four points on the curve. */
function boxOf(width: number): Buffer {
  const right = width - 50;
  const header = u16(1, 50, 0, right, HEIGHT, 3, 0);
  const flags = Buffer.from([1, 1, 1, 1]);
  return Buffer.concat([header, flags, u16(50, 0, right - 50, 0), u16(0, HEIGHT, 0, -HEIGHT)]);
}

const head = (width: number): Buffer =>
  Buffer.concat([
    u32(0x00010000, 0x00010000, 0, 0x5f0f3cf5),
    u16(3, 1000),
    u32(0, 0, 0, 0),
    u16(50, 0, width - 50, HEIGHT),
    u16(0, 8, 2, 0, 0),
  ]);

const hhea = (width: number): Buffer =>
  Buffer.concat([u32(0x00010000), u16(800, -200, 0, width, 50, 50, width - 50, 1, 0, 0, 0, 0, 0, 0, 0, 1)]);

/** Returns a table of version 4. */
const os2 = (width: number): Buffer =>
  Buffer.concat([
    u16(4, width, 400, 5, 0, 650, 600, 0, 75, 650, 600, 0, 350, 50, 300, 0),
    Buffer.alloc(10),
    u32(1, 0, 0, 0),
    Buffer.from('TEST'),
    u16(0x40, FIRST, LAST, 800, -200, 0, 800, 200),
    u32(1, 0),
    u16(500, HEIGHT, 0, FIRST, 1),
  ]);

/** Returns segments of characters with consecutive glyphs. */
function cmap(first: number, last: number): Buffer {
  const segments = u16(4, 4, 1, 0, last, 0xffff, 0, first, 0xffff, 1 - FIRST, 1, 0, 0);
  return Buffer.concat([u16(0, 1, 3, 1), u32(12), u16(4, 6 + segments.length, 0), segments]);
}

/** Returns the family, style, unique name, full name, version and PostScript name. */
function names(name: string): Buffer {
  const texts = [name, 'Regular', name, name, 'Version 1', name].map((text) => Buffer.from(text, 'utf16le').swap16());
  let offset = 0;
  const records = texts.map((text, index) => {
    const record = u16(3, 1, 0x409, index + 1, text.length, offset);
    offset += text.length;
    return record;
  });
  return Buffer.concat([u16(0, texts.length, 6 + 12 * texts.length), ...records, ...texts]);
}
