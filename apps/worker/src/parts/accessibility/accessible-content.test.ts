import type { RenderJob } from '@toolpress/contract';
import { PdfFile } from '@toolpress/pdf';
import { PdfEdit } from '@toolpress/pdf/testing';
import { Conforming } from '@toolpress/standards';
import { tagsIn } from '@toolpress/standards/testing';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { prepareDocument } from '../../render/prepare/prepare-document.js';
import { printDocument } from '../../render/print/print-document.js';
import { NO_IMAGES } from '../../resources/image-source.js';
import { MAX_PDF_BYTES } from '../../testing/chromium.js';
import { testPage } from '../../testing/page.js';
import { printPagedFlow } from '../paged/paged.js';
import { AccessibleContent, part as accessibility } from './accessible-content.js';

describe('Texts that CSS adds', () => {
  const page = testPage();

  async function printed(body: string): Promise<{ tags: string; warnings: number }> {
    const html = `<!DOCTYPE html><html lang="en"><head><title>Tags</title></head><body>${body}</body></html>`;
    const job: RenderJob = {
      requestId: 'test',
      html,
      orientation: 'portrait',
      conformance: ['pdf/ua-1'],
      tagged: true,
    };
    const document = prepareDocument(job, () => undefined, undefined, { parts: [accessibility({ job })] });
    const accessible = new AccessibleContent(document);
    accessible.checkMarkup();
    const { result } = await page.work({
      images: NO_IMAGES,
      run: async (printer) => {
        await accessible.checkRendered(printer);
        return printDocument(accessible.printing(printer), document, job, MAX_PDF_BYTES, { flow: printPagedFlow });
      },
    });
    const edit = new PdfEdit(new PdfFile(result.pdf));
    const structure = accessible.structure(document.structure);
    new Conforming(['pdf/ua-1'], { title: 'Tags', createdAt: new Date(0) }, structure).apply(edit);
    return { tags: tagsIn(edit), warnings: accessible.reports().length };
  }

  const CLAUSES = `<style>
    body { counter-reset: clause } h2 { counter-increment: clause; counter-reset: part }
    h2::before { content: counter(clause) ". " } p { counter-increment: part }
    p::before { content: counter(clause) "." counter(part) "\\00a0" }
  </style>`.replace('\\\\', '\\');

  it('are read in their places: the numbers of the clauses of a contract', async () => {
    const { tags, warnings } = await printed(
      `${CLAUSES}<h1>Contract</h1><h2>Parties</h2><p>The buyer.<p>The seller.<h2>Price</h2><p>A <b>fair</b> one.`,
    );
    expect(tags.replaceAll('\u00a0', ' ')).to.equal(
      'H1("Contract"), H2("1. Parties"), P("1.1 The buyer."), P("1.2 The seller."), H2("2. Price"), P("2.1 A fair one.")',
    );
    expect(warnings).to.equal(0);
  });

  it('are the labels of points in a list', async () => {
    const style =
      '<style>ol { list-style: none; counter-reset: item } li { counter-increment: item } li::before { content: counters(item, ".") ") " }</style>';
    const { tags, warnings } = await printed(`${style}<ol><li>one<ol><li>two<li>three</ol><li>four</ol>`);
    expect(tags).to.equal(
      'L(LI(Lbl("1) "), LBody("one", L(LI(Lbl("1.1) "), LBody("two")), LI(Lbl("1.2) "), LBody("three"))))), LI(Lbl("2) "), LBody("four")))',
    );
    expect(warnings).to.equal(0);
  });

  it('are the counters of labels, between the texts of these', async () => {
    const list = '<ol><li>one<ol><li><b>in</b> it</ol><li><p>two</ol>';
    for (const [content, label] of [
      ['"Step " counter(list-item) ": "', (_: string, own: string) => `Step ${own}: `],
      ['counter(list-item) ") "', (_: string, own: string) => `${own}) `],
      ['"§" counters(list-item, ".")', (all: string) => `§${all}`],
      ['counters(list-item, ".")', (all: string) => all],
      ['counter(list-item) "" counter(list-item)', (_: string, own: string) => `${own}${own}`],
    ] as const) {
      const { tags, warnings } = await printed(`<style>li::marker { content: ${content} }</style>${list}`);
      const inner = `L(LI(Lbl("${label('1.1', '1')}"), LBody("in it")))`;
      const items = `LI(Lbl("${label('1', '1')}"), LBody("one", ${inner})), LI(Lbl("${label('2', '2')}"), LBody(P("two")))`;
      expect([tags.replaceAll(/\[ListNumbering \/Decimal\]/g, ''), warnings], content).to.deep.equal([
        `L(${items})`,
        0,
      ]);
    }
  });

  it('are quotes, of the browser and of CSS', async () => {
    const { tags } = await printed('<p>He said <q>so <q>it</q> is</q>.<p lang="de">Er <q>sagt</q>');
    expect(tags).to.equal('P("He said “so ‘it’ is”."), P[Lang de]("Er „sagt“")');
    const style =
      '<style>b::before { content: open-quote } b::after { content: close-quote } b { quotes: "«" "»" }</style>';
    const own = await printed(`${style}<p>so <b>it</b> <q>is</q>`);
    expect([own.tags, own.warnings]).to.deep.equal(['P("so «it» “is”")', 0]);
  });

  it('belong to the cells and phrases that they are added to', async () => {
    const style =
      '<style>td::before { content: "no. " } td::after { content: " EUR" } b::after { content: ":" " x" }</style>';
    const { tags } = await printed(`${style}<table><tr><th>a<td>1<td>2</table><p><b>Name</b> Ann`);
    expect(tags).to.equal('Table(TR(TH[Scope /Row]("a"), TD("no. 1 EUR"), TD("no. 2 EUR"))), P("Name: x Ann")');
  });

  it('are distinguished from neighboring marks without meaning', async () => {
    const style = '<style>.a::after { content: " EUR" } .b::before { content: "→ " }</style>';
    const { tags, warnings } = await printed(`${style}<p class="a">1</p><p class="b">2</p><p class="a b">3`);
    expect([tags, warnings]).to.deep.equal(['P("1 EUR"), P("2"), P("→ 3 EUR")', 0]);
    const foreign = await printed(`${style}<p class="a">1</p><p class="b" lang="fr">2`);
    expect([foreign.tags, foreign.warnings]).to.deep.equal(['P("1"), P[Lang fr]("2")', 1]);
  });

  it('are read in links without content, whose underlines divide the texts of a place', async () => {
    const style =
      '<style>li { list-style: none } li::before { content: "• " } a::before { content: "Apples" } a::after { content: " 4" }</style>';
    const { tags, warnings } = await printed(
      `${style}<h1>Contents</h1><ul><li><a href="#a"></a></ul><h2 id="a">Apples</h2>`,
    );
    expect(tags).to.equal('H1("Contents"), L(LI(LBody(Link("Apples 4")))), H2("Apples")');
    expect(warnings).to.equal(0);
  });

  it('are those of many lines, where they are the only ones', async () => {
    const { tags } = await printed(`<style>p::after { content: "${' and more words'.repeat(30)}" }</style><p>a<p>b`);
    expect(tags.match(/and more words/g)).to.have.lengthOf(60);
  });

  it('are warned of where it is not known what they belong to', async () => {
    const style = '<style>p::before { content: "1"; position: absolute; left: 0 }</style>';
    const { tags, warnings } = await printed(`${style}<p>a`);
    expect([tags, warnings]).to.deep.equal(['P("a")', 1]);
    for (const moved of ['float: right', 'position: absolute; right: 0']) {
      const both = `<style>h2::before { content: "No. " } h2::after { content: "draft"; ${moved} }</style>`;
      const mixed = await printed(`${both}<h1>a</h1><h2>b</h2><p>c</p><h2>d</h2>`);
      expect([mixed.tags, mixed.warnings], moved).to.deep.equal(['H1("a"), H2("No. b"), P("c"), H2("No. d")', 2]);
    }
  });

  it('are left as they are in a document that fools scripts', async () => {
    const style = '<style>p::before { content: "1" }</style>';
    const names = ['body', 'adoptedStyleSheets', 'getElementsByTagName', 'closest', 'setAttribute', 'getAttribute'];
    const fields = names.map((name) => `<output name="${name}"></output>`).join('');
    const images = names.map((name) => `<img name="${name}" alt="">`).join('');
    expect((await printed(`${style}<form>${fields}<p>a</p></form>${images}`)).tags).to.match(/^P\("1?a"\)$/);
    expect((await printed(`${style}<form>${fields}<p>a</p></form>`)).tags).to.equal('P("1a")');
  });

  it('do not take for their own what is hidden from readers, nor boxes in margins', async () => {
    const style = '<style>@page { @top-left { content: "head" } } p::before { content: "§ " counter(x) }</style>';
    const { tags } = await printed(`${style}<p>a<p><span aria-hidden="true">star</span>b`);
    expect(tags).to.not.match(/star|head/);
    expect(tags).to.include('P("§ 0a")');
  });
});
