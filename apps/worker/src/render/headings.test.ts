/** A heading does not end a page, unless the document says so. */
import type { RenderJob } from '@toolpress/contract';
import { pageSizes } from '@toolpress/pdf';
import { pdfText, pdfWords } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import type { Printer } from '../browser/printer.js';
import { printPagedFlow } from '../parts/paged/paged.js';
import { NO_IMAGES } from '../resources/image-source.js';
import { MAX_PDF_BYTES, PIXEL, sheet } from '../testing/chromium.js';
import { testPage } from '../testing/page.js';
import { prepareDocument } from './prepare/prepare-document.js';
import { printDocument } from './print/print-document.js';

/** Ten lines are on a page. */
const STYLE =
  '<style>@page { size: 100mm 100mm; margin: 0 } body { margin: 0; font: 20px/9mm serif } h1, h2, h3, p, ul, table { font-size: 20px; margin: 0; border-spacing: 0 } td, th { padding: 0 } img { display: block; width: 10mm }</style>';
const lines = (count: number): string =>
  Array.from({ length: count }, (_, index) => `<div>line${index}</div>`).join('');

describe('A heading', () => {
  const page = testPage();
  const jobOf = (html: string): RenderJob => ({
    requestId: 'test',
    orientation: 'portrait',
    html: `<!DOCTYPE html>${STYLE}${html}`,
  });
  const prepared = (html: string) => prepareDocument(jobOf(html), () => undefined);

  async function printed(html: string): Promise<Buffer> {
    const work = {
      images: NO_IMAGES,
      run: (printer: Printer) =>
        printDocument(printer, prepared(html), jobOf(html), MAX_PDF_BYTES, { flow: printPagedFlow }),
    };
    return (await page.work(work)).result.pdf;
  }
  const pagesOf = (pdf: Buffer, ...names: string[]): (number | undefined)[] =>
    names.map((name) => pdfWords(pdf).find(({ text }) => text === name)?.page);

  for (const [what, following] of [
    ['a paragraph', '<p>next'],
    ['a table', '<table><tr><td>next<tr><td>last</table>'],
    ['a table with a head', '<table><thead><tr><th>next<tbody><tr><td>first<tr><td>last</table>'],
    ['a list', '<ul><li>next<li>last</ul>'],
    ['boxes in boxes', '<div><section><p>next</section></div>'],
    ['flex', '<div style="display: flex; gap: 9px"><p>next<p>last</div>'],
    ['columns', '<div style="columns: 2"><p>next<p>last</div>'],
  ] as const)
    it(`on the last line of a page goes to the next one with ${what}`, async () => {
      expect(
        pagesOf(await printed(`${lines(10)}<h2>Heading</h2>${following}`), 'line9', 'Heading', 'next'),
      ).to.deep.equal([1, 2, 2]);
    });

  for (const css of [
    'h2 { break-after: auto }',
    '* { page-break-after: auto }',
    '@layer own { h2 { break-after: auto } }',
    ':where(h2) { break-after: auto }',
  ])
    it(`stays there where the document says ${css}`, async () => {
      const pdf = await printed(`<style>${css}</style>${lines(10)}<h2>Heading</h2><p>next`);
      expect(pagesOf(pdf, 'Heading', 'next')).to.deep.equal([1, 2]);
    });

  it('stays on its page where its style says so', async () => {
    const pdf = await printed(`${lines(10)}<h2 style="break-after: auto">Heading</h2><p>next`);
    expect(pagesOf(pdf, 'Heading', 'next')).to.deep.equal([1, 2]);
  });

  it('ends a page where the document breaks after it', async () => {
    const pdf = await printed(`<style>h1 { page-break-after: always }</style>${lines(2)}<h1>Heading</h1><p>next`);
    expect(pagesOf(pdf, 'line1', 'Heading', 'next')).to.deep.equal([1, 1, 2]);
  });

  it('goes to the next page with all the headings before it', async () => {
    const pdf = await printed(`${lines(8)}<h1>One</h1><h2>Two</h2><h3>Three</h3><p>next`);
    expect(pagesOf(pdf, 'line7', 'One', 'Two', 'Three', 'next')).to.deep.equal([1, 2, 2, 2, 2]);
  });

  it('goes to the next page with a picture that has no room below it', async () => {
    const pdf = await printed(`${lines(5)}<h2>Heading</h2><img src="${PIXEL}" style="height: 80mm"><p>next`);
    expect(pagesOf(pdf, 'line4', 'Heading', 'next')).to.deep.equal([1, 2, 2]);
    expect(pageSizes(pdf)).to.have.length(2);
  });

  it('of two lines is not broken between them', async () => {
    const pdf = await printed(`${lines(9)}<div style="border: 1px solid"><h2>First<br>second</h2><p>next</div>`);
    expect(pagesOf(pdf, 'line8', 'First', 'second', 'next')).to.deep.equal([1, 2, 2, 2]);
  });

  const entries = `<div>${lines(9)}</div>`;
  for (const [what, css, body] of [
    ['a column', '', `<section><h2>Work</h2>${entries}</section>`],
    ['the other column', '', `<section>${entries}<h2>Work</h2></section>`],
    ['an important grid', 'section { DISPLAY : Grid ! important }', `<section><h2>Work</h2>${entries}</section>`],
    [
      'a grid by an attribute',
      'section { display: block }',
      `<section style="display: grid; grid-template-columns: 1fr 3fr"><h2>Work</h2>${entries}</section>`,
    ],
    ['rows of a grid', '', `<section><h2>Work</h2><div>${lines(3)}</div><h2>More</h2>${entries}</section>`],
    ['a grid in a grid', '', `<section><h2>Work</h2><section>${'<h3>Job</h3>'}${entries}</section></section>`],
  ] as const)
    it(`lets what is beside it in a grid break: ${what}`, async () => {
      const style = `<style>section { display: grid; grid-template-columns: 1fr 3fr } ${css}</style>`;
      const pdf = await printed(`${style}<div>${lines(5).replaceAll('line', 'above')}</div>${body}`);
      expect(pagesOf(pdf, 'above4', 'line0', 'Work')).to.deep.equal([1, 1, 1]);
      expect(pageSizes(pdf)).to.have.length(2);
    });

  it('of two lines in a grid is not broken between them', async () => {
    const style = '<style>section { display: grid }</style>';
    const pdf = await printed(`${style}${lines(10)}<section><h2>First<br>second</h2><p>next</section>`);
    expect(pagesOf(pdf, 'line9', 'First', 'second', 'next')).to.deep.equal([1, 2, 2, 2]);
  });

  it('precedes a picture that is higher than a page', async () => {
    const pdf = await printed(`${lines(5)}<h2>Heading</h2><img src="${PIXEL}" style="height: 130mm"><p>next`);
    expect(pdfText(pdf).match(/\w+/g)).to.deep.equal(['line0', 'line1', 'line2', 'line3', 'line4', 'Heading', 'next']);
    expect(pageSizes(pdf).length).to.be.at.most(4);
  });

  it('that is longer than a page is whole, also in a grid and before a table', async () => {
    const long = Array.from({ length: 25 }, (_, index) => `part${index}`).join('<br>');
    for (const body of [
      `<h2>${long}</h2><p>next`,
      `${lines(5)}<h2>${long}</h2><table><tr><td>next</table>`,
      `<section style="display: grid"><h2>${long}</h2><p>next</section>`,
      `<section style="display: flex; flex-direction: column"><h2>${long}</h2><p>next</section>`,
    ]) {
      const text = pdfText(await printed(body));
      expect(text.match(/part\d+|next/g), body.slice(0, 60)).to.deep.equal([
        ...Array.from({ length: 25 }, (_, index) => `part${index}`),
        'next',
      ]);
    }
  });

  it('is one of so many that pages have nothing else, and none is lost', async () => {
    const names = Array.from({ length: 200 }, (_, index) => `h${index}`);
    const pdf = await printed(`${lines(5)}${names.map((name) => `<h2>${name}</h2>`).join('')}`);
    expect(pdfText(pdf).match(/\bh\d+/g)).to.deep.equal(names);
    expect(pageSizes(pdf).length).to.be.at.most(20);
  });

  it('changes nothing without page breaks, and accepts no invalid style', async () => {
    const html = `${lines(3)}<h2>Heading</h2><p>next`;
    const text = prepared(html).html({ top: 0, right: 0, bottom: 0, left: 0 });
    const bytes = async (source: string) =>
      (await page.work(sheet(source))).result.toString('latin1').replace(/\(D:[^)]*\)/g, '');
    expect(
      (await bytes(text)) === (await bytes(text.replace(/<style>@layer toolpress-headings.*?<\/style>/, ''))),
    ).to.equal(true);
    expect(text).to.include('toolpress-headings');
    expect(prepared(lines(3)).html({ top: 0, right: 0, bottom: 0, left: 0 })).not.to.include('toolpress-headings');
  });
});
