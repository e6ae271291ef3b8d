import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import {
  type FontTables,
  pdfFonts,
  pdfInfo,
  sfnt,
  svgTable,
  TestService,
  testFont,
  testFontTables,
  u16,
  u32,
  woff2,
} from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

const PRINT_LIMIT_MS = 3_000;
/** How a letter is printed in each of these fonts. */
const X = 'x'.charCodeAt(0) - 0x20 + 1;
const NAME = 'Hostile';

const box = (): Buffer => testFontTables(NAME).glyf?.subarray(0, 34) ?? Buffer.of();
const withTables = (tables: FontTables): FontTables => ({ ...testFontTables(NAME), ...tables });
const changed = (tag: string, change: (copy: Buffer) => void): FontTables => {
  const copy = Buffer.from(testFontTables(NAME)[tag] ?? []);
  change(copy);
  return withTables({ [tag]: copy });
};

/** Tables with these outlines in place of the usual ones. */
function withGlyphs(glyphs: Readonly<Record<number, Buffer>>): FontTables {
  const all = Array.from({ length: 96 }, (_, index) => glyphs[index] ?? box()).map((glyph) =>
    Buffer.concat([glyph, Buffer.alloc(-glyph.length & 3)]),
  );
  const ends = [0];
  for (const glyph of all) ends.push((ends.at(-1) ?? 0) + glyph.length);
  const head = changed('head', (copy) => copy.writeUInt16BE(1, 50));
  return { ...head, glyf: Buffer.concat(all), loca: u32(...ends) };
}

const OF_WORDS = 1;
const AT_XY = 2;
const MORE = 0x20;
/** A glyph that is put together of others. */
const composite = (...parts: number[]): Buffer =>
  Buffer.concat([
    u16(-1, 50, 0, 450, 700),
    ...parts.map((part, index) => u16(OF_WORDS | AT_XY | (index < parts.length - 1 ? MORE : 0), part, 0, 0)),
  ]);
/** A box with a program for its hints. */
const hinted = (program: Buffer): Buffer =>
  Buffer.concat([box().subarray(0, 12), u16(program.length), program, box().subarray(14)]);
/** Jumps back to its beginning. */
const ENDLESS = Buffer.from([0xb8, 0xff, 0xfd, 0x1c]);
const names = (name: string): Buffer => testFontTables(name).name ?? Buffer.of();

/** A lookup that calls itself for each glyph, and makes two of one: as the layout table of a font. */
function multiplying(): Buffer {
  const coverage = u16(2, 1, 1, 95, 0);
  const sequence = u16(8, ...Array<number>(8).fill(X));
  const multiple = (): Buffer => {
    const count = 95;
    const start = 6 + 2 * count;
    const subtable = Buffer.concat([
      u16(1, start, count, ...Array<number>(count).fill(start + coverage.length)),
      coverage,
      sequence,
    ]);
    return Buffer.concat([u16(2, 0, 1, 8), subtable]);
  };
  const lookups = Array.from({ length: 12 }, multiple);
  const list = [
    u16(lookups.length, ...lookups.map((_, index) => 2 + 2 * lookups.length + index * multiple().length)),
    ...lookups,
  ];
  const indices = lookups.map((_, index) => index);
  const feature = u16(0, indices.length, ...indices);
  const features = Buffer.concat([u16(1), Buffer.from('liga'), u16(8), feature]);
  const scripts = Buffer.concat([u16(1), Buffer.from('DFLT'), u16(8), u16(4, 0), u16(0, 0xffff, 1, 0)]);
  return Buffer.concat([
    u16(1, 0, 10, 10 + scripts.length, 10 + scripts.length + features.length),
    scripts,
    features,
    ...list,
  ]);
}

/** A letter of the largest numbers, in a font of the smallest size. */
function farAway(): FontTables {
  const [least, most] = [-32_768, 32_767];
  const flags = Buffer.from([1, 1, 1, 1]);
  const glyph = Buffer.concat([
    u16(1, least, least, most, most, 3, 0),
    flags,
    u16(least, 0, most, 0, least, most, 0, least),
  ]);
  const tables = withGlyphs({ [X]: glyph });
  tables.head?.writeUInt16BE(16, 18);
  return tables;
}

/** A character table of 32 bits. */
const wide = (...groups: number[]): Buffer =>
  Buffer.concat([u16(0, 1, 3, 10), u32(12), u16(12, 0), u32(16 + 4 * groups.length, 0, groups.length / 3, ...groups)]);

/** A PNG that says that it is 30,000 pixels wide and high, in place of a letter. */
function largePicture(): Buffer {
  const chunk = (type: string, data: Buffer): Buffer =>
    Buffer.concat([u32(data.length), Buffer.from(type), data, u32(0)]);
  const header = Buffer.concat([u32(30_000, 30_000), Buffer.from([8, 6, 0, 0, 0])]);
  const pixels = deflateSync(Buffer.alloc(1_000_000));
  const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IHDR', header), chunk('IDAT', pixels)]);
  const strike = 4 + 4 * 97;
  const glyph = Buffer.concat([u16(0, 0), Buffer.from('png '), png]);
  const offsets = Array.from({ length: 97 }, (_, index) => strike + (index > X ? glyph.length : 0));
  return Buffer.concat([u16(1, 1), u32(1, 12), u16(100, 72), u32(...offsets), glyph]);
}

const HOSTILE: Record<string, FontTables | Buffer> = {
  'a glyph whose points end before they begin': withGlyphs({
    [X]: Buffer.concat([u16(2, 0, 0, 9, 9, 9, 3, 0), Buffer.alloc(40)]),
  }),
  'a glyph of 32767 contours': withGlyphs({ [X]: u16(32_767, 0, 0, 9, 9, 1, 2, 3) }),
  'a glyph that is a part of itself': withGlyphs({ [X]: composite(X, X) }),
  'glyphs of each other': withGlyphs({ [X]: composite(50), 50: composite(51), 51: composite(X) }),
  'glyphs of ever more glyphs': withGlyphs(
    Object.fromEntries(
      Array.from({ length: 80 }, (_, index) => [X - index, composite(...Array<number>(8).fill(X - index - 1))]),
    ),
  ),
  'a chain of 80 glyphs': withGlyphs(
    Object.fromEntries(Array.from({ length: 80 }, (_, index) => [X - index, composite(X - index - 1)])),
  ),
  'a glyph of 60,000 others': withGlyphs({ [X]: composite(...Array<number>(60_000).fill(5)) }),
  'a part that is not there': withGlyphs({ [X]: composite(60_000) }),
  'points a thousand times as far as the font is large': farAway(),
  'hints that never end': withGlyphs({ [X]: hinted(ENDLESS) }),
  'a program that never ends': withTables({ fpgm: ENDLESS, prep: ENDLESS, 'cvt ': u16(1, 2, 3) }),
  'random hints': withTables({ fpgm: randomBytes(60_000), prep: randomBytes(60_000) }),
  'widths of 65535': changed('hmtx', (copy) => copy.fill(0xff)),
  'lines 65535 high': changed('hhea', (copy) => copy.fill(0x7f, 4, 10)),
  'characters that are all four billion': withTables({ cmap: wide(0, 0xffffffff, 1) }),
  'characters whose glyphs are not there': withTables({ cmap: wide(0x20, 0x7e, 60_000) }),
  'twenty thousand groups of characters': withTables({
    cmap: wide(...Array.from({ length: 20_000 }, (_, index) => [0x20 + 3 * index, 0x22 + 3 * index, 1]).flat()),
  }),
  'letters that multiply': withTables({ GSUB: multiplying() }),
  'layout tables of noise': withTables({
    GSUB: randomBytes(5_000),
    GPOS: randomBytes(5_000),
    GDEF: randomBytes(500),
    kern: randomBytes(5_000),
  }),
  'a name that is a part of a PDF': withTables({
    name: names(') /OpenAction << /S /JavaScript /JS (app.alert(1)) >> endobj %'),
  }),
  'a name of 30,000 letters': withTables({ name: names('N'.repeat(30_000)) }),
  'names outside of their table': changed('name', (copy) => copy.writeUInt16BE(60_000, 4)),
  'glyph names outside of their table': withTables({
    post: Buffer.concat([u32(0x00020000), Buffer.alloc(28), u16(96, ...Array<number>(96).fill(65_000))]),
  }),
  'drawings that load something': withTables({
    'SVG ': svgTable(
      `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script><g id="glyph${X}"><image href="https://tracker.example/x.png" width="9" height="9"/></g></svg>`,
    ),
  }),
  'drawings of entities of entities': withTables({
    'SVG ': svgTable(
      `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">${'bcdefghij'
        .split('')
        .map((name, index) => `<!ENTITY ${name} "${`&${'abcdefghi'[index]};`.repeat(10)}">`)
        .join('')}]><svg xmlns="http://www.w3.org/2000/svg"><g id="glyph${X}"><text>&j;</text></g></svg>`,
    ),
  }),
  'a picture of 30,000 by 30,000 pixels': withTables({ sbix: largePicture() }),
  'colours that are layers of themselves': withTables({
    COLR: Buffer.concat([
      u16(0, 1),
      u32(14, 20),
      u16(200),
      u16(X, 0, 200),
      ...Array.from({ length: 200 }, () => u16(X, 0)),
    ]),
    CPAL: Buffer.concat([u16(0, 1, 1, 1), u32(14), u16(0), u32(0xff)]),
  }),
  'axes that are none': withTables({
    fvar: Buffer.concat([u16(1, 0, 16, 2, 60_000, 20, 60_000, 4)]),
    gvar: randomBytes(500),
  }),
  'a head of the year 60056': changed('head', (copy) => copy.fill(0xff, 20, 36)),
  'outlines of noise in WOFF2': woff2(withTables({ glyf: Buffer.concat([u16(5), randomBytes(3_262)]) })),
  'outlines of another kind, of noise': sfnt(
    {
      ...Object.fromEntries(Object.entries(testFontTables(NAME)).filter(([tag]) => tag !== 'glyf' && tag !== 'loca')),
      'CFF ': Buffer.concat([Buffer.from([1, 0, 4, 1]), randomBytes(5_000)]),
    },
    Buffer.from('OTTO'),
  ),
};

describe('A hostile font', () => {
  let service: TestService;
  let neighbour: string;
  before(async () => {
    service = await TestService.start({ env: { RENDER_PRINT_LIMIT_MS: String(PRINT_LIMIT_MS) } });
    neighbour = (await service.createAccount('neighbour')).token;
    await save('good', testFont('Good'), neighbour);
  });
  after(() => service?.stop());

  const save = (family: string, file: Buffer, token = service.token) =>
    service.call('/api/fonts/face', { method: 'PUT', body: { family, data_base64: file.toString('base64') }, token });
  const print = (family: string, token = service.token) =>
    service.call('/api/utilities/html-to-pdf', {
      body: { html: `<p style="font-family: ${family}, Liberation Mono">xxxx` },
      token,
    });
  const pdfOf = ({ body }: Awaited<ReturnType<typeof print>>): Buffer => Buffer.from(body.data.pdf_base64, 'base64');

  it('is of many kinds', () => {
    expect(Object.keys(HOSTILE)).to.have.lengthOf.at.least(25);
  });

  for (const [what, font] of Object.entries(HOSTILE)) {
    it(`affects at most its own document, and is never omitted without a warning: ${what}`, async () => {
      const saved = await save('Hostile', Buffer.isBuffer(font) ? font : sfnt(font));
      if (saved.status !== 200) {
        expect(saved.headers.get('x-error-code')).to.equal('font_invalid');
        return;
      }
      const begun = performance.now();
      const printed = await print('Hostile');
      expect(performance.now() - begun).to.be.below(2 * PRINT_LIMIT_MS + 30_000);
      expect(printed.status, printed.body.error).to.be.oneOf([200, 422, 504]);
      if (printed.status === 200) {
        expect(pdfInfo(pdfOf(printed)).pages).to.be.at.least(1);
        const { warnings = [] } = printed.body.data;
        if (pdfFonts(pdfOf(printed)).includes('LiberationMono'))
          expect(warnings[0].message).to.include('Your font `face`');
      }
      expect(pdfFonts(pdfOf(await print('good', neighbour)))).to.deep.equal(['Good']);
    });
  }

  it('is an error where the request says so, as other missing style', async () => {
    await save('Hostile', sfnt(withGlyphs({ [X]: composite(X, X) })));
    const html = '<p style="font-family: Hostile">x';
    const { status, body, headers } = await service.call('/api/utilities/html-to-pdf', {
      body: { html, on_blocked: 'error' },
    });
    expect([status, headers.get('x-error-code')]).to.deep.equal([422, 'content_forbidden']);
    expect(body.error).to.match(
      /^Your font `face` of the family Hostile is not printed: the browser refuses its file\./,
    );
  });
});
