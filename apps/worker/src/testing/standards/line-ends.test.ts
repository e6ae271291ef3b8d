import { finishPdf } from '@toolpress/pdf';
import { Conforming } from '@toolpress/standards';
import { readByTags } from '@toolpress/standards/testing';
import { pdfPictures, pdfText } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import type { Printer } from '../../browser/printer.js';
import { printSettings } from '../../render/paper/paper.js';
import { NO_IMAGES } from '../../resources/image-source.js';
import { testPage } from '../page.js';
import { repairedPdf } from '../repaired-pdf.js';

const TAGGED = printSettings({ pageSize: 'A6', orientation: 'portrait', tagged: true });

describe('The ends of lines of a document that is to be accessible', () => {
  const page = testPage();
  /** What a reader says that follows the tags, without the tags. */
  const read = async (body: string): Promise<string> => readByTags(await repairedPdf(page, body));
  const narrow = (text: string, style = ''): string => `<p style="width: 90px; font: 20px serif; ${style}">${text}</p>`;

  it('have the blanks between words, of phrases, too', async () => {
    expect(await read(narrow('the next of these lines'))).to.equal('the next of these lines');
    expect(await read(narrow('gone with <b>wind and</b> <i>rain</i> again', 'text-align: justify'))).to.equal(
      'gone with wind and rain again',
    );
    expect(await read(narrow('one two<br>three'))).to.equal('one two three');
    expect(await read(`<table><tr><th>a<td>${narrow('a cell of two lines')}</table>`)).to.equal(
      'a\na cell of two lines',
    );
  });

  it('have the blanks between words of fonts with and without kerning', async () => {
    for (const style of ['font-family: monospace', 'font-family: monospace; letter-spacing: 1px', 'font-kerning: none'])
      expect(await read(narrow('the next of these <b>lines and</b> more', style)), style).to.equal(
        'the next of these lines and more',
      );
  });

  it('are not inserted within a word: after a hyphen, a slash, a soft hyphen, or an arbitrary break', async () => {
    expect(await read(narrow('a well-known thing'))).to.equal('a well-known thing');
    expect(await read(narrow('here pre- and post-war'))).to.equal('here pre- and post-war');
    expect(await read(narrow('up and/or down, this / that'))).to.equal('up and/or down, this / that');
    expect(await read(narrow('Do&shy;nau&shy;dampf&shy;schiff&shy;fahrt ahead'))).to.match(
      /^Do\u00ad?nau\u00ad?dampf\u00ad?schiff\u00ad?fahrt ahead$/,
    );
    const address = 'https://a.example/a/very/long/address/of?some=thing';
    expect(await read(narrow(`see ${address} now`, 'overflow-wrap: anywhere'))).to.equal(`see ${address} now`);
    expect(await read(narrow('Kraft<b>fahr</b>zeughaftpflicht', 'word-break: break-all'))).to.equal(
      'Kraftfahrzeughaftpflicht',
    );
  });

  it('have the hyphen that a soft one asks for as a soft one, once, for readers of tags and of lines', async () => {
    const text = 'Do&shy;nau&shy;dampf&shy;schiff&shy;fahrt and well-known, de&shy;ci&shy;sions';
    const edit = await repairedPdf(page, narrow(text));
    expect(readByTags(edit)).to.equal('Donau\u00addampf\u00adschifffahrt and well-known, de\u00adcisions');
    const other = await repairedPdf(page, narrow(text, "hyphenate-character: '='"));
    const plain = (one: typeof edit) => readByTags(one).replaceAll('\u00ad', '');
    expect(plain(other)).to.equal(plain(edit));
    const lines = pdfText(edit.bytes()).split(/\s+/).filter(Boolean);
    expect(lines).to.include.members(['Donau\u00ad', 'dampf\u00ad', 'schifffahrt']);
  });

  it('have all glyphs of letters that share a text, and the blank behind them', async () => {
    const words = 'தமிழ் மொழி বাংলা ভাষা';
    const run = (printer: Printer) => printer.print(`<html lang="ta"><title>t</title>${narrow(words)}`, TAGGED);
    const { result: printed } = await page.work({ images: NO_IMAGES, run });
    const info = { title: 't', createdAt: new Date(0) };
    const pdf = finishPdf(printed, { language: 'ta', conform: new Conforming(['pdf/ua-1'], info) });
    expect(pdfPictures(pdf, 60).equals(pdfPictures(printed, 60)), 'looks the same').to.equal(true);
    expect(await read(narrow(words))).to.equal(words);
  });

  it('have blanks in text that is turned', async () => {
    const text = 'Latin text that is turned on <b>its side</b> and on';
    for (const style of ['vertical-rl', 'vertical-lr', 'sideways-lr', 'vertical-rl; transform: rotate(180deg)'])
      expect(await read(`<p style="height: 90px; writing-mode: ${style}">${text}</p>`), style).to.equal(
        'Latin text that is turned on its side and on',
      );
    const upright = (mode: string, text: string) =>
      read(`<p style="height: 100px; writing-mode: ${mode}; text-orientation: upright">${text}</p>`);
    for (const mode of ['vertical-rl', 'vertical-lr'])
      expect(await upright(mode, 'AB CD EF <b>GH IJ</b> KLM'), mode).to.equal('AB CD EF GH IJ KLM');
    expect(await upright('vertical-rl', '私たちの新しい製品をご紹介いたします。')).to.equal(
      '私たちの新しい製品をご紹介いたします。',
    );
    const head = '<th scope="col" style="writing-mode: vertical-rl; height: 60px">Number of rooms<th>b<tr><td>1<td>2';
    expect(await read(`<table><tr>${head}</table>`)).to.match(/^Number of rooms\b/);
  });

  it('are not inserted in scripts without spaces', async () => {
    const japanese = '私たちの新しい製品をご紹介いたします。';
    expect(await read(narrow(japanese, 'font-family: Noto Sans CJK JP'))).to.equal(japanese);
    const mixed = '料金はEUR建てです、ご確認ください。';
    expect(await read(narrow(mixed))).to.equal(mixed);
  });

  it('are looked for in paragraphs without spaces of any length, in time that grows with it', async () => {
    const printed = (length: number) =>
      repairedPdf(
        page,
        `<p style="font: 4px/1 monospace; overflow-wrap: anywhere">${'あ'.repeat(length)}x${'y2'.repeat(length)} z</p>`,
      );
    const begun = process.cpuUsage();
    expect(readByTags(await printed(50_000))).to.have.lengthOf(150_003);
    expect(process.cpuUsage(begun).user / 1_000).to.be.below(20_000);
  });

  it('are not inserted where a letter is only raised, or beside', async () => {
    expect(await read(narrow('x<sup>2</sup>y<sub>i</sub>'))).to.equal('x2yi');
    expect(await read(narrow('a<span style="opacity: .5">b</span>c'))).to.equal('abc');
  });

  it('have them from right to left', async () => {
    const words = 'مرحبا بالعالم الجديد الذي نعيش فيه اليوم';
    const style = 'direction: rtl; width: 130px';
    expect((await read(narrow(words, style))).split(/\s+/)).to.have.lengthOf(words.split(' ').length);
  });

  it('have them where no font of the document has one', async () => {
    expect(await read(narrow('one<br>two'))).to.equal('one two');
  });
});
