import { createHash } from 'node:crypto';
import type { StoredFont } from '@toolpress/contract';
import { serviceErrorOf } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { FontFiles, OwnFonts } from './own-fonts.js';

const MEBIBYTE = 1024 * 1024;

/** A store that counts reads, and the font of a stored file. */
function storeOf(contents: Record<string, Buffer>) {
  const read: string[] = [];
  const files = new FontFiles({
    readKept: async (file) => {
      read.push(file);
      return contents[file];
    },
  });
  const font = (file: string, family = 'Brand Sans', bytes = contents[file] ?? Buffer.of()): StoredFont => ({
    ...{ name: file.replace('/', '-'), family, weight: 400, style: 'normal', format: 'woff2', file },
    ...{ size_bytes: bytes.length, created_at: '', updated_at: '' },
    sha256: createHash('sha256').update(bytes).digest('hex'),
  });
  return { files, font, read };
}

describe('The files of accounts’ fonts', () => {
  it('are read once for an account, under whichever name it has sent them, and once for each account', async () => {
    const bytes = Buffer.from('the same');
    const { files, font, read } = storeOf({ 'a/1': bytes, 'a/2': bytes, 'b/1': bytes });
    for (const [account, file] of ['a a/1', 'a a/1', 'a a/2', 'b b/1', 'b b/1'].map((pair) => pair.split(' '))) {
      expect((await files.read(account ?? '', font(file ?? ''))).equals(bytes)).to.equal(true);
    }
    expect(read).to.deep.equal(['a/1', 'b/1']);
  });

  it('take 64 MiB of memory at the most: what was used last stays', async () => {
    const contents = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [`a/${index}`, Buffer.alloc(2 * MEBIBYTE, index)]),
    );
    const { files, font, read } = storeOf(contents);
    for (const file of Object.keys(contents)) await files.read('a', font(file));
    for (const file of Object.keys(contents).slice(8)) await files.read('a', font(file));
    expect(read).to.have.lengthOf(40);
    await files.read('a', font('a/0'));
    expect(read).to.have.lengthOf(41);
  });

  it('are unavailable when they were deleted or replaced', async () => {
    const { files, font } = storeOf({ 'a/1': Buffer.from('one') });
    for (const lost of [font('a/2'), font('a/1', 'Brand Sans', Buffer.from('another'))]) {
      const error = await serviceErrorOf(() => files.read('a', lost));
      expect([error.code, error.message]).to.deep.equal([
        'unavailable',
        `The file of your font \`${lost.name}\` is not in the file store; send it again.`,
      ]);
    }
  });
});

describe('Fonts of an account’s own', () => {
  const { files, font } = storeOf({ 'a/1': Buffer.from('one') });
  const own = (...families: string[]): OwnFonts => {
    const fonts = families.map((family) => font('a/1', family));
    return new OwnFonts(fonts, (font) => files.read('a', font));
  };
  const countIn = (family: string, html: string, ...fragments: string[]): number => {
    const fonts = own(family);
    fonts.lookIn(html, fragments);
    return fonts.count;
  };

  it('are left out of a document that can not name them', () => {
    const fonts = own('Brand Sans', 'Other');
    fonts.lookIn('<p style="font-family: Brand Serif">no sands</p>', ['<p>page</p>']);
    expect([fonts.count, fonts.style]).to.deep.equal([0, '']);
  });

  it('are available in all places where a document may name them', () => {
    expect(countIn('Brand Sans', '<p style="font-family: brand   SANS">')).to.equal(1);
    expect(countIn('Größe & Co', '<p style="font-family: &quot;GRÖSSE &amp; co&quot;">'), 'ß is no SS').to.equal(0);
    expect(countIn('Größe & Co', '<p style="font-family: &quot;GRÖßE &amp; co&quot;">')).to.equal(1);
    expect(countIn('Brand Sans', '<style>p { font-family: \\42 rand\\20 Sans }</style>')).to.equal(1);
    expect(countIn('Brand Sans', '', '<p style="font-family: Br&#97;nd Sans">')).to.equal(1);
    expect(countIn('★', '')).to.equal(1);
  });

  it('are in a style sheet that no name of a family leaves', () => {
    const fonts = own('</style><script>x', '"; } * { color: red', "\u2028'");
    fonts.lookIn('\\', []);
    expect(fonts.style.match(/<|[{}"]/g)?.join('')).to.equal('<{""""}{""""}{""""}<');
  });

  it('are put into the document if they are small together, and available', async () => {
    const small = Buffer.alloc(256 * 1024);
    const store = storeOf({ 'a/1': small, 'a/2': small, 'a/3': Buffer.from('x') });
    const named = async (...names: string[]): Promise<[isInline: boolean, html: string]> => {
      const fonts = names.map((name) => store.font(name, `Brand ${name.at(-1)}`));
      const document = new OwnFonts(fonts, (font) => store.files.read('a', font));
      document.lookIn('brand 1 2 3 4', []);
      await document.fetch();
      return [document.areInline, document.into(document.style)];
    };
    const isInline = async (...names: string[]) => (await named(...names))[0];
    expect([await isInline('a/1', 'a/2'), await isInline('a/1', 'a/2', 'a/3')]).to.deep.equal([true, false]);
    expect([await isInline('a/3', 'a/4'), await isInline()]).to.deep.equal([false, false]);
    const [, html] = await named('a/3');
    expect(html).to.include('src:url("data:font/woff2;base64,eA==")').and.not.include('.invalid');
  });

  it('are asked for each time in a document that may use them on paper only, where the browser could print blanks', async () => {
    const isKnown = async (html: string, header = ''): Promise<boolean> => {
      const fonts = own('Brand Sans');
      fonts.lookIn(`brand sans ${html}`, [header]);
      await fonts.fetch();
      fonts.onRead([0]);
      return fonts.areKnown;
    };
    const always = ['', '<style>@media print { p { max-width: 1px } } @page { size: A4 }</style>'];
    for (const html of always) expect(await isKnown(html), html).to.equal(true);
    const onPaper = [
      '@media (min-width: 1000px) { p { color: red } }',
      '@media print and (orientation: landscape) { p { color: red } }',
      '@container (width > 1000px) { p { color: red } }',
      '@page { @Top-left { content: "x" } }',
      '@m\\65 dia (width > 1px) { p { color: red } }',
    ];
    for (const css of onPaper) {
      expect(await isKnown(`<style>${css}</style>`), css).to.equal(false);
      expect(await isKnown('', `<style>${css}</style>`), css).to.equal(false);
    }
    expect(await isKnown('<style media="(width > 1000px)">p { color: red }</style>')).to.equal(false);
  });

  it('stay out of a later document that does not name them', async () => {
    const fonts = own('Brand Sans');
    fonts.lookIn('brand sans', []);
    await fonts.fetch();
    expect(fonts.areInline).to.equal(true);
    fonts.lookIn('other', []);
    expect([fonts.areInline, fonts.count]).to.deep.equal([false, 0]);
  });

  it('have addresses that no other document of the same account has', async () => {
    const [one, other] = [own('Brand Sans'), own('Brand Sans')];
    for (const fonts of [one, other]) fonts.lookIn('brand sans', []);
    const [address = ''] = /https:[^"]+/.exec(one.style) ?? [];
    expect((await one.read(address))?.bytes.toString()).to.equal('one');
    expect(other.read(address)).to.equal(undefined);
  });

  it('distinguish documents of accounts with other families, and no others', () => {
    const keys = [own('a', 'b'), own('B', 'A'), own('a'), own('a b'), own('a","b')].map(({ families }) => families.key);
    expect(new Set(keys).size).to.equal(4);
    expect(keys[0]).to.equal(keys[1]);
  });
});
