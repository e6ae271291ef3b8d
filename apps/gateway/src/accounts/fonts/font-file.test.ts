import { createHash, randomBytes } from 'node:crypto';
import { brotliCompressSync } from 'node:zlib';
import { ServiceError } from '@toolpress/contract';
import {
  base128,
  type FontTables,
  itWithinCpuMs,
  sfnt,
  testFont,
  testFontTables,
  u16,
  u32,
  woff,
  woff2,
  woff2File,
} from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { readFontFile } from './font-file.js';

const read = (file: Buffer) => readFontFile(file.toString('base64'));

function errorOf(base64: string): ServiceError {
  try {
    readFontFile(base64);
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  return expect.fail('it was taken');
}

const faultOf = (file: Buffer): string => {
  const { code, message } = errorOf(file.toString('base64'));
  expect(code).to.equal('font_invalid');
  return message.replace('`data_base64` is not a usable font: it ', '');
};

/** Returns the tables of a valid font without some. */
const withTables = (tables: FontTables): FontTables => ({ ...testFontTables('Broken'), ...tables });
const changed = (bytes: Buffer | undefined, change: (copy: Buffer) => void): Buffer => {
  const copy = Buffer.from(bytes ?? []);
  change(copy);
  return copy;
};
/** Returns a valid font with a two-byte number of a table replaced. */
const withNumber = (tag: string, at: number, value: number): FontTables =>
  withTables({ [tag]: changed(testFontTables('Broken')[tag], (copy) => copy.writeUInt16BE(value, at)) });
const without = (...tags: string[]): FontTables =>
  Object.fromEntries(Object.entries(testFontTables('Broken')).filter(([tag]) => !tags.includes(tag)));
const ttf = testFont('Broken');
/** Returns the offset of the n-th table in the directory of a TTF. */
const entry = (index: number): number => 12 + 16 * index;
const MEBIBYTE = 1024 * 1024;

describe('The file of a font', () => {
  for (const format of ['ttf', 'woff', 'woff2'] as const) {
    it(`is accepted unchanged as ${format}`, () => {
      const file = testFont('Good', { format });
      const { bytes, ...font } = read(file);
      expect(font).to.deep.equal({ format, sha256: createHash('sha256').update(file).digest('hex') });
      expect(file.equals(bytes)).to.equal(true);
    });
  }

  it('is accepted as OTF, whose outlines are in another table', () => {
    const otf = sfnt({ ...without('glyf', 'loca'), 'CFF ': u32(0x01000401, 0) }, Buffer.from('OTTO'));
    expect(read(otf).format).to.equal('otf');
  });

  it('is accepted with line breaks and in base64url', () => {
    const lines = ttf.toString('base64').replace(/.{76}/g, '$&\r\n');
    expect(ttf.equals(readFontFile(lines).bytes)).to.equal(true);
    expect(ttf.equals(readFontFile(ttf.toString('base64url')).bytes)).to.equal(true);
  });

  const PLAIN: Record<string, [base64: string, code: string, message: RegExp]> = {
    'is empty': ['', 'invalid_parameter', /is empty/],
    'is no base64': ['d09G*AAA', 'invalid_parameter', /character 5 is invalid/],
    'is of letters that look alike': ['d09\u0141', 'invalid_parameter', /character 4 /],
    'is a data URL': ['data:font/woff2;base64,d09GMg==', 'invalid_parameter', /without the prefix `data:…;base64,`/],
    'is larger than 2 MiB': [
      Buffer.alloc(2 * MEBIBYTE + 1).toString('base64'),
      'body_too_large',
      /of 2\.0 MiB; the limit is 2 MiB/,
    ],
  };
  for (const [what, [base64, code, message]] of Object.entries(PLAIN)) {
    it(`is refused when it ${what}`, () => {
      const error = errorOf(base64);
      expect(error.code).to.equal(code);
      expect(error.message).to.match(message);
    });
  }

  const bomb = brotliCompressSync(Buffer.alloc(64 * MEBIBYTE));
  const hostile: Record<string, [file: Buffer, message: RegExp]> = {
    'random bytes': [Buffer.concat([Buffer.from([1]), randomBytes(5_000)]), /is not a WOFF2/],
    'a page of HTML': [Buffer.from('<!DOCTYPE html><title>404</title>'), /an HTML page/],
    'a style sheet': [Buffer.from('@font-face { font-family: x }'), /a style sheet/],
    'a ZIP archive': [Buffer.from('PK\u0003\u0004…'), /a ZIP archive/],
    'a collection': [Buffer.concat([Buffer.from('ttcf'), ttf]), /a font collection/],
    'a Type 1 font': [Buffer.from('%!PS-AdobeFont-1.0: x'), /Type 1/],
    'the signature alone': [Buffer.from('wOF2'), /is truncated/],
    'half a TTF': [ttf.subarray(0, ttf.length / 2), /beyond the end of the file/],
    'half a directory': [ttf.subarray(0, 40), /is truncated/],
    'half a WOFF': [woff(testFontTables('x')).subarray(0, 500), /is 500 bytes long, but declares/],
    'half a WOFF2': [woff2(testFontTables('x')).subarray(0, 200), /is 200 bytes long/],
    'no tables': [Buffer.concat([u32(0x00010000), u16(0, 0, 0, 0)]), /declares 0 tables/],
    'the most tables': [Buffer.concat([u32(0x00010000), u16(65_535, 0, 0, 0), Buffer.alloc(MEBIBYTE)]), /65535 tables/],
    'tables that overlap': [
      changed(ttf, (copy) => copy.copy(copy, entry(1) + 8, entry(0) + 8, entry(0) + 12)),
      /overlaps/,
    ],
    'a table over the directory': [changed(ttf, (copy) => copy.writeUInt32BE(16, entry(0) + 8)), /overlaps/],
    'a table of four gigabytes': [
      changed(ttf, (copy) => copy.writeUInt32BE(0xffffffff, entry(9) + 12)),
      /beyond the end/,
    ],
    'a table at an odd place': [
      changed(ttf, (copy) => copy.writeUInt32BE(copy.readUInt32BE(entry(9) + 8) + 1, entry(9) + 8)),
      /multiple of four/,
    ],
    'a table twice': [changed(ttf, (copy) => copy.copy(copy, entry(1), entry(0), entry(0) + 4)), /two tables/],
    'a tag of control characters': [changed(ttf, (copy) => copy.writeUInt32BE(7, entry(3))), /not of ASCII letters/],
    'no characters': [sfnt(without('cmap')), /has no table `cmap`/],
    'no names and no metrics': [sfnt(without('name', 'OS/2')), /has no table `OS\/2`, `name`/],
    'no outlines': [sfnt(without('glyf', 'loca')), /has no outlines/],
    'no glyphs': [sfnt(withNumber('maxp', 4, 0)), /has no glyphs/],
    'a `head` that is none': [sfnt(withNumber('head', 12, 0)), /invalid `head` table/],
    'units per em of 0': [sfnt(withNumber('head', 18, 0)), /0 units per em/],
    'more widths than glyphs': [sfnt(withNumber('hhea', 34, 60_000)), /widths for 60000 of 96 glyphs/],
    'too few widths': [sfnt(withNumber('maxp', 4, 5_000)), /`hmtx` table that is too short/],
    'outlines out of bounds': [sfnt(withNumber('loca', 2 * 96, 60_000)), /`glyf` table that is too short/],
    'outlines that overlap': [sfnt(withNumber('loca', 2 * 50, 60_000)), /glyphs that overlap/],
    'an unknown `loca`': [sfnt(withNumber('head', 50, 7)), /unknown `loca` format/],
    'characters out of bounds': [sfnt(withNumber('cmap', 10, 60_000)), /`cmap` table that is too short/],
    'long tables of characters': [sfnt(withNumber('cmap', 14, 60_000)), /`cmap` table that is too short/],
    'thousands of tables of characters': [sfnt(withNumber('cmap', 2, 60_000)), /60000 `cmap` subtables/],
    'a WOFF whose data is broken': [woffWith((copy) => copy.fill(0xff, 44 + 20 * 10)), /does not match/],
    'a WOFF whose data is a bomb': [
      woff({ ...testFontTables('x'), glyf: Buffer.alloc(31 * MEBIBYTE) }),
      /larger than 30 MiB/,
    ],
    'a WOFF that says less than it has': [lyingWoff(), /does not match its header/],
    'a WOFF2 whose data is broken': [woff2File([...plain()], randomBytes(500), 1_000), /does not match/],
    'a WOFF2 that says that it is a bomb': [
      woff2File([...plain(), Buffer.concat([Buffer.from([0x0c]), base128(64 * MEBIBYTE)])], bomb, 1_000),
      /larger than 30 MiB/,
    ],
    'a WOFF2 that is a bomb and does not say so': [woff2File([...plain()], bomb, 1_000), /does not match its header/],
    'a WOFF2 of endless numbers': [
      woff2File([Buffer.from([0x00, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff])], bomb, 1_000),
      /an invalid number in its table directory/,
    ],
    'a WOFF2 whose outlines are none of its form': [
      transformedWoff2((copy) => copy.writeUInt32BE(0xfffffff0, 8)),
      /`glyf` table that is too short/,
    ],
    'a WOFF2 with half of its form': [transformedWoff2(() => undefined, 0xc0 | 11), /only one of `glyf` and `loca`/],
  };
  for (const [what, [file, message]] of Object.entries(hostile))
    itWithinCpuMs(500, `is refused in less than half a second when it is ${what}`, () => {
      expect(faultOf(file)).to.match(message);
    });

  it('never crashes the service when any byte is changed', () => {
    for (const file of [ttf, woff(testFontTables('x')), woff2(testFontTables('x'))]) {
      for (let at = 0; at < Math.min(file.length, 600); at++) {
        const broken = changed(file, (copy) => copy.writeUInt8((copy.readUInt8(at) + 0x7f) & 0xff, at));
        try {
          read(broken);
        } catch (error) {
          expect(error, String(at)).to.be.instanceOf(ServiceError);
        }
      }
    }
  });
});

/** The table directory of a font in WOFF2's format. */
function* plain(): Generator<Buffer> {
  for (const tag of ['cmap', 'head', 'hhea'])
    yield Buffer.concat([Buffer.from([0x3f]), Buffer.from(tag), base128(100)]);
}

function woffWith(change: (copy: Buffer) => void): Buffer {
  return changed(woff(testFontTables('x')), change);
}

/** A table that is ten times as long as its directory entry states. */
function lyingWoff(): Buffer {
  const file = woff({ ...testFontTables('x'), cmap: Buffer.alloc(10_000) });
  const at = 44 + 20 * 1;
  expect(file.toString('latin1', at, at + 4)).to.equal('cmap');
  file.writeUInt32BE(1_000, at + 12);
  return file;
}

/** Outlines in WOFF2's transformed format: a header of 36 bytes and seven empty streams. */
function transformedWoff2(change: (glyf: Buffer) => void, locaFlags = 11): Buffer {
  const { glyf = Buffer.of(), loca = Buffer.of(), ...tables } = testFontTables('x');
  const outlines = changed(Buffer.concat([u16(0, 0, 96, 0), u32(0, 0, 0, 0, 0, 0, 0)]), change);
  const isPlain = locaFlags >> 6 === 3;
  const directory = [
    ...Object.entries(tables).map(([tag, bytes]) =>
      Buffer.concat([Buffer.from([0x3f]), Buffer.from(tag), base128(bytes.length)]),
    ),
    Buffer.concat([Buffer.from([10]), base128(glyf.length), base128(outlines.length)]),
    Buffer.concat([Buffer.from([locaFlags]), base128(loca.length), ...(isPlain ? [] : [base128(0)])]),
  ];
  const data = [...Object.values(tables), outlines, ...(isPlain ? [loca] : [])];
  return woff2File(directory, brotliCompressSync(Buffer.concat(data)), 5_000);
}
