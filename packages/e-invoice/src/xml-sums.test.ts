/** The sums in a caller's XML are checked with the rules for data. */
import type { EInvoiceProfile, EInvoiceSyntax } from '@toolpress/contract';
import { caseCount, leastCpuMs } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { makeEInvoice } from './make.js';
import { invoiceOf } from './testing/invoices.js';
import { KINDS, make } from './testing/official-examples.js';

function refusal(xml: string, profile: EInvoiceProfile, syntax: EInvoiceSyntax): string {
  try {
    const made = makeEInvoice({ profile, syntax, xml });
    expect(made.xml).to.equal(xml);
    return 'no fault';
  } catch (error) {
    return (error as Error).message;
  }
}

const LINES = [
  { name: 'a', quantity: 3, unit: 'C62', net_price: '10.10', vat_category: 'S', vat_rate: 20 },
  { name: 'b', quantity: 1, unit: 'C62', net_price: '5.00', vat_category: 'S', vat_rate: 7 },
];
const part = (amount: string) => ({ amount, reason: 'r', vat_category: 'S', vat_rate: 20 });
const DATA = {
  ...invoiceOf(1, 'peppol_bis_3'),
  type_code: '380',
  currency: 'EUR',
  vat_currency: undefined,
  lines: LINES,
  allowances: [part('1.00')],
  charges: [part('2.00')],
  vat_breakdown: [],
  totals: { prepaid: '4.00', rounding: '0.05' },
} as unknown as Parameters<typeof make>[1];

describe('A caller’s XML', () => {
  it('is accepted when its sums are right, in each profile and syntax', () => {
    const seeds = caseCount(5, 12);
    let count = 0;
    for (const [profile, syntax] of KINDS)
      for (let seed = 0; seed < seeds; seed++) {
        let xml: string;
        try {
          ({ xml } = make(profile, invoiceOf(seed, profile), syntax));
        } catch {
          continue;
        }
        expect(refusal(xml, profile, syntax), `${profile} ${syntax} ${seed}`).to.equal('no fault');
        count++;
      }
    expect(count).to.be.above(7.9 * seeds);
  });

  /** What is replaced in CII and in UBL, and the rule that this breaks. */
  const FAULTS: readonly [rule: string, field: string, cii: [string, string], ubl: [string, string]][] = [
    [
      'BR-CO-10',
      'totals.line_total` (BT-106)',
      ['LineTotalAmount>35.30', 'LineTotalAmount>35.31'],
      ['LineExtensionAmount currencyID="EUR">35.30', 'LineExtensionAmount currencyID="EUR">35.31'],
    ],
    [
      'BR-CO-11',
      'totals.allowance_total` (BT-107)',
      ['AllowanceTotalAmount>1.00', 'AllowanceTotalAmount>1.50'],
      ['AllowanceTotalAmount currencyID="EUR">1.00', 'AllowanceTotalAmount currencyID="EUR">1.50'],
    ],
    [
      'BR-CO-12',
      'totals.charge_total` (BT-108)',
      ['ChargeTotalAmount>2.00', 'ChargeTotalAmount>2.50'],
      ['ChargeTotalAmount currencyID="EUR">2.00', 'ChargeTotalAmount currencyID="EUR">2.50'],
    ],
    [
      'BR-CO-13',
      'totals.net_total` (BT-109)',
      ['TaxBasisTotalAmount>36.30', 'TaxBasisTotalAmount>99999999999999999999.30'],
      ['TaxExclusiveAmount currencyID="EUR">36.30', 'TaxExclusiveAmount currencyID="EUR">99999999999999999999.30'],
    ],
    [
      'BR-CO-14',
      'totals.vat_total` (BT-110)',
      ['TaxTotalAmount currencyID="EUR">6.61', 'TaxTotalAmount currencyID="EUR">6.62'],
      ['<cac:TaxTotal><cbc:TaxAmount currencyID="EUR">6.61', '<cac:TaxTotal><cbc:TaxAmount currencyID="EUR">6.62'],
    ],
    [
      'BR-CO-15',
      'totals.grand_total` (BT-112)',
      ['GrandTotalAmount>42.91', 'GrandTotalAmount>42.92'],
      ['TaxInclusiveAmount currencyID="EUR">42.91', 'TaxInclusiveAmount currencyID="EUR">42.92'],
    ],
    [
      'BR-CO-16',
      'totals.amount_due` (BT-115)',
      ['DuePayableAmount>38.96', 'DuePayableAmount>38.91'],
      ['PayableAmount currencyID="EUR">38.96', 'PayableAmount currencyID="EUR">38.91'],
    ],
    [
      'BR-15',
      'totals.amount_due` (BT-115)',
      ['<ram:DuePayableAmount>38.96</ram:DuePayableAmount>', ''],
      ['<cbc:PayableAmount currencyID="EUR">38.96</cbc:PayableAmount>', ''],
    ],
    [
      'BR-S-08',
      'vat_breakdown[1].taxable_amount` (BT-116)',
      ['BasisAmount>5.00', 'BasisAmount>6.00'],
      ['TaxableAmount currencyID="EUR">5.00', 'TaxableAmount currencyID="EUR">6.00'],
    ],
    [
      'BR-S-09',
      'vat_breakdown[0].tax_amount` (BT-117)',
      ['CalculatedAmount>6.26', 'CalculatedAmount>7.26'],
      ['TaxAmount currencyID="EUR">6.26', 'TaxAmount currencyID="EUR">7.26'],
    ],
    [
      'BR-DEC-12',
      'totals.net_total` (BT-109)',
      ['TaxBasisTotalAmount>36.30', 'TaxBasisTotalAmount>36.301'],
      ['TaxExclusiveAmount currencyID="EUR">36.30', 'TaxExclusiveAmount currencyID="EUR">36.301'],
    ],
  ];
  const cii = make('xrechnung', {
    ...DATA,
    seller: { ...DATA.seller, address: { ...DATA.seller?.address, country: 'AT' } },
  } as typeof DATA).xml;
  const ubl = make('xrechnung', DATA, 'ubl').xml;

  for (const [rule, field, inCii, inUbl] of FAULTS)
    it(`is rejected with wrong sums: ${rule}`, () => {
      for (const [xml, syntax, [from, to]] of [
        [cii, 'cii', inCii],
        [ubl, 'ubl', inUbl],
      ] as const) {
        expect(xml, syntax).to.include(from);
        const message = refusal(xml.replace(from, to), 'xrechnung', syntax);
        expect(message).to.include(`\`e_invoice.xml\`: \`${field}`).and.include(`(${rule})`);
      }
    });

  it('must have net amounts that match prices in Peppol, while XRechnung only warns', () => {
    const { xml } = make('peppol_bis_3', DATA);
    const price = 'PriceAmount currencyID="EUR">10.1<';
    expect(xml).to.include(price);
    expect(refusal(xml.replace(price, price.replace('10.1', '10.2')), 'peppol_bis_3', 'ubl')).to.include(
      '`e_invoice.xml`: `lines[0].net_amount` (BT-131) must be 30.60',
    );
    expect(refusal(ubl.replace(price, price.replace('10.1', '10.2')), 'xrechnung', 'ubl')).to.equal('no fault');
  });

  it('may have VAT with other rounding, as in validators', () => {
    const sums: [string, string][] = [
      ['TaxAmount currencyID="EUR">6.26', 'TaxAmount currencyID="EUR">6.20'],
      ['<cac:TaxTotal><cbc:TaxAmount currencyID="EUR">6.61', '<cac:TaxTotal><cbc:TaxAmount currencyID="EUR">6.55'],
      ['TaxInclusiveAmount currencyID="EUR">42.91', 'TaxInclusiveAmount currencyID="EUR">42.85'],
      ['PayableAmount currencyID="EUR">38.96', 'PayableAmount currencyID="EUR">38.90'],
    ];
    const xml = sums.reduce((text, [from, to]) => text.replace(from, to), ubl);
    expect(refusal(xml, 'xrechnung', 'ubl')).to.equal('no fault');
  });

  it('must have decimals of limited length', () => {
    for (const amount of ['1e9', 'NaN', 'INF', '1,5', '0x10', '1'.repeat(61), '--1', '.', '']) {
      const message = refusal(
        ubl.replace('PayableAmount currencyID="EUR">38.96', `PayableAmount currencyID="EUR">${amount}`),
        'xrechnung',
        'ubl',
      );
      if (amount === '') expect(message).to.include('(BR-15)');
      else expect(message, amount).to.include('`PayableAmount` must be a decimal');
    }
    const odd = ubl.replace(
      'PayableAmount currencyID="EUR">38.96',
      'PayableAmount currencyID="EUR"> <![CDATA[+38.]]><!-- -->9600 ',
    );
    expect(refusal(odd, 'xrechnung', 'ubl')).to.equal('no fault');
  });

  it('must have the requested syntax and no other vocabulary', () => {
    expect(refusal(ubl, 'xrechnung', 'cii')).to.include('its root is `CrossIndustryInvoice`');
    expect(refusal(cii, 'xrechnung', 'ubl')).to.include('its root is `Invoice`');
    expect(refusal(ubl.replace('<cbc:ID>', '<x xmlns="urn:x"/><cbc:ID>'), 'xrechnung', 'ubl')).to.include(
      'namespaces of UBL',
    );
    expect(refusal(ubl.replace('<cbc:ID>', '<__proto__/><cbc:ID>'), 'xrechnung', 'ubl')).to.equal('no fault');
    expect(refusal(ubl.replace('<Invoice', '<!DOCTYPE x><Invoice'), 'xrechnung', 'ubl')).to.include('document type');
    const deep = '<cac:Party>'.repeat(60);
    expect(refusal(ubl.replace('<cac:PaymentTerms>', `${deep}<cac:PaymentTerms>`), 'xrechnung', 'ubl')).to.include(
      'nested more than 50',
    );
    expect(refusal(ubl, 'peppol_bis_3', 'ubl')).to.include('must have the guideline (BT-24)');
  });

  it('takes linear time for any number of lines, rates and entries', () => {
    const line = (index: number) =>
      `<cac:InvoiceLine><cbc:LineExtensionAmount>1.00</cbc:LineExtensionAmount><cac:Item><cac:ClassifiedTaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>${index}</cbc:Percent></cac:ClassifiedTaxCategory></cac:Item></cac:InvoiceLine>`;
    const entry = (index: number) =>
      `<cac:TaxSubtotal><cbc:TaxableAmount>1.00</cbc:TaxableAmount><cbc:TaxAmount>1.00</cbc:TaxAmount><cac:TaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>${index}.5</cbc:Percent></cac:TaxCategory></cac:TaxSubtotal>`;
    const many = (count: number, of: (index: number) => string) =>
      Array.from({ length: count }, (_, index) => of(index)).join('');
    const timeOf = (count: number): number => {
      const xml = ubl
        .replace('</Invoice>', `${many(count, line)}</Invoice>`)
        .replace('</cac:TaxTotal>', `${many(count, entry)}</cac:TaxTotal>`);
      return leastCpuMs(3, () => expect(refusal(xml, 'xrechnung', 'ubl')).to.match(/ And \d+ more\.$/));
    };
    timeOf(200);
    expect(timeOf(2_000)).to.be.below(30 * timeOf(200));
  }).timeout(300_000);
});
