import { expect } from 'chai';
import { describe, it } from 'mocha';
import { columnsOf, fieldsAt, listsAt } from './data-fields.js';
import { block, inline, type Surroundings } from './insertion.js';
import { contents, pageBreak, table } from './pieces.js';
import { addColumn, listTableAt, summable, totalsRow } from './table-rows.js';
import { changed } from './testing/changed.js';

const DATA = {
  number: '7',
  issued: '2026-01-31',
  currency: 'CHF',
  vat_rate: 0.081,
  customer: { name: 'Ada', 'Tax No': '1' },
  items: [
    { name: 'Tea', quantity: 2, price: '3.20', detail: 'green', parts: [{ part_no: 'P1' }] },
    { name: 'Cake', quantity: 1, price: '4.50', parts: [] },
  ],
  tags: ['new'],
};

/** Returns the surroundings of a text in which ‸ is the cursor. */
const at = (text: string, css = ''): Surroundings => ({
  html: text.replace('‸', ''),
  css,
  cursor: text.indexOf('‸'),
  data: DATA,
  files: [],
});
const html = (around: Surroundings, insertion: ReturnType<typeof block>): string =>
  changed(around.html, insertion.html);
const blockIn = (text: string): string => html(at(text), block(at(text), ['<a>', '  <b>', '</a>']));

describe('Inserted lines', () => {
  it('are below the line of the cursor, indented as it is', () => {
    expect(blockIn('<div>\n  <p>on‸e</p>\n</div>')).to.equal('<div>\n  <p>one</p>\n  <a>\n    <b>\n  </a>\n</div>');
    expect(blockIn('‸')).to.equal('<a>\n  <b>\n</a>');
  });

  it('replace an empty line', () => {
    expect(blockIn('<div>\n  <p>one</p>\n‸\n</div>')).to.equal('<div>\n  <p>one</p>\n  <a>\n    <b>\n  </a>\n</div>');
    expect(blockIn('<div>\n\t‸\n</div>')).to.equal('<div>\n\t<a>\n\t  <b>\n\t</a>\n</div>');
  });

  it('stay inside the body, and outside of tables', () => {
    const page = (body: string): string => `<!doctype html>\n<body>\n  <p>one</p>\n${body}</body>\n`;
    expect(blockIn(`‸${page('')}`)).to.equal(page('  <a>\n    <b>\n  </a>\n'));
    expect(blockIn(`${page('')}‸`)).to.equal(page('  <a>\n    <b>\n  </a>\n'));
    expect(blockIn('<table>\n<tr><td>x‸\n</table>\n<p>')).to.equal(
      '<table>\n<tr><td>x\n</table>\n<a>\n  <b>\n</a>\n<p>',
    );
  });

  it('do not break a tag', () => {
    const inlineIn = (text: string): string => html(at(text), inline(at(text), 'X'));
    expect(inlineIn('<p>a ‸b')).to.equal('<p>a Xb');
    expect(inlineIn('<p>[[nu‸mber]] b')).to.equal('<p>[[number]]X b');
    expect(inlineIn('<p cl‸ass="a">b')).to.equal('<p class="a">Xb');
    expect(inlineIn('<p class="a‸">b')).to.equal('<p class="aX">b');
    expect(inlineIn('‸<body>\n</body>')).to.equal('<body>\n<p>X</p>\n</body>');
  });

  it('come with the rules that the style sheet does not have', () => {
    const css = 'h1 { color: teal }\n';
    const added = changed(css, pageBreak(at('‸', css)).css);
    expect(added).to.equal('h1 { color: teal }\n.page-break { break-before: page }\n');
    expect(pageBreak(at('‸', added)).css).to.deep.equal([]);
    expect(pageBreak(at('<style>.page-break { break-before: page }</style>‸')).css).to.deep.equal([]);
  });
});

describe('Values and lists of the data', () => {
  it('have the filters that fit', () => {
    const expressions = fieldsAt('', 0, DATA).map(({ expression }) => expression);
    expect(expressions).to.deep.equal([
      'number',
      'issued | date: "medium"',
      'currency',
      'vat_rate | percent',
      'customer.name',
      'customer["Tax No"]',
      'tags | join: ", "',
    ]);
  });

  it('are those of the item first inside of a loop', () => {
    const loop = '[[#each items]]';
    expect(
      fieldsAt(loop, loop.length, DATA)
        .slice(0, 3)
        .map(({ expression }) => expression),
    ).to.deep.equal(['name', 'quantity | number', 'price | money: currency']);
    expect(listsAt(loop, loop.length, DATA).map(({ path }) => path)).to.deep.equal(['parts', 'items', 'tags']);
    expect(listsAt('', 0, DATA).map(({ path }) => path)).to.deep.equal(['items', 'tags']);
  });

  it('give columns: also the product of price and quantity, and values that some items lack', () => {
    const [list] = listsAt('', 0, DATA);
    expect(list && columnsOf(list, DATA).map(({ label, expression }) => [label, expression])).to.deep.equal([
      ['Name', 'name'],
      ['Quantity', 'quantity | number'],
      ['Price', 'price | money: currency'],
      ['Detail', '.detail | default: ""'],
      ['Amount', 'price | times: quantity | money: currency'],
    ]);
  });
});

describe('A table over a list', () => {
  const TABLE = `<table>
  <tr><th>Item</th><th class="num">Price</th></tr>
  [[#each items]]
  <tr>
    <td>[[name]]</td>‸
    <td class="num">[[price | money: "EUR"]]</td>
  </tr>
  [[else]]
  <tr><td colspan="2">Nothing</td></tr>
  [[/each]]
  <tr><th>Sum</th><td>1</td></tr>
</table>`;
  const columnNamed = (around: Surroundings, name: string) => {
    const found = listTableAt(around);
    const column = found && columnsOf(found.list, DATA).find((each) => each.name === name);
    if (found === undefined || column === undefined) throw new Error(`There is no column ${name}.`);
    return { found, column };
  };

  it('is as short as one that is written by hand', () => {
    const around = at('<body>\n  <h1>Hi</h1>‸\n</body>');
    const [list] = listsAt(around.html, around.cursor, DATA);
    if (list === undefined) throw new Error('There is no list.');
    const insertion = table(around, list, columnsOf(list, DATA).slice(0, 2));
    expect(html(around, insertion)).to.equal(`<body>
  <h1>Hi</h1>
  <table class="list">
    <thead>
      <tr><th>Name</th><th class="number">Quantity</th></tr>
    </thead>
    <tbody>
      [[#each items]]
      <tr>
        <td>[[name]]</td>
        <td class="number">[[quantity | number]]</td>
      </tr>
      [[/each]]
    </tbody>
  </table>
</body>`);
  });

  it('gets a column: in its head, its row and all other rows, with the class of its numbers', () => {
    const around = at(TABLE);
    const { found, column } = columnNamed(around, 'quantity');
    const insertion = addColumn(around, found, column);
    expect(insertion.css).to.deep.equal([]);
    expect(html(around, insertion)).to.equal(
      around.html
        .replace('Price</th>', 'Price</th><th class="num">Quantity</th>')
        .replace('"EUR"]]</td>', '"EUR"]]</td>\n    <td class="num">[[quantity | number]]</td>')
        .replace('colspan="2"', 'colspan="3"')
        .replace('<td>1</td>', '<td>1</td><td></td>'),
    );
  });

  it('gets a row of totals below its column', () => {
    const around = at(TABLE);
    const { found, column } = columnNamed(around, 'price');
    expect(html(around, totalsRow(around, found, column, 'Total'))).to.include(
      '[[/each]]\n  <tr class="total"><th scope="row">Total</th><td class="num">[[items | sum: "price" | money: currency]]</td></tr>\n  <tr><th>Sum',
    );
    const products = summable(columnsOf(found.list, DATA)).map(({ name }) => name);
    expect(products).to.deep.equal(['quantity', 'price', 'price × quantity']);
    const product = columnNamed(around, 'price × quantity').column;
    expect(html(around, totalsRow(around, found, product, 'Total')))
      .to.include(
        '  [[let sum_of_items = 0]]\n  [[#each items]]\n  [[let sum_of_items = price | times: quantity | plus: sum_of_items]]\n  <tr>',
      )
      .and.include('[[sum_of_items | money: currency]]');
  });

  it('is found around the cursor only, also without end tags of cells and inside of a condition', () => {
    expect(listTableAt(at(`${TABLE.replace('‸', '')}‸`))).to.equal(undefined);
    expect(listTableAt(at('<table><tr><td>‸</td></tr></table>'))).to.equal(undefined);
    const short = at('<table>[[#if items]][[#items]]<tr><td>[[name]]‸<td>x</tr>[[/items]][[/if]]</table>');
    const { found, column } = columnNamed(short, 'quantity');
    expect(html(short, addColumn(short, found, column))).to.include(
      '<td>x<td class="number">[[quantity | number]]</td></tr>',
    );
  });

  it('has rows up to the first end tag that is not in an attribute', () => {
    const row = '<tr title="</tr>"><td>[[name]]‸</tr >';
    const around = at(`<table><tr><td><tr><td>1</TR>[[#each items]]${row}[[/each]]</tr><tr><td>2</table>`);
    const found = listTableAt(around);
    const texts = [found?.row, ...(found?.others ?? [])].map((each) => each && around.html.slice(each.from, each.to));
    expect(texts).to.deep.equal([row.replace('‸', ''), '<tr><td><tr><td>1</TR>']);
  });

  it('is that of the innermost loop around the cursor, whose head is above all loops', () => {
    const nested = `<table><tr><th>Part</th></tr>[[#each items]]
<tr class="group"><td colspan="1">[[name]]</td></tr>
[[#each parts]]<tr><td>‸[[part_no]]</td></tr>[[/each]][[/each]]</table>`;
    const around = at(nested);
    const found = listTableAt(around);
    expect(found?.list.path).to.equal('parts');
    const column = { name: 'x', label: 'New', expression: 'x', isNumber: false };
    expect(found && html(around, addColumn(around, found, column))).to.equal(
      around.html
        .replace('</th>', '</th><th>New</th>')
        .replace('colspan="1"', 'colspan="2"')
        .replace('[[part_no]]</td>', '[[part_no]]</td><td>[[x]]</td>'),
    );
    const unknown = nested.replace('#each parts', '#each of_a_variable');
    expect(listTableAt(at(unknown))).to.equal(undefined);
  });
});

describe('A table of contents', () => {
  it('has the levels of the document, without its title', () => {
    expect(html(at('<h1>T</h1><h2>a</h2>‸'), contents(at('<h1>T</h1><h2>a</h2>‸'), ''))).to.include('data-toc="h2"');
    expect(html(at('<h1>T</h1><h1>a</h1>‸'), contents(at('<h1>T</h1><h1>a</h1>‸'), ''))).to.include('data-toc="h1"');
    expect(html(at('‸'), contents(at('‸'), 'In <b>'))).to.equal('<nav data-toc="h1 h2">\n  <h2>In &lt;b></h2>\n</nav>');
  });
});
