/**
 * Reads the tables of a font file, decompressed for WOFF and WOFF2. Decompresses no more than the file declares, and accepts no
 * more than browsers do.
 */
import { brotliDecompressSync, inflateSync } from 'node:zlib';
import type { FontFormat } from '@toolpress/contract';

/** The fault of a font file. The message is a predicate, to follow the file's name. */
export class FontFault extends Error {}

export interface FontTables {
  format: FontFormat;
  /** The tables by their tags. */
  tables: ReadonlyMap<string, Buffer>;
  /** Tags of the tables in WOFF2's transformed format. */
  transformed: ReadonlySet<string>;
}

/** The largest total size of the decompressed tables: Chromium loads no more. */
const MAX_TABLES_BYTES = 30 * 1024 * 1024;
/** The largest number of tables. A font usually has about 20. */
const MAX_TABLES = 100;

/** Returns the tables of a font file. @throws FontFault if it is not a valid font. */
export function tablesOf(file: Buffer): FontTables {
  const read = READERS[file.toString('latin1', 0, 4)];
  if (read === undefined) throw new FontFault(strangerName(file));
  try {
    return read(file);
  } catch (error) {
    if (error instanceof RangeError) throw new FontFault('is truncated'); // read after the end
    throw error;
  }
}

const READERS: Readonly<Record<string, (file: Buffer) => FontTables>> = {
  '\0\u0001\0\0': (file) => sfntTables(file, 'ttf'),
  true: (file) => sfntTables(file, 'ttf'),
  OTTO: (file) => sfntTables(file, 'otf'),
  wOFF: woffTables,
  wOF2: woff2Tables,
};

/** Other files that people send. */
const STRANGERS: readonly (readonly [begin: RegExp, what: string])[] = [
  [/^ttcf/, 'is a font collection; send one of its fonts as a separate file'],
  [/^PK/, 'is a ZIP archive; send the font inside it'],
  [/^\s*<(?:\?xml|svg)/i, 'is an SVG; send a WOFF2, WOFF, TTF or OTF file'],
  [/^\s*</, 'is an HTML page, perhaps the error page of a download'],
  [/^\s*[@/]/, 'is a style sheet; send the font that it names'],
  [/^%!|^\u0080/, 'is a PostScript Type 1 font, which browsers do not support; convert it to WOFF2'],
  [/^.{34}LP/s, 'is an EOT font, which browsers no longer support; convert it to WOFF2'],
];

function strangerName(file: Buffer): string {
  const begin = file.toString('latin1', 0, 64);
  const [, what] = STRANGERS.find(([pattern]) => pattern.test(begin)) ?? [];
  return what ?? 'is not a WOFF2, WOFF, TTF or OTF file';
}

interface Part {
  tag: string;
  offset: number;
  length: number;
}

function sfntTables(file: Buffer, format: FontFormat): FontTables {
  const count = tableCount(file.readUInt16BE(4));
  const parts = Array.from({ length: count }, (_, index): Part => {
    const at = 12 + 16 * index;
    return { tag: tagAt(file, at), offset: file.readUInt32BE(at + 8), length: file.readUInt32BE(at + 12) };
  });
  checkPlaces(parts, 12 + 16 * count, file.length);
  return { format, tables: byTag(parts, (part) => partOf(file, part)), transformed: new Set() };
}

function woffTables(file: Buffer): FontTables {
  checkLength(file, 8);
  const count = tableCount(file.readUInt16BE(12));
  const parts = Array.from({ length: count }, (_, index) => {
    const at = 44 + 20 * index;
    const [offset, length, originalLength] = [4, 8, 12].map((field) => file.readUInt32BE(at + field)) as [
      number,
      number,
      number,
    ];
    if (length > originalLength) throw new FontFault(`has a table \`${tagAt(file, at)}\` that is longer compressed`);
    return { tag: tagAt(file, at), offset, length, originalLength };
  });
  checkPlaces(parts, 44 + 20 * count, file.length);
  checkSum(parts.map(({ originalLength }) => originalLength));
  const tables = byTag(parts, (part) => {
    const bytes = partOf(file, part);
    return part.length === part.originalLength ? bytes : decompressed(inflateSync, bytes, part.originalLength);
  });
  return { format: 'woff', tables, transformed: new Set() };
}

function woff2Tables(file: Buffer): FontTables {
  checkLength(file, 8);
  if (file.toString('latin1', 4, 8) === 'ttcf') throw new FontFault('is a font collection; send one of its fonts');
  const count = tableCount(file.readUInt16BE(12));
  const compressedLength = file.readUInt32BE(20);
  const directory = new Woff2Directory(file, 48);
  const entries = Array.from({ length: count }, () => directory.next());
  checkSum(entries.map(({ originalLength }) => originalLength));
  checkSum(entries.map(({ length }) => length));
  const { at } = directory;
  if (at + compressedLength > file.length) throw new FontFault('is truncated');
  const together = entries.reduce((sum, { length }) => sum + length, 0);
  const bytes = decompressed(brotliDecompressSync, file.subarray(at, at + compressedLength), together);
  let offset = 0;
  const parts = entries.map((entry): Part => {
    offset += entry.length;
    return { ...entry, offset: offset - entry.length };
  });
  const transformed = entries.filter(({ isTransformed }) => isTransformed).map(({ tag }) => tag);
  return { format: 'woff2', tables: byTag(parts, (part) => partOf(bytes, part)), transformed: new Set(transformed) };
}

/** The table tags that WOFF2 has numbers for. */
const KNOWN_TAGS =
  'cmap head hhea hmtx maxp name OS/2 post cvt  fpgm glyf loca prep CFF  VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea ' +
  'vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG  sbix acnt avar bdat bloc bsln cvar fdsc feat fmtx fvar ' +
  'gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill';
const OWN_TAG = 63;
const NOT_TRANSFORMED = { glyf: 3, loca: 3 } as Readonly<Record<string, number>>;

class Woff2Directory {
  constructor(
    private readonly file: Buffer,
    public at: number,
  ) {}

  next(): { tag: string; originalLength: number; length: number; isTransformed: boolean } {
    const flags = this.file.readUInt8(this.at++);
    const number = flags & 0x3f;
    const tag = number === OWN_TAG ? this.ownTag() : KNOWN_TAGS.slice(5 * number, 5 * number + 4);
    const originalLength = this.variableNumber();
    const isTransformed = flags >> 6 !== (NOT_TRANSFORMED[tag] ?? 0);
    return { tag, originalLength, length: isTransformed ? this.variableNumber() : originalLength, isTransformed };
  }

  private ownTag(): string {
    this.at += 4;
    return tagAt(this.file, this.at - 4);
  }

  /** UIntBase128: seven bits a byte, the highest first, without leading zeros, of at most 32 bits. */
  private variableNumber(): number {
    let value = 0;
    for (let index = 0; index < 5; index++) {
      const byte = this.file.readUInt8(this.at++);
      if (index === 0 && byte === 0x80) break;
      value = value * 128 + (byte & 0x7f);
      if (value >= 2 ** 32) break;
      if (byte < 0x80) return value;
    }
    throw new FontFault('has an invalid number in its table directory');
  }
}

function tableCount(count: number): number {
  if (count > 0 && count <= MAX_TABLES) return count;
  throw new FontFault(`declares ${count} tables`);
}

function tagAt(file: Buffer, at: number): string {
  if (at + 4 > file.length) throw new RangeError('behind the end');
  const tag = file.toString('latin1', at, at + 4);
  if (!/^[ -~]{4}$/.test(tag)) throw new FontFault('has a table whose tag is not of ASCII letters');
  return tag;
}

/** The length that WOFF's header states. */
function checkLength(file: Buffer, at: number): void {
  const length = file.readUInt32BE(at);
  if (length === file.length) return;
  throw new FontFault(`is ${file.length} bytes long, but declares ${length}`);
}

function checkSum(lengths: readonly number[]): void {
  if (lengths.reduce((sum, length) => sum + length, 0) <= MAX_TABLES_BYTES) return;
  throw new FontFault(`is larger than ${MAX_TABLES_BYTES / 1024 / 1024} MiB when it is decompressed`);
}

/** Checks that tables are at multiples of four and do not overlap. */
function checkPlaces(parts: readonly Part[], from: number, end: number): void {
  let free = from;
  for (const { tag, offset, length } of [...parts].sort((one, other) => one.offset - other.offset)) {
    if (offset % 4 !== 0) throw new FontFault(`has a table \`${tag}\` that does not begin at a multiple of four`);
    if (offset < free) throw new FontFault(`has a table \`${tag}\` that overlaps what is before it`);
    if (offset + length > end) throw new FontFault(`has a table \`${tag}\` that goes beyond the end of the file`);
    free = offset + length;
  }
}

function byTag<Entry extends { tag: string }>(parts: readonly Entry[], read: (part: Entry) => Buffer) {
  const tables = new Map<string, Buffer>();
  for (const part of parts) {
    if (tables.has(part.tag)) throw new FontFault(`has two tables \`${part.tag}\``);
    tables.set(part.tag, read(part));
  }
  return tables;
}

const partOf = (bytes: Buffer, { offset, length }: Part): Buffer => bytes.subarray(offset, offset + length);

function decompressed(decompress: typeof inflateSync, bytes: Buffer, length: number): Buffer {
  try {
    const result = decompress(bytes, { maxOutputLength: Math.max(1, length) });
    if (result.length === length) return result;
  } catch {
    // The message of zlib is not helpful.
  }
  throw new FontFault('has compressed data that does not match its header');
}
