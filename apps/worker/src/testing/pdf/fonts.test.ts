import type { RenderJob } from '@toolpress/contract';
import { asDictionary, finishPdf, MissingGlyphs, PdfFile } from '@toolpress/pdf';
import {
  checkFonts,
  decoded,
  fontsOf,
  isReference,
  PdfEdit,
  readUnicodeMap,
  writtenUnicodeMap,
} from '@toolpress/pdf/testing';
import { pdfText, svgOf } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { prepareDocument } from '../../render/prepare/prepare-document.js';
import { PIXEL, sheet } from '../chromium.js';
import { countedPrints } from '../counted-prints.js';
import { testPage } from '../page.js';
import { startRenderWorker } from '../render-worker.js';

describe('The fonts of a PDF', () => {
  const page = testPage();
  const prints = countedPrints();
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
  const textsOf = (pdf: Buffer): string =>
    mapsOf(new PdfEdit(new PdfFile(pdf)))
      .flatMap((map) => [...map.values()])
      .join('');
  const found = ({ characters }: MissingGlyphs) => [...characters].map(([point, pages]) => [point.toString(16), pages]);

  it('lack characters that have no glyph in any of their fonts', async () => {
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

  it('lack the combining sign, not the letter below it', async () => {
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

  it('have them in documents without tags, in headers and drawings as well', async () => {
    const job = {
      html: '<p lang="ja">小舟は一人<svg><text y="9">大木</text></svg><p lang="ja" style="writing-mode: vertical-rl">大阪。',
      headerHtml: { default: '<p lang="ja">山' },
      margin: { top: 1 },
    };
    const { pdf } = await prints.print(job);
    const repaired = finishPdf(pdf, { hasChinese: true });
    expect(textsOf(repaired)).not.to.match(/[\u2f00-\u2fdf\ufe10-\ufe18]/);
    for (const character of '小舟は一人大木山阪。') expect(textsOf(repaired), character).to.include(character);
    const hasChinese = (one: Partial<RenderJob>) =>
      prepareDocument({ requestId: 'test', html: '', orientation: 'portrait', ...one }, () => undefined).hasChinese;
    for (const { html, headerHtml = undefined } of [
      job,
      { html: '&#x5c0f;' },
      { html: '', headerHtml: { default: '山' } },
    ])
      expect(hasChinese({ html, ...(headerHtml && { headerHtml }) }), html).to.equal(true);
    for (const html of ['<p>Größe ☎ 😀', 'العربية']) expect(hasChinese({ html }), html).to.equal(false);
  });

  it('have them in documents whose only Chinese characters are in an SVG image', async () => {
    const worker = await startRenderWorker();
    try {
      const files = { 'a.svg': svgOf('<text y="20" lang="ja">小舟は一人</text>') };
      const job: RenderJob = { requestId: 't', html: '<p>x<img src="a.svg">', orientation: 'portrait', files };
      expect(await worker.render(job)).to.include({ ok: true });
      expect(textsOf(worker.last()))
        .to.include('小')
        .and.not.match(/[\u2f00-\u2fdf]/);
    } finally {
      await worker.close();
    }
  });

  it('have them on all pages, with images on some', async () => {
    const html = `<p lang="ja">小舟は一人<p style="break-before: page">Two <img src="${PIXEL}" alt="">`;
    const { pdf } = await prints.print({ html });
    const texts = mapsOf(new PdfEdit(new PdfFile(finishPdf(pdf, { hasChinese: true }))))
      .flatMap((map) => [...map.values()])
      .join('');
    expect(texts)
      .to.include('小')
      .and.not.match(/[\u2f00-\u2fdf]/);
  });

  it('map every glyph to text, where Chromium does not', async () => {
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

/** Returns the texts of all fonts, as they are now. */
const mapsOf = (edit: PdfEdit): Map<number, string>[] =>
  fontsOf(edit, edit.file.pages(), new Set())
    .map((font) => asDictionary(edit.follow(font)).get('ToUnicode'))
    .filter(isReference)
    .map((map) => readUnicodeMap(decoded(edit.object(map))?.toString('latin1') ?? ''));

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

  it('takes no longer for invalid fonts', () => {
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
