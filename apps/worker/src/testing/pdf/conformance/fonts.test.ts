import { MissingGlyphs, PdfFile } from '@toolpress/pdf';
import {
  checkFonts,
  decoded,
  isReference,
  PdfEdit,
  type Reference,
  readUnicodeMap,
  writtenUnicodeMap,
} from '@toolpress/pdf/testing';
import { pdfText } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { sheet } from '../../chromium.js';
import { testPage } from '../../page.js';

describe('The fonts of a PDF', () => {
  const page = testPage();
  const editOf = async (html: string) => {
    const { result } = await page.work(sheet(html));
    return new PdfEdit(new PdfFile(result));
  };
  const missing = async (html: string): Promise<MissingGlyphs | undefined> => {
    const edit = await editOf(html);
    try {
      checkFonts(edit, false);
      return undefined;
    } catch (error) {
      if (error instanceof MissingGlyphs) return error;
      throw error;
    }
  };
  const found = ({ characters }: MissingGlyphs) => [...characters].map(([point, pages]) => [point.toString(16), pages]);

  it('lack what is told with its pages, or is none of what they have', async () => {
    const pages = '<p>a\u{378}b</p><p style="break-before: page; opacity: .5">c\u{378}\u{379}हि</p>';
    const error = (await missing(pages)) as MissingGlyphs;
    expect(found(error)).to.deep.equal([
      ['fffd', [1, 2]],
      ['379', [2]],
    ]);
    expect([...error.shown].map((point) => String.fromCodePoint(point)))
      .to.include.members([...'abcहि'])
      .and.not.include('\u{378}');
    expect(found((await missing('<p>\u{e123}')) as MissingGlyphs)).to.deep.equal([['fffd', [1]]]);
  });

  it('lack the sign, not the letter that it would stand over', async () => {
    const error = (await missing('<p>ملم ‌م\u{6e4} \u{378}')) as MissingGlyphs;
    const points = [...error.characters.keys()];
    expect(points).not.to.include.members([0x645]);
  });

  it('lack nothing in usual writing, spaces and invisible characters included', async () => {
    expect(
      await missing(
        '<p>Größe\u{ad} 日本 \u{200b}\u{200d}\u{feff}\u{a0}\t☎ 😀 العربية हिन्दी <svg><text y="9">x</text></svg>',
      ),
    ).to.equal(undefined);
  });

  it('have Chinese characters, not the radicals and vertical forms that share their glyphs', async () => {
    const edit = await editOf('<p lang="ja">小舟は一人<p lang="ja" style="writing-mode: vertical-rl">大阪。');
    const texts = () =>
      mapsOf(edit)
        .flatMap((map) => [...map.values()])
        .join('');
    expect(texts()).to.match(/[\u2f00-\u2fdf]/);
    checkFonts(edit, true);
    expect(texts()).not.to.match(/[\u2f00-\u2fdf\ufe10-\ufe18]/);
    for (const character of '小舟は一人大阪。') expect(texts()).to.include(character);
  });

  it('say what every glyph stands for, where Chromium does not', async () => {
    const edit = await editOf('<p>क्षेत्र हिन्दी');
    const textless = () =>
      mapsOf(edit)
        .flatMap((map) => [...map.values()])
        .filter((text) => /^\0?$/.test(text));
    expect(textless()).not.to.have.lengthOf(0);
    checkFonts(edit, true);
    expect(textless()).to.have.lengthOf(0);
    expect(pdfText(edit.bytes()).replace(/\s+/g, ' ')).to.include('क्षेत्र हिन्दी');
  });

  it('keep the text that Chromium gives to a form of a sign that has only a private character', async () => {
    const edit = await editOf('<p style="font: 20px Inter">+420 [Company] (Go)');
    checkFonts(edit, true);
    expect(pdfText(edit.bytes())).to.include('+420 [Company] (Go)');
  });
});

/** Of all fonts, as they are now. */
function mapsOf(edit: PdfEdit): Map<number, string>[] {
  return Array.from({ length: edit.file.size - 1 }, (_, index) => edit.object({ object: index + 1 }).value)
    .flatMap((value) => (value instanceof Map && isReference(value.get('ToUnicode')) ? [value.get('ToUnicode')] : []))
    .map((map) => readUnicodeMap(decoded(edit.object(map as Reference))?.toString('latin1') ?? ''));
}

describe('A map from codes to text', () => {
  it('is read and written, ranges and pairs included', () => {
    const text = `2 beginbfchar <0003> <0020> <00CA> <0928094D> endbfchar
      2 beginbfrange <0014> <0015> <0031> <0020> <0021> [<0041> <D83DDE00>] endbfrange`;
    const map = readUnicodeMap(text);
    expect([...map]).to.deep.equal([
      [0x03, ' '],
      [0xca, 'न्'],
      [0x14, '1'],
      [0x15, '2'],
      [0x20, 'A'],
      [0x21, '😀'],
    ]);
    expect(readUnicodeMap(writtenUnicodeMap(map, 2))).to.deep.equal(new Map([...map]));
    expect(
      writtenUnicodeMap(new Map(Array.from({ length: 250 }, (_, code) => [code, 'a'])), 1).match(/beginbfchar/g),
    ).to.have.lengthOf(3);
  });

  it('takes no longer for what is none', () => {
    for (const piece of [
      'beginbfchar ',
      'beginbfrange <0000> <FFFF> <0041> endbfrange ',
      '<',
      '<00> ',
      'beginbfrange <0> <9> [ ',
    ])
      expect(readUnicodeMap(piece.repeat(50_000)).size).to.be.at.most(65_536);
  });
});
