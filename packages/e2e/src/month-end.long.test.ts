/** What accounts print at the end of a month: thousands of payslips and invoices that vary in more than their data. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AFTER_WORK_MS, areJudgesHere, caseCount, eventually, mustang, pdfText, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { INVOICE } from './e-invoices.js';
import { uploadsTo } from './uploads.js';
import { entriesOfZip } from './zip-reader.js';

const ACTIONS = 3;
/** The longest time in milliseconds for a row, on a busy machine. */
const ROW_MS = 400;
const CSV = { 'content-type': 'text/csv' };

describe('A month-end', () => {
  let service: TestService;
  let folder: string;
  before(async () => {
    service = await TestService.start({ workers: 2, env: { RENDER_CONCURRENCY: '2' } });
    folder = await mkdtemp(join(tmpdir(), 'toolpress-month-'));
  });
  after(async () => {
    await service.stop();
    await rm(folder, { recursive: true });
  });

  const { put } = uploadsTo(() => service);
  const nameOf = (row: number): string => `Person ${row}`;
  async function submitted(token: string, body: object): Promise<string> {
    const answer = await service.call('/api/batches', { token, body: { tool: 'json-to-pdf', ...body } });
    expect(answer.status, answer.body.error).to.equal(202);
    return answer.body.data.id;
  }
  const look = async (id: string, token: string) => (await service.call(`/api/batches/${id}`, { token })).body.data;
  /** Waits for the end of a batch, also while a gateway is restarted. */
  async function ended(id: string, token: string, rows: number) {
    let batch = await look(id, token);
    await eventually(
      async () => {
        batch = await look(id, token);
        expect(batch.finished_at, JSON.stringify(batch)).to.be.a('string');
      },
      60_000 + ROW_MS * rows,
    );
    return batch;
  }
  async function download(url: string): Promise<Buffer> {
    return Buffer.from(await (await fetch(url)).arrayBuffer());
  }
  async function allRows(id: string, token: string): Promise<Row[]> {
    const rows: Row[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query: string = `?limit=1000${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`;
      const { items, next_cursor } = (await service.call(`/api/batches/${id}/rows${query}`, { token })).body.data;
      rows.push(...items);
      cursor = next_cursor;
    }
    return rows;
  }
  const expectCharged = (token: string, rows: number): Promise<void> =>
    eventually(async () => {
      expect((await service.call('/api/usage', { token })).body.data.actions).to.equal(rows * ACTIONS);
    }, AFTER_WORK_MS);

  it('prints payslips of CSV with separate names, passwords and titles, as files, in an archive and merged, charged once', async function () {
    const rows = caseCount(1_000, 10_000);
    this.timeout(120_000 + 2 * ROW_MS * rows);
    const { token } = await service.createAccount('payslips');
    const lines = Array.from({ length: rows }, (_, index) => {
      const row = index + 1;
      return `${nameOf(row)};${1_000 + row}.50;slip-${row};Payslip of ${nameOf(row)};geheim-${row}`;
    });
    const csv = ['data.name;data.net;filename;metadata.title;protect.user_password', ...lines].join('\r\n');
    const { id: upload, rows: read } = (await put(csv, token, CSV)).body.data;
    expect(read).to.equal(rows);
    const input = { html: '<h1>[[name]]</h1><p>[[net | money: "EUR"]]' };
    const protect = { user_password: 'payroll-office' };
    const id = await submitted(token, { input, upload, output: ['files', 'zip', 'merged'], protect });
    const batch = await ended(id, token, rows);
    expect(batch).to.deep.include({ status: 'done', done: rows, failed: 0 });
    await expectCharged(token, rows);
    const entries = entriesOfZip(await download(batch.result.download_url));
    expect(entries.size).to.equal(rows);
    for (let row = 1; row <= rows; row += Math.ceil(rows / 20)) {
      const pdf = entries.get(`slip-${row}.pdf`) ?? Buffer.of();
      expect(pdfText(pdf, `geheim-${row}`)).to.match(new RegExp(`${nameOf(row)}\\s`));
    }
    expect(batch.merged).to.deep.include({ page_count: rows, missing: 0 });
    const merged = pdfText(await download(batch.merged.download_url), protect.user_password);
    const found = [...merged.matchAll(/Person (\d+)\s/g)].map(([, row]) => Number(row));
    expect(found).to.deep.equal(Array.from({ length: rows }, (_, index) => index + 1));
    const files = await allRows(id, token);
    expect(new Set(files.map(({ result }) => result?.download_url)).size).to.equal(rows);
  });

  it('is exact when gateway and worker are killed in between: one file, one charge, and both files of all rows', async function () {
    const rows = 500;
    this.timeout(180_000 + 2 * ROW_MS * rows);
    const { token } = await service.createAccount('killed');
    const lines = Array.from({ length: rows }, (_, index) =>
      JSON.stringify({
        data: { name: nameOf(index + 1) },
        filename: `slip-${index % 400}`,
        metadata: { title: `Title ${index + 1}` },
      }),
    );
    const { id: upload } = (await put(lines.join('\n'), token)).body.data;
    const input = { html: '<p>[[name]] of [[firm]]', data: { firm: 'Ada & Co' } };
    const id = await submitted(token, { input, upload, output: ['files', 'zip', 'merged'] });
    for (const [done, kill] of [
      [60, () => service.workers[0]?.end('SIGKILL')],
      [150, () => service.restartGateway('SIGKILL')],
      [250, () => service.addWorker()],
      [400, () => service.restartGateway('SIGKILL')],
    ] as const) {
      await eventually(async () => expect((await look(id, token)).done).to.be.at.least(done), 120_000);
      await kill();
    }
    await eventually(async () => expect((await look(id, token)).status).to.be.oneOf(['assembling', 'done']), 120_000);
    await service.restartGateway('SIGKILL');
    const batch = await ended(id, token, rows);
    expect(batch).to.deep.include({ status: 'done', done: rows, failed: 0 });
    await expectCharged(token, rows);
    const entries = [...entriesOfZip(await download(batch.result.download_url))];
    expect(entries).to.have.lengthOf(rows);
    for (const [index, [name]] of entries.entries())
      expect(name).to.equal(
        index < 400 ? `slip-${index}.pdf` : `slip-${index % 400}-${String(index + 1).padStart(5, '0')}.pdf`,
      );
    const merged = pdfText(await download(batch.merged.download_url));
    expect(batch.merged).to.deep.include({ page_count: rows, missing: 0 });
    const found = [...merged.matchAll(/Person (\d+) of Ada & Co/g)].map(([, row]) => Number(row));
    expect(found).to.deep.equal(Array.from({ length: rows }, (_, index) => index + 1));
    const sizes = (await allRows(id, token)).map(({ result }) => result?.size_bytes ?? 0);
    const bytes = [...sizes, batch.result.size_bytes, batch.merged.size_bytes].reduce((sum, each) => sum + each, 0);
    await eventually(async () => {
      expect((await service.call('/api/account', { token })).body.data.storage_bytes).to.equal(bytes);
    }, AFTER_WORK_MS);
  });

  it('prints e-invoices with an invoice a row, which Mustang calls valid', async function () {
    const rows = caseCount(40, 1_000);
    this.timeout(180_000 + 10 * ROW_MS * rows);
    const { token } = await service.createAccount('invoices');
    const html =
      '<!DOCTYPE html><html lang="de"><title>Rechnung</title><h1>[[invoice.number]]</h1><p>[[invoice.totals.grand_total | money: "EUR"]]</p></html>';
    const lines = Array.from({ length: rows }, (_, index) => {
      const number = `2026-${index + 1}`;
      const invoice = { ...INVOICE, number, lines: INVOICE.lines.map((line) => ({ ...line, quantity: index + 1 })) };
      return JSON.stringify({ data: {}, filename: number, e_invoice: { invoice } });
    });
    const { id: upload } = (await put(lines.join('\n'), token)).body.data;
    const input = { html, e_invoice: { profile: 'en16931' } };
    const id = await submitted(token, { input, upload, output: 'zip' });
    const batch = await ended(id, token, rows);
    expect(batch).to.deep.include({ status: 'done', done: rows, failed: 0 });
    await expectCharged(token, rows);
    const entries = [...entriesOfZip(await download(batch.result.download_url))];
    expect(entries.map(([name]) => name)).to.deep.equal(lines.map((_, index) => `2026-${index + 1}.pdf`));
    if (!(await areJudgesHere('mustang'))) this.skip();
    const paths = entries.map(([name]) => join(folder, name));
    for (const [index, [, pdf]] of entries.entries()) await writeFile(paths[index] ?? '', pdf);
    const verdicts = await mustang(paths);
    expect(verdicts).to.have.lengthOf(rows);
    expect(verdicts.filter(({ valid }) => !valid)).to.deep.equal([]);
  });
});

interface Row {
  row: number;
  result?: { download_url: string; size_bytes: number };
}
