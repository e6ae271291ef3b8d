import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { areJudgesHere, mustang, pdfAttachments, pdfSource, pdfText, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { eInvoices, INVOICE } from './e-invoices.js';

function sampleRequest(): object {
  const source = (file: string) => readFileSync(new URL(`../../../samples/e-invoice/${file}`, import.meta.url), 'utf8');
  const [html, css, data, request] = ['e-invoice.html', 'e-invoice.css', 'e-invoice.json', 'request.json'].map(source);
  return { ...JSON.parse(request ?? ''), html, css, data: JSON.parse(data ?? '') };
}

describe('E-invoices', () => {
  let service: TestService;
  before(async () => {
    service = await TestService.start();
  });
  after(() => service.stop());

  const { pdfOf } = eInvoices(() => service);

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
