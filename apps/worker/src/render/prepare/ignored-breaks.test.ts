import { expect } from 'chai';
import { describe, it } from 'mocha';
import { documentWith as document } from '../../testing/render-worker.js';
import { documentPrinter } from '../../testing/rendered.js';

describe('Page breaks', () => {
  const print = documentPrinter();

  const lines: Record<string, string> = {
    'in a paragraph': document('', '<p>a<br style="page-break-before: always">b</p>'),
    'between paragraphs': document('', '<p>a</p><br style="page-break-after: always"><p>b</p>'),
    'by its class': document('.pb { break-after: page }', '<p>a</p><br class="pb"><p>b</p>'),
    'by its name': document('br { page-break-before: always }', 'a<br>b'),
    'as Word writes it': document(
      '',
      "<p>a<p><span lang=EN-US style='font-size:12.0pt'><br clear=all style='mso-special-character:line-break;page-break-before:always'></span></p><p>b",
    ),
    'in formatted text': document('', '<div>a<b><i><br style="break-before: page">b</i></b></div>'),
    'in a cell': document('', '<table><tr><td>a<br style="page-break-before: always">b</table>'),
    'in a list': document('', '<ul><li>a<br style="page-break-before: always">b</ul>'),
  };
  for (const [what, html] of Object.entries(lines))
    it(`are made at a \`br\` ${what}`, async () => {
      const { texts: pages, warnings } = await print(html);
      expect(pages.map((text) => text.replace('• ', ''))).to.deep.equal(['a', 'b']);
      expect(warnings).to.deep.equal([]);
    });

  it('are made at a `br` with headers, page numbers and footnotes', async () => {
    const html = document(
      '',
      '<p>a<span data-footnote>note</span><br style="page-break-before: always">b [[page-of:#x]]<p id="x">x',
    );
    const { texts: pages } = await print(html, { headerHtml: 'of [[pages]]' });
    expect(pages).to.have.length(2);
    expect(pages[1]).to.include('of 2').and.include('b2');
  });

  it('leave no page behind at the end', async () => {
    expect((await print(document('', '<p>a</p><br style="page-break-after: always">'))).texts).to.deep.equal(['a']);
  });

  const sections = (css: string, style: string): string =>
    document(
      css,
      `<div class=WordSection1><p>One</p></div><span style='font-size:11.0pt'><br clear=all style='${style};mso-break-type:section-break'></span><div class=WordSection2><p>Two</p></div>`,
    );
  const named =
    '@page WordSection1 { size: 612pt 792pt; margin: 72pt } div.WordSection1 { page: WordSection1 } @page WordSection2 { size: 612pt 792pt } div.WordSection2 { page: WordSection2 }';
  it('are those of sections of Word, without empty pages', async () => {
    for (const [css, style, pages] of [
      [named, 'page-break-before:auto', ['One', 'Two']],
      [named, 'page-break-before:always', ['One', 'Two']],
      [named, 'page-break-before:right', ['One', 'Two']],
      ['', 'page-break-before:always', ['One', 'Two']],
      ['', 'page-break-before:auto', ['One Two']],
      ['div { page: same }', 'page-break-before:always', ['One', 'Two']],
    ] as const) {
      const printed = await print(sections(css, style));
      expect(printed.texts, `${css} ${style}`).to.deep.equal(pages);
      expect(printed.warnings).to.deep.equal([]);
    }
  });

  const page = 'break-before: page';
  const ignored: Record<string, string> = {
    'text in a line': `<p>a <span style="${page}">b</span></p>`,
    'a link without text': `<p>a<p><a style="page-break-before: always"></a>b`,
    'boxes in a line': `a<div style="display: inline-block; width: 100%; ${page}">b</div>`,
    'boxes within them': `<p>a<div style="display: inline-block; width: 100%"><p>a<p style="${page}">b</div>`,
    'items of a row': `<div style="display: flex"><p>a<p style="${page}">b</div>`,
    'cells of a grid': `<div style="display: grid; grid-template-columns: 1fr 1fr"><p>a<p style="${page}">b</div>`,
    floats: `<div style="float: left; width: 100%">a</div><div style="float: left; width: 100%; ${page}">b</div>`,
    'positioned boxes': `a<div style="position: absolute; top: 90px; ${page}">b</div>`,
    'fixed boxes': `a<div style="position: fixed; top: 90px"><p>a<p style="${page}">b</div>`,
    'columns of text': `<div style="columns: 2"><p>a<p style="${page}">b</div>`,
    'boxes that clip': `<div style="height: 300px; overflow: hidden"><p>a<p style="${page}">b</div>`,
    'heads of tables': `<table><thead><tr><td>h<tr style="${page}"><td>i</thead><tr><td>c</table>`,
    'vertical text': `<div style="writing-mode: vertical-rl"><p>a<p style="${page}">b</div>`,
    'images in a line': `<p>a<p><img alt="" width="9" height="9" style="${page}">b`,
    'elements without a box': `a<div style="display: contents; ${page}"><p>b</div>`,
    'a line break in a box in a line': `<p style="display: inline-block">a<br style="${page}">b</p>`,
  };
  for (const [what, html] of Object.entries(ignored))
    it(`are warned of where the browser ignores them: ${what}`, async () => {
      const { texts: pages, warnings } = await print(`<!DOCTYPE html>\n${html}`);
      expect(pages).to.have.length(1);
      expect(warnings.map(({ code, line }) => [code, line])).to.deep.equal([['css_ignored', 2]]);
      expect(warnings[0]?.message).to.match(/^`break-before` of `\w+` at html 2:\d+ is ignored: pages break at blocks/);
    });

  it('are not warned of where they break, or part nothing', async () => {
    for (const [count, html] of [
      [2, `<div style="display: flex; flex-direction: column"><p>a<p style="${page}">b</div>`],
      [
        2,
        `<div style="display: flex; flex-wrap: wrap"><p style="width: 100%">a<p style="width: 100%; ${page}">b</div>`,
      ],
      [2, `<div style="display: grid"><p>a<p style="${page}">b</div>`],
      [2, `x<div style="display: flex"><p style="${page}">a<p>b</div>`],
      [2, `<table><tr><td>a<tr style="${page}"><td>b</table>`],
      [2, `<div style="float: left"><p>a<p style="${page}">b</div>`],
      [2, `<div style="overflow: hidden"><p>a<p style="${page}">b</div>`],
      [2, `<div style="columns: 2"><p>a<p style="column-span: all; ${page}">b</div>`],
      [1, `<p><span style="${page}">a</span>`],
      [1, `<p>a <span style="break-after: page"></span>`],
      [1, `<p>a<p style="display: none; ${page}">b<p>c`],
      [1, `<div style="display: none"><span style="${page}">b</span></div><p>c`],
    ] as const) {
      const { texts: pages, warnings } = await print(`<!DOCTYPE html>${html}`);
      expect(pages, html).to.have.length(count);
      expect(warnings, html).to.deep.equal([]);
    }
  });
});
