/** Invoices in UBL: XRechnung, Peppol BIS Billing and plain EN 16931. */
import { type EInvoice, type EInvoiceProfile, eInvoiceFault, type Invoice } from '@toolpress/contract';
import { caseCount } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { parsed } from './testing/element.js';
import { invoiceOf } from './testing/invoices.js';
import { make } from './testing/official-examples.js';
import { fromUbl } from './testing/read-ubl.js';

const address = (country: string) => ({ line_1: 'Street 1', city: 'City', post_code: '10115', country });
const GLN = { id: '4012345000009', scheme: '0088' };

/** A valid invoice for Peppol. */
const INVOICE: Invoice = {
  number: '1',
  issue_date: '2026-11-22',
  due_date: '2026-12-22',
  currency: 'EUR',
  buyer_reference: 'B-1',
  seller: { name: 'A', vat_id: 'ATU12345678', address: address('AT'), electronic_address: GLN },
  buyer: { name: 'B', address: address('FR'), electronic_address: GLN },
  payment: { means_code: '58', credit_transfers: [{ account_id: 'DE75512108001245126199' }] },
  lines: [{ name: 'x', quantity: 1, unit: 'C62', net_price: 100, vat_category: 'S', vat_rate: 20 }],
};

const peppol = (more: Partial<Invoice> = {}): string => make('peppol_bis_3', { ...INVOICE, ...more }).xml;

function refusal(more: object): string {
  try {
    peppol(more as Partial<Invoice>);
    return 'no fault';
  } catch (error) {
    return (error as Error).message;
  }
}

describe('An invoice in UBL', () => {
  it('is an Invoice or a CreditNote, each with its order of elements', () => {
    const invoice = peppol({ project_reference: 'P', vat_point_date: '2026-11-01' });
    expect(invoice).to.include('<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"');
    expect(invoice).to.include('<cbc:DueDate>2026-12-22</cbc:DueDate><cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode>');
    expect(invoice).to.include('<cac:ProjectReference><cbc:ID>P</cbc:ID></cac:ProjectReference>');
    const credit = peppol({ type_code: '381', project_reference: 'P' });
    expect(credit).to.include('<CreditNote xmlns="urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2"');
    expect(credit)
      .to.include('<cbc:PaymentDueDate>2026-12-22</cbc:PaymentDueDate>')
      .and.include('<cac:CreditNoteLine>');
    expect(credit).to.include('<cbc:ID>P</cbc:ID><cbc:DocumentTypeCode>50</cbc:DocumentTypeCode>');
    expect(credit).to.include('<cbc:CreditedQuantity unitCode="C62">1</cbc:CreditedQuantity>');
  });

  it('names its specification, and has the file name of its profile', () => {
    const names = (['en16931', 'xrechnung', 'peppol_bis_3'] as const).map((profile) => {
      const { xml, filename } = make(profile, invoiceOf(profile === 'en16931' ? 2 : 1, profile), 'ubl');
      return [filename, parsed(xml).text('CustomizationID')];
    });
    expect(names).to.deep.equal([
      ['invoice.xml', 'urn:cen.eu:en16931:2017'],
      ['xrechnung.xml', 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0'],
      ['invoice.xml', 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0'],
    ]);
  });

  it('contains all data, so that writing what was read gives equal bytes', () => {
    const seeds = caseCount(8, 24);
    let count = 0;
    for (const profile of ['en16931', 'xrechnung', 'peppol_bis_3'] as EInvoiceProfile[])
      for (let seed = 0; seed < seeds; seed++) {
        const written = madeOf(profile, seed);
        if (written === undefined) continue;
        const again = make(profile, fromUbl(parsed(written)), 'ubl').xml;
        expect(again, `${profile} ${seed}`).to.equal(written);
        count++;
      }
    expect(count).to.be.above(2.5 * seeds);
  });

  function madeOf(profile: EInvoiceProfile, seed: number): string | undefined {
    try {
      return make(profile, invoiceOf(seed, profile), 'ubl').xml;
    } catch (error) {
      // Fields that UBL does not have.
      expect((error as Error).message).to.match(/\(BR-(?:49|17)\)/);
      return undefined;
    }
  }

  it('is never embedded in a PDF, nor available for profiles of Factur-X', () => {
    const faultOf = (e_invoice: object) => eInvoiceFault({ e_invoice: { invoice: {}, ...e_invoice } as EInvoice });
    expect(faultOf({ profile: 'xrechnung', syntax: 'ubl' })).to.equal(
      '`e_invoice.output` must be `xml` with `e_invoice.syntax` `ubl`: the XML in a PDF is always CII',
    );
    expect(faultOf({ profile: 'peppol_bis_3' })).to.equal(
      '`e_invoice.output` must be `xml` with the profile `peppol_bis_3`: the XML in a PDF is always CII',
    );
    expect(faultOf({ profile: 'extended', syntax: 'ubl', output: 'xml' })).to.equal(
      '`e_invoice.syntax` must be `cii` with the profile `extended`, or left out',
    );
    expect(faultOf({ profile: 'peppol_bis_3', syntax: 'cii', output: 'xml' })).to.include('must be `ubl`');
    for (const profile of ['en16931', 'xrechnung', 'peppol_bis_3'])
      expect(faultOf({ profile, syntax: 'ubl', output: 'xml' })).to.equal(undefined);
  });

  it('has no payment text or due date without a means of payment to contain it', () => {
    expect(refusal({ payment: { remittance_information: 'R' } })).to.include(
      '`e_invoice.invoice.payment.means_code` must be given: `payment.remittance_information` is a part of the means of payment in UBL (BR-49)',
    );
    expect(refusal({ type_code: '381', payment: undefined }))
      .to.include('`due_date` is a part')
      .and.include('(BR-49)');
    expect(refusal({ payment: undefined })).to.equal('no fault');
  });

  it('must keep the rules of Peppol', () => {
    expect(refusal({})).to.equal('no fault');
    const notes = [{ text: 'a' }, { text: 'b' }];
    const cases: [rule: string, field: string, change: object][] = [
      ['PEPPOL-EN16931-R002', 'notes', { notes }],
      ['PEPPOL-EN16931-R003', 'buyer_reference', { buyer_reference: undefined }],
      ['PEPPOL-EN16931-R007', 'business_process', { business_process: 'mine' }],
      ['PEPPOL-EN16931-P0100', 'type_code', { type_code: '389' }],
      ['PEPPOL-EN16931-P0112', 'type_code', { type_code: '384' }],
      [
        'PEPPOL-COMMON-R040',
        'buyer.electronic_address.id',
        { buyer: { ...INVOICE.buyer, electronic_address: { ...GLN, id: '4012345000008' } } },
      ],
      [
        'PEPPOL-EN16931-CL008',
        'buyer.electronic_address.scheme',
        { buyer: { ...INVOICE.buyer, electronic_address: { id: 'a@b.example', scheme: 'EM' } } },
      ],
    ];
    for (const [rule, field, change] of cases)
      expect(refusal(change)).to.include(`\`e_invoice.invoice.${field}\``).and.include(`(${rule})`);
  });

  it('must keep XRechnung’s rules, under Peppol’s names, between German parties', () => {
    const seller = { ...INVOICE.seller, address: address('DE') };
    const message = refusal({ seller, buyer: { ...INVOICE.buyer, address: { country: 'DE' } } });
    for (const rule of ['DE-R-002', 'DE-R-008', 'DE-R-009']) expect(message).to.include(`(${rule})`);
  });
});
