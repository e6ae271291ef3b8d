import { PageMarks, PageNumber } from '@toolpress/template';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { checkDocument } from '../check-document.js';

describe('What a document refers to', () => {
  const references = (html: string) => checkDocument({ html, headings: true }).references;

  it('is its headings with level and text, of all depths', () => {
    const { headings } = references(
      '<h1 id="a"> A <b>b</b>\n<br>c<style>i{}</style></h1><div><section><h3 id="t">T<img alt="logo" src="data:image/gif;base64,R0lGODlhAQABAAAAACw="></h3></section></div>',
    );
    expect(headings).to.deep.equal([
      { level: 1, id: 'a', text: 'A b c' },
      { level: 3, id: 't', text: 'T logo' },
    ]);
  });

  it('excludes what is invisible: hidden headings, templates, empty ones', () => {
    const html =
      '<h1 hidden>a</h1><div hidden><h2>b</h2></div><template><h3>c</h3></template><h4> </h4><h5>e <i hidden>x</i></h5>';
    expect(references(html).headings.map(({ text }) => text)).to.deep.equal(['e']);
  });

  for (const [what, html, text] of [
    ['a style', '<h1>A <span style="display:none">x</span>b</h1>', 'A b'],
    ['the last of a style', '<h1>A <b STYLE="color: red; Display : NONE !important">x</b>b</h1>', 'A b'],
    ['an element within', '<h1>A <i><u style="display: none">x</u>b</i></h1>', 'A b'],
    ['no style', '<h1>A <span style="display: inline">b</span><i style="--display: none">c</i></h1>', 'A bc'],
    ['an attribute', '<h1>A <span hidden style="display: block">x</span>b</h1>', 'A b'],
    ['styles in a picture', '<h1>A <img alt="x" src="data:," style="display:none">b</h1>', 'A b'],
  ] as const)
    it(`is without what ${what} hides`, () => {
      expect(references(html).headings.map((heading) => heading.text)).to.deep.equal([text]);
    });

  it('is without the footnotes of a heading, their numbers, and soft hyphens, in every place of its text', () => {
    const html =
      '<nav data-toc></nav><h1 id="a" data-running="ch">One&shy;fold<span data-footnote>Note <b>x</b></span> y<i DATA-FOOTNOTE="*">star</i></h1><a href="#a">x</a>';
    const checked = checkDocument({ html, css: 'a::after { content: target-text(attr(href)) }', headings: true });
    expect(checked.references.headings.map(({ text }) => text)).to.deep.equal(['Onefold y']);
    expect(checked.references.running.map(({ text }) => text)).to.deep.equal(['Onefold y']);
    expect(checked.html).to.include('toc-title">Onefold y<').and.include('href-text="Onefold y"');
  });

  it('has a separate id, assigned where the document has none or one twice', () => {
    const html =
      '<p id="x">x</p><p id="toolpress-2">y</p><h1>a</h1><h2 id="x">b</h2><h2 id="b">c</h2><i hidden id="h"></i><h3 id="h">d';
    const checked = checkDocument({ html, headings: true });
    const ids = checked.references.headings.map(({ id }) => id);
    expect(ids).to.deep.equal(['toolpress-1', 'toolpress-3', 'b', 'toolpress-4']);
    expect(checked.html).to.include('<h2 id="toolpress-3">b</h2>').and.to.include('<h1 id="toolpress-1">');
    expect(checked.references.targets).to.deep.equal(ids);
    expect(checkDocument({ html, headings: true }).html).to.equal(checked.html);
  });

  it('is what is to run in headers and footers, headings among them', () => {
    const html =
      '<h1 data-running="chapter" id="c">One</h1><p DATA-RUNNING=" part ">A <b>p</b></p><p data-running="">no</p>';
    const { references: found } = checkDocument({ html });
    expect(found.running).to.deep.equal([
      { name: 'chapter', id: 'c', text: 'One' },
      { name: 'part', id: 'toolpress-1', text: 'A p' },
    ]);
    expect(found).to.deep.include({ headings: [], numbered: [], targets: ['c', 'toolpress-1'] });
  });

  it('is every element whose page it prints', () => {
    const marks = new PageMarks('elements');
    const mark = (id: string) => marks.markOf(new PageNumber({ kind: 'element', ids: [id] }));
    const html = `<p>see ${mark('ä b')}, ${mark('c')} and ${mark('ä b')}`;
    const checked = checkDocument({ html, marks });
    const ids = ['ä b', 'c'];
    expect(checked.references).to.deep.include({ numbered: ids, required: ids, targets: ids });
    expect(
      checked.numbered(
        new Map([
          ['c', 7],
          ['ä b', 12],
        ]),
      ),
    ).to.include('see 12, 7 and 12<');
  });

  it('is empty in a document without references, which stays unchanged', () => {
    const { html, references: found } = checkDocument({ html: '<h1>a</h1>' });
    expect(html).to.include('<h1>a</h1>');
    expect(found).to.deep.include({ headings: [], running: [], numbered: [], required: [], targets: [] });
  });
});
