import { ServiceError } from '@toolpress/contract';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { checkDocument } from './check-document.js';
import { checkFragment } from './check-fragment.js';
import type { DocumentParts } from './checked-document.js';
import { DocumentFiles } from './files.js';
import { DOCUMENT_LIMITS, type LimitName } from './limits.js';
import { markForTags } from './tagging.js';

/** Documents with a number of each. */
const OF: Readonly<Record<LimitName, (count: number) => DocumentParts & { files?: Record<string, string> }>> = {
  footnotes: (count) => ({ html: '<i data-footnote>n</i>'.repeat(count) }),
  contentsLines: (count) => ({ html: `<nav data-toc></nav>${'<h1>x</h1>'.repeat(count)}` }),
  outlineHeadings: (count) => ({ html: '<h1>x</h1>'.repeat(count), headings: true }),
  runningHeads: (count) => ({ html: '<p data-running=a>x'.repeat(count) }),
  pageNumbers: (count) => ({
    html: `<style>a::after { content: target-counter(attr(href), page) }</style>${Array.from({ length: count }, (_, index) => `<a id=a${index} href=#a${index}>x</a>`).join('')}`,
  }),
  copiedText: (count) => ({ html: `<p data-running=a>${'x'.repeat(count)}` }),
  tableSlots: (count) => ({
    html: `<table>${'<tr><td>x<td colspan=999>x'.repeat(Math.floor(count / 1_000) - 1)}<tr><td colspan=999>x<tr><td colspan=${(count % 1_000) + 1}>x`,
    tagged: true,
    mark: markForTags,
  }),
  strings: (count) => ({
    html: '',
    css: Array.from({ length: count }, (_, index) => `@page { @top-left { content: string(n${index}) } }`).join(''),
  }),
  counterReferences: (count) => ({
    html: `<style>${Array.from({ length: count }, (_, index) => `a::after { content: target-counter(attr(href), c${index}) }`).join('')}</style><a href=#a id=a>x</a>`,
  }),
  taggedCells: (count) => ({
    html: `<table>${`<tr>${'<td>x<th>x'.repeat(5)}`.repeat(count / 10)}${'<td>x'.repeat(count % 10)}`,
    tagged: true,
  }),
  taggedElements: (count) => ({
    html: `<div>${'<hr>'.repeat(9)}</div>`.repeat(count / 10).concat('<hr>'.repeat(count % 10)),
    tagged: true,
  }),
  taggedChildren: (count) => ({ html: `<div>${'<hr>'.repeat(count)}</div>`, tagged: true }),
  fontFaces: (count) => ({ html: '', css: faces(count) }),
  fontLists: (count) => ({
    html: Array.from({ length: count }, (_, index) => `<i style="font-family: f${index}"></i>`).join(''),
  }),
  addresses: (count) => ({
    html: `${'<i style="background: url(a)"></i>'.repeat(3)}${Array.from({ length: count - 1 }, (_, index) => `<i style="background: url(${index})"></i>`).join('')}`,
  }),
  styleAttributes: (count) => ({ html: '<i style="color: red"></i>'.repeat(count) }),
  sheetReferences: (count) => ({
    html: '<link rel=stylesheet href="http://a.example">'.repeat(count - 10),
    css: '@import "http://a.example";'.repeat(10),
  }),
  importedCharacters: (count) => ({
    html: '',
    css: '@import "a.css"; @import "a.css";',
    files: { 'a.css': ' '.repeat(Math.ceil(count / 2)) },
  }),
};

function faces(count: number): string {
  return Array.from({ length: count }, (_, index) => `@font-face { font-family: f${index} }`).join('');
}

/** @returns the message with which a document is refused. */
function refusal({ files = {}, ...parts }: ReturnType<(typeof OF)[LimitName]>): string | undefined {
  try {
    checkDocument(parts, { files: new DocumentFiles(files) });
    return undefined;
  } catch (error) {
    expect(error).to.be.instanceOf(ServiceError).and.include({ code: 'document_too_complex' });
    return (error as ServiceError).message;
  }
}

describe('A limit of documents', () => {
  for (const [name, { most, called, instead }] of Object.entries(DOCUMENT_LIMITS))
    it(`refuses more ${called} than ${most}, with the count and what to do, and not as many`, () => {
      const of = OF[name as LimitName];
      // Elements of the document itself, such as its body, may count.
      expect(refusal(of(name === 'taggedElements' ? most - 10 : most)), 'as many').to.equal(undefined);
      const message = refusal(of(most + 2)) ?? '';
      expect(message)
        .to.match(/^The document has [\d,]+ /)
        .and.include(`${called}, more than ${most.toLocaleString('en-US')}: ${instead}.`);
      expect(Number(/[\d,]+/.exec(message)?.[0].replaceAll(',', ''))).to.be.within(most + 1, most + 10);
    });

  it('is higher for documents that may have more pages, up to a bound', () => {
    const { footnotes } = OF;
    expect(refusal({ ...footnotes(1_002), maxPages: 50 })).to.include('more than 1,000:');
    expect(refusal({ ...footnotes(2_000), maxPages: 51 })).to.equal(undefined);
    expect(refusal({ ...footnotes(2_002), maxPages: 51 })).to.include('more than 2,000:');
    expect(refusal({ ...footnotes(5_002), maxPages: 2_000 })).to.include('more than 5,000:');
    expect(refusal({ ...OF.strings(52), maxPages: 2_000 })).to.include('more than 50:');
  });

  it('is known before a document is parsed that has far more, but not of one that writes about it', () => {
    const html = '<p style="color: red">x';
    expect(refusal({ html: html.repeat(80_000) })).to.include('80,000 `style` attributes');
    expect(refusal({ html: `${html}<pre>${' style=x'.repeat(70_000)}</pre>` })).to.equal(undefined);
  });

  it('is one of elements and texts, which a long text is refused for before it is parsed', () => {
    expect(refusal({ html: `<table>${'<tr><td>1<td>2'.repeat(100_000)}` })).to.include(
      'more than 400000 elements and texts',
    );
    expect(refusal({ html: `<script>${'if (a <b) c;'.repeat(150_000)}</script>` })).to.equal(undefined);
  });

  it('counts the characters of text in any document', () => {
    expect(refusal({ html: 'x'.repeat(5_000_001) })).to.include('more than 5000000 characters of text');
    const hidden = `<style>/*${'x'.repeat(3_000_000)}*/</style><script>${'x'.repeat(3_000_000)}</script>`;
    expect(refusal({ html: `${hidden}<p title="${'x'.repeat(3_000_000)}">${'x'.repeat(3_000_000)}` })).to.equal(
      undefined,
    );
  });

  it('is reported together with others that the same document exceeds', () => {
    const message = refusal({ html: '<h1 data-footnote>x</h1>'.repeat(1_001), css: faces(2_001) });
    expect(message).to.include('1,001 footnotes').and.include('2,001 `@font-face` rules');
  });

  it('counts lines of all contents before one is made', () => {
    const html = '<nav data-toc></nav><h1>x</h1>'.repeat(20_000);
    expect(refusal({ html })).to.include('The document has 400,000,000 lines of contents');
  });

  it('does not count what is tagged in a PDF without tags', () => {
    expect(refusal({ html: `<table>${'<tr><td>x'.repeat(31_000)}` })).to.equal(undefined);
  });

  it('counts conditions of imported sheets, once for each sheet in them', () => {
    const sheet = '@import "b.css";'.repeat(40);
    const css = `@import "a.css" layer(${'a'.repeat(300_000)})`;
    expect(refusal({ html: '', css, files: { 'a.css': sheet, 'b.css': 'a{}' } })).to.include(
      'characters of style sheets',
    );
  });

  it('names the part of the page that passes it', () => {
    const html = `<style>${faces(2_001)}</style>`;
    expect(() => checkFragment(html, 'footer_html')).to.throw(
      ServiceError,
      '`footer_html` has 2,001 `@font-face` rules',
    );
  });

  it('has no say about a second reading of wrongly nested elements: what it lets through is scanned each time', () => {
    const { html } = checkDocument({
      html: `<form><p><form></form><table><b>${'<i style="background: url(a)"></i>'.repeat(20_000)}`,
    });
    expect(html).not.to.include('url(a)');
  });
});
