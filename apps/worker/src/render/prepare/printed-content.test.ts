import { expect } from 'chai';
import { describe, it } from 'mocha';
import { documentWith as document } from '../../testing/render-worker.js';
import { documentPrinter } from '../../testing/rendered.js';
import { mayLose } from './applied-styles.js';

const XHTML = '@namespace h "http://www.w3.org/1999/xhtml";';
const DOT = 'image/gif;base64,R0lGODlhAQABAIAAAAAAAAAAACH5BAAAAAAALAAAAAABAAEAAAICTAEAOw==';
const LINE = 'Lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor. ';
const paragraphs = (count: number): string =>
  Array.from({ length: count }, (_, index) => `<p>Number ${index + 1}. ${LINE.repeat(3)}</p>`).join('');

describe('Text that a page does not show', () => {
  const print = documentPrinter();

  describe('in boxes that scroll', () => {
    const long = paragraphs(40);
    const scrolled: Record<string, string> = {
      'the window of an application': document('html, body { height: 100vh; overflow: hidden }', long),
      'the body alone, under a root that clips': document(
        'html { overflow-x: hidden } body { height: 100%; overflow-y: scroll; max-height: 500px }',
        long,
      ),
      'a row of flexible boxes': document(
        'html, body { height: 100%; overflow: hidden } .app { display: flex; height: 100vh; overflow: hidden } main { flex: 1; overflow: auto }',
        `<div class="app"><nav>Menu</nav><main>${long}</main></div>`,
      ),
      'a column of flexible boxes': document(
        '#root { height: 100vh; display: flex; flex-direction: column } section { flex: 1 1 0; min-height: 0; overflow-y: auto }',
        `<div id="root"><header>Top</header><section>${long}</section><footer>Foot</footer></div>`,
      ),
      'a grid': document(
        'body { display: grid; grid-template-rows: auto 1fr; height: 100vh } main { overflow: auto }',
        `<header>Top</header><main>${long}</main>`,
      ),
      'a box at the edges of the window': document(
        '.view { position: absolute; inset: 0; overflow: auto }',
        `<div class="view">${long}</div>`,
      ),
      'a fixed box': document(
        '.view { position: fixed; top: 0; left: 0; right: 0; bottom: 0; overflow: scroll }',
        `<div class="view">${long}</div>`,
      ),
      'a limited height': document('.log { max-height: 200px; overflow-y: auto }', `<div class="log">${long}</div>`),
      'a box within a box': document(
        '.a { height: 300px; overflow: auto } .b { height: 900px; overflow: auto }',
        `<div class="a"><div class="b">${long}</div></div>`,
      ),
    };
    for (const [what, html] of Object.entries(scrolled))
      it(`is printed: ${what}`, async () => {
        const { text, pages, codes } = await print(html);
        for (const number of [1, 13, 27, 40]) expect(text).to.include(`Number ${number}.`);
        expect(pages).to.be.within(3, 5);
        expect(codes).to.deep.equal([]);
      });

    const payslip = document(
      '.card { border: 1px solid; border-radius: 8px; overflow: hidden } .table-responsive { overflow-x: auto } td { white-space: nowrap; padding: 6px 10px }',
      `<div class="card"><div class="table-responsive"><table><tr>${['2026-07-01', 'Basic salary and allowances', 'Department of Finance', 'Regular hours worked', '40.00', '$187.50', 'Overtime hours', '$7500.00'].map((cell) => `<td>${cell}`).join('')}</table></div></div>`,
    );
    it('is printed: a table that is wider than its page', async () => {
      const { text, codes } = await print(payslip);
      expect(text).to.include('Overtime hours').and.include('$7500.00');
      expect(codes).to.deep.equal([]);
    });

    it('is printed with headers and footers, page numbers and a watermark', async () => {
      const { text, codes, pages } = await print(scrolled['a row of flexible boxes'] ?? '', {
        headerHtml: '<p>page [[page]] of [[pages]]',
        watermarkHtml: { html: '<b>DRAFT</b>', layer: 'under' },
      });
      expect(text).to.include('Number 40.').and.include(`page ${pages} of ${pages}`);
      expect(pages).to.be.within(3, 7);
      expect(codes).to.deep.equal([]);
    });

    it('is printed with footnotes', async () => {
      const html = document(
        '.log { max-height: 200px; overflow-y: auto }',
        `<div class="log">${long.replace('Number 40.', 'Number 40.<span data-footnote>Last note</span>')}</div>`,
      );
      expect((await print(html)).text)
        .to.include('Last note')
        .and.include('Number 40.');
    });

    it('breaks into lines: code, tabs and cards', async () => {
      const code =
        'const answer = fetch("https://api.example.com/v1/orders?include=lines&page=1", { headers: token, end });';
      for (const html of [
        document('pre { overflow: auto; font-size: 16px }', `<pre>${code}</pre>`),
        document('pre, code { white-space: pre } pre { overflow-x: scroll }', `<pre><code>${code}</code></pre>`),
        document('p { overflow-x: auto; white-space: nowrap; width: 300px }', `<p>${code}</p>`),
        document(
          'div { display: flex; overflow-x: auto } p { flex: 0 0 300px }',
          `<div><p>const<p>answer<p>page<p>end });</div>`,
        ),
      ]) {
        const { text, codes } = await print(html);
        expect(text.replace(/\s+/g, ' '), html).to.include('const').and.include('end });');
        expect(codes, html).to.deep.equal([]);
      }
    });

    it('is printed: a field of several lines', async () => {
      const html = document('', `<textarea rows="2" cols="40">${LINE.repeat(9)}The end.</textarea>`);
      expect((await print(html)).text).to.include('The end.');
    });

    it('leaves boxes as they are that have room', async () => {
      const html = document(
        '.c { overflow: auto; height: 600px } p { margin: 0 }',
        '<div class="c"><p>Short</div><p>After',
      );
      const { text } = await print(html);
      expect(text.split('Short')[1]).to.match(/\n{2,}/);
    });

    it('stays cut, with a warning, where the document would have too many pages', async () => {
      const html = document(
        '.log { height: 200px; overflow: auto }',
        `<div class="log">${paragraphs(1000)}</div><p>After`,
      );
      const { pages, warnings } = await print(html);
      expect(pages).to.equal(1);
      expect(warnings.map(({ code }) => code)).to.deep.equal(['content_cut']);
    });
  });

  describe('in boxes that clip', () => {
    const page =
      '@page { margin: 0 } body { margin: 0 } .page { height: 297mm; overflow: hidden; padding: 20mm; box-sizing: border-box }';
    const cut: Record<string, readonly [html: string, words: string, line?: number]> = {
      'a page of a fixed height': [
        document(page, `\n<div class="page">${paragraphs(40)}</div><div class="page">Second</div>`),
        'Number ',
        2,
      ],
      'a cell': [
        document(
          'table { table-layout: fixed; width: 200px } td { overflow: hidden; white-space: nowrap }',
          '<table><tr><td>Short<td>Order 4711-0815-22223333</table>',
        ),
        '4711-0815-22223333',
      ],
      'slides beside each other': [
        document(
          '.s { display: flex; overflow: hidden; width: 400px } .s > div { flex: 0 0 400px }',
          '<div class="s"><div>Slide one</div><div>Slide two</div></div>',
        ),
        'Slide two',
      ],
      'a text that opens on a click': [
        document('.more { max-height: 60px; overflow: hidden }', `<div class="more">${paragraphs(2)}</div>`),
        '',
      ],
      'a name of a namespace': [
        document(`${XHTML} h|p { height: 20px; overflow: hidden }`, '<p>first<br>second<br>third</p>'),
        'second',
      ],
      '`overflow: clip`': [document('p { height: 20px; overflow: clip }', `<p>first<br>second<br>third</p>`), 'second'],
      '`contain: paint`': [document('p { height: 20px; contain: paint }', `<p>first<br>second</p>`), 'second'],
      'a line from right to left': [
        document(
          'p { width: 100px; overflow: hidden; white-space: nowrap; direction: rtl }',
          '<p>one two three four five six seven',
        ),
        '',
      ],
    };
    for (const [what, [html, words, line]] of Object.entries(cut))
      it(`is warned of: ${what}`, async () => {
        const { warnings } = await print(html);
        expect(warnings.map(({ code }) => code)).to.deep.equal(['content_cut']);
        expect(warnings[0]?.message).to.match(
          /^`[\w.]+` at html \d+:\d+ cuts its content with `[^`]+`, from "[^"]+" on: /,
        );
        expect(warnings[0]?.message).to.include(`from "${words}`);
        if (line) expect(warnings[0]?.line).to.equal(line);
      });

    it('is warned of once for boxes that are written alike, with the place in the template', async () => {
      const { warnings } = await print(
        document('td { max-width: 50px; overflow: hidden }', '<table>\n[[#each rows]]<tr>\n<td>[[.]][[/each]]</table>'),
        { data: { rows: ['Aaaaaaaaaaaaaaaaaaa', 'b', 'Cccccccccccccccccccc'] } },
      );
      expect(warnings).to.have.length(1);
      expect(warnings[0]?.message).to.match(/^`td` at html 3:1 .*\(2 times\)/);
    });

    const whole: Record<string, string> = {
      'an ellipsis': document(
        'td { max-width: 80px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis }',
        '<table><tr><td>Order 4711-0815-22223333</table>',
      ),
      'a line clamp': document(
        'p { display: -webkit-box; -webkit-line-clamp: 2; -webkit-box-orient: vertical; overflow: hidden; width: 200px }',
        `<p>${LINE.repeat(3)}`,
      ),
      'closed details': document('', `<details><summary>More</summary>${LINE}</details><p>${LINE}`),
      'texts for screen readers': document(
        '.sr-only { position: absolute; width: 1px; height: 1px; overflow: hidden; clip: rect(0, 0, 0, 0); white-space: nowrap }',
        '<p>Hello <span class="sr-only">only for screen readers</span>',
      ),
      'texts that a clip hides': document(
        '.x { position: absolute; overflow: hidden; clip: rect(1px, 1px, 1px, 1px); width: 9px; height: 9px }',
        '<a class="x">Jump to navigation</a><p>text',
      ),
      'a menu beside the page': document(
        'nav { position: absolute; left: -250px; width: 200px; height: 20px; overflow: hidden }',
        `<nav>${LINE}</nav><p>text`,
      ),
      'texts beside the page': document('h1 { text-indent: -9999px; overflow: hidden }', '<h1>Logo</h1><p>text'),
      'boxes around floats': document('div { overflow: hidden } p { float: left }', '<div><p>a<p>b</div>'),
      'pages that are full to the edge': document(page, `<div class="page">${paragraphs(5)}</div>`.repeat(2)),
      decoration: document(
        'section { overflow: hidden; height: 90px; position: relative } b { position: absolute; top: 80px; font-size: 90px }',
        '<section>text<b aria-hidden="true">01</b></section>',
      ),
      'rounded corners': document('div { overflow: hidden; border-radius: 9px; width: 300px }', `<div>${LINE}</div>`),
    };
    for (const [what, html] of Object.entries(whole))
      it(`is no loss: ${what}`, async () => {
        expect((await print(html)).warnings).to.deep.equal([]);
      });
  });

  it('is warned of in a field of one line', async () => {
    const field = (more: string) =>
      document('', `<p><input value="A name that is far longer than its field has room" ${more}>`);
    expect((await print(field(''))).warnings[0]).to.include({ code: 'content_cut', line: 1 });
    for (const more of ['size="90"', 'type="hidden"', 'type="checkbox"', 'style="display: none"'])
      expect((await print(field(more))).codes, more).to.deep.equal([]);
  });

  it('is warned of where vertical text in a horizontal document is wider than its page', async () => {
    const main = `<main><h1>One</h1>${paragraphs(30)}</main>`;
    for (const mode of ['vertical-rl', 'vertical-lr']) {
      const { warnings } = await print(document(`main { writing-mode: ${mode} }`, main));
      expect(warnings[0]?.code).to.equal('content_cut');
      expect(warnings[0]?.message).to.match(/^`main` at html 1:\d+ is wider than its page/);
    }
    for (const html of [
      document('html { writing-mode: vertical-rl }', main),
      document('body { writing-mode: vertical-rl }', main),
      document(
        'b { writing-mode: vertical-rl } td { writing-mode: sideways-lr }',
        `<table><tr><td>Axis</table><b>Label</b>`,
      ),
    ])
      expect((await print(html)).warnings).to.deep.equal([]);
  });

  describe('under others', () => {
    const text = paragraphs(12);
    const covers: Record<string, string> = {
      'a preloader': document(
        '#preloader { position: fixed; inset: 0; background: #fff; z-index: 9999 }',
        `<div id="preloader"><i></i></div>${text}`,
      ),
      'one at the end, with a text': document(
        '.overlay { position: fixed; top: 0; left: 0; width: 100%; height: 100%; background-color: white; display: flex }',
        `${text}<div class="overlay"><b>Loading…</b></div>`,
      ),
      'one without events': document(
        '.o { position: fixed; inset: 0; background: #fff; pointer-events: none }',
        `${text}<div class="o"></div>`,
      ),
      'a gradient': document(
        '.o { position: fixed; inset: 0; background: linear-gradient(red, blue) }',
        `${text}<div class="o"></div>`,
      ),
      'a cover of a page without anything else': document(
        '.cover { position: absolute; inset: 0; background: navy; color: white }',
        `<div class="cover">Title</div>${paragraphs(3)}`,
      ),
      'one that is placed': document(
        '.o { position: absolute; top: 0; left: 0; width: 100%; height: 100%; background: white }',
        `${paragraphs(5)}<div class="o"></div>`,
      ),
      'one that blends in': document(
        '.o { position: fixed; inset: 0; background: rgb(255 255 255 / 0.98) }',
        `${text}<div class="o"></div>`,
      ),
    };
    for (const [what, html] of Object.entries(covers))
      it(`is warned of: ${what}`, async () => {
        const { warnings } = await print(html);
        expect(warnings.map(({ code }) => code)).to.deep.equal(['nothing_printed']);
        expect(warnings[0]?.message).to.match(/^`div[.#]\w+` at html 1:\d+ covers the text of the pages: /);
      });

    it('is warned of where only a part is covered', async () => {
      const { warnings } = await print(
        document(
          '.box { position: relative; height: 200px } .over { position: absolute; inset: 0; background: #fff }',
          `<div class="box"><p>The total is $7,500.00<div class="over">Loading</div></div>${text}`,
        ),
      );
      expect(warnings.map(({ code }) => code)).to.deep.equal(['content_cut']);
      expect(warnings[0]?.message).to.include('"The total is $7,500.00"');
    });

    const uncovered: Record<string, string> = {
      'a background': document(
        '.b { position: fixed; inset: 0; background: #fee; z-index: -1 }',
        `<div class="b"></div>${text}`,
      ),
      'a background under positioned text': document(
        '.b { position: fixed; inset: 0; background: #fee } main { position: relative }',
        `<div class="b"></div><main>${text}</main>`,
      ),
      'a half transparent one': document(
        '.b { position: fixed; inset: 0; background: rgba(0, 0, 0, 0.3) }',
        `${text}<div class="b"></div>`,
      ),
      'a hidden one': document(
        '.b { position: fixed; inset: 0; background: #fff; opacity: 0 }',
        `${text}<div class="b"></div>`,
      ),
      'a page of its own': document(
        '.page { height: 90vh; position: relative } .cover { position: absolute; inset: 0; background: navy } main { break-before: page }',
        `<div class="page"><div class="cover">Title</div></div><main>${text}</main>`,
      ),
      'a stamp over a positioned card': document(
        '.card { position: absolute; inset: 0; background: #fff } .stamp { position: absolute; top: 50px; pointer-events: none }',
        `<div class="card">${LINE}</div><div class="stamp">PAID</div>`,
      ),
    };
    for (const [what, html] of Object.entries(uncovered))
      it(`is no loss: ${what}`, async () => {
        expect((await print(html)).warnings).to.deep.equal([]);
      });
  });

  describe('over the next cell', () => {
    const css = 'table { table-layout: fixed; width: 200px } td { border: 1px solid } .w { white-space: nowrap }';
    const row = (...cells: string[]): string => `<table><tr>${cells.map((cell) => `<td>${cell}`).join('')}</table>`;
    const over: Record<string, string> = {
      amounts: document(css, row('1,234,567,890,123.45', '9,876,543,210,987.65')),
      'a line that does not break': document(css, row('<span class="w">The total of all amounts</span>', '1.00')),
      'an image': document(css, row(`<img src="data:${DOT}" width="150" height="9" alt="">`, '1.00')),
      'text in a box that is as wide': document(css, row('<div style="width: 9px">1,234,567,890,123.45</div>', '1.00')),
      'a table by an attribute': document(
        '',
        `<table style="table-layout: fixed; width: 100px"><tr><td>Donaudampfschiff<td>1</table>`,
      ),
    };
    for (const [what, html] of Object.entries(over))
      it(`is warned of: ${what}`, async () => {
        const { warnings } = await print(html);
        expect(warnings.map(({ code }) => code)).to.deep.equal(['content_cut']);
        expect(warnings[0]?.message).to.include('runs over the next one');
      });

    const beside: Record<string, string> = {
      'text that breaks': document(css, row('The total of all amounts', '1.00')),
      'an empty next cell': document(css, row('1,234,567,890,123.45', ' ')),
      'a last cell': document(css, row('1.00', '1,234,567,890,123.45')),
      'numbers at the other side': document(`${css} td { text-align: right }`, row('1,234,567,890,1', '1')),
      'a box that is wider than its text': document(css, row('<div style="width: 150px">Ann Smith</div>', '(owner)')),
      'a line that is wider than its text': document(css, row('<p style="min-width: 140px">A <b>b</b> \n</p>', '1')),
      'a flexible box': document(css, row('<div style="display: flex; width: 150px"><i>a</i> </div>', '1.00')),
      'a table that grows': document('table { width: 200px }', row('1,234,567,890,123.45', '9,876,543,210,987.65')),
    };
    for (const [what, html] of Object.entries(beside))
      it(`is no loss: ${what}`, async () => {
        expect((await print(html)).warnings).to.deep.equal([]);
      });
  });

  describe('over the left edge', () => {
    const pulled: Record<string, string> = {
      'a margin': document('p { margin-left: -60px }', '<p>Invoice 4711 of today'),
      'a margin of all sides': document('p { margin: 0 0 0 -2cm }', '<p>Invoice 4711 of today'),
      'a margin of two sides': document('p { margin: 0 -1in }', '<p>Invoice 4711 of today'),
      'a margin at the start': document('p { margin-inline-start: -40px }', '<p>Invoice 4711 of today'),
      'a first line': document('p { text-indent: -3em }', '<p>Invoice 4711 of today'),
      'a box that is moved': document('p { position: relative; left: -40px }', '<p>Invoice 4711 of today'),
      'a row of boxes': document(
        '.row { display: flex; margin-left: -50px }',
        '<div class="row"><p>Invoice 4711 of today</div>',
      ),
      'a table': document('', '<table style="margin-left: -40px"><tr><td>Invoice 4711 of today</table>'),
    };
    for (const [what, html] of Object.entries(pulled))
      it(`is warned of: ${what}`, async () => {
        const { warnings } = await print(html);
        expect(warnings.map(({ code }) => code)).to.deep.equal(['content_cut']);
        expect(warnings[0]?.message).to.match(
          /^`[\w.]+` at html 1:\d+ reaches over the left edge of its page with `[^`]+`, which cuts "Invoice 4711 of today"/,
        );
      });

    const whole: Record<string, string> = {
      'a band as wide as the page': document('p { margin: 0 -40px; padding: 0 60px; background: navy }', '<p>Invoice'),
      'a hanging first line': document('p { padding-left: 3em; text-indent: -3em }', '<p>Invoice'),
      'a margin within a padding': document('main { padding-left: 99px } p { margin-left: -60px }', '<main><p>Invoice'),
      'columns of a framework': document(
        '.row { margin: 0 -15px } .col { padding: 0 15px }',
        '<div class="row"><div class="col">Invoice</div></div>',
      ),
      'a text that a picture replaces': document('h1 { text-indent: -9999px }', '<h1>Logo</h1><p>text'),
      'a mark beside the text': document('b { position: absolute; left: -40px }', '<b>Mark</b><p>text'),
      decoration: document('p { margin-left: -60px }', '<p aria-hidden="true">Invoice</p>text'),
      'a slider': document(
        '.s { overflow: hidden } .t { margin-left: -60px }',
        '<div class="s"><p class="t">A slide of many</div>',
      ),
    };
    for (const [what, html] of Object.entries(whole))
      it(`is no loss: ${what}`, async () => {
        expect((await print(html)).warnings).to.deep.equal([]);
      });
  });

  describe('in a margin', () => {
    const css = '.f { position: fixed; bottom: -1cm; left: 0; right: 0 }';
    it('is warned of: a fixed box', async () => {
      const shown = [
        document(css, '<p>a<div class="f">Footer</div>'),
        document('', '<p>a<div style="position: fixed; top: -30px">Header</div>'),
        document('@media print { .f { position: fixed; left: -20mm } }', '<p>a<div class="f">Note</div>'),
      ];
      for (const html of shown) expect((await print(html)).codes, html).to.deep.equal(['css_ignored']);
    });

    const unseen: Record<string, string> = {
      'a rule without an element': document(css, '<p>a'),
      'a box on screens': document(`@media screen { ${css} }`, '<p>a<div class="f">b</div>'),
      'a box that is hidden on paper': document(
        `${css} @media print { .f { display: none } }`,
        '<p>a<i class="f">b</i>',
      ),
      'a box that another rule moves back': document(`${css} div.f { bottom: 0 }`, '<p>a<div class="f">b</div>'),
      'a menu beside the window': document(
        '.f { position: fixed; left: -100%; width: 250px }',
        '<p>a<i class="f">b</i>',
      ),
      'a link for keyboards': document('.f { position: fixed; top: -60px; opacity: 0 }', '<p>a<a class="f">Skip</a>'),
    };
    for (const [what, html] of Object.entries(unseen))
      it(`is no loss: ${what}`, async () => {
        expect((await print(html)).warnings).to.deep.equal([]);
      });
  });

  describe('until a click', () => {
    const many = LINE.repeat(12);
    const hidden: Record<string, string> = {
      tabs: document('.tab { display: none }', `<p>Title<div class="tab">${many}</div>`),
      animations: document('[data-aos] { opacity: 0 }', `<p>Title<div data-aos="fade">${many}</div>`),
      'closed panels': document(
        '.panel { max-height: 0; overflow: hidden }',
        `<p>Title<div class="panel">${many}</div>`,
      ),
      'closed details': document('', `<p>Title<details><summary>More</summary>${many}</details>`),
      'invisible text': document('.x { visibility: hidden }', `<p>Title<div class="x">${many}</div>`),
      'the attribute': document('', `<p>Title<div hidden>${many}</div>`),
      'a name of a namespace': document(`${XHTML} h|div.x { display: none }`, `<p>Title<div class="x">${many}</div>`),
      'a layout that waits': document('.x { content-visibility: hidden }', `<p>Title<div class="x">${many}</div>`),
    };
    for (const [what, html] of Object.entries(hidden))
      it(`is warned of, with the share: ${what}`, async () => {
        const { warnings } = await print(html);
        expect(warnings.map(({ code }) => code)).to.deep.equal(['nothing_printed']);
        expect(warnings[0]?.message).to.match(/only 1 % of the document’s text is printed/);
      });

    it('is not reported where much is shown, or little is hidden', async () => {
      const css = '.x { display: none }';
      for (const html of [
        document(css, `${many}<div class="x">${many}</div>`),
        document(css, `<p>Title<div class="x">${LINE}</div>`),
      ])
        expect((await print(html)).warnings).to.deep.equal([]);
    });
  });

  for (const selector of [
    '[e|type~="z"]',
    '[*|type="z"]',
    'svg|text',
    '[lang|="de"], e|*',
    ':not(p, footer, h|*)',
    'p:is(e|a)',
    '|b',
    '@media print { e|p { color: red } } e|p',
    'e|section { & p { color: red } } e|section p',
    'footer { & > e|b { opacity: 0 } } e|b',
  ])
    it(`is found beside selectors with namespaces: ${selector}`, async () => {
      const names = `${XHTML} @namespace e "http://www.idpf.org/2007/ops"; @namespace svg "http://www.w3.org/2000/svg";`;
      const css = `${names} footer { text-align: right } ${selector} { display: none }`;
      const { text, warnings } = await print(document(css, '<p>shown</p><footer><p>foot</p></footer>'));
      expect(warnings).to.deep.equal([]);
      expect(text).to.match(/shown\s+foot/);
    });

  it('is not looked for in plain documents', () => {
    for (const html of [
      `<p>Dear Ann<table><tr><td>1</table>`,
      '<style>@page { margin: 1cm } h1 { break-before: page; color: red } .x { position: relative; top: 9px }</style><h1>a',
      '<style>p { writing-mode: horizontal-tb }</style><p>a',
      '<style>.a { display: flex; float: left } p { opacity: 0.5; visibility: visible }</style><p>a',
    ])
      expect(mayLose(html), html).to.equal(false);
  });
});
