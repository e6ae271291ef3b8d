import { pdfAttachments, type SharedService, sharedService } from '@toolpress/testkit';
import { expect } from 'chai';
import { before, describe, it } from 'mocha';
import { eInvoices, INVOICE } from './e-invoices.js';

describe('E-invoices', () => {
  let service: SharedService;
  before(async () => {
    service = await sharedService();
  });

  const { call, pdfOf } = eInvoices(() => service);
  async function refusalOf(e_invoice: object, more: object = {}) {
    const { status, headers, body } = await call(e_invoice, more);
    return { status, code: headers.get('x-error-code'), message: body.error ?? '' };
  }

  it('take the XML of a caller as it is, if it is an invoice of the profile', async () => {
    const { xml } = (await call({ profile: 'en16931', invoice: INVOICE, output: 'xml' })).body.data;
    const own = `${xml}<!-- ours -->`;
    const pdf = await pdfOf(
      { profile: 'en16931', xml: own },
      { conformance: ['pdf/a-3b'], attachments: [{ name: 'factur-x.xml', data_base64: 'YQ==' }] },
    );
    const files = pdfAttachments(pdf);
    expect(files['factur-x.xml']?.toString()).to.equal(own);
    expect(Object.keys(files)).to.have.members(['factur-x.xml', 'factur-x (2).xml']);
    const faults = {
      'guideline (BT-24) `urn:cen.eu:en16931:2017` for the profile `en16931`; it has another one': xml.replace(
        'urn:cen.eu:en16931:2017',
        'urn:other',
      ),
      'must not have a document type': xml.replace('<rsm:', '<!DOCTYPE x [<!ENTITY a "b">]><rsm:'),
      'must declare the encoding `UTF-8`': xml.replace('UTF-8', 'ISO-8859-1'),
      'is not well-formed': xml.replace('</ram:', '</'),
      'its root is `CrossIndustryInvoice`': '<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"/>',
    };
    for (const [message, broken] of Object.entries(faults)) {
      const refusal = await refusalOf({ profile: 'en16931', xml: broken });
      expect(refusal).to.include({ status: 422, code: 'e_invoice_invalid' });
      expect(refusal.message).to.include(message);
    }
  });

  it('are XML alone with `output: "xml"`, stored under their own ending, without HTML', async () => {
    const body = { e_invoice: { profile: 'xrechnung', invoice: INVOICE, output: 'xml' }, filename: 'Rechnung 1' };
    const answer = await service.call('/api/utilities/json-to-pdf', { body });
    expect(answer.status, answer.body.error).to.equal(200);
    const { xml, page_count, download_url, signed_url, size_bytes, pdf_base64 } = answer.body.data;
    expect({ page_count, pdf_base64 }).to.deep.equal({ page_count: 0, pdf_base64: undefined });
    expect(size_bytes).to.equal(Buffer.byteLength(xml));
    expect(download_url).to.match(/\.xml$/);
    for (const url of [download_url, signed_url]) {
      const file = await fetch(url);
      expect([file.status, file.headers.get('content-type')]).to.deep.equal([200, 'application/xml']);
      expect(file.headers.get('content-disposition')).to.include('Rechnung 1.xml');
      expect(await file.text()).to.equal(xml);
    }
    const missing = await service.call('/api/utilities/json-to-pdf', {
      body: { e_invoice: { ...body.e_invoice, output: 'pdf' } },
    });
    expect([missing.status, missing.body.error]).to.deep.equal([400, '`html` is required.']);
  });

  it('are XML in UBL with `syntax`, which no PDF holds, and are read again as the XML of a caller', async () => {
    const e_invoice = { profile: 'xrechnung', syntax: 'ubl', output: 'xml' };
    const { xml } = (await call({ ...e_invoice, invoice: INVOICE })).body.data;
    expect(xml)
      .to.include('<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"')
      .and.include('<cbc:TaxInclusiveAmount currencyID="EUR">442.19</cbc:TaxInclusiveAmount>');
    expect((await call({ ...e_invoice, xml })).body.data.xml).to.equal(xml);
    const wrong = await refusalOf({ ...e_invoice, xml: xml.replaceAll('>442.19<', '>442.18<') });
    expect(wrong).to.include({ status: 422, code: 'e_invoice_invalid' });
    expect(wrong.message).to.include(
      '`e_invoice.xml`: `totals.grand_total` (BT-112) must be 442.19, `net_total` + `vat_total` (BR-CO-15).',
    );
    const inPdf = await refusalOf({ profile: 'xrechnung', syntax: 'ubl', invoice: INVOICE });
    expect(inPdf).to.include({ status: 400, code: 'invalid_parameter' });
    expect(inPdf.message).to.include('`e_invoice.output` must be `xml` with `e_invoice.syntax` `ubl`');
  });

  it('are refused before anything is printed, with every rule that is broken and its field', async () => {
    const [first, second] = INVOICE.lines;
    const invoice = {
      ...INVOICE,
      lines: [
        { ...first, unit: 'hours' },
        { ...second, net_amount: 30 },
      ],
      totals: { grand_total: '500.00' },
    };
    const refusal = await refusalOf({ profile: 'xrechnung', invoice });
    expect(refusal).to.include({ status: 422, code: 'e_invoice_invalid' });
    for (const [field, rule] of [
      ['lines[0].unit', 'BR-CL-23'],
      ['lines[1].net_amount', 'PEPPOL-EN16931-R120'],
      ['totals.grand_total', 'BR-CO-15'],
    ])
      expect(refusal.message).to.match(
        new RegExp(`\`e_invoice\\.invoice\\.${field?.replace(/[[\].]/g, '\\$&')}\`.*?\\(${rule}\\)`),
      );
  });

  it('do not go with what contradicts them', async () => {
    const e_invoice = { profile: 'en16931', invoice: INVOICE };
    for (const [given, more, message] of [
      [e_invoice, { conformance: 'pdf/a-2b' }, '`conformance` must have pdf/a-3b or pdf/a-3a'],
      [e_invoice, { data: { invoice: {} } }, '`data.invoice` can’t go with `e_invoice.invoice`'],
      [e_invoice, { protect: { permissions: [] } }, '`protect` can’t go with `e_invoice`'],
      [{ profile: 'en16931' }, {}, '`e_invoice` must have `xml`, `invoice` or `invoice_from`'],
      [{ ...e_invoice, xml: '<a/>' }, {}, '`e_invoice` must have only one of `xml`, `invoice` and `invoice_from`'],
      [{ ...e_invoice, profile: 'zugferd' }, {}, '`e_invoice.profile` must be one of'],
      [
        { profile: 'basic', invoice: { numbr: '1' } },
        {},
        '`e_invoice.invoice.numbr` is not known; did you mean `e_invoice.invoice.number`?',
      ],
      [
        { profile: 'basic', invoice: { lines: [{ net_price: '1,50' }] } },
        {},
        '`e_invoice.invoice.lines[0].net_price` must be a decimal',
      ],
      [{ profile: 'basic', invoice: { number: 'a\u0001' } }, {}, '`e_invoice.invoice.number` must not be blank'],
    ] as const) {
      const refusal = await refusalOf(given, more);
      expect(refusal).to.include({ status: 400, code: 'invalid_parameter' });
      expect(refusal.message).to.include(message);
    }
  });
});
