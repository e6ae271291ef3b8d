import type { EInvoiceProfile, Invoice } from '@toolpress/contract';
import { leastCpuMs } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { isIban } from './iban.js';
import { makeEInvoice } from './make.js';
import { make } from './testing/official-examples.js';

const INVOICE: Invoice = {
  number: '1',
  issue_date: '2026-11-22',
  due_date: '2026-12-22',
  currency: 'EUR',
  seller: { name: 'A', vat_id: 'DE1', address: { country: 'DE' } },
  buyer: { name: 'B', address: { country: 'FR' } },
  lines: [{ name: 'x', quantity: 1, unit: 'C62', net_price: 100, vat_category: 'S', vat_rate: 20 }],
};
const line = (more: object) => ({ name: 'x', quantity: 1, unit: 'C62', vat_category: 'S', vat_rate: 20, ...more });

const made = (more: Partial<Invoice> = {}, profile: EInvoiceProfile = 'en16931') =>
  makeEInvoice({ profile, invoice: { ...INVOICE, ...more } });
const totalsOf = (more: Partial<Invoice>) => made(more).invoice?.totals;

function messageOf(more: Partial<Invoice>, profile?: EInvoiceProfile): string {
  try {
    made(more, profile);
    return 'no fault';
  } catch (error) {
    return (error as Error).message;
  }
}

describe('makeEInvoice', () => {
  it('computes exact amounts and rounds halves away from zero', () => {
    const lines = [
      line({ quantity: '1.005', net_price: 100 }),
      line({ quantity: -1, net_price: '0.005' }),
      line({ net_price: 0.1 }),
      line({ net_price: 0.2 }),
    ];
    expect(made({ lines }).invoice?.lines?.map(({ net_amount }) => net_amount)).to.deep.equal([100.5, -0.01, 0.1, 0.2]);
    expect(totalsOf({ lines })).to.include({ line_total: 100.79, vat_total: 20.16, grand_total: 120.95 });
  });

  it('computes prices for several units, discounts, percentages and the amount due', () => {
    const lines = [
      line({
        quantity: 250,
        gross_price: 12,
        price_discount: '2.5',
        price_quantity: 100,
        allowances: [{ base_amount: 10, percentage: 5, reason: 'x' }],
        charges: [{ amount: 1, reason: 'y' }],
      }),
    ];
    const allowances = [{ amount: 3, reason: 'z', vat_category: 'S', vat_rate: '20.0' }];
    const result = totalsOf({ lines, allowances, totals: { prepaid: '4.25' } });
    // 250 × 9.5 / 100 − 0.5 + 1 = 24.25
    expect(result).to.deep.equal({
      prepaid: 4.25,
      line_total: 24.25,
      allowance_total: 3,
      net_total: 21.25,
      vat_total: 4.25,
      grand_total: 25.5,
      amount_due: 21.25,
    });
  });

  it('computes VAT by category and rate, with given reasons for exemptions', () => {
    const lines = [
      line({ net_price: 10, vat_rate: '20' }),
      line({ net_price: 5, vat_rate: '20.00' }),
      line({ net_price: 7, vat_category: 'E', vat_rate: 0 }),
    ];
    const vat_breakdown = [{ category: 'E', exemption_reason: 'Article 132' }];
    expect(made({ lines, vat_breakdown }).invoice?.vat_breakdown).to.deep.equal([
      { category: 'E', exemption_reason: 'Article 132', rate: 0, taxable_amount: 7, tax_amount: 0 },
      { category: 'S', rate: 20, taxable_amount: 15, tax_amount: 3 },
    ]);
  });

  it('writes a VAT entry for each rate of the lines', () => {
    const lines = [line({ net_price: 10 }), line({ net_price: 5, vat_rate: 7 })];
    const withEntry = (category: string, rate: number) =>
      messageOf({ lines, vat_breakdown: [{ category, rate, taxable_amount: 10, tax_amount: 2 }] });
    expect(withEntry('S', 20)).to.include('category `S` with the rate 7 (BR-S-08)');
    expect(withEntry('L', 20)).to.include('category `S` with the rate 7 (BR-S-01)');
  });

  it('accepts VAT that was rounded line by line, but no other difference', () => {
    const lines = [line({ net_price: '0.03' }), line({ net_price: '0.03' })];
    const withTax = (tax: number) => ({
      lines,
      vat_breakdown: [{ category: 'S', rate: 20, taxable_amount: 0.06, tax_amount: tax }],
    });
    expect(totalsOf(withTax(0.02))).to.include({ vat_total: 0.02, grand_total: 0.08 });
    expect(messageOf(withTax(0.04))).to.include(
      '`e_invoice.invoice.vat_breakdown[0].tax_amount` must be 0.01, `taxable_amount` × `rate` (BR-S-09)',
    );
  });

  it('accepts VAT that was rounded to a whole unit, as for forints', () => {
    const lines = [line({ net_price: '10.49', vat_rate: 27 })];
    const withTax = (tax: number) => ({
      lines,
      vat_breakdown: [{ category: 'S', rate: 27, taxable_amount: 10.49, tax_amount: tax }],
    });
    expect(totalsOf(withTax(3))).to.include({ vat_total: 3, grand_total: 13.49 });
    expect(messageOf(withTax(2.9))).to.include('(BR-S-09)');
    expect(messageOf(withTax(4))).to.include('(BR-S-09)');
  });

  it('accepts amounts with the zeros that Java and .NET write, and prices below a millionth', () => {
    const amounts = { quantity: '10.000000000000000000', net_price: 0.0000005, net_amount: '1.00000000000000000000' };
    const { xml, invoice } = make('en16931', {
      ...INVOICE,
      lines: [line({ ...amounts, vat_rate: '20.0000000000000000' })],
    });
    expect(invoice?.lines?.[0]).to.include({ quantity: 10, net_price: 0.0000005, net_amount: 1, vat_rate: 20 });
    expect(xml).to.include('>0.0000005</ram:ChargeAmount>').and.include('>10</ram:BilledQuantity>');
    for (const quantity of ['1.0000000000000001', '12345678901234567.0', `1.${'0'.repeat(70)}`, '1.', '.5', 1e-15])
      expect(() => make('en16931', { ...INVOICE, lines: [line({ quantity, net_price: 1 })] }), `${quantity}`).to.throw(
        'must be a decimal',
      );
  });

  it('accepts codes of VAT exemptions in capital and small letters', () => {
    const lines = [line({ net_price: 1, vat_category: 'G', vat_rate: 0 })];
    const vat_breakdown = [{ category: 'G', rate: 0, exemption_reason_code: 'vatex-eu-g' }];
    expect(made({ lines, vat_breakdown }).xml).to.include('>VATEX-EU-G</ram:ExemptionReasonCode>');
  });

  it('applies the rules of Peppol to XRechnung only', () => {
    const { gross_price, ...priced } = { gross_price: 120, price_discount: 5, net_price: 100, net_amount: 90 };
    const lines = [line({ ...priced, gross_price, price_quantity: 2, price_unit: 'KGM' })];
    const allowances = [{ amount: 1, base_amount: 10, reason: 'x', vat_category: 'S', vat_rate: 20 }];
    const rules = (profile: EInvoiceProfile) => messageOf({ lines, allowances }, profile).match(/PEPPOL-EN16931-R\d+/g);
    for (const profile of ['minimum', 'basic_wl', 'basic', 'en16931', 'extended'] as const)
      expect(messageOf({ lines, allowances }, profile), profile).to.equal('no fault');
    expect(rules('xrechnung')).to.include.members([
      'PEPPOL-EN16931-R042',
      'PEPPOL-EN16931-R046',
      'PEPPOL-EN16931-R130',
    ]);
  });

  it('adds a gross price where a discount is given', () => {
    expect(made({ lines: [line({ net_price: '9.50', price_discount: '0.50' })] }).invoice?.lines?.[0]).to.include({
      gross_price: 10,
    });
  });

  it('requires the net amount of a line whose price is for another unit or no quantity', () => {
    for (const other of [{ price_unit: 'KGM' }, { price_quantity: 0 }]) {
      const priced = line({ net_price: 1, ...other });
      expect(messageOf({ lines: [priced] }))
        .to.include('`e_invoice.invoice.lines[0].net_amount` is missing')
        .and.include('(BR-24)');
      expect(messageOf({ lines: [{ ...priced, net_amount: 1 }] })).to.equal('no fault');
    }
  });

  it('accepts a remittance information without a means of payment, which accounts and XRechnung require', () => {
    const payment = { remittance_information: 'R 1' };
    expect(made({ payment }).xml).to.include('<ram:PaymentReference>R 1</ram:PaymentReference>');
    expect(messageOf({ payment: { ...payment, credit_transfers: [{ account_id: '1' }] } })).to.include('(BR-49)');
    expect(messageOf({ payment }, 'xrechnung')).to.include(
      '`e_invoice.invoice.payment` must have a means of payment (BR-DE-1)',
    );
  });

  it('checks the digits of IBANs in XRechnung only', () => {
    const payment = { means_code: '58', credit_transfers: [{ account_id: 'DE00512108001245126199' }] };
    expect(messageOf({ payment })).to.equal('no fault');
    expect(messageOf({ payment }, 'xrechnung')).to.include('(BR-DE-19)');
  });

  it('requires a time of delivery between German parties, in some profiles', () => {
    const german: Partial<Invoice> = { buyer: { name: 'B', address: { country: 'DE' } } };
    for (const profile of ['basic', 'en16931', 'extended'] as const)
      expect(messageOf(german, profile)).to.include('`e_invoice.invoice.delivery.date`').and.include('(BR-FX-EN-04)');
    for (const profile of ['minimum', 'basic_wl'] as const) expect(messageOf(german, profile)).to.equal('no fault');
    expect(messageOf(german, 'xrechnung')).not.to.include('BR-FX-EN-04');
    const invoicing_period = { start_date: '2026-01-01' };
    const lines = INVOICE.lines?.map((one) => ({ ...one, period: invoicing_period }));
    const delivery = { address: { country: 'AT' } };
    for (const more of [
      { delivery: { date: '2026-01-01' } },
      { invoicing_period, delivery },
      { lines, delivery },
      { lines, despatch_advice_reference: 'D-1' },
      { type_code: '386' },
    ])
      expect(messageOf({ ...german, ...more } as Partial<Invoice>)).to.equal('no fault');
    expect(messageOf({ ...german, invoicing_period })).to.include(
      '`e_invoice.invoice.delivery.address.country` must be given between two German parties',
    );
  });

  it('accepts totals in EXTENDED that differ by less than a cent for each amount, and VAT categories beside `O`', () => {
    const lines = [line({ net_price: 1 }), line({ net_price: 2, vat_category: 'O', vat_rate: undefined })];
    const totals = { line_total: 3.01 };
    expect(messageOf({ lines, totals }, 'extended')).to.equal('no fault');
    expect(messageOf({ lines, totals: { line_total: 3.02 } }, 'extended')).to.include('(BR-FXEXT-CO-10)');
    expect(messageOf({ lines, totals })).to.include('(BR-CO-10)').and.include('(BR-O-11)');
  });

  it('writes the fields that only EXTENDED has, and leaves them out in other profiles', () => {
    const party = { name: 'Third', address: { city: 'Lyon', country: 'FR' } };
    const more = {
      ship_from: { ...party, name: 'Warehouse' },
      ultimate_ship_to: { ...party, name: 'Site' },
      invoicee: { ...party, name: 'Accounting', vat_id: 'FR12345678901' },
      delivery_note_reference: 'L-1',
      cash_discounts: [{ days: 14, percentage: '2.00' }],
      charges: [{ amount: 5, reason: 'Freight', vat_category: 'S', vat_rate: 20, is_logistics: true }],
      lines: [
        line({
          net_price: 100,
          purchase_order_reference: 'O-2',
          despatch_advice_reference: 'D-2',
          delivery_date: '2026-11-20',
          instances: [{ batch_id: 'B-1', serial_id: 'S-1' }],
        }),
      ],
    };
    const written = [
      '<ram:ShipFromTradeParty><ram:Name>Warehouse',
      '<ram:UltimateShipToTradeParty><ram:Name>Site',
      '<ram:InvoiceeTradeParty><ram:Name>Accounting',
      '<ram:DeliveryNoteReferencedDocument><ram:IssuerAssignedID>L-1',
      '<ram:BasisPeriodMeasure unitCode="DAY">14</ram:BasisPeriodMeasure><ram:CalculationPercent>2',
      '<ram:SpecifiedLogisticsServiceCharge><ram:Description>Freight</ram:Description><ram:AppliedAmount>5.00',
      '<ram:BuyerOrderReferencedDocument><ram:IssuerAssignedID>O-2',
      '<ram:DespatchAdviceReferencedDocument><ram:IssuerAssignedID>D-2',
      '<ram:ActualDeliverySupplyChainEvent><ram:OccurrenceDateTime><udt:DateTimeString format="102">20261120',
      '<ram:BatchID>B-1</ram:BatchID><ram:SupplierAssignedSerialID>S-1',
    ];
    const { xml, invoice } = made(more, 'extended');
    for (const part of written) expect(xml).to.include(part);
    expect(invoice?.totals).to.include({ charge_total: 5, net_total: 105, grand_total: 126 });
    const { xml: plain } = made(more);
    for (const part of written) expect(plain).not.to.include(part);
    expect(plain).to.include('<ram:ActualAmount>5.00</ram:ActualAmount><ram:Reason>Freight</ram:Reason>');
    expect(messageOf({ invoicee: { name: 'x', address: { country: 'XX' } } }, 'extended')).to.include(
      '`e_invoice.invoice.invoicee.address.country`',
    );
  });

  it('removes a second currency that equals the first', () => {
    expect(made({ vat_currency: 'EUR' }).xml).not.to.include('TaxCurrencyCode');
    expect(made({ vat_currency: 'EUR', totals: { vat_total_in_vat_currency: '20.00' } }).xml).not.to.include(
      'TaxCurrencyCode',
    );
    expect(messageOf({ vat_currency: 'EUR', totals: { vat_total_in_vat_currency: 7 } })).to.include(
      '`e_invoice.invoice.vat_currency`',
    );
  });

  it('names many faults, and counts the rest', () => {
    const lines = Array.from({ length: 30 }, () => line({ net_price: -1 }));
    const message = messageOf({ lines });
    expect(message.match(/\(BR-27\)/g)).to.have.length(20);
    expect(message)
      .to.include('`e_invoice.invoice.lines[0].net_price`')
      .and.to.match(/ And 10 more\.$/);
  });

  it('escapes markup, and leaves out what a profile does not have', () => {
    const seller = { ...INVOICE.seller, name: '</ram:Name><x a="1">&amp;', contact: { name: 'Ada' } };
    const { xml } = made({ seller });
    expect(xml)
      .to.include('<ram:Name>&lt;/ram:Name&gt;&lt;x a=&quot;1&quot;&gt;&amp;amp;</ram:Name>')
      .and.include('Ada');
    expect(made({ seller }, 'basic').xml).not.to.include('Ada');
    const buyer = { ...INVOICE.buyer, trading_name: 'Lovelace' };
    const lines = [line({ net_price: 1, charges: [{ base_amount: 10, percentage: 5, reason: 'x' }] })];
    expect(made({ buyer, lines }, 'basic').xml).not.to.match(/Lovelace|CalculationPercent|BasisAmount>10/);
    const { xml: whole } = made({ buyer, lines });
    for (const part of ['Lovelace', 'CalculationPercent', 'BasisAmount>10']) expect(whole).to.include(part);
    expect(made({ seller }, 'minimum').xml).not.to.include('IncludedSupplyChainTradeLineItem');
  });

  it('takes linear time', () => {
    const timeOf = (count: number): number => {
      const lines = Array.from({ length: count }, () => line({ net_price: 1.11 }));
      return leastCpuMs(6, () => made({ lines }));
    };
    timeOf(400);
    // Quadratic time would be a hundred times as long.
    expect(timeOf(3_000)).to.be.below(50 * timeOf(300));
  });
});

describe('isIban', () => {
  it('checks the check digits', () => {
    expect(['DE75512108001245126199', 'at61 1904 3002 3457 3201'].map(isIban)).to.deep.equal([true, true]);
    expect(['DE75512108001245126198', 'DE', '', 'DE7551210800124512619Ä'].map(isIban)).to.not.include(true);
  });
});
