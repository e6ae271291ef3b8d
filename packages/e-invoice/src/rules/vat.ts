/** Rules of EN 16931-1, 6.4.3, on VAT categories. */
import type { Decimal, Invoice, InvoiceVatBreakdown } from '@toolpress/contract';
import { decimalOf } from '../decimal.js';
import { LEVELS } from '../profiles.js';
import type { Check } from './check.js';
import { CATEGORIES, type Category, checkAmounts, checkGroups } from './vat-sums.js';

/** Parts of an invoice with a category, and the numbers of their rules. */
const KINDS = [
  { of: 'lines', ids: '02', rate: '05', alone: '12' },
  { of: 'allowances', ids: '03', rate: '06', alone: '13' },
  { of: 'charges', ids: '04', rate: '07', alone: '14' },
] as const;

export function checkVat(check: Check, invoice: Invoice, level: number): void {
  const { vat_breakdown: breakdown = [] } = invoice;
  if (level >= LEVELS.basicWl)
    check.rule('BR-CO-18', 'vat_breakdown', breakdown.length > 0, 'must have an entry for each VAT category and rate');
  for (const kind of KINDS) {
    const reported = new Set<string>();
    invoice[kind.of]?.forEach(({ vat_category = '', vat_rate }, index) => {
      const category = CATEGORIES[vat_category];
      if (category === undefined) return;
      const at = `${kind.of}[${index}]`;
      checkRate(check, category, `BR-${category.name}-${kind.rate}`, `${at}.vat_rate`, vat_rate);
      // Report a missing party once, whatever the number of lines.
      if (!reported.has(vat_category)) checkIds(check, category, `BR-${category.name}-${kind.ids}`, invoice, level);
      reported.add(vat_category);
    });
  }
  breakdown.forEach((entry, index) => {
    checkBreakdown(check, entry, `vat_breakdown[${index}]`);
  });
  checkGroups(check, invoice);
  checkAlone(check, invoice);
  checkDelivery(check, invoice);
  checkSplit(check, invoice);
}

function checkRate(check: Check, { rate }: Category, rule: string, field: string, given: Decimal | undefined): void {
  const value = decimalOf(given);
  if (rate === 'positive') check.rule(rule, field, value.gt(0), 'must be above 0 for this VAT category');
  if (rate === 'zero') check.rule(rule, field, value.eq(0), 'must be 0 for this VAT category');
  if (rate === 'any') check.rule(rule, field, value.gte(0), 'must not be negative');
  if (rate === 'none')
    check.rule(rule, field, given === undefined, 'must not be given: what is not subject to VAT has no rate');
}

function checkIds(check: Check, { seller, buyer }: Category, rule: string, invoice: Invoice, level: number): void {
  const { seller: sells = {}, buyer: buys = {}, seller_tax_representative: representative } = invoice;
  const vat = sells.vat_id ?? representative?.vat_id;
  if (seller === 'vat')
    check.rule(
      rule,
      'seller.vat_id',
      vat !== undefined,
      'must be given for this VAT category, or that of the tax representative',
    );
  if (seller === 'vat or tax')
    check.rule(
      rule,
      'seller.vat_id',
      (vat ?? sells.tax_number) !== undefined,
      'or `tax_number` must be given for this VAT category',
    );
  if (seller === 'neither') {
    const text = 'must not be given: what is not subject to VAT is sold without VAT numbers';
    check.rule(rule, 'seller.vat_id', sells.vat_id === undefined, text);
    check.rule(rule, 'seller_tax_representative.vat_id', representative?.vat_id === undefined, text);
    check.rule(rule, 'buyer.vat_id', buys.vat_id === undefined, text);
  }
  if (level < LEVELS.basicWl) return;
  if (buyer === 'vat')
    check.rule(rule, 'buyer.vat_id', buys.vat_id !== undefined, 'must be given for this VAT category');
  if (buyer === 'vat or registration')
    check.rule(
      rule,
      'buyer.vat_id',
      (buys.vat_id ?? buys.legal_registration) !== undefined,
      'or `legal_registration` must be given for this VAT category',
    );
}

function checkBreakdown(check: Check, entry: InvoiceVatBreakdown, at: string): void {
  const { rate, exemption_reason, exemption_reason_code } = entry;
  checkAmounts(check, entry, at);
  check.present('BR-47', `${at}.category`, entry.category);
  const category = CATEGORIES[entry.category ?? ''];
  if (category === undefined) return;
  if (category.rate !== 'none') checkRate(check, category, 'BR-CO-17', `${at}.rate`, rate);
  const why = exemption_reason ?? exemption_reason_code;
  const field = `${at}.exemption_reason`;
  const rule = `BR-${category.name}-10`;
  if (category.hasReason) check.rule(rule, field, why !== undefined, 'or `exemption_reason_code` must be given');
  else check.rule(rule, field, why === undefined, 'must not be given: there is VAT in this category');
}

/** Checks split payment, which only UBL has. */
function checkSplit(check: Check, invoice: Invoice): void {
  const { lines = [], allowances = [], charges = [], vat_breakdown = [], delivery } = invoice;
  const categories = new Set([...lines, ...allowances, ...charges].map(({ vat_category }) => vat_category));
  for (const { category } of vat_breakdown) categories.add(category);
  if (!categories.has('B')) return;
  const places = [
    invoice.seller?.address,
    invoice.buyer?.address,
    invoice.seller_tax_representative?.address,
    delivery?.address,
  ];
  const countries = [...places.map((place) => place?.country), ...lines.map(({ origin_country }) => origin_country)];
  const isItalian = countries.every((country) => country === undefined || country === 'IT');
  check.rule(
    'BR-B-01',
    'vat_breakdown',
    isItalian,
    'must have the category `B`, split payment, in Italy only: all countries must be `IT`',
  );
  check.rule(
    'BR-B-02',
    'vat_breakdown',
    !categories.has('S'),
    'must not have the category `S` beside `B`, split payment',
  );
}

/** Checks BR-O-11 to BR-O-14: category `O` cannot be combined with others. */
function checkAlone(check: Check, invoice: Invoice): void {
  const { vat_breakdown: breakdown = [] } = invoice;
  const outside = breakdown.filter(({ category }) => category === 'O');
  if (outside.length === 0) return;
  const text = 'must not have other VAT categories beside `O`, not subject to VAT';
  check.rule('BR-O-11', 'vat_breakdown', outside.length === breakdown.length, text);
  for (const { of, alone } of KINDS) {
    const index =
      invoice[of]?.findIndex(({ vat_category }) => vat_category !== undefined && vat_category !== 'O') ?? -1;
    check.rule(`BR-O-${alone}`, `${of}[${index}].vat_category`, index === -1, 'must be `O`, as in the VAT breakdown');
  }
}

function checkDelivery(
  check: Check,
  { vat_breakdown: breakdown = [], delivery, invoicing_period: period }: Invoice,
): void {
  if (!breakdown.some(({ category }) => category === 'K')) return;
  const when = delivery?.date ?? period?.start_date ?? period?.end_date;
  check.rule(
    'BR-IC-11',
    'delivery.date',
    when !== undefined,
    'or `invoicing_period` must be given for intra-community supply',
  );
  const where = delivery?.address?.country;
  check.rule('BR-IC-12', 'delivery.address.country', where !== undefined, 'must be given for intra-community supply');
}
