/** Filters for numbers and amounts. */
import { TagFault, type Value, valueOfDecimal } from '../values/values.js';
import { arithmeticFilters, spendFor } from './arithmetic.js';
import { counterFilters } from './counters.js';
import type { FilterScope, FilterTable } from './filter.js';
import { isNothing, numberOf } from './inputs.js';
import { formatNumber, type NumberOptions } from './number-formats.js';

const DIGITS = ['digits', 'min_digits', 'max_digits', 'grouping', 'locale'];

export const numberFilters: FilterTable = {
  money: {
    does: 'Writes an amount in a currency (ISO 4217), with as many decimal places as the currency has unless `digits` are given. Amounts in texts, as in `"1234.50"`, stay exact. `display` is `"symbol"`, `"narrow"` (`$` for all dollars), `"code"` or `"name"`.',
    takes: ['currency'],
    named: ['display', 'accounting', ...DIGITS],
    examples: [
      { template: '[["1234.5" | money: "EUR"]]', prints: '€1,234.50' },
      { template: '[["1234.5" | money: "EUR"]]', locale: 'de', prints: '1.234,50\u00a0€' },
      {
        template: '[[total | money: currency, locale: "de-AT"]]',
        data: { total: 1234.5, currency: 'CHF' },
        prints: 'CHF\u00a01.234,50',
      },
      { template: '[[5 | money: "USD", display: "code"]]', prints: 'USD\u00a05.00' },
      { template: '[[5 | money: "USD", display: "name", digits: 0]]', prints: '5 US dollars' },
      { template: '[[-5 | money: "USD", accounting: true]]', prints: '($5.00)' },
    ],
    apply: (value, { list: [currency], named }, scope) =>
      isNothing(value) ? value : formatNumber(value, 'money', { ...named, currency }, scope),
  },
  number: {
    does: 'Writes a number in the format of the language, with its own decimal places, or rounded to a number of them.',
    takes: ['digits?'],
    named: DIGITS,
    examples: [
      { template: '[[1234567.891 | number]]', prints: '1,234,567.891' },
      { template: '[[1234567.891 | number: 2]]', locale: 'de', prints: '1.234.567,89' },
      { template: '[["2.5" | number: min_digits: 2, max_digits: 4]]', prints: '2.50' },
      { template: '[[1234 | number: grouping: false]]', prints: '1234' },
    ],
    apply: (value, { list: [digits], named }, scope) =>
      isNothing(value) ? value : formatNumber(value, 'number', digitsFirst(digits, named), scope),
  },
  percent: {
    does: 'Writes a share in percent: `0.19` is 19 %, with two decimal places at most unless digits are given. `of` is the whole: 100 for a number that is in percent already.',
    takes: ['digits?'],
    named: ['of', ...DIGITS],
    examples: [
      { template: '[[0.19 | percent]]', prints: '19%' },
      { template: '[[8.1 | percent: of: 100]]', locale: 'de', prints: '8,1\u00a0%' },
      { template: '[[done | percent: 1, of: all]]', data: { done: 2, all: 3 }, prints: '66.7%' },
    ],
    apply: (value, { list: [digits], named }, scope) => {
      if (isNothing(value)) return value;
      return formatNumber(share(value, named, scope), 'percent', digitsFirst(digits, named), scope);
    },
  },
  ...counterFilters,
  ...arithmeticFilters,
};

const digitsFirst = (digits: Value, named: NumberOptions): NumberOptions =>
  digits === undefined ? named : { ...named, digits };

function share(value: Value, named: NumberOptions, scope: FilterScope): Value {
  if (!Object.hasOwn(named, 'of')) return value;
  const whole = numberOf(named.of, 'percent');
  if (whole.eq(0)) throw new TagFault('has zero as `of`: a share of zero is undefined');
  const part = numberOf(value, 'percent');
  spendFor(scope, part, whole);
  return valueOfDecimal(part.div(whole));
}
