/** Rules of EN 16931-1, 6.4, on lines. */
import type { Invoice, InvoiceLine } from '@toolpress/contract';
import { netOf } from '../complete.js';
import { decimalOf } from '../decimal.js';
import { type Check, inOrder } from './check.js';
import { checkAdjustment } from './document.js';

export function checkLines(check: Check, { lines = [] }: Invoice): void {
  lines.forEach((line, index) => {
    checkLine(check, line, `lines[${index}]`);
  });
}

function checkLine(check: Check, line: InvoiceLine, at: string): void {
  check.present('BR-22', `${at}.quantity`, line.quantity);
  check.present('BR-23', `${at}.unit`, line.unit);
  check.rule(
    'BR-24',
    `${at}.net_amount`,
    line.net_amount !== undefined,
    'is missing; it is computed where `quantity` and `net_price` are given, for the same unit',
  );
  check.present('BR-25', `${at}.name`, line.name);
  check.present('BR-26', `${at}.net_price`, line.net_price);
  check.present('BR-CO-04', `${at}.vat_category`, line.vat_category);
  const prices = [
    ['BR-27', 'net_price', line.net_price],
    ['BR-28', 'gross_price', line.gross_price],
  ] as const;
  for (const [rule, name, price] of prices)
    check.rule(
      rule,
      `${at}.${name}`,
      decimalOf(price).gte(0),
      'must not be negative; a credit has a negative quantity',
    );
  check.cents('BR-DEC-23', `${at}.net_amount`, line.net_amount);
  if (line.standard_item_id) check.present('BR-64', `${at}.standard_item_id.scheme`, line.standard_item_id.scheme);
  line.classifications?.forEach(({ scheme }, index) => {
    check.present('BR-65', `${at}.classifications[${index}].scheme`, scheme);
  });
  line.attributes?.forEach(({ name, value }, index) => {
    check.present('BR-54', `${at}.attributes[${index}].name`, name);
    check.present('BR-54', `${at}.attributes[${index}].value`, value);
  });
  if (line.period) {
    const { start_date: start, end_date: end } = line.period;
    check.rule('BR-CO-20', `${at}.period`, (start ?? end) !== undefined, 'must have `start_date` or `end_date`');
    check.rule('BR-30', `${at}.period.end_date`, inOrder(start, end), 'must not be before `start_date`');
  }
  line.allowances?.forEach((one, index) => {
    checkAdjustment(check, one, `${at}.allowances[${index}]`, ['BR-41', 'BR-42', 'BR-DEC-24', 'BR-DEC-25']);
  });
  line.charges?.forEach((one, index) => {
    checkAdjustment(check, one, `${at}.charges[${index}]`, ['BR-43', 'BR-44', 'BR-DEC-27', 'BR-DEC-28']);
  });
  checkPrice(check, line, at);
}

/** Checks prices and the net amount of a line. */
export function checkPrice(check: Check, line: InvoiceLine, at: string): void {
  const { gross_price, price_discount, net_price, price_quantity = 1 } = line;
  const isPositive = decimalOf(price_quantity).gt(0);
  check.rule('PEPPOL-EN16931-R121', `${at}.price_quantity`, isPositive, 'must be above 0');
  check.rule(
    'PEPPOL-EN16931-R130',
    `${at}.price_unit`,
    line.price_unit === undefined || line.price_unit === line.unit,
    'must be the unit of the line',
  );
  if (gross_price !== undefined && net_price !== undefined)
    check.equal(
      'PEPPOL-EN16931-R046',
      `${at}.net_price`,
      decimalOf(net_price),
      decimalOf(gross_price).minus(decimalOf(price_discount)),
      '`gross_price` − `price_discount`',
    );
  // XRechnung only warns.
  const isWarning = check.isForeign && check.profile === 'xrechnung';
  const expected = isWarning ? undefined : netOf(line);
  if (expected !== undefined && line.net_amount !== undefined)
    check.equal(
      'PEPPOL-EN16931-R120',
      `${at}.net_amount`,
      decimalOf(line.net_amount),
      expected,
      '`quantity` × `net_price` / `price_quantity` − allowances + charges',
      '0.02',
    );
}
