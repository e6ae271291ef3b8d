import type { RenderJob } from '@toolpress/contract';
import { pdfText } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { countedPrints } from '../../../testing/counted-prints.js';

describe('Named strings in margin boxes', () => {
  const { print, prints } = countedPrints();
  /** Returns the text in the upper margin of each page. */
  async function heads(job: Partial<RenderJob>): Promise<string[]> {
    const { pdf } = await print({ pageSize: 'A6', ...job });
    return pdfText(pdf)
      .split('\f')
      .slice(0, -1)
      .map((page) => /\{(.*?)\}/s.exec(page)?.[1]?.replace(/\s+/g, ' ').trim() ?? 'none');
  }
  const box = (content: string): string => `@page { @top-left { content: "{" ${content} "}" } }`;
  const BOOK =
    '<p class=p>Preface<h1>One</h1><p class=p>text<p class=p>more<h1>Two</h1><p>text<h1>Three</h1><p class=p>x<h1 class=p>Four</h1>end';
  const SET = 'h1 { string-set: title content() } .p { break-after: page }';

  for (const [keyword, pages] of [
    ['', ['', 'One', 'One', 'Two', 'Four', 'Four']],
    [', first', ['', 'One', 'One', 'Two', 'Four', 'Four']],
    [', last', ['', 'One', 'One', 'Three', 'Four', 'Four']],
    [', start', ['', 'One', 'One', 'Two', 'Four', 'Four']],
    [', first-except', ['', '', 'One', '', '', 'Four']],
  ] as const)
    it(`differ by page: string(title${keyword})`, async () => {
      expect(await heads({ html: BOOK, css: `${SET} ${box(`string(title${keyword})`)}` })).to.deep.equal(pages);
    });

  it('are those that a page begins with, unless it begins with an element that sets another', async () => {
    const html =
      '<h1>One</h1><p>text<h1>Two</h1><p class=p>x<p>text<h1>Three</h1><p class=p>x<section><h1>Four</h1></section>';
    const css = `${SET} h1 { margin-top: 30px } section { padding-top: 9px } ${box('string(title, start) "/" string(title)')}`;
    expect(await heads({ html, css })).to.deep.equal(['One/One', 'Two/Three', 'Four/Four']);
  });

  for (const [set, text] of [
    ['content()', 'A B c d'],
    ['"<b>" content(text) "\\"\\\\"', '<b>A B c d"\\'],
    ['attr(title) " " attr(lost)', 'x " \\ <i> y'],
    ['counter(c) ". " content()', '2. A B c d'],
    ['counters(c, "-", lower-roman)', 'ii'],
    ['content(before) "/" content(after)', 'Nr 2: «/»'],
    ['content(first-letter)', 'A'],
    ['var(--own)', 'own'],
    ['"" ', ''],
  ] as const)
    it(`are ${set}`, async () => {
      const html = `<h2></h2><h1 title='x " \\ <i>\ny'>A <b>B<br>c</b>\n <i style="display:none">hidden</i><span data-footnote>note</span>d</h1>`;
      const css = `body { counter-reset: c } h1, h2 { counter-increment: c; --own: "own" } h1::before { content: "Nr " counter(c) ": «" } h1::after { content: "»" }
        h1 { string-set: x ${set} } ${box('string(x)')}`;
      expect(await heads({ html, css })).to.deep.equal([text]);
    });

  it('are several of one element, of the rule that counts, in any sheet', async () => {
    const html =
      '<style>@media print { h1 { string-set: a "first", b content() } } h1.none { string-set: none } @media screen { h1 { string-set: a "screen" } }</style><h1>x</h1><h1 class=none>y</h1><h1 style="string-set: b \'own\'" class=none>z</h1>';
    expect(await heads({ html, css: box('string(a) "," string(b, last) "," string(unset)') })).to.deep.equal([
      'first,own,',
    ]);
  });

  it('are on pages of any kind and number', async () => {
    const css = `${SET} @page { counter-increment: pair 2 } @page :left { @top-right { content: "{" string(title) counter(pair) "}" } }
      @page :first { counter-set: page 7; @top-center { content: "{first " string(title) counter(page) "}" } }`;
    const html = '<h1>One</h1><p class=p>x<h1>Two</h1>';
    expect(await heads({ html, css })).to.deep.equal(['first One7', 'Two4']);
  });

  it('are right beside contents, footnotes, headers below, blank pages and first page numbers', async () => {
    const css = `h1 { string-set: title content(); break-before: right } ${box('string(title) ":" counter(page)')}`;
    const html =
      '<nav data-toc="h1"></nav><h1>One<span data-footnote>note</span></h1><p>see [[page-of:#x]]<h1 id=x>Two</h1>';
    const job = { html, css, footerHtml: '<p>[[page]]</p>', firstPageNumber: 3 };
    expect(await heads(job)).to.deep.equal([':3', ':4', 'One:5', 'One:6', 'Two:7']);
  });

  it('are never more than text of a thousand characters', async () => {
    const text = '"}@page{size:A3}</style><script>{'.repeat(100);
    const css = `h1 { string-set: t content() } @page { @left-middle { content: string(t); font-size: 1px } } ${box('"x"')}`;
    const { pdf } = await print({ html: `<h1>${text.replaceAll('<', '&lt;')}</h1>`, css, pageSize: 'A6' });
    expect(pdfText(pdf)).to.include('</style><script>');
  });

  for (const html of [
    '<ol><li><p></p><ol><li><p></p><li></ol><li><ol><li></ol></ol><h1></h1>',
    '<ol><li></ol><div style="display:none"><li></li></div><h1></h1>',
    '<li><li><section><ol><li><li></ol><h1></h1></section>',
    '<section><ol><li></ol></section><h1></h1>',
    '<i class=r></i><i class=r></i><b><i class=r></i><h1></h1></b>',
    '<b class=r><b class=r><b class=r></b></b></b><li><h1></h1>',
    '<q></q><ol><li><q></q><h1></h1></ol>',
    '<ol><li><li class=s><h1></h1></ol>',
    '<li><q></q><ol><li><h1></h1></ol>',
    '<i class=r></i><section><i class=r></i><ol><li><ol><li></ol><li><h1></h1></ol></section>',
    '<div><i class=r></i></div><div><li><div><i class=r></i><li></div><h1></h1></div>',
  ])
    it(`are counted as the browser counts: ${html}`, async () => {
      const counts = 'counters(n, ".") "," counter(n) "," counter(constructor)';
      const css = `ol, .r { counter-reset: n 1 } li { counter-increment: n 2 } .s { counter-set: n 7 } q::before { content: ""; counter-reset: n 5; counter-increment: n }
        h1 { string-set: x ${counts} } h1::before { content: "[" ${counts} "]" } ${box('string(x)')}`;
      const { pdf } = await print({ html, css });
      const [head, own] = [/\{(.*?)\}/, /\[(.*?)\]/].map((one) => one.exec(pdfText(pdf))?.[1]);
      expect(head).to.be.a('string').and.equal(own);
    });

  it('are not counted in what is on no page', async () => {
    const css = `${box('string(a)')} h1 { string-set: a content() }`;
    expect(await heads({ html: '<h1>x</h1><h1 style="display: none">y</h1>', css })).to.deep.equal(['x']);
  });

  it('are refused where more elements set them than any document has', async () => {
    const css = `b { string-set: a content() } ${box('string(a)')}`;
    const error = await print({ html: '<b>x</b>'.repeat(5_001), css }).catch((caught: unknown) => caught);
    expect(error).to.include({ code: 'document_too_complex' });
  });

  it('cost one more print, and none where nothing is set or printed', async () => {
    await print({ html: '<h1>x</h1>', css: `h1 { string-set: a content() } ${box('string(a)')}` });
    expect(prints()).to.equal(2);
    await print({ html: '<h1>x</h1>', css: box('string(a)') });
    expect(prints()).to.equal(1);
    await print({ html: '<h1>x</h1>', css: 'h1 { string-set: a content() }' });
    expect(prints()).to.equal(1);
    const html = '<nav data-toc="h1"></nav><h1>x</h1>';
    await print({ html, css: `h1 { string-set: a content() } ${box('string(a)')}` });
    expect(prints()).to.equal(2);
  });
});
