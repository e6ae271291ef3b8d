/** Filters for exact decimal arithmetic. */
import { Big } from 'big.js';
import { TagFault, type Value, valueOfDecimal } from '../values/values.js';
import type { FilterDefinition, FilterScope, FilterTable } from './filter.js';
import { integerOption, isNothing, numberOf } from './inputs.js';

/** Numbers of a hundred digits take long to multiply or divide. */
export function spendFor(scope: FilterScope, left: Big, right: Big): void {
  scope.spend((left.c.length + right.c.length + Math.abs(left.e - right.e)) ** 2 / 64);
}

/** Returns a filter that computes with one argument. */
function operation(
  name: string,
  argument: string,
  compute: (left: Big, right: Big) => Big,
): Pick<FilterDefinition, 'takes' | 'apply'> {
  return {
    takes: [argument],
    apply: (value, { list: [given] }, scope) => {
      if (isNothing(value)) return value;
      const [left, right] = [numberOf(value, name), numberOf(given, name)];
      spendFor(scope, left, right);
      return valueOfDecimal(compute(left, right));
    },
  };
}

/** The largest number of pages that can be added to a page number. */
const MAX_PAGE_OFFSET = 10_000;

const shiftsPage =
  (name: string, direction: 1 | -1): NonNullable<FilterDefinition['applyToPage']> =>
  (page, { list: [given] }) =>
    page.plus(direction * (integerOption(given, name, [-MAX_PAGE_OFFSET, MAX_PAGE_OFFSET]) ?? 0));

function divisor(number: Big): Big {
  if (number.eq(0)) throw new TagFault('divides by zero');
  return number;
}

const MAX_DIGITS = 20;

/** Rounds half away from zero, as on invoices. */
function rounded(number: Big, digits: Value, step: Value, scope: FilterScope): Big {
  const to = integerOption(digits, 'round', [-MAX_DIGITS, MAX_DIGITS]) ?? 0;
  if (isNothing(step)) return number.round(to, Big.roundHalfUp);
  const unit = numberOf(step, 'round');
  if (unit.lte(0))
    throw new TagFault('has a wrong value for `to`: write what to round to multiples of, such as "0.05"');
  spendFor(scope, number, unit);
  return number.div(unit).round(0, Big.roundHalfUp).times(unit);
}

/** @param direction 1 up, -1 down. */
function wholeOf(number: Big, direction: 1 | -1): Big {
  const towardsZero = number.round(0, Big.roundDown);
  return number.minus(towardsZero).times(direction).gt(0) ? towardsZero.plus(direction) : towardsZero;
}

const unary =
  (name: string, compute: (number: Big) => Big): FilterDefinition['apply'] =>
  (value) =>
    isNothing(value) ? value : valueOfDecimal(compute(numberOf(value, name)));

export const arithmeticFilters: FilterTable = {
  plus: {
    does: 'Adds, exactly.',
    examples: [
      { template: '[[net | plus: tax]]', data: { net: '0.10', tax: 0.2 }, prints: '0.3' },
      { template: '[[missing | plus: 1]]', prints: '' },
    ],
    ...operation('plus', 'number', (left, right) => left.plus(right)),
    applyToPage: shiftsPage('plus', 1),
  },
  minus: {
    does: 'Subtracts, exactly.',
    examples: [{ template: '[[gross | minus: net]]', data: { gross: '119.00', net: 100 }, prints: '19' }],
    ...operation('minus', 'number', (left, right) => left.minus(right)),
    applyToPage: shiftsPage('minus', -1),
  },
  times: {
    does: 'Multiplies, exactly.',
    examples: [
      { template: '[[price | times: 3]]', data: { price: '1.10' }, prints: '3.3' },
      {
        template: '[[price | times: quantity | money: "EUR"]]',
        data: { price: '1.10', quantity: '2.5' },
        prints: '€2.75',
      },
    ],
    ...operation('times', 'number', (left, right) => left.times(right)),
  },
  divided_by: {
    does: 'Divides, to 20 decimal places; whole numbers too: 7 divided by 2 is 3.5. Division by zero is an error.',
    examples: [
      { template: '[[7 | divided_by: 2]]', prints: '3.5' },
      { template: '[[7 | divided_by: 2 | floor]]', prints: '3' },
    ],
    ...operation('divided_by', 'number', (left, right) => left.div(divisor(right))),
  },
  modulo: {
    does: 'The remainder of a division, with the sign of the input.',
    examples: [{ template: '[[7 | modulo: 3]]', prints: '1' }],
    ...operation('modulo', 'number', (left, right) => left.mod(divisor(right))),
  },
  at_least: {
    does: 'The larger of two numbers.',
    examples: [{ template: '[[-3 | at_least: 0]]', prints: '0' }],
    ...operation('at_least', 'number', (left, right) => (left.lt(right) ? right : left)),
  },
  at_most: {
    does: 'The smaller of two numbers.',
    examples: [{ template: '[[120 | at_most: 100]]', prints: '100' }],
    ...operation('at_most', 'number', (left, right) => (left.gt(right) ? right : left)),
  },
  round: {
    does: 'Rounds to a number of decimal places (default 0; -2 to hundreds), or to multiples of `to`; halves away from zero.',
    takes: ['digits?'],
    named: ['to'],
    examples: [
      { template: '[["2.675" | round: 2]]', prints: '2.68' },
      { template: '[[-2.5 | round]]', prints: '-3' },
      { template: '[["7.83" | round: to: "0.05"]]', prints: '7.85' },
    ],
    apply: (value, { list: [digits], named }, scope) =>
      isNothing(value) ? value : valueOfDecimal(rounded(numberOf(value, 'round'), digits, named.to, scope)),
  },
  floor: {
    does: 'Rounds down to a whole number.',
    examples: [{ template: '[[2.7 | floor]] [[-2.1 | floor]]', prints: '2 -3' }],
    apply: unary('floor', (number) => wholeOf(number, -1)),
  },
  ceil: {
    does: 'Rounds up to a whole number.',
    examples: [{ template: '[[2.1 | ceil]] [[-2.7 | ceil]]', prints: '3 -2' }],
    apply: unary('ceil', (number) => wholeOf(number, 1)),
  },
  abs: {
    does: 'The number without its sign.',
    examples: [{ template: '[["-12.50" | abs | money: "USD"]]', prints: '$12.50' }],
    apply: unary('abs', (number) => number.abs()),
  },
};
