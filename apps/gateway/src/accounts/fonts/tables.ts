/**
 * Checks the tables without which nothing is printed: that they are there, and that their numbers fit each other. What else a
 * font has, such as the programs of its hints, Chromium's own sanitiser looks at when a document is printed with it.
 */
import { FontFault, type FontTables } from '@toolpress/document/font-tables';

/** Browsers refuse a font without one of them. */
const REQUIRED = ['cmap', 'head', 'hhea', 'hmtx', 'maxp', 'OS/2', 'name', 'post'];
const HEAD_MAGIC = 0x5f0f3cf5;
/** Some fonts have a glyph for each of Unicode's characters, none has more. */
const MAX_CMAP_TABLES = 64;

/** @throws FontFault. */
export function checkTables(font: FontTables): void {
  const missing = REQUIRED.filter((tag) => !font.tables.has(tag));
  if (missing.length > 0) throw new FontFault(`has no table ${missing.map((tag) => `\`${tag}\``).join(', ')}`);
  const maxp = new Table(font, 'maxp');
  if (maxp.u32(0) === 0x00010000) maxp.reach(32);
  const glyphs = maxp.u16(4);
  if (glyphs === 0) throw new FontFault('has no glyphs');
  const head = new Table(font, 'head');
  if (head.u32(12) !== HEAD_MAGIC) throw new FontFault('has a table `head` that is none');
  const unitsPerEm = head.u16(18);
  if (unitsPerEm < 16 || unitsPerEm > 16_384)
    throw new FontFault(`has ${unitsPerEm} units per em; 16 to 16384 are allowed`);
  checkMetrics(font, glyphs);
  checkCharacters(new Table(font, 'cmap'));
  checkOutlines(font, glyphs, head.u16(50));
}

/** A table whose numbers are read within its bounds. */
class Table {
  readonly bytes: Buffer;

  constructor(
    { tables }: FontTables,
    readonly tag: string,
  ) {
    this.bytes = tables.get(tag) ?? Buffer.of();
  }

  u16(at: number): number {
    this.reach(at + 2);
    return this.bytes.readUInt16BE(at);
  }

  u32(at: number): number {
    this.reach(at + 4);
    return this.bytes.readUInt32BE(at);
  }

  /** @throws FontFault when the table is shorter. */
  reach(length: number): void {
    if (length > this.bytes.length) throw new FontFault(`has a table \`${this.tag}\` that is too short`);
  }
}

function checkMetrics(font: FontTables, glyphs: number): void {
  const metrics = new Table(font, 'hhea').u16(34);
  if (metrics === 0 || metrics > glyphs) throw new FontFault(`has the widths of ${metrics} glyphs, of ${glyphs}`);
  if (!font.transformed.has('hmtx')) new Table(font, 'hmtx').reach(4 * metrics + 2 * (glyphs - metrics));
}

/** Which character has which glyph. */
function checkCharacters(cmap: Table): void {
  const count = cmap.u16(2);
  if (count === 0 || count > MAX_CMAP_TABLES) throw new FontFault(`has ${count} tables of characters`);
  for (let index = 0; index < count; index++) {
    const at = cmap.u32(4 + 8 * index + 4);
    const format = cmap.u16(at);
    if (format > 14) throw new FontFault(`has a table of characters of the unknown format ${format}`);
    if (format < 8) cmap.reach(at + cmap.u16(at + 2));
    else cmap.reach(at + cmap.u32(at + (format === 14 ? 2 : 4)));
  }
}

function checkOutlines(font: FontTables, glyphs: number, locationFormat: number): void {
  const { tables, transformed } = font;
  if (tables.has('glyf') || tables.has('loca')) {
    if (transformed.has('glyf') !== transformed.has('loca'))
      throw new FontFault('has only one of `glyf` and `loca` in WOFF2’s form');
    if (transformed.has('glyf')) checkTransformedGlyphs(font, glyphs);
    else checkGlyphs(font, glyphs, locationFormat);
  } else if (!['CFF ', 'CFF2', 'CBDT', 'sbix', 'SVG ', 'COLR'].some((tag) => tables.has(tag))) {
    throw new FontFault('has no outlines of its glyphs');
  } else if (tables.has('CFF ')) {
    new Table(font, 'CFF ').reach(4);
  }
}

/** Each glyph begins where the one before it ends. */
function checkGlyphs(font: FontTables, glyphs: number, locationFormat: number): void {
  const locations = new Table(font, 'loca');
  const outlines = new Table(font, 'glyf');
  if (locationFormat > 1) throw new FontFault('has a table `head` with an unknown format of `loca`');
  const read =
    locationFormat === 0
      ? (index: number) => 2 * locations.u16(2 * index)
      : (index: number) => locations.u32(4 * index);
  let before = 0;
  for (let index = 0; index <= glyphs; index++) {
    const location = read(index);
    if (location < before) throw new FontFault('has glyphs that overlap');
    before = location;
  }
  outlines.reach(before);
}

/** Seven streams behind a header that says how long they are. */
function checkTransformedGlyphs(font: FontTables, glyphs: number): void {
  const outlines = new Table(font, 'glyf');
  if (outlines.u16(4) !== glyphs) throw new FontFault('has two different numbers of glyphs');
  let end = 36;
  for (let stream = 0; stream < 7; stream++) end += outlines.u32(8 + 4 * stream);
  outlines.reach(end);
  if (new Table(font, 'loca').bytes.length > 0)
    throw new FontFault('has a table `loca` that WOFF2’s form leaves empty');
}
