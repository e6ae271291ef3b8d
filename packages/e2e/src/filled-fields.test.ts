/** Fields that are no documents and are filled from data: names, metadata, passwords; and e-invoices that come from data. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  eventually,
  pdfAttachments,
  pdfInfo,
  qpdfComplaints,
  type SharedService,
  sharedService,
} from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { eInvoices, INVOICE } from './e-invoices.js';

const PDF = '/api/utilities/html-to-pdf';
const ATTACHED = { data_base64: 'YTtiCg==', mime_type: 'text/csv' };
/** What could leave a path, a header, a PDF string or a line of a log. */
const HOSTILE = [
  '../../etc/passwd',
  '..',
  '.',
  '/',
  'a\\b/c',
  'a\u0000\u0001\u001f\u007f\u0085b',
  'x\r\nSet-Cookie: a=b',
  '\u202efdp.exe\u2066\u200f',
  ') /JS (app.alert(1)) (',
  '<>&"\'%00%2f;=*',
  '\udfff\ud800\ufffe\uffff',
  '[[other]]',
  '\u2028\u2029',
  'é'.repeat(100),
];

describe('Fields filled from data', () => {
  let service: SharedService;
  let folder: string;
  before(async () => {
    service = await sharedService();
    folder = await mkdtemp(join(tmpdir(), 'toolpress-filled-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const print = (more: object) => service.call(PDF, { body: { html: '<html lang="de"><p>Slip', ...more } });
  async function printed(more: object): Promise<{ pdf: Buffer; disposition: string; data: Record<string, string> }> {
    const { status, body } = await print(more);
    expect(status, body.error).to.equal(200);
    const file = await fetch(body.data.signed_url);
    expect(file.status).to.equal(200);
    const disposition = file.headers.get('content-disposition') ?? '';
    expect((await fetch(body.data.download_url)).headers.get('content-disposition')).to.equal(disposition);
    return { pdf: Buffer.from(body.data.pdf_base64, 'base64'), disposition, data: body.data };
  }
  async function refusalOf(more: object) {
    const { status, headers, body } = await print(more);
    return { status, code: headers.get('x-error-code'), message: body.error ?? '' };
  }
  const nameIn = (disposition: string): string =>
    decodeURIComponent(/filename\*=UTF-8''(\S*)$/.exec(disposition)?.[1] ?? '');

  it('name the file, its properties and its attachments', async () => {
    const { pdf, disposition } = await printed({
      data: { name: 'Zoë & Söhne', net: 1234.5, month: '2026-11-01' },
      filename: 'slip-[[name]]-[[month | date: "yyyy-MM"]]',
      metadata: { title: 'Slip of [[name]]: [[net | money: "EUR"]]', created_at: '[[month]]' },
      attachments: [{ ...ATTACHED, name: '[[name]].csv' }],
    });
    expect(nameIn(disposition)).to.equal('slip-Zoë & Söhne-2026-11.pdf');
    expect(pdfInfo(pdf).title).to.equal('Slip of Zoë & Söhne: 1.234,50 €');
    expect(pdf.toString('latin1')).to.include('(D:20261101000000Z)');
    expect(Object.keys(pdfAttachments(pdf))).to.deep.equal(['Zoë & Söhne.csv']);
  });

  it('are the passwords, of the data’s exact characters', async () => {
    const opens = async (pdf: Buffer, password: string): Promise<boolean> => {
      const file = join(folder, 'protected.pdf');
      await writeFile(file, pdf);
      return (await qpdfComplaints([file], password)).every((complaints) => complaints.length === 0);
    };
    const { pdf } = await printed({
      data: { pw: 'a/b <&> "ü"' },
      protect: { user_password: 'x-[[pw]]', owner_password: '[[pw]]' },
    });
    expect(await opens(pdf, 'x-a/b <&> "ü"')).to.equal(true);
    expect(await opens(pdf, 'a/b <&> "ü"')).to.equal(true);
    expect(await opens(pdf, 'x-[[pw]]')).to.equal(false);
    const literal = await printed({ tags: false, protect: { user_password: '[[pw]]' } });
    expect(await opens(literal.pdf, '[[pw]]')).to.equal(true);
  });

  it('are errors without a value, which name the field and contain no values', async () => {
    for (const [field, more] of [
      ['filename', { filename: 'slip-[[nmae]]' }],
      ['metadata.title', { metadata: { title: '[[nmae]]' } }],
      ['metadata.keywords', { metadata: { keywords: ['a', '[[nmae]]'] } }],
      [
        'attachments[1].name',
        {
          attachments: [
            { ...ATTACHED, name: 'a' },
            { ...ATTACHED, name: '[[nmae]]' },
          ],
        },
      ],
      ['protect.user_password', { protect: { user_password: '[[nmae]]' } }],
    ] as const) {
      const refusal = await refusalOf({ data: { name: 'Secret-Value' }, ...more });
      expect(refusal).to.include({ status: 422, code: 'tag_without_value' });
      expect(refusal.message).to.include(`\`[[nmae]]\` at ${field} 1:`).and.not.include('Secret-Value');
    }
    const empty = await refusalOf({ data: { pw: '' }, protect: { user_password: '[[pw]]' } });
    expect(empty.message).to.equal('`protect.user_password` is empty when its tags are filled from `data`.');
    const control = await refusalOf({ data: { pw: 'a\u0001' }, protect: { user_password: '[[pw]]' } });
    expect(control).to.include({ status: 400, code: 'invalid_parameter' });
    const time = await refusalOf({ data: { at: 'soon' }, metadata: { created_at: '[[at]]' } });
    expect(time.message).to.match(/^`metadata\.created_at` must be a point in time .*, when it is filled\.$/);
    const long = await refusalOf({ data: { name: 'x'.repeat(1024 * 1024) }, filename: '[[name]]' });
    expect(long.message).to.equal('`filename` would be longer than 200 characters when filled.');
    const both = await refusalOf({ html: '<p>[[', filename: '[[a]]', metadata: { title: '[[b]]' } });
    expect(both.message).to.include('filename 1:1').and.include('metadata.title 1:1');
  });

  it('are filled from data that is too large to be read in the gateway', async () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => ({ index, text: 'a row of the data' }));
    const data = { rows, name: 'Ada' };
    const { disposition, pdf } = await printed({
      data,
      filename: 'slip-[[name]]-[[rows | size]]',
      protect: { user_password: '[[name]]' },
    });
    expect(nameIn(disposition)).to.equal('slip-Ada-20000.pdf');
    expect(pdf.toString('latin1')).to.include('/Encrypt');
  });

  it('are text with `tags: false`', async () => {
    const { disposition, pdf } = await printed({
      ...{ tags: false, filename: '[[name]]', metadata: { title: '[[name]]' } },
    });
    expect([nameIn(disposition), pdfInfo(pdf).title]).to.deep.equal(['[[name]].pdf', '[[name]]']);
  });

  for (const value of HOSTILE)
    it(`keep ${JSON.stringify(value.slice(0, 30))} in its place`, async () => {
      const { pdf, disposition } = await printed({
        data: { value },
        filename: 'slip-[[value]]',
        metadata: { title: 'x[[value]]', author: '[[value]]' },
        attachments: [{ ...ATTACHED, name: 'a-[[value]].csv' }],
      });
      expect(disposition).to.match(/^attachment; filename="[ -!#-~]*"; filename\*=UTF-8''[\w.~!#$&+^`|%-]+$/);
      expect(nameIn(disposition)).to.match(/^slip-[^/\\\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]*\.pdf$/u);
      const [name = '', ...others] = Object.keys(pdfAttachments(pdf));
      expect(others).to.deep.equal([]);
      expect(name).to.match(/^a-[^/\\\p{Cc}\p{Bidi_Control}]*\.csv$/u);
      expect(pdf.toString('latin1')).to.not.include('/JS (');
      const file = join(folder, 'hostile.pdf');
      await writeFile(file, pdf);
      expect(await qpdfComplaints([file])).to.deep.equal([[]]);
    });

  it('are those of each row of a batch, also in its archive', async () => {
    const submitted = await service.call('/api/batches', {
      body: {
        tool: 'html-to-pdf',
        output: 'zip',
        input: { html: '<p>[[name]]', filename: 'slip-[[name]]', protect: { user_password: '[[pw]]' } },
        rows: [{ name: 'Ada', pw: '1' }, { name: 'Ada', pw: '2' }, { name: 'Bob' }, { name: 'Eve', pw: '3' }],
      },
    });
    expect(submitted.status, submitted.body.error).to.equal(202);
    const { id } = submitted.body.data;
    const found = async () => (await service.call(`/api/batches/${id}`)).body.data;
    await eventually(async () => expect((await found()).status).to.equal('done'), 60_000);
    const batch = await found();
    expect([batch.done, batch.failed]).to.deep.equal([3, 1]);
    const rows = (await service.call(`/api/batches/${id}/rows`)).body.data.items;
    expect(rows[2].error.message).to.include('`[[pw]]` at protect.user_password 1:1');
    const zip = Buffer.from(await (await fetch(batch.result.download_url)).arrayBuffer()).toString('latin1');
    for (const name of ['slip-Ada.pdf', 'slip-Ada-00002.pdf', 'slip-Eve.pdf']) expect(zip).to.include(name);
    expect(nameIn((await fetch(batch.result.signed_url)).headers.get('content-disposition') ?? '')).to.equal(
      'documents.zip',
    );
  });

  describe('as e-invoices', () => {
    const { call, pdfOf } = eInvoices(() => service);

    it('come from a path of the data, which templates read as well', async () => {
      const direct = await call({ profile: 'xrechnung', invoice: INVOICE, output: 'xml' });
      for (const [invoice_from, data] of [
        ['invoice', { invoice: INVOICE }],
        ['order.bill', { order: { bill: INVOICE } }],
      ] as const) {
        const answer = await call({ profile: 'xrechnung', invoice_from, output: 'xml' }, { data });
        expect(answer.body.data?.xml, answer.body.error).to.equal(direct.body.data.xml);
        const e_invoice = { profile: 'xrechnung', invoice_from };
        const pdf = await pdfOf(e_invoice, {
          data: { ...data, more: 'x' },
          metadata: { title: 'No [[invoice.number]]' },
        });
        expect(Object.keys(pdfAttachments(pdf))).to.deep.equal(['xrechnung.xml']);
        expect(pdfInfo(pdf).title).to.equal('No 2026-0417');
      }
    });

    it('name the XML by data', async () => {
      const e_invoice = { profile: 'xrechnung', invoice_from: 'invoice', output: 'xml' };
      const answer = await call(e_invoice, { data: { invoice: INVOICE }, filename: 'R-[[invoice.number]]' });
      expect(answer.status, answer.body.error).to.equal(200);
      const file = await fetch(answer.body.data.signed_url);
      expect(nameIn(file.headers.get('content-disposition') ?? '')).to.equal('R-2026-0417.xml');
    });

    it('come from the rows of a batch, each by its own data', async () => {
      const submitted = await service.call('/api/batches', {
        body: {
          tool: 'json-to-pdf',
          input: {
            filename: '[[invoice.number]]',
            e_invoice: { profile: 'xrechnung', invoice_from: 'invoice', output: 'xml' },
          },
          rows: [{ invoice: INVOICE }, { invoice: { ...INVOICE, number: 'second' } }, { name: 'none' }],
        },
      });
      expect(submitted.status, submitted.body.error).to.equal(202);
      const { id } = submitted.body.data;
      const status = async () => (await service.call(`/api/batches/${id}`)).body.data.status;
      await eventually(async () => expect(await status()).to.equal('done'), 60_000);
      const [first, second, third] = (await service.call(`/api/batches/${id}/rows`)).body.data.items;
      const files = await Promise.all([first, second].map(({ result }) => fetch(result.signed_url)));
      expect(files.map(({ headers }) => nameIn(headers.get('content-disposition') ?? ''))).to.deep.equal([
        '2026-0417.xml',
        'second.xml',
      ]);
      expect(await files[1]?.text()).to.include('<ram:ID>second</ram:ID>');
      expect(third.error.message).to.include('`data.invoice` is missing');
    });

    it('are errors that name their place in the data', async () => {
      const refused = async (invoice_from: string, data: object) => {
        const { status, body } = await call({ profile: 'xrechnung', invoice_from, output: 'xml' }, { data });
        return `${status} ${body.error}`;
      };
      expect(await refused('invoice', {})).to.equal(
        '422 `e_invoice.invoice_from`: `data.invoice` is missing; it must be an invoice as `e_invoice.invoice`.',
      );
      expect(await refused('a.b', { a: { b: [] } })).to.include('`data.a.b` is no object');
      expect(await refused('constructor', {})).to.include('`data.constructor` is missing');
      expect(await refused('bill', { bill: INVOICE, invoice: {} })).to.include('`data.invoice` can’t go with');
      expect(await refused('invoice', { invoice: { ...INVOICE, numbr: 1 } })).to.match(
        /^400 `data\.invoice\.numbr` is not known; did you mean `data\.invoice\.number`/,
      );
      const lines = [{ ...INVOICE.lines[0], unit: 'hours' }];
      expect(await refused('invoice', { invoice: { ...INVOICE, lines } })).to.match(
        /^422 .*lines\[0\]\.unit.*BR-CL-23/,
      );
    });
  });
});
