/** What is printed looks as plain Chromium prints the document as it was sent. */
import { checkDocument } from '@toolpress/document';
import { pdfColours, pdfText } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import type { Chromium } from './browser/chromium.js';
import { WarmPage } from './browser/warm-page.js';
import { sheet, testChromium } from './testing/chromium.js';

describe('A document', () => {
  let chromium: Chromium;
  let page: WarmPage;
  before(async () => {
    chromium = testChromium();
    page = await WarmPage.open(await chromium.browser());
  });
  after(async () => {
    await page.dispose();
    await chromium.close();
  });

  async function printed(html: string): Promise<Buffer> {
    return (await page.work(sheet(checkDocument({ html }).html))).result;
  }

  it('has links by script that look as links, without an address where those of places have none', async () => {
    const css =
      '<style>a[href]::after { content: " (" attr(href) ")" } a[href^="#"]::after, a[href^="javascript:"]::after { content: "" }</style>';
    for (const href of ['javascript:;', ' JavaScript:void(0)', 'java&#10;script:alert(1)']) {
      const pdf = await printed(`<!DOCTYPE html>${css}<a href="${href}">link</a>`);
      expect(pdfText(pdf).trim(), href).to.equal('link');
      expect(pdfColours(pdf), href).to.include('0,0,238');
      expect(pdf.toString('latin1'), href).not.to.match(/\/Annots|\/URI|javascript/i);
    }
  });

  it('has links that look as links wherever they lead, and can be followed to no other place', async () => {
    const css =
      '<style>a[href]::after { content: " (" attr(href) ")" } a[href$=".pdf"] { background: #0a141e } a { text-decoration-thickness: 5mm }</style>';
    for (const href of [
      'terms.pdf',
      '/a/b?c',
      '//a.example/',
      'file:///etc/passwd',
      'about:blank',
      '&#1;data:text/html,x',
      'C:\\x',
      'https://[',
    ]) {
      const pdf = await printed(`<!DOCTYPE html>${css}<a href="${href}">link</a>`);
      expect(pdfText(pdf).replaceAll('\u00ad', ''), href).to.match(/^ *link \([a-z:/?()&.1,[\]\\ ]+\)\s*$/i);
      expect(pdfColours(pdf), href).to.include('0,0,238');
      expect(pdfColours(pdf).has('10,20,30'), href).to.equal(href.endsWith('.pdf'));
      expect(pdf.toString('latin1'), href).not.to.match(/\/Annots|\/URI/);
    }
  });
});
