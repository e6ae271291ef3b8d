import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Answer,
  pdfAttachments,
  pdfInfo,
  pdfSource,
  pdfText,
  qpdfComplaints,
  redisContents,
  type SharedService,
  sharedService,
} from '@toolpress/testkit';
import { expect } from 'chai';
import { before, describe, it } from 'mocha';
import { INVOICE } from './e-invoices.js';
import { KIB, NDJSON, uploadsTo } from './uploads.js';
import { entriesOfZip } from './zip-reader.js';

describe('The rows of a batch', () => {
  let service: SharedService;
  before(async () => {
    service = await sharedService();
  });

  const { ended, put } = uploadsTo(() => service);
  async function batchOf(token: string, body: object): Promise<Answer['body']['data']> {
    const answer = await service.call('/api/batches', { token, body: { tool: 'json-to-pdf', ...body } });
    expect(answer.status, answer.body.error).to.equal(202);
    return ended(answer.body.data.id, token);
  }
  const rowsOf = async (id: string, token: string): Promise<Row[]> =>
    (await service.call(`/api/batches/${id}/rows?limit=1000`, { token })).body.data.items;
  const used = async (token: string): Promise<number> =>
    (await service.call('/api/usage', { token })).body.data.actions;
  const fileOf = async (url = ''): Promise<{ pdf: Buffer; name: string }> => {
    const answer = await fetch(url);
    const [, name = ''] = /filename="([^"]*)"/.exec(answer.headers.get('content-disposition') ?? '') ?? [];
    return { pdf: Buffer.from(await answer.arrayBuffer()), name };
  };

  it('have separate options over those of all, and are plain data otherwise', async () => {
    const { token } = await service.createAccount('varied');
    const input = {
      html: '<p>[[name]] of [[firm]] [[net | money: "EUR"]] [[data]][[filename]]',
      ...{ data: { firm: 'Ada & Co' }, filename: 'slip', locale: 'en', metadata: { author: 'Ada & Co' } },
    };
    const rows = [
      { name: 'Plain', net: 1 },
      { data: { name: 'Ada', net: 2 }, filename: 'Ada.pdf', metadata: { title: 'Slip of Ada' }, locale: 'de' },
      { data: { name: 'Grace' }, protect: { user_password: 'geheim', permissions: ['print'] }, filename: null },
      { data: { name: 'Zoë' }, attachments: [{ name: 'a.txt', data_base64: 'YQ==' }] },
      { data: 'text', name: 'with another field, so it is data', filename: 'x' },
    ];
    const batch = await batchOf(token, { input, rows });
    expect(batch).to.deep.include({ status: 'done', done: 5, failed: 0 });
    const files = await Promise.all((await rowsOf(batch.id, token)).map(({ result }) => fileOf(result?.download_url)));
    expect(files.map(({ name }) => name)).to.deep.equal([
      'slip-1.pdf',
      'Ada.pdf',
      'slip-3.pdf',
      'slip-4.pdf',
      'slip-5.pdf',
    ]);
    const [plain, ada, grace, zoe, other] = files.map(({ pdf }) => pdf) as [Buffer, Buffer, Buffer, Buffer, Buffer];
    expect(pdfText(plain)).to.include('Plain of Ada & Co €1.00');
    expect(pdfText(ada)).to.include('Ada of Ada & Co 2,00 €');
    expect(pdfInfo(ada)).to.include({ title: 'Slip of Ada' });
    expect(pdfSource(ada)).to.match(/\/Author/);
    expect(pdfText(grace, 'geheim')).to.include('Grace of Ada & Co');
    expect(String(pdfAttachments(zoe)['a.txt'])).to.equal('a');
    expect(pdfText(other)).to.include('with another field, so it is data of Ada & Co textx');
    expect(await used(token)).to.equal(5 * 3);
  });

  it('fail alone for options that are invalid, alone or with those of all, and say which and where', async () => {
    const { token } = await service.createAccount('invalid');
    const input = { html: '<p>[[name]]', metadata: { author: 'Ada' }, conformance: 'pdf/a-3b' };
    const rows = [
      { data: 'no object' },
      { data: {}, metadata: { titel: 'x' } },
      { data: {}, filename: 'a/b', locale: 'xx-yy-zz' },
      { data: {}, protect: { user_password: 'p' } },
      { data: {}, protect: { user_password: '' } },
      { data: {}, e_invoice: { profile: 'en16931' } },
      { data: {}, deliver_to: { connection: 'none' } },
      { data: { name: 'Ada' }, metadata: { title: 'valid' } },
    ];
    const lines = rows.map((row) => JSON.stringify(row)).join('\n');
    const { id: upload } = (await put(lines, token, NDJSON)).body.data;
    const batch = await batchOf(token, { input, upload });
    expect(batch).to.deep.include({ done: 1, failed: 7 });
    const messages = (await rowsOf(batch.id, token)).flatMap(({ error }) => error?.message ?? []);
    const expected = [
      'Line 1: `data` must be an object',
      'Line 2: `metadata.titel` is not known',
      'Line 3: `filename` must not contain slashes or control characters. `locale` must be',
      'Line 4: `protect` can’t go with `conformance`',
      'Line 5: `protect.user_password` must not be empty',
      'Line 6: `e_invoice` must have `xml`, `invoice` or `invoice_from`',
      '`none`',
    ];
    for (const [index, part] of expected.entries()) expect(messages[index]).to.include(part);
    expect(await used(token)).to.equal(3);
  });

  it('may be large, and so may the request of all: threads read them', async () => {
    const { token } = await service.createAccount('large');
    const file = { name: 'large.bin', data_base64: Buffer.alloc(300 * KIB, 'x').toString('base64') };
    const input = {
      ...{ html: `<p>[[name]]<!--${'x'.repeat(300 * KIB)}-->`, metadata: { author: 'Ada' } },
      ...{ e_invoice: { profile: 'en16931', invoice: INVOICE }, attachments: [{ ...file, name: 'shared.bin' }] },
    };
    const title = 'Rechnung';
    const html = '<!DOCTYPE html><html lang="de"><title>R</title><p>[[name]]';
    const lines = [
      { data: { name: 'Ada' }, attachments: [file], metadata: { title } },
      { data: { name: 'Zoë' }, e_invoice: { invoice: { ...INVOICE, number: 'R-2' } }, metadata: { title } },
      { data: { name: 'x'.repeat(300 * KIB) }, metadata: { titel: 'x' } },
    ];
    const { id: upload } = (await put(lines.map((row) => JSON.stringify(row)).join('\n'), token)).body.data;
    const batch = await batchOf(token, { input: { ...input, html: html + input.html }, upload });
    expect(batch).to.deep.include({ done: 2, failed: 1 });
    const items = await rowsOf(batch.id, token);
    const [ada, zoe] = await Promise.all(items.slice(0, 2).map(({ result }) => fileOf(result?.download_url)));
    const [first, second] = [ada, zoe].map((each) => pdfAttachments(each?.pdf ?? Buffer.of()));
    expect(Object.keys(first ?? {})).to.have.members(['factur-x.xml', 'large.bin']);
    expect(first?.['large.bin']?.length).to.equal(300 * KIB);
    expect(Object.keys(second ?? {})).to.have.members(['factur-x.xml', 'shared.bin']);
    expect(String(second?.['factur-x.xml'])).to.include('<ram:ID>R-2</ram:ID>');
    expect(items[2]?.error?.message).to.include('Line 3: `metadata.titel` is not known');
  });

  it('have separate invoices, with the profile of all', async () => {
    const { token } = await service.createAccount('invoices');
    const input = {
      html: '<!DOCTYPE html><html lang="de"><title>Rechnung</title><h1>[[invoice.number]]</h1></html>',
      e_invoice: { profile: 'en16931' },
    };
    const rows = [
      ...['R-1', 'R-2'].map((number) => ({
        data: {},
        filename: number,
        e_invoice: { invoice: { ...INVOICE, number } },
      })),
      { name: 'no invoice' },
      { data: { invoice: {} }, e_invoice: { invoice: INVOICE } },
    ];
    const batch = await batchOf(token, { input, rows });
    expect(batch).to.deep.include({ done: 2, failed: 2 });
    const items = await rowsOf(batch.id, token);
    for (const [index, number] of ['R-1', 'R-2'].entries()) {
      const { pdf, name } = await fileOf(items[index]?.result?.download_url);
      expect(name).to.equal(`${number}.pdf`);
      expect(String(pdfAttachments(pdf)['factur-x.xml'])).to.include(`<ram:ID>${number}</ram:ID>`);
      expect(pdfText(pdf)).to.include(number);
    }
    expect(items[2]?.error?.message).to.include('The row has no invoice');
    expect(items[3]?.error?.message).to.include('`data.invoice` can’t go with `e_invoice.invoice`');
  });

  it('come as CSV of Excel: in its charset, with its separator, with options as columns', async () => {
    const { token } = await service.createAccount('csv');
    const csv = [
      'data.name;data.net;filename;metadata.title;protect.user_password',
      'José;3120,50;slip-José;Slip of José;p-1',
      '"Zoë; Lee";"2980";;;p-2',
      'Ada;1;slip-Ada;;',
      'Grace;1;x;;p;too many',
      ';;;;',
    ].join('\r\n');
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/csv' };
    const body = Buffer.from(csv, 'latin1');
    const uploaded = await fetch(`${service.url}/api/uploads`, { method: 'PUT', headers, body });
    expect(uploaded.status).to.equal(201);
    const { data } = (await uploaded.json()) as { data: { id: string; rows: number } };
    expect(data.rows).to.equal(4);
    const input = { html: '<p>[[name]] [[net]]', filename: 'slip', metadata: { title: 'Slip' } };
    const batch = await batchOf(token, { input, upload: data.id });
    expect(batch).to.deep.include({ done: 2, failed: 2 });
    const items = await rowsOf(batch.id, token);
    const [jose, zoe] = await Promise.all(items.slice(0, 2).map(({ result }) => fileOf(result?.download_url)));
    expect(zoe?.name).to.equal('slip-2.pdf');
    expect(pdfText(jose?.pdf ?? Buffer.of(), 'p-1')).to.include('José 3120,50');
    expect(pdfText(zoe?.pdf ?? Buffer.of(), 'p-2')).to.include('Zoë; Lee 2980');
    expect(items.slice(2).map(({ error }) => error?.message)).to.deep.equal([
      'Line 4: `protect.user_password` must not be empty; leave it out for none.',
      'Line 5 has 6 cells, and the header 5: put a cell with the separator in it in quotes.',
    ]);
  });

  it('are printed and charged once for several outputs, named by their names, equal ones numbered', async () => {
    const { token } = await service.createAccount('outputs');
    const names = ['b', 'a', 'B', undefined];
    const rows = names.map((filename, index) => ({ data: { name: `Row ${index + 1}` }, filename: filename ?? null }));
    const body = { input: { html: '<p>[[name]]', filename: 'all' }, rows, output: ['zip', 'files', 'merged'] };
    const batch = await batchOf(token, body);
    expect(batch).to.deep.include({ status: 'done', done: 4, output: ['files', 'zip', 'merged'] });
    expect(await used(token)).to.equal(4 * 3);
    const [zip, merged] = await Promise.all([batch.result, batch.merged].map((each) => fileOf(each.download_url)));
    expect([...entriesOfZip(zip?.pdf ?? Buffer.of()).keys()]).to.deep.equal([
      'b.pdf',
      'a.pdf',
      'B-00003.pdf',
      'all-4.pdf',
    ]);
    expect([zip?.name, merged?.name]).to.deep.equal(['all.zip', 'all.pdf']);
    expect(batch.merged).to.deep.include({ page_count: 4, missing: 0 });
    expect(pdfText(merged?.pdf ?? Buffer.of())).to.match(/Row 1.*Row 2.*Row 3.*Row 4/s);
    const sizes = (await rowsOf(batch.id, token)).map(({ result }) => result?.size_bytes ?? 0);
    const stored = async (): Promise<number> => (await service.call('/api/account', { token })).body.data.storage_bytes;
    const bytes = [...sizes, batch.result.size_bytes, batch.merged.size_bytes].reduce((sum, each) => sum + each, 0);
    expect(await stored()).to.equal(bytes);
    await service.call(`/api/batches/${batch.id}`, { method: 'DELETE', token });
    for (const { download_url } of [batch.result, batch.merged])
      expect((await fetch(download_url)).status).to.equal(404);
    expect(await stored()).to.equal(0);
  });

  it('may have passwords beside a merged PDF, which has another one', async () => {
    const { token } = await service.createAccount('protected rows');
    const input = {
      html: '<p>[[name]] <a href="#x">there</a><h2 id="x">x',
      protect: { user_password: '[[pw]]' },
      outline: true,
    };
    const rows = [
      { name: 'Row one', pw: 'first' },
      { data: { name: 'Row two' }, protect: { user_password: 'zweites-ü', permissions: ['print'] } },
      { data: { name: 'Row three', pw: 'third' }, metadata: { title: 'Third' } },
      { name: 'Row four' },
    ];
    const body = { input, rows, output: ['zip', 'files', 'merged'], protect: { user_password: 'office-Zq7' } };
    const batch = await batchOf(token, body);
    expect(batch).to.deep.include({ status: 'done', done: 3, failed: 1 });
    expect(await used(token)).to.equal(3 * 3);
    const { pdf } = await fileOf(batch.merged.download_url);
    expect(pdfText(pdf, 'office-Zq7')).to.match(/Row one.*Row two.*Row three/s);
    for (const password of ['', 'first', 'zweites-ü']) expect(() => pdfText(pdf, password)).to.throw();
    const folder = await mkdtemp(join(tmpdir(), 'toolpress-merged-'));
    try {
      await writeFile(join(folder, 'merged.pdf'), pdf);
      expect(await qpdfComplaints([join(folder, 'merged.pdf')], 'office-Zq7')).to.deep.equal([[]]);
    } finally {
      await rm(folder, { recursive: true });
    }
    const printed = await rowsOf(batch.id, token);
    for (const [index, password] of ['first', 'zweites-ü', 'third'].entries()) {
      const { pdf: row } = await fileOf(printed[index]?.result?.download_url);
      expect(pdfText(row, password)).to.match(/Row/);
      expect(() => pdfText(row, 'office-Zq7')).to.throw();
    }
    expect(await redisContents(service.redis.url)).to.not.match(/zweites-|office-Zq7/);
  });

  it('are refused for outputs that are unknown, repeated, or cannot keep an option', async () => {
    const { token } = await service.createAccount('refused');
    const refusal = async (output: unknown, input: object = {}): Promise<string> => {
      const body = { tool: 'json-to-pdf', input: { html: '<p>', ...input }, rows: [{}], output };
      const answer = await service.call('/api/batches', { token, body });
      expect(answer.status, JSON.stringify(output)).to.equal(400);
      return answer.body.error ?? '';
    };
    for (const output of ['tar', [], ['zip', 'zip'], ['zip', 'tar'], 3])
      expect(await refusal(output)).to.match(
        /^`output(?:\[\d\])?` must be `files`, `zip` or `merged`, or a list of them/,
      );
    expect(await refusal(['zip', 'merged'], { attachments: [{ name: 'a', data_base64: 'YQ==' }] })).to.include(
      '`output` must not have `merged` together with `input.attachments`',
    );
    expect(await refusal(['zip', 'merged'], { protect: { user_password: '[[pw]]' } })).to.include(
      'add `"protect": {"user_password": "…"}` beside `output`',
    );
    const batch = await batchOf(token, {
      ...{ input: { html: '<p>x' }, output: ['zip', 'merged'] },
      rows: [{ data: {}, attachments: [{ name: 'a', data_base64: 'YQ==' }] }, {}],
    });
    expect(batch).to.deep.include({ done: 1, failed: 1 });
    expect((await rowsOf(batch.id, token))[0]?.error?.message).to.include('together with `attachments`');
  });
});

interface Row {
  row: number;
  status: string;
  result?: { download_url: string; size_bytes: number };
  error?: { code: string; message: string };
}
