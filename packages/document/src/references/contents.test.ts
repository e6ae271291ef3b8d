import { expect } from 'chai';
import { describe, it } from 'mocha';
import { checkDocument } from '../check-document.js';

describe('A table of contents', () => {
  function filled(html: string, pages: Record<string, number> = {}) {
    const { numbered, references, reports } = checkDocument({ html });
    const printed = numbered(new Map(Object.entries(pages)));
    return { nav: /<nav.*<\/nav>/s.exec(printed)?.[0] ?? '', html: printed, references, reports };
  }
  /** Without what every entry has. */
  const outline = (html: string): string =>
    filled(html).nav.replace(
      /<a [^>]*><span class="toc-title">(.*?)<\/span> <span class="toc-page"><\/span><\/a>/g,
      '$1',
    );

  it('styles no element of the document that has one of its classes', () => {
    const { html } = filled('<p class="toc-page">x</p><nav data-toc="h1"></nav><h1>y</h1>');
    const [, sheet = ''] = /@layer toolpress-contents \{(.*?)<\/style>/s.exec(html) ?? [];
    expect(sheet.match(/^\.[\w-]+/gm)).to.deep.equal(Array(6).fill('.toolpress-toc'));
  });

  it('is a list of links with the numbers of pages, after its title', () => {
    const { nav, references } = filled(
      '<nav data-toc="h1"><b>Contents</b></nav><h1 id="a b">A &amp; B</h1><h2>x</h2>',
      { 'a b': 3 },
    );
    expect(nav).to.equal(
      '<nav data-toc="h1"><b>Contents</b><ul class="toc toolpress-toc"><li class="toc-1"><a href="#a%20b" data-page="3"><span class="toc-title">A &amp; B</span> <span class="toc-page">3</span></a></li></ul></nav>',
    );
    expect(references).to.deep.include({
      headings: [],
      running: [],
      numbered: ['a b'],
      required: [],
      targets: ['a b'],
    });
  });

  it('is nested as the levels are that it lists, one that is skipped under the nearest above', () => {
    expect(
      outline('<h1>t</h1><nav data-toc="H3,h2"></nav><h2>a</h2><h3>b</h3><h2>c</h2><h4>d</h4><h3>e</h3>'),
    ).to.equal(
      '<nav data-toc="H3,h2"><ul class="toc toolpress-toc"><li class="toc-1">a<ul><li class="toc-2">b</li></ul></li><li class="toc-1">c<ul><li class="toc-2">e</li></ul></li></ul></nav>',
    );
    expect(outline('<nav data-toc></nav><h3>a</h3><h1>b</h1><h3>c</h3><h2>d</h2>')).to.equal(
      '<nav data-toc=""><ul class="toc toolpress-toc"><li class="toc-3">a</li><li class="toc-1">b<ul><li class="toc-3">c</li><li class="toc-2">d</li></ul></li></ul></nav>',
    );
  });

  it('omits hidden headings, those of tables of contents, and skipped ones', () => {
    const html =
      '<nav data-toc="h1"><h1>Contents</h1></nav><nav data-toc="h2"><h1>Sections</h1></nav><h1 data-toc-skip>a</h1><div data-toc-skip><h1>b</h1></div><h1 hidden>c</h1><h1></h1><h1>d</h1>';
    expect(outline(html).match(/<li class="toc-1">.*?<\/li>/g)).to.deep.equal(['<li class="toc-1">d</li>']);
  });

  it('is only its title without headings', () =>
    expect(outline('<nav data-toc><b>x</b></nav>')).to.equal('<nav data-toc=""><b>x</b></nav>'));

  it('changes no headings that it does not list', () => {
    const { html } = filled('<nav data-toc="h1"></nav><h2>a</h2><h1>b</h1>');
    expect(html).to.include('<h2>a</h2><h1 id="toolpress-1">b</h1>');
  });

  it('has a style of the first layer, which every rule of the document outdoes', () => {
    const { html } = filled('<style>@layer mine { .toc { margin: 1em } }</style><nav data-toc></nav>');
    expect(html.indexOf('@layer toolpress-contents')).to.be.above(0).and.below(html.indexOf('@layer mine'));
  });

  it('that names no headings is warned of', () => {
    const { nav, reports } = filled('<nav data-toc="chapter"></nav><h1>a</h1>');
    expect(nav).to.equal('<nav data-toc="chapter"></nav>');
    expect(reports.read(new Set()).map(({ code, message }) => [code, message])).to.deep.equal([
      ['markup_ignored', '`data-toc` at html 1:1 lists nothing: name the heading levels, as in `data-toc="h1 h2"`.'],
    ]);
  });

  it('takes the text of headings as text', () => {
    const { nav } = filled('<nav data-toc="h1"></nav><h1>&lt;img src=x&gt; <a href="https://example.com">l</a></h1>');
    expect(nav).to.include('<span class="toc-title">&lt;img src=x&gt; l</span>').and.not.include('example.com');
  });
});
