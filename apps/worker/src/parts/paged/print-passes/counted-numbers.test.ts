import type { RenderJob } from '@toolpress/contract';
import { pdfText } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { printerWith } from '../../../browser/printer.js';
import { prepareDocument } from '../../../render/prepare/prepare-document.js';
import { type PrintedDocument, printDocument } from '../../../render/print/print-document.js';
import { NO_IMAGES } from '../../../resources/image-source.js';
import { MAX_PDF_BYTES } from '../../../testing/chromium.js';
import { testPage } from '../../../testing/page.js';
import { printPagedFlow } from '../paged.js';

describe('Counters of elements that a document refers to', () => {
  const page = testPage();
  let scripts = 0;

  async function print(job: Partial<RenderJob>): Promise<PrintedDocument & { lines: string[]; said: string[] }> {
    const whole: RenderJob = { requestId: 'test', html: '', orientation: 'portrait', ...job };
    const document = prepareDocument(whole, () => undefined);
    scripts = 0;
    const run: Parameters<typeof page.work<PrintedDocument>>[0]['run'] = (printer) => {
      const open: typeof printer.open = async (html) => {
        scripts += 1;
        return printer.open(html);
      };
      return printDocument(printerWith(printer, { open }), document, whole, MAX_PDF_BYTES, { flow: printPagedFlow });
    };
    const { result } = await page.work({ images: NO_IMAGES, changesPage: document.changesPage, run });
    const lines = pdfText(result.pdf)
      .split('\n')
      .map((line) => line.replace(/\s+/g, ' ').trim())
      .filter((line) => line !== '');
    const asked = new Set<string>(result.conditions);
    return { ...result, lines, said: document.reports.flatMap((one) => one.read(asked).map(({ message }) => message)) };
  }
  const CLAUSES = `body { counter-reset: clause } h2 { counter-increment: clause; counter-reset: sub } h3 { counter-increment: sub }
    h2::before { content: counter(clause) ". " } h3::before { content: counter(clause) "." counter(sub) "\\2002" }`;
  const HEADINGS = '<h2 id="a">Scope</h2><h2 id="b">Safety</h2><h3 id="c">Doors</h3><h3 id="d">Tools</h3>';

  for (const [content, to, prints] of [
    ['target-counter(attr(href), clause)', 'b', '2'],
    ['target-counter(attr(href), clause, upper-roman)', 'd', 'II'],
    ['target-counter(attr(href), clause) "." target-counter(attr(href url), sub)', 'd', '2.2'],
    ['target-counter(attr(href), sub)', 'a', '0'],
    ['target-counter(attr(href), none-such)', 'a', '0'],
    ['target-text(attr(href), before)', 'b', '2.'],
    ['target-text(attr(href), before) target-text(attr(href))', 'd', '2.2 Tools'],
  ] as const)
    it(`are printed by ${content}`, async () => {
      const css = `${CLAUSES} a::after { content: ${content} }`;
      const { lines, said } = await print({ html: `<p><a href="#${to}">see </a></p>${HEADINGS}`, css });
      expect(lines[0]).to.equal(`see ${prints}`);
      expect(said).to.deep.equal([]);
    });

  it('are printed of nested lists, whose numbers precede their items', async () => {
    const css = `ol { counter-reset: item; list-style: none } li::before { counter-increment: item; content: counters(item, ".") " " }
      a::after { content: target-counters(attr(href), item, ".") "/" target-counters(attr(href), item, "-", lower-alpha) }`;
    const html =
      '<ol><li>x<li>y<ol><li>z<ol><li id="deep">w</ol></ol><li hidden>h<li id="last">v</ol><a href="#deep">to </a><br><a href="#last">to </a>';
    const { lines } = await print({ html, css });
    expect(lines.slice(-2)).to.deep.equal(['to 2.1.1/b-a-a', 'to 3/c']);
  });

  it('are those of the headings when contents precede them', async () => {
    const html = `<nav data-toc="h2 h3"></nav>${HEADINGS}<h2 style="counter-increment: none" class="plain">Annex</h2>`;
    const { lines, said } = await print({ html, css: `${CLAUSES} .plain::before { content: "" }` });
    expect(lines.slice(0, 5)).to.deep.equal(['1. Scope 1', '2. Safety 1', '2.1 Doors 1', '2.2 Tools 1', 'Annex 1']);
    expect(said).to.deep.equal([]);
  });

  it('are those that Chromium prints, for any counted elements', async () => {
    let state = 7;
    const below = (bound: number): number => {
      state = (state * 48_271) % 2_147_483_647;
      return state % bound;
    };
    const css = `.r { counter-reset: a } .r2 { counter-reset: a 4 b } .i { counter-increment: a } .i2 { counter-increment: b -2 a 3 }
      .s { counter-set: a 9 } .n { display: none } .c { display: contents } .p::before { counter-increment: a } .q::before { counter-reset: a 2 }
      .t::after { content: ""; counter-increment: a } .u::after { content: ""; counter-reset: a 5 }
      p::before { content: "[" counters(a, ".") " " counter(b) "]" }
      a::after { content: "[" target-counters(attr(href), a, ".") " " target-counter(attr(href), b) "]" }`;
    const names = ['r', 'r2', 'i', 'i', 'i2', 's', 'n', 'c', 'p', 'q', 't', 'u', '', '', ''];
    let all = 0;
    for (let turn = 0; turn < 12; turn++) {
      let count = 0;
      const tree = (depth: number): string =>
        Array.from({ length: 1 + below(4) }, () => {
          const classes = `${names[below(names.length)]} ${names[below(names.length)]}`;
          count += 1;
          const own = `<p id="x${count}" class="${names[below(names.length)]}">x${count}</p>`;
          return `<div class="${classes}">${own}${depth > 0 ? tree(depth - 1) : ''}</div>`;
        }).join('');
      const html = tree(3);
      const links = Array.from(
        { length: count },
        (_, index) => `<p class="link"><a href="#x${index + 1}">y${index + 1}</a></p>`,
      );
      const { lines } = await print({
        html: `${html}<hr>${links.join('')}`,
        css: `${css} .link::before { content: none }`,
      });
      const found = (pattern: RegExp) => lines.flatMap((line) => [...line.matchAll(pattern)]);
      const referred = new Map(found(/y(\d+)(\[.*?\])/g).map(([, id, text]) => [id, text]));
      const printed = found(/(\[.*?\])x(\d+)/g);
      for (const [, text, id] of printed) expect(referred.get(id), `x${id} of ${html}`).to.equal(text);
      all += printed.length;
    }
    expect(all).to.be.above(50);
  });

  it('are omitted with a warning where they can’t be computed', async () => {
    const css = `${CLAUSES} h2::before { content: counter(clause, hiragana) } @counter-style own { system: cyclic; symbols: x }
      a::after { content: target-counter(attr(href), clause, own) }`;
    const { lines, said } = await print({ html: `<nav data-toc="h2"></nav>${HEADINGS}`, css });
    expect(lines.slice(0, 2)).to.deep.equal(['Scope 1', 'Safety 1']);
    expect(said.join('\n'))
      .to.include('`target-counter()`')
      .and.match(/`counter\(clause\)` at css 2:\d+ is left out there: numbers are copied/);
  });

  it('cost a document nothing that does not refer to any', async () => {
    await print({ html: `<p><a href="#a">see</a></p>${HEADINGS}`, css: CLAUSES });
    expect(scripts).to.equal(0);
    await print({ html: HEADINGS, css: CLAUSES, outline: true });
    expect(scripts).to.equal(0);
  });

  it('are counted in documents whose names are called like what scripts use', async () => {
    const css = `${CLAUSES} a::after { content: target-counter(attr(href), clause) }`;
    const names = ['querySelectorAll', 'getElementById', 'documentElement', '__proto__', 'counters'];
    const html = `<p><a href="#b">see </a></p>${names.map((name) => `<img name="${name}"><form id="${name}"><input name="firstElementChild"><input name="parentElement"></form>`).join('')}${HEADINGS}`;
    expect((await print({ html, css: `${css} p { counter-reset: __proto__ 3 constructor }` })).lines[0]).to.equal(
      'see 2',
    );
  });
});
