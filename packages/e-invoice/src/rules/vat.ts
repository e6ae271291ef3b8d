/** Rules of EN 16931-1, 6.4.3: what each VAT category asks for. */
import type { Decimal, Invoice, InvoiceVatBreakdown } from '@toolpress/contract';
import { type VatGroup, vatGroups, vatKey } from '../complete.js';
import { decimalOf, decimalsOf, rounded } from '../decimal.js';
import { LEVELS } from '../profiles.js';
import type { Check } from './check.js';

interface Category {
  /** In the names of its rules: `BR-S-05`. */
  name: string;
  rate: 'positive' | 'zero' | 'any' | 'none';
  /** Whether its breakdown says why there is no VAT. */
  hasReason: boolean;
  /** Of the seller: a VAT number (its own or its representative's), or one of the tax office as well. */
  seller: 'vat' | 'vat or tax' | 'neither';
  /** Of the buyer. */
  buyer?: 'vat' | 'vat or registration';
}

const CATEGORIES: Readonly<Record<string, Category>> = {
  S: { name: 'S', rate: 'positive', hasReason: false, seller: 'vat or tax' },
  Z: { name: 'Z', rate: 'zero', hasReason: false, seller: 'vat or tax' },
  E: { name: 'E', rate: 'zero', hasReason: true, seller: 'vat or tax' },
  AE: { name: 'AE', rate: 'zero', hasReason: true, seller: 'vat or tax', buyer: 'vat or registration' },
  K: { name: 'IC', rate: 'zero', hasReason: true, seller: 'vat', buyer: 'vat' },
  G: { name: 'G', rate: 'zero', hasReason: true, seller: 'vat' },
  O: { name: 'O', rate: 'none', hasReason: true, seller: 'neither' },
  L: { name: 'AF', rate: 'positive', hasReason: false, seller: 'vat or tax' },
  M: { name: 'AG', rate: 'any', hasReason: false, seller: 'vat or tax' },
};

/** Validators let amounts be off by less than a unit of the currency. */
const ALMOST_ONE = '0.99';

/** What has a category: the numbers that rules on it have. */
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
    const told = new Set<string>();
    invoice[kind.of]?.forEach(({ vat_category = '', vat_rate }, index) => {
      const category = CATEGORIES[vat_category];
      if (category === undefined) return;
      const at = `${kind.of}[${index}]`;
      checkRate(check, category, `BR-${category.name}-${kind.rate}`, `${at}.vat_rate`, vat_rate);
      // One who is missing is missed once, whatever the number of lines.
      if (!told.has(vat_category)) checkIds(check, category, `BR-${category.name}-${kind.ids}`, invoice, level);
      told.add(vat_category);
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

/** What the breakdown says of the amounts, for XML that another system made. */
export function checkVatSums(check: Check, invoice: Invoice): void {
  invoice.vat_breakdown?.forEach((entry, index) => {
    checkAmounts(check, entry, `vat_breakdown[${index}]`);
  });
  checkGroups(check, invoice);
}

function checkAmounts(
  check: Check,
  { taxable_amount: taxable, tax_amount: tax }: InvoiceVatBreakdown,
  at: string,
): void {
  check.present('BR-45', `${at}.taxable_amount`, taxable);
  check.present('BR-46', `${at}.tax_amount`, tax);
  check.cents('BR-DEC-19', `${at}.taxable_amount`, taxable);
  check.cents('BR-DEC-20', `${at}.tax_amount`, tax);
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

/** -01, -08 and -09 of each category. */
function checkGroups(check: Check, invoice: Invoice): void {
  const { vat_breakdown: breakdown = [] } = invoice;
  const groups = new Map(vatGroups(invoice).map((group) => [vatKey(group.category, group.rate), group]));
  const entries = new Map<string, number>();
  const known = new Set(breakdown.map(({ category }) => category));
  breakdown.forEach((entry, index) => {
    const key = vatKey(entry.category, entry.rate);
    const name = CATEGORIES[entry.category ?? '']?.name;
    const isFirst = !entries.has(key);
    entries.set(key, index);
    if (name === undefined) return;
    const at = `vat_breakdown[${index}]`;
    check.rule(`BR-${name}-01`, at, isFirst, 'must not stand there twice: one entry for each category and rate');
    // Without lines there is nothing to compare with.
    if (invoice.lines) checkTaxable(check, entry, groups.get(key), `BR-${name}-08`, at);
    checkTax(check, entry, groups.get(key), `BR-${name}-09`, at);
  });
  for (const [key, { category, rate }] of groups) {
    const name = CATEGORIES[category]?.name;
    if (name === undefined || breakdown.length === 0) continue;
    const what = `must have an entry of the category \`${category}\`${rate === undefined ? '' : ` with the rate ${rate}`}`;
    // The first of a category is missed by -01, that of one more rate by -08.
    const isFirst = !known.has(category);
    check.rule(`BR-${name}-${isFirst ? '01' : '08'}`, 'vat_breakdown', entries.has(key), what);
  }
}

function checkTaxable(
  check: Check,
  entry: InvoiceVatBreakdown,
  group: VatGroup | undefined,
  rule: string,
  at: string,
): void {
  const { taxable_amount } = entry;
  const expected = group?.taxable ?? decimalOf(0);
  const how = 'the sum of the lines and charges of this category and rate, less the allowances';
  // CEN's rules let the categories with a rate be off in UBL, the others in CII.
  const hasRate = CATEGORIES[entry.category ?? '']?.rate === 'positive' || entry.category === 'M';
  const isLoose = check.isForeign && check.profile !== 'extended' && hasRate === (check.syntax === 'ubl');
  const tolerance = isLoose ? ALMOST_ONE : check.tolerance(group?.count ?? 0);
  if (taxable_amount !== undefined)
    check.equal(rule, `${at}.taxable_amount`, decimalOf(taxable_amount), expected, how, tolerance);
}

/** To the cent, or as far off as it is when each line's VAT is rounded, or the sum of it to a whole unit, as in forints. */
function checkTax(
  check: Check,
  entry: InvoiceVatBreakdown,
  group: VatGroup | undefined,
  rule: string,
  at: string,
): void {
  const { taxable_amount, tax_amount, rate } = entry;
  if (taxable_amount === undefined || tax_amount === undefined) return;
  const expected = rounded(decimalOf(taxable_amount).times(decimalOf(rate)).div(100));
  const most = decimalOf(group?.count ?? 1).times('0.01');
  const isBound =
    check.profile !== 'extended' && (check.isForeign || most.gt(ALMOST_ONE) || decimalsOf(tax_amount) === 0);
  const tolerance = decimalOf(rate).eq(0) ? 0 : isBound ? ALMOST_ONE : most;
  const how = '`taxable_amount` × `rate`';
  check.equal(rule, `${at}.tax_amount`, decimalOf(tax_amount), expected, how, tolerance);
}

/** Split payment, which UBL alone has. */
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
    'must have the category `B`, split payment, in Italy alone: all countries must be `IT`',
  );
  check.rule(
    'BR-B-02',
    'vat_breakdown',
    !categories.has('S'),
    'must not have the category `S` beside `B`, split payment',
  );
}

/** BR-O-11 to BR-O-14: what is not subject to VAT stands alone. */
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
