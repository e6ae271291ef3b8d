import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { areJudgesHere, pdfText, pdfWords, TestService, veraPdf } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { type Choice, LANGUAGES, papersOf, requestFor, samples } from './sample-requests.js';

/** Tables that long data takes over pages: their heads, and what ends them. */
const TABLES: Readonly<Record<string, { head: RegExp; end: RegExp; isCarried?: boolean }>> = {
  certificate: { head: /^ *(No|Nr)\. +Modul/m, end: /All modules|Alle Module/ },
  'delivery-note': { head: /^ *Pos\. +Arti/m, end: /Gross weight|Bruttogewicht/ },
  'e-invoice': { head: /^ *(No\. +Item|Nr\. +Artikel)/m, end: /Total without VAT|Summe ohne USt\./, isCarried: true },
  invoice: { head: /^ *(Description|Leistung) +(Quantity|Menge)/m, end: /Total due|Gesamtbetrag/, isCarried: true },
  order: { head: /^ *(Description|Leistung) +(Quantity|Menge)/m, end: /Total |Gesamtbetrag/, isCarried: true },
  payslip: { head: /^ *(Earnings|Bezüge) +(Rate|Satz)/m, end: /Gross pay|Gesamtbrutto/ },
  quote: { head: /^ *Pos\. +(Description|Leistung)/m, end: /Total |Gesamtbetrag/, isCarried: true },
  report: { head: /^ *(Site|Anlage) +(Municipality|Gemeinde)/m, end: /All sites|Alle Anlagen/ },
  statement: { head: /^ *(Booked|Buchung) +(Value|Wert)/m, end: /Endsaldo|closing balance/, isCarried: true },
};

const pagesOf = (pdf: Buffer): string[] => pdfText(pdf).split('\f').slice(0, -1);
const carriedOn = (page: string): string[] =>
  [...page.matchAll(/(?:(?:brought|carried) forward|Übertrag) +(\S.*)$/gim)].map(([, amount = '']) => amount.trim());

/** Returns the words of all texts in the data, in the language; not those of codes and drawings. */
function wordsOf(value: unknown, translated: Readonly<Record<string, unknown>>): string[] {
  if (typeof value === 'object' && value !== null)
    return Object.values(value).flatMap((one) => wordsOf(one, translated));
  if (typeof value !== 'string' || !/\p{L}{3}/u.test(value) || value.includes('{') || /^https:/i.test(value)) return [];
  const text = translated[value] ?? value;
  return typeof text === 'string' && text.includes(' ') ? simpleWords(text).filter((word) => word.length < 20) : [];
}

const simpleWords = (text: string): string[] => text.normalize('NFKC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

const cents = (amount: string): number => Number(amount.replace(/[^\d]/g, ''));

describe('The samples', () => {
  let service: TestService;
  let folder: string;
  before(async () => {
    service = await TestService.start();
    folder = mkdtempSync(`${tmpdir()}/toolpress-samples-`);
  });
  after(async () => {
    await service.stop();
    rmSync(folder, { recursive: true });
  });

  async function fileOf(id: string, body: object): Promise<string> {
    const answer = await service.call('/api/utilities/html-to-pdf', { body });
    expect(answer.status, `${id}: ${answer.body.error}`).to.equal(200);
    expect(answer.body.data, id).not.to.have.property('warnings');
    const file = `${folder}/${id}.pdf`;
    writeFileSync(file, Buffer.from(answer.body.data.pdf_base64, 'base64'));
    return file;
  }

  async function print(name: string, choice: Choice, paper: object = {}): Promise<Buffer> {
    const body = { ...requestFor(name, choice), ...paper };
    const answer = await service.call('/api/utilities/html-to-pdf', { body });
    expect(answer.status, answer.body.error).to.equal(200);
    expect(answer.body.data).not.to.have.property('warnings');
    return Buffer.from(answer.body.data.pdf_base64, 'base64');
  }

  // A book has no longer data: it has contents, chapters and an index anyway.
  for (const name of samples().filter((one) => one !== 'book'))
    for (const language of LANGUAGES)
      for (const [paper, size] of Object.entries(papersOf(name)))
        it(`print long data of the ${name} on ${paper}, ${language}: every word, heads and sums on every page`, async () => {
          const choice = { language, isLong: true };
          const pdf = await print(name, choice, size);
          const pages = pagesOf(pdf);
          expect(pages).to.have.length.above(1);
          const { data, translations = {} } = requestFor(name, choice) as Record<string, Record<string, object>>;
          const printed = new Set(pdfWords(pdf).flatMap(({ text }) => simpleWords(text)));
          const missing = wordsOf(data, { ...translations[language] }).filter((word) => !printed.has(word));
          expect(missing).to.deep.equal([]);
          expectTable(name, pages);
        });

  /** Expects the head on each page of the table, the end on a page with rows, and each page's sum at the head of the next. */
  function expectTable(name: string, pages: readonly string[]): void {
    const table = TABLES[name];
    if (table === undefined) return;
    const first = pages.findIndex((page) => table.head.test(page));
    const last = pages.findLastIndex((page) => table.end.test(page));
    expect(last, 'pages of the table').to.be.above(first);
    for (const page of pages.slice(first, last + 1)) expect(page).to.match(table.head);
    if (!table.isCarried) return;
    const sums = pages.map(carriedOn);
    expect(sums.map(({ length }) => length)).to.deep.equal(
      pages.map((_, page) => (page > last ? 0 : page === first || page === last ? 1 : 2)),
    );
    for (let page = first; page < last; page++) expect(sums[page]?.at(-1)).to.equal(sums[page + 1]?.[0]);
  }

  it('carry over the sum of the rows above', async () => {
    const [page = ''] = pagesOf(await print('order', { isLong: true }));
    const amounts = [...page.matchAll(/ \d+ +€[\d,.]+ +€([\d,.]+)$/gm)].map(([, amount = '']) => cents(amount));
    expect(amounts).to.have.length.above(15);
    expect(carriedOn(page).map(cents)).to.deep.equal([amounts.reduce((sum, one) => sum + one, 0)]);
  });

  it('conform to PDF/UA in each language, with short and long data, on each paper', async function () {
    if (!(await areJudgesHere('veraPdf'))) this.skip();
    const files: string[] = [];
    for (const name of samples())
      for (const language of LANGUAGES)
        for (const isLong of [false, true])
          for (const [paper, size] of Object.entries(papersOf(name))) {
            const body = requestFor(name, { language, isLong });
            // An e-invoice is PDF/A as well.
            const { conformance = 'pdf/ua-1' } = body;
            const id = `${name}-${language}-${isLong ? 'long' : 'short'}-${paper}`;
            files.push(await fileOf(id, { ...body, ...size, conformance }));
          }
    expect(files).to.have.lengthOf(samples().length * 8);
    for (const { file, failures } of await veraPdf(files, 'ua1')) expect(failures, file).to.deep.equal([]);
  });

  it('conform to PDF/A-3a as well: the invoice and the e-invoice', async function () {
    if (!(await areJudgesHere('veraPdf'))) this.skip();
    const files: string[] = [];
    for (const name of ['invoice', 'e-invoice'])
      for (const language of LANGUAGES) {
        const body = { ...requestFor(name, { language, isLong: true }), conformance: ['pdf/a-3a', 'pdf/ua-1'] };
        files.push(await fileOf(`${name}-${language}-3a`, body));
      }
    for (const { file, failures } of await veraPdf(files, '3a')) expect(failures, file).to.deep.equal([]);
  });
});
