/** What is printed looks as plain Chromium prints the document as it was sent. */
import type { RenderJob } from '@toolpress/contract';
import { checkDocument } from '@toolpress/document';
import { pageSizes } from '@toolpress/pdf';
import { pdfColours, pdfText } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { printPagedFlow } from '../parts/paged/paged.js';
import { NO_IMAGES } from '../resources/image-source.js';
import { MAX_PDF_BYTES, sheet } from '../testing/chromium.js';
import { testPage } from '../testing/page.js';
import { prepareDocument } from './prepare/prepare-document.js';
import { printDocument } from './print/print-document.js';

describe('A document', () => {
  const page = testPage();

  async function printed(html: string): Promise<Buffer> {
    return (await page.work(sheet(checkDocument({ html }).html))).result;
  }

  it('has script links that look like links, without an address where they lead to none', async () => {
    const css =
      '<style>a[href]::after { content: " (" attr(href) ")" } a[href^="#"]::after, a[href^="javascript:"]::after { content: "" }</style>';
    for (const href of ['javascript:;', ' JavaScript:void(0)', 'java&#10;script:alert(1)']) {
      const pdf = await printed(`<!DOCTYPE html>${css}<a href="${href}">link</a>`);
      expect(pdfText(pdf).trim(), href).to.equal('link');
      expect(pdfColours(pdf), href).to.include('0,0,238');
      expect(pdf.toString('latin1'), href).not.to.match(/\/Annots|\/URI|javascript/i);
    }
  });

  it('has links that look like links with any target, and lead to no other target', async () => {
    const css =
      '<style>a[href]::after { content: " (" attr(href) ")" } a[href$=".pdf"] { background: #0a141e } a { text-decoration-thickness: 5mm }</style>';
    for (const href of [
      'terms.pdf',
      '/a/b?c',
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

  it('draws what its sheets name in its drawings, as Chromium alone does', async () => {
    const html = `<!DOCTYPE html><style>
      .c { clip-path: url(#c) } .f { filter: url("#f") } .m { mask: url( '#m' ) } .s::after { content: "x"; display: block; clip-path: url(\\23 c) }
      rect { fill: url(#g) } path { marker-end: url(#k); stroke: black } div, .s::after { background: #0a141e; height: 90px }</style>
      <svg><clipPath id="c"><circle cx="50" cy="50" r="50"/></clipPath><filter id="f"><feGaussianBlur stdDeviation="6"/></filter>
      <mask id="m"><circle r="50" fill="white"/></mask><linearGradient id="g"><stop stop-color="lime"/></linearGradient>
      <marker id="k"><circle r="9" fill="teal"/></marker><rect width="50" height="50"/><path d="M60 9 L90 90"/></svg>
      <div class="c"></div><div class="f"></div><div class="m"></div><div style="clip-path: url(#c)">x</div><p class="s">x`;
    const comparable = (pdf: Buffer): string => pdf.toString('latin1').replaceAll(/\(D:[^)]*\)/g, '(then)');
    const alone = (await page.work(sheet(html))).result;
    expect(pdfColours(alone)).to.include('0,255,0').and.include('10,20,30').and.include('0,128,128');
    expect(comparable(await printed(html))).to.equal(comparable(alone));
  });

  /** Width and height of the pages, millimetres. */
  async function pagesOf(job: Partial<RenderJob>): Promise<string[]> {
    const whole: RenderJob = { requestId: 'test', html: '<p>one<p class="own">two', orientation: 'portrait', ...job };
    const document = prepareDocument(whole, () => undefined);
    const { result } = await page.work({
      images: NO_IMAGES,
      run: (printer) => printDocument(printer, document, whole, MAX_PDF_BYTES, { flow: printPagedFlow }),
    });
    return pageSizes(result.pdf).map(({ width, height }) => `${Math.round(width * 25.4)}x${Math.round(height * 25.4)}`);
  }

  it('keeps the page size of pages that set one, with any size in the request', async () => {
    const css = '@page { size: A3 } @page own { size: A5 landscape; margin: 0 } .own { page: own }';
    expect(await pagesOf({ css })).to.deep.equal(['297x420', '210x148']);
    expect(await pagesOf({ css, pageSize: 'A4' })).to.deep.equal(['210x297', '210x148']);
    expect(await pagesOf({ css, pageSize: 'A4', margin: { top: 1 }, headerHtml: 'x' })).to.deep.equal([
      '210x297',
      '210x148',
    ]);
    const first = '@page { size: A3 } @page :first { size: B5 } .own { break-before: page }';
    expect(await pagesOf({ css: first, pageSize: 'A4', footerHtml: 'x' })).to.deep.equal(['176x250', '210x297']);
  });

  it('is turned to landscape with the document’s size, except for pages with another size', async () => {
    const css = '@page { size: A5 } @page own { size: B5 } .own { page: own }';
    expect(await pagesOf({ css, orientation: 'landscape' })).to.deep.equal(['210x148', '176x250']);
    expect(await pagesOf({ css })).to.deep.equal(['148x210', '176x250']);
    const wide = '@page { size: A5 landscape } .own { break-before: page }';
    expect(await pagesOf({ css: wide, orientation: 'landscape' })).to.deep.equal(['210x148', '210x148']);
    expect(await pagesOf({ css: wide }), 'portrait is the default').to.deep.equal(['210x148', '210x148']);
  });

  it('has a cover up to the edges of the paper, with any margin of the request', async () => {
    const html =
      '<!DOCTYPE html><body style="margin: 0"><div style="height: 297mm; background: #0a141e"></div><p style="break-before: page">two';
    for (const css of ['@page :first { margin: 0 }', '@page { margin: 9cm } @page :first { margin: 0 }'])
      expect(await pagesOf({ html, css, margin: { top: 1, left: 1 } })).to.have.lengthOf(2);
    expect(await pagesOf({ html, margin: { top: 1, left: 1 } }), 'without a cover').to.have.lengthOf(3);
  });
});
