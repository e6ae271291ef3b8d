/** Prints every piece that the studio's Insert writes. */

import { columnsOf, type Field, fieldsAt, type ListFact, listsAt } from '@toolpress/studio/page/insert/data-fields.js';
import type { Insertion, Surroundings } from '@toolpress/studio/page/insert/insertion.js';
import { marginHtml, proposedMargins } from '@toolpress/studio/page/insert/margins.js';
import {
  barcode,
  contents,
  footnote,
  image,
  pageBreak,
  qrCode,
  signature,
  table,
  value,
} from '@toolpress/studio/page/insert/pieces.js';
import {
  addColumn,
  type ListTable,
  listTableAt,
  summable,
  totalsRow,
} from '@toolpress/studio/page/insert/table-rows.js';
import { changed } from '@toolpress/studio/page/insert/testing/changed.js';
import { pdfText, type SharedService, sharedService } from '@toolpress/testkit';
import { expect } from 'chai';
import { before, describe, it } from 'mocha';

const DATA = {
  number: '2026-017',
  issued: '2026-01-31',
  currency: 'CHF',
  vat_rate: 0.081,
  ean: '4006381333931',
  customer: { name: 'Ada Lovelace', 'Tax No': 'GB 1' },
  items: [
    {
      name: 'Tea',
      quantity: 2,
      price: '3.20',
      detail: 'green',
      discount: 5,
      since: '2026-01-01',
      tags: ['new', 'hot'],
    },
    { name: 'Cake', quantity: 1, price: '4.50', since: '2026-02-01', tags: ['old'] },
  ],
  // Names that items lack are outside, too.
  detail: 'outside',
  tags: ['one', 'two'],
};
const PAGE = `<!doctype html>
<html lang="en">
<head><title>Invoice [[number]]</title></head>
<body>
  <h1>Invoice</h1>
  <h2>Items</h2>
  ‸
  <p>After</p>
</body>
</html>
`;
const FILES = {
  'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 3"><rect width="9" height="3"/></svg>',
};

describe('What the studio inserts', () => {
  let service: SharedService;
  before(async () => {
    service = await sharedService();
  });

  const start: Surroundings = {
    html: PAGE.replace('‸', ''),
    css: '',
    cursor: PAGE.indexOf('‸'),
    data: DATA,
    files: Object.keys(FILES),
  };
  const after = (around: Surroundings, { html, css }: Insertion): Surroundings => ({
    ...around,
    html: changed(around.html, html),
    css: changed(around.css, css),
  });
  /** Prints without a warning. @returns the text and the number of pages. */
  const printed = async ({ html, css }: Surroundings, options = {}): Promise<{ text: string; pages: number }> => {
    const body = { html, css, files: FILES, data: DATA, strict: true, on_blocked: 'error', tagged: true, ...options };
    const answer = await service.call('/api/utilities/html-to-pdf', { body });
    expect(answer.status, `${answer.body.error}\n${html}`).to.equal(200);
    expect(answer.body.data.warnings ?? [], html).to.deep.equal([]);
    return {
      text: await pdfText(Buffer.from(answer.body.data.pdf_base64, 'base64')),
      pages: answer.body.data.page_count,
    };
  };
  const list = (path: string): ListFact => {
    const found = listsAt(start.html, start.cursor, DATA).find((each) => each.path === path);
    if (found === undefined) throw new Error(`There is no list ${path}.`);
    return found;
  };
  const withTable = (columns: readonly Field[] = columnsOf(list('items'), DATA)): Surroundings => {
    const around = after(start, table(start, list('items'), columns));
    return { ...around, cursor: around.html.indexOf('<td>') };
  };
  const tableOf = (around: Surroundings): ListTable => {
    const found = listTableAt(around);
    if (found === undefined) throw new Error('There is no table over a list.');
    return found;
  };

  it('prints each value with its filter', async () => {
    for (const field of fieldsAt(start.html, start.cursor, DATA)) await printed(after(start, value(start, field)));
    const all = fieldsAt(start.html, start.cursor, DATA).reduce(
      (around, field) => after(around, value(around, field)),
      start,
    );
    expect((await printed(all)).text)
      .to.match(/2026-017/)
      .and.match(/Jan 31, 2026/)
      .and.match(/8\.1%/)
      .and.match(/GB 1/)
      .and.match(/one, two/);
  });

  it('prints a table over a list with all of its columns', async () => {
    const { text } = await printed(withTable());
    expect(text).to.match(/Name\s+Quantity\s+Price\s+Detail\s+Discount\s+Since\s+Tags\s+Amount/);
    expect(text).to.match(/Tea\s+2\s+CHF.3\.20\s+green\s+CHF.5\.00\s+Jan 1, 2026\s+new, hot\s+CHF.6\.40/);
    expect(text).not.to.include('outside');
    expect((await printed(after(start, table(start, list('tags'), columnsOf(list('tags'), DATA))))).text).to.match(
      /Tags\s+one\s+two/,
    );
  });

  it('prints further columns, and the sum of each column with numbers', async () => {
    const columns = columnsOf(list('items'), DATA);
    for (const column of columns.slice(1)) {
      const around = withTable(columns.slice(0, 1));
      const { text } = await printed(after(around, addColumn(around, tableOf(around), column)));
      expect(text).to.include(column.label);
    }
    const sums: Record<string, RegExp> = {
      quantity: /Total\s+3/,
      price: /Total\s+CHF.7\.70/,
      discount: /Total\s+CHF.5\.00/,
      'price × quantity': /Total\s+CHF.10\.90/,
    };
    for (const column of summable(columns)) {
      const around = withTable();
      const { text } = await printed(after(around, totalsRow(around, tableOf(around), column, 'Total')));
      expect(text, column.name).to.match(sums[column.name] ?? /^$/);
    }
  });

  it('prints an image, codes, lines to sign on, contents and a note', async () => {
    await printed(after(start, image(start, 'logo.svg', 'Logo', '40mm')));
    await printed(after(start, qrCode(start, 'number', '30mm')));
    for (const type of ['code128', 'datamatrix', 'pdf417']) await printed(after(start, barcode(start, 'number', type)));
    await printed(after(start, barcode(start, 'ean', 'ean13')));
    expect((await printed(after(start, signature(start, ['Place and date', 'Signature'])))).text).to.match(
      /Place and date\s+Signature/,
    );
    expect((await printed(after(start, contents(start, 'Contents')))).text).to.match(/Contents\s+Items.*1/s);
    expect((await printed(after(start, footnote(start)))).text).to.match(/After\s+1\s+Text of the note\./);
  });

  it('begins a page, and prints a header and a footer with page numbers', async () => {
    const { header, footer } = proposedMargins(start.html);
    const options = { header_html: marginHtml(header), footer_html: marginHtml(footer) };
    const { text, pages } = await printed(after(start, pageBreak(start)), options);
    expect(pages).to.equal(2);
    expect(text).to.include('Page 1 of 2').and.include('Page 2 of 2').and.include('Invoice 2026-017');
  });

  it('prints all pieces together', async () => {
    const pieces: ((around: Surroundings) => Insertion)[] = [
      (around) => table(around, list('items'), columnsOf(list('items'), DATA)),
      (around) => signature(around, ['Signature']),
      pageBreak,
      footnote,
      (around) => qrCode(around, 'number', '30mm'),
    ];
    expect((await printed(pieces.reduce((around, piece) => after(around, piece(around)), start))).pages).to.equal(2);
  });
});
