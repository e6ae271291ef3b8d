import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { areJudgesHere } from './java.js';
import { mustang } from './mustang.js';
import { PHIVE, phive } from './phive.js';
import { qpdfComplaints } from './qpdf.js';
import { veraPdf } from './verapdf.js';

const UN = 'urn:un:unece:uncefact:data:standard:';
const INVOICE = `<CrossIndustryInvoice xmlns="${UN}CrossIndustryInvoice:100"
  xmlns:ram="${UN}ReusableAggregateBusinessInformationEntity:100" xmlns:udt="${UN}UnqualifiedDataType:100">
  <ExchangedDocumentContext><ram:GuidelineSpecifiedDocumentContextParameter>
    <ram:ID>urn:factur-x.eu:1p0:minimum</ram:ID>
  </ram:GuidelineSpecifiedDocumentContextParameter></ExchangedDocumentContext>
  <ExchangedDocument><ram:ID>A1</ram:ID><ram:TypeCode>380</ram:TypeCode>
    <ram:IssueDateTime><udt:DateTimeString format="102">20260101</udt:DateTimeString></ram:IssueDateTime>
  </ExchangedDocument>
  <SupplyChainTradeTransaction>
    <ram:ApplicableHeaderTradeAgreement>
      <ram:SellerTradeParty><ram:Name>Seller</ram:Name>
        <ram:PostalTradeAddress><ram:CountryID>DE</ram:CountryID></ram:PostalTradeAddress>
        <ram:SpecifiedTaxRegistration><ram:ID schemeID="VA">DE123456789</ram:ID></ram:SpecifiedTaxRegistration>
      </ram:SellerTradeParty>
      <ram:BuyerTradeParty><ram:Name>Buyer</ram:Name></ram:BuyerTradeParty>
    </ram:ApplicableHeaderTradeAgreement>
    <ram:ApplicableHeaderTradeDelivery/>
    <ram:ApplicableHeaderTradeSettlement><ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode>
      <ram:SpecifiedTradeSettlementHeaderMonetarySummation>
        <ram:TaxBasisTotalAmount>100.00</ram:TaxBasisTotalAmount>
        <ram:TaxTotalAmount currencyID="EUR">19.00</ram:TaxTotalAmount>
        <ram:GrandTotalAmount>119.00</ram:GrandTotalAmount><ram:DuePayableAmount>119.00</ram:DuePayableAmount>
      </ram:SpecifiedTradeSettlementHeaderMonetarySummation>
    </ram:ApplicableHeaderTradeSettlement>
  </SupplyChainTradeTransaction>
</CrossIndustryInvoice>`;

/** One empty page, in the syntax of PDF 1.4 and with nothing of PDF/A. */
function emptyPdf(): string {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Resources<<>>>>',
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const start = text.length;
  return `${text}xref\n0 4\n0000000000 65535 f \n${offsets.join('')}trailer\n<</Size 4/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`;
}

describe('The judges of documents', () => {
  let folder = '';
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'toolpress-judges-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  function file(name: string, text: string): string {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  }

  it('veraPDF names the clauses that a PDF fails, and says which file it can’t read', async function () {
    if (!(await areJudgesHere('veraPdf'))) this.skip();
    const files = [file('empty.pdf', emptyPdf()), file('text.pdf', 'text'), join(folder, 'nothing.pdf')];
    const [empty, text, nothing] = await veraPdf(files, '3b');
    expect(empty?.passed).to.equal(false);
    expect(empty?.failures.map(({ clause }) => clause)).to.include.members(['6.1.3', '6.6.2.1']);
    for (const unread of [text, nothing]) expect(unread?.failures[0]?.clause).to.equal('parse');
  });

  it('Mustang passes an invoice, and names the rule that another one breaks', async function () {
    if (!(await areJudgesHere('mustang'))) this.skip();
    const files = [file('a.xml', INVOICE), file('b.xml', INVOICE.replace('<ram:Name>Seller</ram:Name>', ''))];
    const [whole, nameless] = await mustang(files);
    expect(whole).to.deep.include({ valid: true, errors: [] });
    expect(nameless?.valid).to.equal(false);
    expect(nameless?.errors.map(({ rule }) => rule)).to.include('BR-06');
  });

  it('phive passes an invoice, and names the rules that others break: one without a name, one with an element too many', async function () {
    if (!(await areJudgesHere(...PHIVE))) this.skip();
    const files = [
      file('c.xml', INVOICE),
      file('d.xml', INVOICE.replace('<ram:Name>Seller</ram:Name>', '')),
      file('e.xml', INVOICE.replace('<ram:Name>Seller</ram:Name>', '$&<ram:Description>x</ram:Description>')),
    ];
    const [whole, nameless, described] = await phive(files);
    expect(whole).to.deep.include({ valid: true, errors: [] });
    expect(nameless?.errors.map(({ rule }) => rule)).to.include('BR-06');
    expect(described?.errors.map(({ rule }) => rule)).to.include('schema');
  });

  it('qpdf has no complaint of a PDF, and complains of a damaged one', async () => {
    const files = [file('whole.pdf', emptyPdf()), file('damaged.pdf', emptyPdf().replace('/Count 1', '/Count'))];
    const [whole, damaged] = await qpdfComplaints(files);
    expect(whole).to.deep.equal([]);
    expect(damaged).not.to.deep.equal([]);
  });
});
