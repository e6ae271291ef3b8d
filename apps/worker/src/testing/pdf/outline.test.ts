import type { RenderJob } from '@toolpress/contract';
import { pdfInfo, pdfSource, pdfText } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { type OutlinePrinter, outlineOf, startOutlinePrinter } from '../outlines.js';

describe('An outline', () => {
  let printer: OutlinePrinter;
  before(async () => {
    printer = await startOutlinePrinter();
  });
  after(() => printer.close());

  const pdfOf = (html: string, job: Partial<RenderJob> = {}): Promise<Buffer> => printer.pdfOf(html, job);
  const titles = async (html: string, job: Partial<RenderJob> = {}) =>
    (await outlineOf(await pdfOf(html, job))).map(({ title, depth }) => `${'.'.repeat(depth)}${title}`);

  it('has the headings, nested by their levels, a skipped one under the nearest above', async () => {
    const html = '<h2>a</h2><h1>b</h1><h3>c</h3><h2>d</h2><h6>e</h6><h4>f</h4><h1>g</h1><div><h2>h <b>i</b></h2></div>';
    expect(await titles(html)).to.deep.equal(['a', 'b', '.c', '.d', '..e', '..f', 'g', '.h i']);
  });

  it('has titles in any writing, as text', async () => {
    const names = ['Über (uns) \\ <3', '日本語 😀', 'שלום', '[[', '%PDF endobj'];
    const html = names.map((_, index) => `<h1>[[names.${index}]]</h1>`).join('');
    expect(await titles(html, { data: { names } })).to.deep.equal(names);
    const [long = ''] = await titles(`<h1>${'😀'.repeat(3_000)}</h1>`);
    expect(long)
      .to.have.lengthOf.within(998, 1_000)
      .and.match(/^(?:😀)+…$/u);
  });

  it('leaves out headings that are not printed', async () => {
    const html = '<h1>a</h1><h1 style="display: none">b</h1><h1 hidden>c</h1><h1></h1><h1><img alt="d"></h1>';
    expect(await titles(html, { onBlocked: 'warn' })).to.deep.equal(['a', 'd']);
  });

  it('is absent where it is not requested, or has no entries', async () => {
    expect(pdfSource(await pdfOf('<h1>a</h1>', { outline: false }))).not.to.match(/\/Outlines|\/UseOutlines/);
    expect(pdfSource(await pdfOf('<p>a</p>'))).not.to.match(/\/Outlines|\/UseOutlines/);
  });

  it('shows its second level from the beginning only where it is short', async () => {
    const html = (chapters: number) => '<h1>a</h1><h2>b</h2><h3>c</h3>'.repeat(chapters);
    const open = async (chapters: number) =>
      (await outlineOf(await pdfOf(html(chapters)))).filter(({ isOpen }) => isOpen).map(({ depth }) => depth);
    expect(await open(20)).to.deep.equal(Array(20).fill(0));
    expect(await open(21)).to.deep.equal([]);
  });

  it('is complete on a roll, with headers, in a language, with contents and tagged', async () => {
    const html = '<html lang="de"><nav data-toc="h1"></nav><h1>a</h1><h2 style="break-before: page">b</h2>';
    const around = { headerHtml: '<h1>no</h1>', footerHtml: '[[page]]', tagged: true };
    const entries = await outlineOf(await pdfOf(html, around));
    expect(entries.map(({ title, page }) => `${title} ${page}`)).to.deep.equal(['a 1', 'b 2']);
    expect(await titles(html, { paper: { width: 3 } })).to.deep.equal(['a', '.b']);
  });

  it('is complete once beside tags, also with a standard, with chapters on right pages and hyphenated words', async () => {
    const html =
      '<html lang="en"><title>t</title><style>h1 { break-before: right; hyphens: auto; width: 9em }</style><p>x</p><h1>Extraordinarily considerate</h1><h2>b</h2><h1>c</h1>';
    const entries = ['Extraordinarily considerate 3', '.b 3', 'c 5'];
    for (const job of [{ tagged: true }, { tagged: true, conformance: ['pdf/ua-1' as const] }]) {
      const pdf = await pdfOf(html, job);
      const outline = await outlineOf(pdf);
      expect(outline.map(({ title, depth, page }) => `${'.'.repeat(depth)}${title} ${page}`)).to.deep.equal(entries);
      expect(pdfSource(pdf).match(/\/Type\s*\/Outlines/g)).to.have.lengthOf(1);
      expect(pdfInfo(pdf)).to.include({ tagged: true, pages: 5 });
      // A hyphen at a line end is a soft one in accessible documents.
      expect(pdfText(pdf)).not.to.match(/\u00ad(?!\n)/);
    }
    expect(pdfSource(await pdfOf(html, { tagged: true, outline: false }))).not.to.match(/\/Outlines/);
  });

  it('has the number of a page in a title as it is printed', async () => {
    expect(await titles('<h1>a, see [[page-of:#b]]</h1><p id="b" style="break-before: page">b')).to.deep.equal([
      'a, see 2',
    ]);
  });
});
