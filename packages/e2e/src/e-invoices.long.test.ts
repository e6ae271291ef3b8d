import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { areJudgesHere, mustang, pdfAttachments, pdfSource, pdfText, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

const ADDRESS = { line_1: 'Hauptstraße 1', city: 'Berlin', post_code: '10115', country: 'DE' };

function sampleRequest(): object {
  const source = (file: string) => readFileSync(new URL(`../../../samples/e-invoice/${file}`, import.meta.url), 'utf8');
  const [html, css, data, request] = ['e-invoice.html', 'e-invoice.css', 'e-invoice.json', 'request.json'].map(source);
  return { ...JSON.parse(request ?? ''), html, css, data: JSON.parse(data ?? '') };
}

/** A German invoice that XRechnung takes, without one of its totals. */
const INVOICE = {
  number: '2026-0417',
  issue_date: '2026-11-22',
  due_date: '2026-12-22',
  currency: 'EUR',
  buyer_reference: '04011000-1234512345-06',
  seller: {
    name: 'Beispiel GmbH & Co.',
    vat_id: 'DE123456789',
    address: ADDRESS,
    electronic_address: { id: 'rechnung@example.com', scheme: 'EM' },
    contact: { name: 'Ada Lovelace', phone: '+49 30 1234567', email: 'ada@example.com' },
  },
  buyer: { name: 'Amt <Süd>', address: ADDRESS, electronic_address: { id: '04011000-1234512345-06', scheme: '0204' } },
  delivery: { date: '2026-11-20' },
  payment: { means_code: '58', credit_transfers: [{ account_id: 'DE75512108001245126199' }] },
  lines: [
    { name: 'Beratung', quantity: '3.5', unit: 'HUR', net_price: 99.95, vat_category: 'S', vat_rate: 19 },
    { name: 'Bücher', quantity: 2, unit: 'C62', net_price: '12.10', vat_category: 'S', vat_rate: 7 },
  ],
};

const HTML =
  '<!DOCTYPE html><html lang="de"><title>Rechnung</title><h1>[[invoice.number]]</h1>[[#each invoice.lines]]<p>[[name]]: [[net_amount]]</p>[[/each]]<p>Total [[invoice.totals.grand_total | money: invoice.currency]], [[more]]</p></html>';

describe('E-invoices', () => {
  let service: TestService;
  before(async () => {
    service = await TestService.start();
  });
  after(() => service.stop());

  const call = (e_invoice: object, more: object = {}) =>
    service.call('/api/utilities/html-to-pdf', { body: { html: HTML, data: { more: 'Danke' }, e_invoice, ...more } });
  async function pdfOf(e_invoice: object, more: object = {}): Promise<Buffer> {
    const answer = await call(e_invoice, more);
    expect(answer.status, answer.body.error).to.equal(200);
    return Buffer.from(answer.body.data.pdf_base64, 'base64');
  }

  it('print what is computed, and hold it as XML that Mustang calls valid, with the PDF around it; the sample does, too', async function () {
    this.timeout(120_000);
    const profiles = {
      minimum: 'MINIMUM',
      basic_wl: 'BASIC WL',
      basic: 'BASIC',
      en16931: 'EN 16931',
      extended: 'EXTENDED',
      xrechnung: 'XRECHNUNG',
    };
    const folder = await mkdtemp(join(tmpdir(), 'toolpress-e-invoices-'));
    try {
      const files: string[] = [];
      for (const [profile, level] of Object.entries(profiles)) {
        const pdf = await pdfOf({ profile, invoice: INVOICE });
        const name = profile === 'xrechnung' ? 'xrechnung.xml' : 'factur-x.xml';
        const xml = pdfAttachments(pdf)[name]?.toString() ?? '';
        expect(xml).to.include('<ram:GrandTotalAmount>442.19</ram:GrandTotalAmount>');
        const source = pdfSource(pdf);
        expect(source).to.include(`<fx:ConformanceLevel>${level}</fx:ConformanceLevel>`);
        const isData = profile === 'minimum' || profile === 'basic_wl';
        expect(source).to.include(`/AFRelationship /${isData ? 'Data' : 'Alternative'}`);
        files.push(join(folder, `${profile}.pdf`));
        await writeFile(files.at(-1) ?? '', pdf);
        const text = pdfText(pdf);
        for (const printed of ['2026-0417', 'Beratung: 349.83', 'Bücher: 24.2', '442,19 €', 'Danke'])
          expect(text).to.include(printed);
      }
      files.push(join(folder, 'sample.pdf'));
      const sample = await service.call('/api/utilities/html-to-pdf', { body: sampleRequest() });
      await writeFile(files.at(-1) ?? '', Buffer.from(sample.body.data.pdf_base64, 'base64'));
      if (!(await areJudgesHere('mustang'))) this.skip();
      const verdicts = await mustang(files);
      expect(verdicts.filter(({ valid }) => !valid)).to.deep.equal([]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
