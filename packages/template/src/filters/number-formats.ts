/** Formats numbers for a language. */
import { single, TagFault, type Value } from '../values/values.js';
import type { FilterScope } from './filter.js';
import { formatterFor } from './formatters.js';
import { choiceOption, integerOption, numericOf, switchOption } from './inputs.js';

export type NumberOptions = Readonly<Record<string, Value>>;
type Style = 'money' | 'number' | 'percent';

/** The largest number of digits, below the limit of `Intl`. */
const MAX_DIGITS = 20;
/** The default decimal places of percentages, enough for taxes and discounts. */
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
    ...currencyOf(currency),
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

/** Currencies whose decimal places are known. Others, such as BTC, print with those of the amount. */
const KNOWN_CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

function currencyOf(given: Value): Pick<Intl.NumberFormatOptions, 'currency' | 'maximumFractionDigits'> {
  const value = single(given);
  if (typeof value === 'string' && CURRENCY.test(value)) {
    const isKnown = KNOWN_CURRENCIES.has(value.toUpperCase());
    return { currency: value, ...(!isKnown && { maximumFractionDigits: MAX_DIGITS }) };
  }
  throw new TagFault('has no currency for `money`: write its three-letter code, as in `| money: "EUR"`');
}

/** Formats a number for its language, exactly or rounded half away from zero; never `-0`. */
export function formatNumber(value: Value, style: Style, options: NumberOptions, scope: FilterScope): string {
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
