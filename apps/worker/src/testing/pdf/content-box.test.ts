import { PDFArray, PDFDict, PDFDocument, PDFName, PDFNumber } from '@cantoo/pdf-lib';
import { finishPdf } from '@toolpress/pdf';
import { pdfWords } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { printSettings } from '../../render/paper/paper.js';
import { testPage } from '../page.js';

describe('Links inside of a document', () => {
  const page = testPage();

  const BODY = `<a href="#a">to</a> <a href="#b">them</a><p style="margin-left: 2cm" id="a">aa</p><p style="break-before: page" id="b">bb</p>`;

  for (const [what, css, size] of [
    ['margins of the request', '', 'A4'],
    ['margins of its own', '@page { margin: 3cm 2cm 1cm 1in }', 'A4'],
    ['other margins on its first page', '@page { margin: 1cm } @page :first { margin: 8cm 5cm }', undefined],
    ['pages of several sizes', '@page { margin: 1cm } @page x { size: A6; margin: 2cm } #b { page: x }', undefined],
    ['boxes in its margins', '@page { margin: 2cm; @top-left { content: "top"; overflow: hidden } }', undefined],
    ['clipped parts', 'p { overflow: hidden } #b { overflow: visible }', 'A4'],
    ['writing from right to left', 'html { direction: rtl } body { text-align: left }', 'A4'],
    ['a line wider than its pages, made smaller', '@page { margin: 2cm } body { width: 900px }', undefined],
  ] as const)
    it(`lead to the upper left corner of what they name, with ${what}`, async () => {
      const html = `<!DOCTYPE html><style>body { margin: 0 } p { font-size: 20px; line-height: 20px } ${css}</style>${BODY}`;
      const run = (printer: Parameters<Parameters<typeof page.work>[0]['run']>[0]) =>
        printer.print(html, printSettings({ ...(size && { pageSize: size }), orientation: 'portrait' }));
      const pdf = finishPdf((await page.work({ images: new Map(), run })).result, {});
      const document = await PDFDocument.load(pdf);
      const names = document.catalog.lookup(PDFName.of('Dests'), PDFDict);
      for (const [id, index] of [
        ['a', 0],
        ['b', 1],
      ] as const) {
        const place = names.lookup(PDFName.of(id), PDFArray);
        const sheet = document.getPage(index);
        expect(place.get(0)).to.equal(sheet.ref);
        const [left = 0, top = 0] = [2, 3].map((at) => place.lookup(at, PDFNumber).asNumber());
        const word = pdfWords(pdf).find(({ text }) => text === id.repeat(2));
        if (word === undefined) throw new Error('the text is not printed');
        expect(left).to.be.closeTo(word.xMin, 0.5);
        expect(sheet.getHeight() - top).to.be.within(word.yMin - 2, word.yMin + 4);
      }
    });
});
