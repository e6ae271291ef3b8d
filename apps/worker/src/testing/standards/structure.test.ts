import { ROW_NUMBERS } from '@toolpress/document/tagging';
import { asDictionary, finishPdf } from '@toolpress/pdf';
import { isReference, listOf, type PdfEdit, stringOf } from '@toolpress/pdf/testing';
import { Conforming } from '@toolpress/standards';
import {
  isContent,
  MarkedContents,
  ROW_NUMBERS as READ_ROW_NUMBERS,
  StructureTree,
  tagsIn,
} from '@toolpress/standards/testing';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { printSettings } from '../../render/paper/paper.js';
import { NO_IMAGES } from '../../resources/image-source.js';
import { PIXEL } from '../chromium.js';
import { testPage } from '../page.js';
import { repairedPdf } from '../repaired-pdf.js';

describe('The tags of a document that is to be accessible', () => {
  const page = testPage();
  const tagsOf = async (body: string): Promise<string> => tagsIn(await repairedPdf(page, body));

  it('make paragraphs of boxes and of texts in none, in which phrases stay', async () => {
    expect(
      await tagsOf('<div>one <b>two</b> x<sup>3</sup></div>four<p>five <em>six</em></p><div><div>seven</div></div>'),
    ).to.equal('P("one two x3"), P("four"), P("five ", Em("six")), P("seven")');
    expect(await tagsOf('<table><tr><th>a<td>b<div>c</div></table>')).to.equal(
      'Table(TR(TH[Scope /Row]("a"), TD("b", P("c"))))',
    );
  });

  it('are the same in any spelling of the printed elements', async () => {
    const body =
      '<h1>a</h1><p lang="de">b <a href="https://c.example/">c</a></p><ul><li>d</ul><table><tr><th rowspan=2>e<th>f<tr><td>g<tr><td colspan=2>h</table>';
    const html = `<html lang="en"><title>t</title>${body}`;
    const settings = printSettings({ orientation: 'portrait', tagged: true });
    const { result: printed } = await page.work({ images: NO_IMAGES, run: (printer) => printer.print(html, settings) });
    // Of the same length, so that the table of objects still fits.
    const other = printed.toString('latin1').replaceAll('/Type /StructElem\n', '/Type /StructElem ');
    expect(other).to.not.equal(printed.toString('latin1'));
    const finished = [printed, Buffer.from(other, 'latin1')].map((pdf) =>
      finishPdf(pdf, { conform: new Conforming(['pdf/ua-1'], { title: 't', createdAt: new Date(0) }) }),
    );
    expect(finished[0]?.equals(finished[1] ?? Buffer.of())).to.equal(true);
  });

  it('are read with the numbers of rows that documents are marked with', () => {
    expect(READ_ROW_NUMBERS).to.equal(ROW_NUMBERS);
  });

  it('give points labels and bodies, and points in no list one', async () => {
    expect(await tagsOf('<ol><li>one<ul style="list-style: none"><li>two</ul></ol>')).to.equal(
      'L[ListNumbering /Decimal](LI(Lbl("1. "), LBody("one", L(LI(LBody("two"))))))',
    );
    expect(await tagsOf('<li style="list-style: none">one<li style="list-style: none">two')).to.equal(
      'L(LI(LBody("one")), LI(LBody("two")))',
    );
    expect(await tagsOf('<dl><dt>a<dt>b<dd>c<dd>d<dt>e<dd>f</dl>')).to.equal(
      'L[ListNumbering /None](LI(Lbl(P("a"), P("b")), LBody(P("c"), P("d"))), LI(Lbl("e"), LBody("f")))',
    );
  });

  it('have empty cells where the document has them', async () => {
    const table = '<table><tr><th>A<th>B<th>C<tr><td><td>b<td>c<tr><td>a<td> <td>c<tr><td>a<tr><td><td><td>c</table>';
    expect(await tagsOf(table)).to.equal(
      'Table(TR(TH[Scope /Column]("A"), TH[Scope /Column]("B"), TH[Scope /Column]("C")), TR(TD, TD("b"), TD("c")), TR(TD("a"), TD, TD("c")), TR(TD("a"), TD[ColSpan 2]), TR(TD[ColSpan 2], TD("c")))',
    );
  });

  it('have empty cells beside cells that span rows, also when one is empty', async () => {
    const table =
      '<table><tr><th>A<th>B<th>C<tr><td rowspan=2>a<td><td>c<tr><td><td>d<tr><td rowspan=2>e<td>f<td>g<tr><td><td><tr><td>h<td>i<td>k</table>';
    expect((await tagsOf(table)).replace(/^.*?\), TR/, 'TR')).to.equal(
      'TR(TD[RowSpan 2]("a"), TD, TD("c")), TR(TD, TD("d")), TR(TD("e"), TD("f"), TD("g")), TR(TD("h"), TD("i"), TD("k")))',
    );
  });

  it('have cells where an empty one reaches down beside them', async () => {
    const table = '<table><tr><th>A<th>B<th>C<tr><td rowspan=3><td><td><tr><td>b<td><tr><td><td>c</table>';
    expect((await tagsOf(table)).replace(/^.*?\), TR/, 'TR')).to.equal(
      'TR(TD, TD("b"), TD), TR(TD[ColSpan 2], TD("c")))',
    );
  });

  it('have heads of tables, and what is fixed on all pages, once', async () => {
    const rows = '<tr style="height: 700px"><td>x<td>y'.repeat(3);
    const tags = await tagsOf(
      `<div style="position: fixed; bottom: 0">foot</div><table><thead><tr><th>A<th>B<tbody>${rows}</table>`,
    );
    expect(tags).to.equal(
      `P("foot"), Table(TR(TH[Scope /Column]("A"), TH[Scope /Column]("B"))${', TR(TD("x"), TD("y"))'.repeat(3)})`,
    );
  });

  it('have each of the equal lines of a text that continues over pages', async () => {
    const tags = await tagsOf(
      `<pre>${'same line\n'.repeat(260)}</pre><table><tr><th>0<td>${'0<br>'.repeat(160)}</table>`,
    );
    expect(tags.match(/same line/g)).to.have.lengthOf(260);
    expect(tags.match(/0/g)).to.have.lengthOf(161);
  });

  it('have cells beside those that only styles hide', async () => {
    const rows = '<tr><td>a<td style="visibility: hidden">b<td>c<tr class="x"><td>d<td>e<td>f';
    expect(
      (await tagsOf(`<style>.x :first-child { opacity: 0 }</style><table><tr><th>A<th>B<th>C${rows}</table>`)).replace(
        /^.*?\), TR/,
        'TR',
      ),
    ).to.equal('TR(TD("a"), TD, TD("c")), TR(TD, TD("e"), TD("f")))');
  });

  it('leave borders and rules out', async () => {
    const style = '<style>* { border: 1px solid } td { background: red }</style>';
    expect(await tagsOf(`${style}<table><tr><th scope=row>A<td><tr><th scope=row>B<td>b</table><hr><p>c`)).to.equal(
      'Table(TR(TH[Scope /Row]("A"), TD), TR(TH[Scope /Row]("B"), TD("b"))), P("c")',
    );
  });

  it('say what pictures show, and of a figure that it is one of them, with its caption', async () => {
    const svg = (more: string, inside = ''): string =>
      `<svg width="9" height="9" ${more}>${inside}<rect width="9" height="9"/></svg>`;
    expect(
      await tagsOf(
        `<figure style="border: 1px solid"><img src="${PIXEL}" alt="red"><figcaption>c</figcaption></figure>${svg('aria-label="one"')}${svg('', '<title>two</title>')}${svg('')}<img src="${PIXEL}" alt="">`,
      ),
    ).to.equal('Div(Figure[Alt red](*), Caption("c")), Figure[Alt one](*), Figure[Alt two](*)');
  });

  it('say of a formula how it is read, and have it as one', async () => {
    const math = '<math><mi>x</mi><mo>=</mo><mfrac><mn>1</mn><msqrt><mi>a</mi></msqrt></mfrac></math>';
    const hidden =
      'style="position: absolute; clip: rect(1px, 1px, 1px, 1px); width: 1px; height: 1px; overflow: hidden"';
    expect(
      await tagsOf(`<p>a ${math} b</p><math display="block" alttext="y is 2"><mi>y</mi><mn>2</mn></math>`),
    ).to.equal('P("a ", Formula[Alt x = 1/√a]("𝑥=1 √𝑎"), " b"), Formula[Alt y is 2]("𝑦2")');
    const katex = `<span class="katex"><span class="katex-mathml" ${hidden}>${math}</span><span class="katex-html" aria-hidden="true"><b>x</b>=1/√a</span></span>`;
    expect(await tagsOf(`<p>a ${katex} b`)).to.equal('P("a ", Formula[Alt x = 1/√a]("x=1/√a"), " b")');
    const svg = '<svg width="9" height="9" role="img" aria-hidden="true"><rect width="9" height="9"/></svg>';
    const mathjax = `<mjx-container jax="SVG">${svg}<mjx-assistive-mml ${hidden}>${math}</mjx-assistive-mml></mjx-container>`;
    expect(await tagsOf(`<p>a ${mathjax} b`)).to.equal('P("a ", Formula[Alt x = 1/√a](*), " b")');
    // The letters of MathJax's CHTML are drawn by style sheets only.
    const chtml = `<style>mjx-c::before { content: "x" }</style><mjx-container jax="CHTML" style="position: relative"><mjx-math aria-hidden="true"><mjx-c></mjx-c></mjx-math><mjx-assistive-mml ${hidden}><math><mi>x</mi></math></mjx-assistive-mml></mjx-container>`;
    expect(await tagsOf(`<p>a ${chtml} b`)).to.equal('P("a ", Formula[Alt x](" "), " b")');
  });

  it('say which language phrases and parts are in', async () => {
    expect(
      await tagsOf(
        '<p>a <span lang="fr">b</span></p><div lang="de"><p>c</p>d</div><table lang="it"><tr><th>x<td><td>y</table>',
      ),
    ).to.equal(
      'P("a ", Span[Lang fr]("b")), Div[Lang de](P("c"), P("d")), Table[Lang it](TR(TH[Scope /Row]("x"), TD, TD("y")))',
    );
  });

  it('begin with headings of the first level', async () => {
    expect(await tagsOf('<h2>a</h2><h3>b</h3><h2>c</h2>')).to.equal('H1("a"), H2("b"), H1("c")');
    expect(await tagsOf('<h2>a</h2><h1>b</h1>')).to.equal('H2("a"), H1("b")');
  });

  it('have a note that continues over pages once', async () => {
    const words = Array.from({ length: 3_000 }, (_, index) => `n${index}`);
    const tags = await tagsOf(`<p>a<span data-footnote>${words.join(' ')}</span></p><p>b</p>`);
    expect(tags.match(/n\d+/g)).to.deep.equal(words);
    expect(tags.match(/Note/g)).to.have.length(1);
    expect(tags).to.match(/^P\("a", Reference\(.*\)\), Note\[.*\), P\("b"\)$/s);
  });

  it('have columns beside notes in their order', async () => {
    const lines = Array.from({ length: 100 }, (_, index) => `<p>w${index}</p>`).join('');
    const tags = await tagsOf(`<p>a<span data-footnote>note</span></p><div style="columns: 2">${lines}</div><p>b</p>`);
    expect(tags.match(/w\d+/g)).to.deep.equal(Array.from({ length: 100 }, (_, index) => `w${index}`));
    expect(tags.endsWith('P("w99"), P("b")')).to.equal(true);
  });

  it('have notes behind the paragraphs that call them', async () => {
    const note = (text: string): string => `<span data-footnote>${text}</span>`;
    expect(
      await tagsOf(`<p>a${note('one <i>1</i>')} b${note('two')}<table><tr><th>h<td>c${note('three')}</table><p>d`),
    ).to.equal(
      'P("a", Reference(Link("1")), " b", Reference(Link("2"))), Note[ID note-000001](Link("1"), " one 1"), Note[ID note-000002](Link("2"), " two"), Table(TR(TH[Scope /Row]("h"), TD("c", Reference(Link("3")), Note[ID note-000003](Link("3"), " three")))), P("d")',
    );
  });

  it('have a note behind the note that calls it', async () => {
    const note = (text: string): string => `<span data-footnote>${text}</span>`;
    expect(await tagsOf(`<p>a${note(`b${note('c')} d`)}`)).to.equal(
      'P("a", Reference(Link("1"))), Note[ID note-000001](Link("1"), " b", Reference(Link("2")), " d"), Note[ID note-000002](Link("2"), " c")',
    );
  });

  it('have texts with shadows and outlines once, of all fonts and on all lines', async () => {
    const painted = '-webkit-text-stroke: 1px red; text-shadow: 1px 1px teal, 2px 2px silver; width: 150px';
    const text = 'Read once, <b>with Latin 漢字 ✓ and</b> more words on <a href="https://example.com">a link</a>';
    const plain = await tagsOf(`<p>${text}</p>`);
    for (const more of ['', '; text-decoration: underline; paint-order: stroke'])
      expect(await tagsOf(`<p style="${painted}${more}">${text}</p>`), more).to.equal(plain);
    const drawing = (style: string) =>
      `<svg width="300" height="90"><text style="${style}" y="30">drawn <tspan>on ss</tspan></text></svg>`;
    expect(await tagsOf(drawing('stroke: red; paint-order: stroke'))).to.equal(await tagsOf(drawing('')));
    const emphasis = (style: string) => tagsOf(`<p style="width: 80px; ${style}">Stress each word, a, b and c`);
    expect(await emphasis('text-emphasis: filled dot')).to.equal(await emphasis(''));
    const firstLine = '<style>p::first-line { font-size: 200% }</style><p style="width: 140px">Long words a';
    expect(await tagsOf(firstLine)).to.equal('P("Long words a")');
    const words = ['10', 'XX', 'No', 'Hmm', 'A1'];
    for (const style of ['', '<style>em { text-emphasis: dot }</style>']) {
      const large = `${style}<style>h1::first-letter { font-size: 200% }</style><h1>${words.join('</h1><h1>')}</h1>`;
      expect(await tagsOf(large)).to.equal(words.map((word) => `H1("${word}")`).join(', '));
    }
    const largeLine = '<style>pre::first-line { font-size: 200% }</style><pre>No\n11';
    expect(await tagsOf(largeLine)).to.match(/^P\("No\s11"\)$/);
    const columns = (lines: number, text: string) =>
      `<div style="columns: 2; width: 400px; height: ${lines * 15}px; column-fill: auto"><pre style="transform: rotate(.0001deg); margin: 0; line-height: 15px">${`${text}\n`.repeat(2 * lines)}</pre></div>`;
    for (const [lines, text] of [
      [1, 'item'],
      [2, 'item'],
      [1, '0'],
      [1, 'a long text that is wider than its column, and is drawn over the next'],
    ] as const)
      expect((await tagsOf(columns(lines, text))).split(text), text).to.have.lengthOf(2 * lines + 1);
    const overprinted = '<p style="width: 40px; line-height: 0">oh oh ha ha';
    expect(await tagsOf(overprinted)).to.match(/oh oh ?ha ha/);
  });

  it('have contents that refer to what they list', async () => {
    const edit = await repairedPdf(page, '<h1 id="a">a</h1><h2>b</h2><nav data-toc="h1 h2"></nav>');
    expect(tagsIn(edit)).to.equal(
      'H1("a"), H2("b"), Div(TOC(TOCI(Reference(Link("a7")), TOC(TOCI(Reference(Link("b7")))))))',
    );
    expect([...new Set(contentsOf(edit))]).to.deep.equal(['a 7', 'b 7']);
  });

  it('have bases of ruby', async () => {
    expect(await tagsOf('<p><ruby>漢<rt>kan</ruby>')).to.equal('P(Ruby(RB("漢"), RT("kan")))');
  });

  it('do not distinguish prints', async () => {
    const body = '<table><tr><th>a<th>b<tr><td>c<td></table><p>d<span data-footnote>e</span>';
    expect(
      (await repairedPdf(page, body))
        .bytes()
        .toString('latin1')
        .replace(/\d{14}/g, ''),
    ).to.not.contain('node0');
    expect(await tagsOf(body)).to.equal(await tagsOf(body));
  });

  const contentsOf = (edit: PdfEdit): string[] =>
    edit.file
      .pages()
      .flatMap((one) =>
        listOf(edit.follow(asDictionary(edit.follow(one)).get('Annots'))).map((link) =>
          stringOf(String(asDictionary(edit.follow(link)).get('Contents'))),
        ),
      );

  it('say of links what they read, on lines, around pictures, from right to left and in drawings', async () => {
    const long = 'a link that goes on and on '.repeat(6).trim();
    const edit = await repairedPdf(
      page,
      `<p><a href="https://a.example/">${long}</a><p><a href="https://b.example/">see <img src="${PIXEL}" alt="red"></a><p dir="rtl" lang="ar"><a href="https://c.example/">الرابط هنا</a><p><svg width="90" height="20"><a href="https://d.example/"><text y="15">drawn</text></a></svg>`,
    );
    expect([...new Set(contentsOf(edit))]).to.have.members([long, 'see red', 'الرابط هنا', 'drawn']);
  });

  it('have their texts read without reading the page, with its list of links, for each of them', async () => {
    const edit = await repairedPdf(page, `<p>${'<a href="https://a.example/">b</a> '.repeat(300)}`);
    const read = edit.object.bind(edit);
    const pages = new Set(edit.file.pages().map(({ object }) => object));
    let reads = 0;
    edit.object = (reference) => {
      if (pages.has(reference.object)) reads += 1;
      return read(reference);
    };
    const contents = new MarkedContents(edit);
    const texts = StructureTree.of(edit)
      .all()
      .flatMap(({ kids }) => kids.filter(isContent).map((content) => contents.text([content])));
    expect(texts.filter((text) => text.trim() === 'b')).to.have.lengthOf(300);
    expect(reads).to.be.below(10);
  });

  it('lead from each page and annotation to their elements, and back', async () => {
    const edit = await repairedPdf(
      page,
      '<p>a <a href="https://a.example/">b</a></p><p style="break-before: page; opacity: .5">c',
    );
    const root = asDictionary(edit.follow(edit.catalog.get('StructTreeRoot')));
    const numbers = listOf(asDictionary(edit.follow(root.get('ParentTree'))).get('Nums'));
    const keys = numbers.filter((_, index) => index % 2 === 0).map(Number);
    expect(keys).to.deep.equal([...keys].sort((one, other) => one - other));
    const typesAt = (key: number): string[] => {
      const found = numbers[keys.indexOf(key) * 2 + 1];
      const value = edit.follow(found);
      const elements = Array.isArray(value) ? value : [found];
      return elements.map((element) =>
        isReference(element) ? String(asDictionary(edit.follow(element)).get('S')) : '-',
      );
    };
    const [first] = edit.file.pages().map((one) => asDictionary(edit.follow(one)));
    expect(typesAt(Number(first?.get('StructParents')))).to.deep.equal(['/P', '/Link']);
    const [link] = listOf(edit.follow(first?.get('Annots'))).map((one) => asDictionary(edit.follow(one)));
    expect(typesAt(Number(link?.get('StructParent')))).to.deep.equal(['/Link']);
    expect(keys.flatMap(typesAt)).to.deep.equal(['/P', '/Link', '/P', '/Link']);
  });
});
