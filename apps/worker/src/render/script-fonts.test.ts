import type { RenderJob } from '@toolpress/contract';
import { pdfFonts, pdfText, svgOf } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { type RenderWorker, startRenderWorker } from '../testing/render-worker.js';

/** A text, and the names of its fonts with serifs and without. */
const SCRIPTS: readonly [lang: string, text: string, serif: string, sans?: string][] = [
  ['ar', 'السعر', 'NotoNaskhArabic', 'NotoSansArabic'],
  ['fa', 'قیمت', 'NotoNaskhArabic', 'NotoSansArabic'],
  ['ur', 'قیمت', 'NotoNaskhArabic', 'NotoSansArabic'],
  ['he', 'מחיר', 'NotoSerifHebrew', 'NotoSansHebrew'],
  ['hy', 'գին', 'NotoSerifArmenian', 'NotoSansArmenian'],
  ['ka', 'ფასი', 'NotoSerifGeorgian', 'NotoSansGeorgian'],
  ['lo', 'ລາຄາ', 'NotoSerifLao', 'NotoSansLao'],
  ['th', 'ราคา', 'NotoSerifThai', 'NotoSansThai'],
  ['km', 'តម្លៃ', 'NotoSerifKhmer', 'NotoSansKhmer'],
  ['my', 'ဈေး', 'NotoSansMyanmar'],
  ['hi', 'मूल्य', 'NotoSerifDevanagari', 'NotoSansDevanagari'],
  ['bn', 'মূল্য', 'NotoSerifBengali', 'NotoSansBengali'],
  ['ta', 'விலை', 'NotoSerifTamil', 'NotoSansTamil'],
  ['te', 'ధర', 'NotoSerifTelugu', 'NotoSansTelugu'],
  ['kn', 'ಬೆಲೆ', 'NotoSerifKannada', 'NotoSansKannada'],
  ['ml', 'വില', 'NotoSerifMalayalam', 'NotoSansMalayalam'],
  ['gu', 'કિંમત', 'NotoSerifGujarati', 'NotoSansGujarati'],
  ['pa', 'ਕੀਮਤ', 'NotoSerifGurmukhi', 'NotoSansGurmukhi'],
  ['or', 'ମୂଲ୍ୟ', 'NotoSansOriya'],
  ['si', 'මිල', 'NotoSerifSinhala', 'NotoSansSinhala'],
  ['bo', 'གོང', 'NotoSerifTibetan', 'NotoSerifTibetan'],
  ['am', 'ዋጋ', 'NotoSerifEthiopic', 'NotoSansEthiopic'],
  ['dv', 'އަގު', 'NotoSansThaana'],
  ['chr', 'ᏣᎳᎩ', 'NotoSansCherokee'],
  ['jv', 'ꦗꦮ', 'NotoSansJavanese'],
  ['iu', 'ᐃᓄᒃᑎᑐᑦ', 'NotoSansCanadianAboriginal'],
];

describe('A script', () => {
  let worker: RenderWorker;
  before(async function () {
    if (process.platform === 'darwin') this.skip(); // it has its own fonts only
    worker = await startRenderWorker();
  });
  after(() => worker?.close());

  const fontsOf = async (job: Partial<RenderJob>): Promise<string[]> => {
    expect(await worker.render(job)).to.include({ ok: true });
    return pdfFonts(worker.last()).filter((name) => name.startsWith('Noto'));
  };

  for (const [lang, text, serif, sans = serif] of SCRIPTS)
    it(`is printed in its own face, with serifs or without, regular or bold: ${lang}`, async () => {
      const styles = [
        'font-family: serif',
        'font: bold 12px Georgia, serif',
        'font-family: Arial',
        'font: 700 1em sans-serif',
      ];
      const names = [`${serif}-Regular`, `${serif}-Bold`, `${sans}-Regular`, `${sans}-Bold`];
      for (const [index, style] of styles.entries()) {
        const html = `<!DOCTYPE html><html lang="${lang}"><style>p { ${style} }</style><p>${text}`;
        expect(await fontsOf({ html }), style).to.deep.equal([names[index]]);
      }
      expect(await fontsOf({ html: `<html lang="${lang}">${text}` })).to.deep.equal([names[0]]);
    });

  it('has its face in every way in which a document names fonts', async () => {
    const text = 'मूल्य';
    const regular = ['NotoSansDevanagari-Regular'];
    const cases: Partial<RenderJob>[] = [
      { html: `<p style="font-family: Arial">${text}` },
      { html: `<p style="font: 12px/1 Arial !important">${text}` },
      { html: `<style>:root { --f: Arial, sans-serif } p { font-family: var(--f) }</style><p>${text}` },
      { html: `<p>${text}`, css: 'p { font-family: "Open Sans", sans-serif !important }' },
      { html: `<link rel="stylesheet" href="a.css"><p>${text}`, files: { 'a.css': 'p{font-family:Inter}' } },
      { html: `<style>@media print { p { font-family: Verdana } }</style><p>${text}` },
      { html: `<svg><text y="20" font-family="Arial">${text}</text></svg>` },
      { html: '<style>p { font-family: Arial } p::before { content: "\\92e" }</style><p>' },
      { html: `<style>body { font-family: Arial } p { font-family: inherit }</style><body><p>${text}` },
      { html: `<style>body { font-family: Arial } b { font: inherit }</style><body><b>${text}</b>` },
      { html: '<style>p { font-family: Arial }</style><p>[[a]]', data: { a: text } },
    ];
    for (const job of cases) expect(await fontsOf(job), JSON.stringify(job)).to.deep.equal(regular);
  });

  it('leaves to a document what it names itself', async () => {
    const html = `<style>p { font-family: "Noto Serif Devanagari", sans-serif } code { font-family: monospace }</style><p>मूल्य <code>a</code>`;
    expect(await fontsOf({ html })).to.deep.equal(['NotoSerifDevanagari-Regular']);
    expect(pdfFonts(worker.last())).to.include('LiberationMono');
  });

  it('has its face in headers and footers', async () => {
    const part = { default: '<p style="font-family: Arial; font-weight: bold">मूल्य' };
    const job = { headerHtml: part, footerHtml: part, margin: { top: 1, bottom: 1 } };
    expect(await fontsOf({ html: '<p style="font-family: Arial">मूल्य', ...job })).to.have.members([
      'NotoSansDevanagari-Regular',
      'NotoSansDevanagari-Bold',
    ]);
  });

  it('has its face in headers of documents without it, and in drawings', async () => {
    const headerHtml = { default: '<p style="font-family: Arial; font-weight: bold">मूल्य' };
    expect(await fontsOf({ html: '<p>x', headerHtml, margin: { top: 1 } })).to.deep.equal(['NotoSansDevanagari-Bold']);
    const drawing = ['السعر', 'מחיר', 'ფასი'].map((text) => `<text y="8" font-size="4">${text}</text>`).join('');
    const files = { 'a.svg': svgOf(drawing) };
    expect(await fontsOf({ html: '<img src="a.svg">', files })).to.have.members([
      ...['NotoNaskhArabic-Regular', 'NotoSansHebrew-Regular', 'NotoSansGeorgian-Regular'],
    ]);
  });

  it('has all accents of Hebrew and marks of Kashmiri', async () => {
    const texts = ['בְּרֵאשִׁ֖ית בָּרָ֣א אֱלֹהִ֑ים', 'كٲشُر زَبان'];
    for (const family of ['serif', 'sans-serif']) {
      const html = texts.map((text) => `<p dir="rtl" style="font-family: ${family}">${text}`).join('');
      const reply = await worker.render({ html });
      expect(reply).to.include({ ok: true });
      expect(reply.ok && reply.file?.warnings).to.be.oneOf([undefined, false]);
      expect(pdfFonts(worker.last()).filter((name) => /DejaVu/.test(name))).to.deep.equal([]);
    }
  });

  it('changes nothing in documents without it', async () => {
    const html = '<style>p { font-family: Arial }</style><p>Größe Ελλάδα Москва ✓';
    expect(await worker.render({ html })).to.include({ ok: true });
    expect(pdfText(worker.last())).to.include('Größe Ελλάδα Москва');
    expect(pdfFonts(worker.last())).to.include('LiberationSans');
  });
});
