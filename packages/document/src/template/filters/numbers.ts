/** Filters for numbers and amounts. */
import { TagFault, type Value } from '../values.js';
import { arithmeticFilters } from './arithmetic.js';
import type { FilterScope, FilterTable } from './filter.js';
import { formatterFor } from './formatters.js';
import { choiceOption, integerOption, isNothing, numberOf, numericOf, switchOption } from './inputs.js';

type NumberOptions = Readonly<Record<string, Value>>;
type Style = 'money' | 'number' | 'percent';

/** Of `Intl`, fewer than the most it takes. */
const MAX_DIGITS = 20;
/** Of rates in percent: those of taxes and discounts have no more. */
const PERCENT_DIGITS = 2;

/** How currencies are written. */
const DISPLAYS = new Map<Value, NonNullable<Intl.NumberFormatOptions['currencyDisplay']>>([
  ['symbol', 'symbol'],
  ['narrow', 'narrowSymbol'],
  ['code', 'code'],
  ['name', 'name'],
]);

const STYLES: Readonly<Record<Style, (options: NumberOptions) => Intl.NumberFormatOptions>> = {
  money: ({ currency, display, accounting }) => ({
    style: 'currency',
    currency: currencyCode(currency),
    currencyDisplay: choiceOption(display, 'display', DISPLAYS) ?? 'symbol',
    currencySign: switchOption(accounting, 'accounting') ? 'accounting' : 'standard',
  }),
  number: () => ({ maximumFractionDigits: MAX_DIGITS }),
  percent: ({ min_digits }) => ({
    style: 'percent',
    maximumFractionDigits: Math.max(PERCENT_DIGITS, Number(min_digits ?? 0)),
  }),
};

const CURRENCY = /^[A-Za-z]{3}$/;

function currencyCode(value: Value): string {
  if (typeof value === 'string' && CURRENCY.test(value)) return value;
  throw new TagFault('has no currency for `money`: write its code of three letters, as in `| money: "EUR"`');
}

/** @returns a number as its language writes it, exactly or rounded with halves away from zero; never `-0`. */
function formatNumber(value: Value, style: Style, options: NumberOptions, scope: FilterScope): string {
  const number = numericOf(value, style);
  const { currency, display, accounting, digits, min_digits, max_digits, grouping } = options;
  const formatter = formatterFor(scope, {
    kind: style,
    locale: options.locale,
    options: [currency, display, accounting, digits, min_digits, max_digits, grouping],
    make: (locale) =>
      new Intl.NumberFormat(locale, {
        ...STYLES[style](options),
        ...digitOptions(options),
        useGrouping: switchOption(grouping, 'grouping') ?? true,
        signDisplay: 'negative',
      }),
  });
  return formatter.format(number);
}

function digitOptions({ digits, min_digits, max_digits }: NumberOptions): Intl.NumberFormatOptions {
  const bounds = [0, MAX_DIGITS] as const;
  const exactly = integerOption(digits, 'digits', bounds);
  const least = integerOption(min_digits, 'min_digits', bounds) ?? exactly;
  const most = integerOption(max_digits, 'max_digits', bounds) ?? exactly;
  if (least !== undefined && most !== undefined && least > most)
    throw new TagFault('has more `min_digits` than `max_digits`');
  return {
    ...(least !== undefined && { minimumFractionDigits: least }),
    ...(most !== undefined && { maximumFractionDigits: most }),
  };
}

const DIGITS = ['digits', 'min_digits', 'max_digits', 'grouping', 'locale'];

export const numberFilters: FilterTable = {
  money: {
    does: 'Writes an amount in a currency (ISO 4217), with as many decimal places as the currency has unless `digits` are given. Amounts in texts, as in `"1234.50"`, stay exact.',
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
    does: 'Writes a number as its language does, with the decimal places it has, or rounded to so many.',
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
    does: 'Writes a share in percent: `0.19` is 19 %, with two decimal places at most unless digits are given. `of` is what the whole is: 100 for a number that is in percent already.',
    takes: ['digits?'],
    named: ['of', ...DIGITS],
    examples: [
      { template: '[[0.19 | percent]]', prints: '19%' },
      { template: '[[8.1 | percent: of: 100]]', locale: 'de', prints: '8,1\u00a0%' },
      { template: '[[done | percent: 1, of: all]]', data: { done: 2, all: 3 }, prints: '66.7%' },
    ],
    apply: (value, { list: [digits], named }, scope) => {
      if (isNothing(value)) return value;
      return formatNumber(share(value, named), 'percent', digitsFirst(digits, named), scope);
    },
  },
  ...arithmeticFilters,
};

const digitsFirst = (digits: Value, named: NumberOptions): NumberOptions =>
  digits === undefined ? named : { ...named, digits };

function share(value: Value, named: NumberOptions): Value {
  if (!Object.hasOwn(named, 'of')) return value;
  const whole = numberOf(named.of, 'percent');
  if (whole.eq(0)) throw new TagFault('has zero as `of`: of nothing there is no share');
  return numberOf(value, 'percent').div(whole).toFixed();
}
