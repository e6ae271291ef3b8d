import type { EInvoiceProfile, Invoice } from '@toolpress/contract';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { isIban } from './iban.js';
import { makeEInvoice } from './make.js';

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

describe('An invoice from data', () => {
  it('has amounts that are exact where doubles are not, with halves away from zero', () => {
    const lines = [
      line({ quantity: '1.005', net_price: 100 }),
      line({ quantity: -1, net_price: '0.005' }),
      line({ net_price: 0.1 }),
      line({ net_price: 0.2 }),
    ];
    expect(made({ lines }).invoice?.lines?.map(({ net_amount }) => net_amount)).to.deep.equal([100.5, -0.01, 0.1, 0.2]);
    expect(totalsOf({ lines })).to.include({ line_total: 100.79, vat_total: 20.16, grand_total: 120.95 });
  });

  it('computes prices for many units, discounts, percentages, and what is due', () => {
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

  it('has VAT by category and rate, with reasons that are given without amounts', () => {
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

  it('takes VAT that was rounded line by line, and no other', () => {
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

  it('names each fault of many, and counts those that it does not', () => {
    const lines = Array.from({ length: 30 }, () => line({ net_price: -1 }));
    const message = messageOf({ lines });
    expect(message.match(/\(BR-27\)/g)).to.have.length(20);
    expect(message)
      .to.include('`e_invoice.invoice.lines[0].net_price`')
      .and.to.match(/ And 10 more\.$/);
  });

  it('escapes what would be markup, and writes nothing that a profile has no room for', () => {
    const seller = { ...INVOICE.seller, name: '</ram:Name><x a="1">&amp;', contact: { name: 'Ada' } };
    const { xml } = made({ seller });
    expect(xml)
      .to.include('<ram:Name>&lt;/ram:Name&gt;&lt;x a=&quot;1&quot;&gt;&amp;amp;</ram:Name>')
      .and.include('Ada');
    expect(made({ seller }, 'basic').xml).not.to.include('Ada');
    expect(made({ seller }, 'minimum').xml).not.to.include('IncludedSupplyChainTradeLineItem');
  });

  it('of any size takes time in proportion', () => {
    const timeOf = (count: number): number => {
      const lines = Array.from({ length: count }, () => line({ net_price: 1.11 }));
      const times = Array.from({ length: 3 }, () => {
        const begun = process.cpuUsage();
        made({ lines });
        return process.cpuUsage(begun).user;
      });
      return Math.min(...times);
    };
    timeOf(4_000);
    expect(timeOf(4_000)).to.be.below(40 * timeOf(400));
  });
});

describe('An IBAN', () => {
  it('is one by its check digits', () => {
    expect(['DE75512108001245126199', 'at61 1904 3002 3457 3201'].map(isIban)).to.deep.equal([true, true]);
    expect(['DE75512108001245126198', 'DE', '', 'DE7551210800124512619Ä'].map(isIban)).to.not.include(true);
  });
});
