/** Computes the amounts of an invoice: nets of lines, VAT by category and rate, totals. */
import {
  type Decimal,
  type Invoice,
  type InvoiceAdjustment,
  type InvoiceLine,
  type InvoiceTotals,
  type InvoiceVatBreakdown,
  withoutAbsent,
} from '@toolpress/contract';
import { Big } from 'big.js';
import { decimalOf, rounded, sumOf } from './decimal.js';

/** VATEX codes that say the same as the category (BR-AE-10, BR-IC-10, BR-G-10, BR-O-10). */
const USUAL_EXEMPTION: Readonly<Record<string, string>> = {
  AE: 'VATEX-EU-AE',
  K: 'VATEX-EU-IC',
  G: 'VATEX-EU-G',
  O: 'VATEX-EU-O',
};

/** @returns the invoice with computed values where it has none. Given values are kept. */
export function completed(invoice: Invoice): Invoice {
  const lines = invoice.lines?.map(completedLine);
  const allowances = invoice.allowances?.map(withAmount);
  const charges = invoice.charges?.map(withAmount);
  const type_code = invoice.type_code ?? '380';
  const whole = withoutAbsent({ ...invoice, type_code, lines, allowances, charges });
  const vat_breakdown = completedBreakdown(whole);
  const totals = completedTotals({ ...whole, ...(vat_breakdown && { vat_breakdown }) });
  return withOneCurrency(withoutAbsent({ ...whole, vat_breakdown, totals }));
}

/** Removes a second currency that equals the first, unless its VAT differs. */
function withOneCurrency(invoice: Invoice): Invoice {
  const { vat_currency, currency, totals: { vat_total_in_vat_currency, ...totals } = {} } = invoice;
  const isSame =
    vat_total_in_vat_currency === undefined || decimalOf(vat_total_in_vat_currency).eq(decimalOf(totals.vat_total));
  if (vat_currency === undefined || vat_currency !== currency || !isSame) return invoice;
  const { vat_currency: _, ...rest } = invoice;
  return { ...rest, totals };
}

function completedLine(line: InvoiceLine, index: number): InvoiceLine {
  const allowances = line.allowances?.map(withAmount);
  const charges = line.charges?.map(withAmount);
  const net_price = line.net_price ?? netPriceOf(line);
  const gross_price = line.gross_price ?? grossPriceOf(line);
  const priced = withoutAbsent({ ...line, net_price, gross_price, allowances, charges });
  return withoutAbsent({
    ...priced,
    id: line.id ?? String(index + 1),
    net_amount: line.net_amount ?? netAmountOf(priced),
  });
}

/** BT-146 = BT-148 − BT-147. */
const netPriceOf = ({ gross_price, price_discount }: InvoiceLine): number | undefined =>
  gross_price === undefined ? undefined : numberOf(decimalOf(gross_price).minus(decimalOf(price_discount)));

/** BT-148 = BT-146 + BT-147. The XML cannot have a discount without it. */
const grossPriceOf = ({ net_price, price_discount }: InvoiceLine): number | undefined =>
  net_price === undefined || price_discount === undefined
    ? undefined
    : numberOf(decimalOf(net_price).plus(decimalOf(price_discount)));

const netAmountOf = (line: InvoiceLine): number | undefined => {
  const net = netOf(line);
  return net && numberOf(net);
};

/** Returns BT-131 as EN 16931-1 defines it, or undefined when the price is for no quantity or another unit. */
export function netOf({
  quantity,
  unit,
  net_price,
  price_quantity = 1,
  price_unit = unit,
  allowances,
  charges,
}: InvoiceLine): Big | undefined {
  if (quantity === undefined || net_price === undefined) return undefined;
  if (price_unit !== unit || decimalOf(price_quantity).lte(0)) return undefined;
  const product = decimalOf(quantity).times(decimalOf(net_price)).div(decimalOf(price_quantity));
  const added = sumOf(charges?.map(({ amount }) => amount) ?? []);
  const taken = sumOf(allowances?.map(({ amount }) => amount) ?? []);
  return rounded(product.plus(added).minus(taken));
}

/** Computes BT-92, BT-99, BT-136 or BT-141 as a percentage of its base, unless it is given. */
function withAmount<Part extends InvoiceAdjustment>(part: Part): Part {
  const { amount, base_amount, percentage } = part;
  if (amount !== undefined || base_amount === undefined || percentage === undefined) return part;
  return { ...part, amount: numberOf(rounded(decimalOf(base_amount).times(decimalOf(percentage)).div(100))) };
}

/** Lines, allowances and charges with the same VAT. */
export interface VatGroup {
  category: string;
  rate: Decimal | undefined;
  /** BT-116, by BR-S-08 and the rules of other categories. */
  taxable: Big;
  /** The number of its amounts. */
  count: number;
}

/** @returns the sums of lines, allowances and charges by category and rate, in the order of their first use. */
export function vatGroups({ lines = [], allowances = [], charges = [] }: Invoice): VatGroup[] {
  const groups = new Map<string, VatGroup>();
  const add = (category: string | undefined, rate: Decimal | undefined, amount: Big): void => {
    if (category === undefined) return;
    const key = vatKey(category, rate);
    const group = groups.get(key) ?? { category, rate, taxable: new Big(0), count: 0 };
    groups.set(key, { ...group, taxable: group.taxable.plus(amount), count: group.count + 1 });
  };
  for (const line of lines) add(line.vat_category, line.vat_rate, decimalOf(line.net_amount));
  for (const part of allowances) add(part.vat_category, part.vat_rate, decimalOf(part.amount).neg());
  for (const part of charges) add(part.vat_category, part.vat_rate, decimalOf(part.amount));
  return [...groups.values()];
}

/** Rates are compared as decimals. Category `O` has none. */
export const vatKey = (category: string | undefined, rate: Decimal | undefined): string =>
  category === 'O' ? 'O' : `${category} ${decimalOf(rate).toFixed()}`;

function completedBreakdown(invoice: Invoice): InvoiceVatBreakdown[] | undefined {
  const { vat_breakdown: given = [] } = invoice;
  const hasAmounts = given.some(({ taxable_amount, tax_amount }) => (taxable_amount ?? tax_amount) !== undefined);
  const groups = vatGroups(invoice);
  const groupOf = new Map(groups.map((group) => [vatKey(group.category, group.rate), group]));
  const known = new Set(given.map(({ category, rate }) => vatKey(category, rate)));
  const missing = hasAmounts ? [] : groups.filter(({ category, rate }) => !known.has(vatKey(category, rate)));
  const entries = [...given, ...missing.map(({ category, rate }) => ({ category, ...rateOf(category, rate) }))];
  if (entries.length === 0) return undefined;
  return entries.map((entry) => completedVat(entry, groupOf.get(vatKey(entry.category, entry.rate))));
}

function completedVat(entry: InvoiceVatBreakdown, group: VatGroup | undefined): InvoiceVatBreakdown {
  const { category = '' } = entry;
  const taxable_amount = entry.taxable_amount ?? numberOf(rounded(group?.taxable ?? new Big(0)));
  const rate = rateOf(category, entry.rate);
  const tax = rounded(decimalOf(taxable_amount).times(decimalOf(rate.rate)).div(100));
  const usual = entry.exemption_reason === undefined ? USUAL_EXEMPTION[category] : undefined;
  // Receivers expect capitals, while many systems write small letters.
  const exemption_reason_code = entry.exemption_reason_code?.toUpperCase() ?? usual;
  return withoutAbsent({
    ...entry,
    ...rate,
    taxable_amount,
    tax_amount: entry.tax_amount ?? numberOf(tax),
    exemption_reason_code,
  });
}

/** Every category but `O` has a rate (BR-48). */
const rateOf = (category: string, rate: Decimal | undefined): { rate?: Decimal } =>
  rate !== undefined ? { rate } : category === 'O' ? {} : { rate: 0 };

function completedTotals(invoice: Invoice): InvoiceTotals {
  const { totals = {}, lines, allowances = [], charges = [], vat_breakdown } = invoice;
  const total = (parts: readonly InvoiceAdjustment[]) =>
    parts.length === 0 ? undefined : numberOf(sumOf(parts.map(({ amount }) => amount)));
  const allowance_total = totals.allowance_total ?? total(allowances);
  const charge_total = totals.charge_total ?? total(charges);
  const without = (net: Decimal) => decimalOf(net).minus(decimalOf(charge_total)).plus(decimalOf(allowance_total));
  const taxable = vat_breakdown && sumOf(vat_breakdown.map(({ taxable_amount }) => taxable_amount));
  const line_total =
    totals.line_total ??
    (lines && numberOf(sumOf(lines.map(({ net_amount }) => net_amount)))) ??
    (totals.net_total !== undefined ? numberOf(without(totals.net_total)) : undefined) ??
    (taxable && numberOf(without(taxable.toNumber())));
  const net_total =
    totals.net_total ??
    (line_total === undefined
      ? undefined
      : numberOf(decimalOf(line_total).minus(decimalOf(allowance_total)).plus(decimalOf(charge_total))));
  const vat_total =
    totals.vat_total ?? (vat_breakdown && numberOf(sumOf(vat_breakdown.map(({ tax_amount }) => tax_amount))));
  const grand_total =
    totals.grand_total ??
    (net_total === undefined ? undefined : numberOf(decimalOf(net_total).plus(decimalOf(vat_total))));
  const amount_due =
    totals.amount_due ??
    (grand_total === undefined
      ? undefined
      : numberOf(decimalOf(grand_total).minus(decimalOf(totals.prepaid)).plus(decimalOf(totals.rounding))));
  return withoutAbsent({
    ...totals,
    line_total,
    allowance_total,
    charge_total,
    net_total,
    vat_total,
    grand_total,
    amount_due,
  });
}

/** Exact up to 15 digits, which is the limit for decimals of an invoice. */
const numberOf = (value: Big): number => value.toNumber();
