/** Rules of EN 16931-1, 6.4.2 and 6.5, on sums and decimal places. */
import type { Decimal, Invoice, InvoiceAdjustment } from '@toolpress/contract';
import { decimalOf, rounded, sumOf } from '../decimal.js';
import { LEVELS } from '../profiles.js';
import type { Check } from './check.js';

export function checkSums(check: Check, invoice: Invoice, level: number): void {
  const { totals = {}, lines, allowances = [], charges = [], vat_breakdown } = invoice;
  const decimals: [string, string, Decimal | undefined][] = [
    ['BR-DEC-09', 'line_total', totals.line_total],
    ['BR-DEC-10', 'allowance_total', totals.allowance_total],
    ['BR-DEC-11', 'charge_total', totals.charge_total],
    ['BR-DEC-12', 'net_total', totals.net_total],
    ['BR-DEC-13', 'vat_total', totals.vat_total],
    ['BR-DEC-14', 'grand_total', totals.grand_total],
    ['BR-DEC-15', 'vat_total_in_vat_currency', totals.vat_total_in_vat_currency],
    ['BR-DEC-16', 'prepaid', totals.prepaid],
    ['BR-DEC-17', 'rounding', totals.rounding],
    ['BR-DEC-18', 'amount_due', totals.amount_due],
  ];
  for (const [rule, name, value] of decimals) check.cents(rule, `totals.${name}`, value);

  const line = decimalOf(totals.line_total);
  const allowance = decimalOf(totals.allowance_total);
  const charge = decimalOf(totals.charge_total);
  const net = decimalOf(totals.net_total);
  const vat = decimalOf(totals.vat_total);
  const grand = decimalOf(totals.grand_total);
  const netOfLines = sumOf(lines?.map(({ net_amount }) => net_amount) ?? []);
  const sumOfLines = 'the sum of the lines’ net amounts';
  const some = (parts: readonly unknown[] = []) => check.tolerance(parts.length);
  if (lines) check.equal('BR-CO-10', 'totals.line_total', line, netOfLines, sumOfLines, some(lines));
  const taken = sumOf(allowances.map(({ amount }) => amount));
  check.equal('BR-CO-11', 'totals.allowance_total', allowance, taken, 'the sum of the allowances', some(allowances));
  const added = sumOf(charges.map(({ amount }) => amount));
  check.equal('BR-CO-12', 'totals.charge_total', charge, added, 'the sum of the charges', some(charges));
  const all = some([...(lines ?? []), ...allowances, ...charges]);
  const without = '`line_total` − `allowance_total` + `charge_total`';
  // The tolerance depends on the precision of the amounts. Tolerances of totals are not added.
  const parts = all.gt(0) ? netOfLines.minus(taken).plus(added) : line.minus(allowance).plus(charge);
  if (totals.line_total !== undefined) check.equal('BR-CO-13', 'totals.net_total', net, parts, without, all);
  const tax = sumOf(vat_breakdown?.map(({ tax_amount }) => tax_amount) ?? []);
  if (vat_breakdown) check.equal('BR-CO-14', 'totals.vat_total', vat, tax, 'the sum of the VAT by category and rate');
  // VAT is optional in MINIMUM.
  if (!check.isForeign || level > LEVELS.minimum || totals.vat_total !== undefined)
    check.equal('BR-CO-15', 'totals.grand_total', grand, net.plus(vat), '`net_total` + `vat_total`', all);
  const due = grand.minus(decimalOf(totals.prepaid)).plus(decimalOf(totals.rounding));
  // MINIMUM does not write prepaid amounts.
  if (!check.isForeign || level > LEVELS.minimum)
    check.equal(
      'BR-CO-16',
      'totals.amount_due',
      decimalOf(totals.amount_due),
      due,
      '`grand_total` − `prepaid` + `rounding`',
    );
  // The profiles `basic_wl` and `basic` have no rounding amount. Their amount due is computed without it.
  const hasRounding = decimalOf(totals.rounding).eq(0) || level === LEVELS.minimum || level >= LEVELS.en16931;
  check.rule('BR-CO-16', 'totals.rounding', hasRounding, 'must not be given: the profile has none; `en16931` has');
  checkPercentages(check, invoice);
}

/** Checks amounts that are a percentage of a base. */
function checkPercentages(check: Check, { allowances = [], charges = [], lines = [] }: Invoice): void {
  const each = (parts: readonly InvoiceAdjustment[] | undefined, at: string): void =>
    parts?.forEach(({ amount, base_amount, percentage }, index) => {
      if (amount === undefined || base_amount === undefined || percentage === undefined) return;
      const expected = rounded(decimalOf(base_amount).times(decimalOf(percentage)).div(100));
      const how = '`base_amount` × `percentage`';
      check.equal('PEPPOL-EN16931-R040', `${at}[${index}].amount`, decimalOf(amount), expected, how, '0.02');
    });
  each(allowances, 'allowances');
  each(charges, 'charges');
  lines.forEach((line, index) => {
    each(line.allowances, `lines[${index}].allowances`);
    each(line.charges, `lines[${index}].charges`);
  });
}
