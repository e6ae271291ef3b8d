/** Rules of EN 16931-1, 6.4.3, on the amounts of the VAT breakdown. */
import type { Invoice, InvoiceVatBreakdown } from '@toolpress/contract';
import { type VatGroup, vatGroups, vatKey } from '../complete.js';
import { decimalOf, decimalsOf, rounded } from '../decimal.js';
import type { Check } from './check.js';

/** A VAT category with its rules. */
export interface Category {
  /** The part of the rules' names: `BR-S-05`. */
  name: string;
  rate: 'positive' | 'zero' | 'any' | 'none';
  /** Whether the breakdown needs a reason for the exemption. */
  hasReason: boolean;
  /** What the seller needs: its own VAT number or its representative's, or a number of the tax office. */
  seller: 'vat' | 'vat or tax' | 'neither';
  /** What the buyer needs. */
  buyer?: 'vat' | 'vat or registration';
}

/** The categories by their codes. */
export const CATEGORIES: Readonly<Record<string, Category>> = {
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

/** Validators accept amounts that differ by less than one unit of the currency. */
const ALMOST_ONE = '0.99';

/** Checks the VAT breakdown of XML from another system. */
export function checkVatSums(check: Check, invoice: Invoice): void {
  invoice.vat_breakdown?.forEach((entry, index) => {
    checkAmounts(check, entry, `vat_breakdown[${index}]`);
  });
  checkGroups(check, invoice);
}

export function checkAmounts(
  check: Check,
  { taxable_amount: taxable, tax_amount: tax }: InvoiceVatBreakdown,
  at: string,
): void {
  check.present('BR-45', `${at}.taxable_amount`, taxable);
  check.present('BR-46', `${at}.tax_amount`, tax);
  check.cents('BR-DEC-19', `${at}.taxable_amount`, taxable);
  check.cents('BR-DEC-20', `${at}.tax_amount`, tax);
}

/** Checks rules 01, 08 and 09 of each category. */
export function checkGroups(check: Check, invoice: Invoice): void {
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
    check.rule(`BR-${name}-01`, at, isFirst, 'must be unique: one entry for each category and rate');
    // Without lines, no sum can be compared.
    if (invoice.lines) checkTaxable(check, entry, groups.get(key), `BR-${name}-08`, at);
    checkTax(check, entry, groups.get(key), `BR-${name}-09`, at);
  });
  for (const [key, { category, rate }] of groups) {
    const name = CATEGORIES[category]?.name;
    if (name === undefined || breakdown.length === 0) continue;
    const what = `must have an entry of the category \`${category}\`${rate === undefined ? '' : ` with the rate ${rate}`}`;
    // Rule 01 reports the first missing entry of a category, rule 08 further ones.
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
  // CEN's rules tolerate a difference for categories with a rate in UBL, and for the others in CII.
  const hasRate = CATEGORIES[entry.category ?? '']?.rate === 'positive' || entry.category === 'M';
  const isLoose = check.isForeign && check.profile !== 'extended' && hasRate === (check.syntax === 'ubl');
  const tolerance = isLoose ? ALMOST_ONE : check.tolerance(group?.count ?? 0);
  if (taxable_amount !== undefined)
    check.equal(rule, `${at}.taxable_amount`, decimalOf(taxable_amount), expected, how, tolerance);
}

/** Checks VAT to the cent, or to the difference that rounding each line, or the sum to a whole unit (as for forints), makes. */
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
