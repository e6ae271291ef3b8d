/**
 * Checks that the tables required for printing exist and are consistent. Chromium's sanitizer checks the rest of a font, such as hinting
 * programs, when a document uses it.
 */
import { FontFault, type FontTables } from '@toolpress/document/font-tables';

/** Browsers refuse a font if one of these tables is missing. */
const REQUIRED = ['cmap', 'head', 'hhea', 'hmtx', 'maxp', 'OS/2', 'name', 'post'];
const HEAD_MAGIC = 0x5f0f3cf5;
/** The largest number of `cmap` subtables. Real fonts have far fewer. */
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
  if (head.u32(12) !== HEAD_MAGIC) throw new FontFault('has an invalid `head` table');
  const unitsPerEm = head.u16(18);
  if (unitsPerEm < 16 || unitsPerEm > 16_384)
    throw new FontFault(`has ${unitsPerEm} units per em; 16 to 16384 are allowed`);
  checkMetrics(font, glyphs);
  checkCharacters(new Table(font, 'cmap'));
  checkOutlines(font, glyphs, head.u16(50));
}

/** A table with bounds checks. */
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
    if (length > this.bytes.length) throw new FontFault(`has a \`${this.tag}\` table that is too short`);
  }
}

function checkMetrics(font: FontTables, glyphs: number): void {
  const metrics = new Table(font, 'hhea').u16(34);
  if (metrics === 0 || metrics > glyphs) throw new FontFault(`has widths for ${metrics} of ${glyphs} glyphs`);
  if (!font.transformed.has('hmtx')) new Table(font, 'hmtx').reach(4 * metrics + 2 * (glyphs - metrics));
}

/** Checks the mapping of characters to glyphs. */
function checkCharacters(cmap: Table): void {
  const count = cmap.u16(2);
  if (count === 0 || count > MAX_CMAP_TABLES) throw new FontFault(`has ${count} \`cmap\` subtables`);
  for (let index = 0; index < count; index++) {
    const at = cmap.u32(4 + 8 * index + 4);
    const format = cmap.u16(at);
    if (format > 14) throw new FontFault(`has a \`cmap\` subtable of the unknown format ${format}`);
    if (format < 8) cmap.reach(at + cmap.u16(at + 2));
    else cmap.reach(at + cmap.u32(at + (format === 14 ? 2 : 4)));
  }
}

function checkOutlines(font: FontTables, glyphs: number, locationFormat: number): void {
  const { tables, transformed } = font;
  if (tables.has('glyf') || tables.has('loca')) {
    if (transformed.has('glyf') !== transformed.has('loca'))
      throw new FontFault('has only one of `glyf` and `loca` in WOFF2’s transformed format');
    if (transformed.has('glyf')) checkTransformedGlyphs(font, glyphs);
    else checkGlyphs(font, glyphs, locationFormat);
  } else if (!['CFF ', 'CFF2', 'CBDT', 'sbix', 'SVG ', 'COLR'].some((tag) => tables.has(tag))) {
    throw new FontFault('has no outlines');
  } else if (tables.has('CFF ')) {
    new Table(font, 'CFF ').reach(4);
  }
}

/** Checks that glyphs do not overlap. */
function checkGlyphs(font: FontTables, glyphs: number, locationFormat: number): void {
  const locations = new Table(font, 'loca');
  const outlines = new Table(font, 'glyf');
  if (locationFormat > 1) throw new FontFault('has an unknown `loca` format');
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

/** Checks the transformed `glyf` table of WOFF2: a header with the lengths of seven streams. */
function checkTransformedGlyphs(font: FontTables, glyphs: number): void {
  const outlines = new Table(font, 'glyf');
  if (outlines.u16(4) !== glyphs) throw new FontFault('has conflicting numbers of glyphs');
  let end = 36;
  for (let stream = 0; stream < 7; stream++) end += outlines.u32(8 + 4 * stream);
  outlines.reach(end);
  if (new Table(font, 'loca').bytes.length > 0)
    throw new FontFault('has a `loca` table that must be empty in WOFF2’s transformed format');
}
