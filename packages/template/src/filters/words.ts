/** Filters that depend on the language: translations, plurals, lists, names. */
import type { Json, JsonObject } from '@toolpress/contract';
import { MAX_TEXT_LENGTH, Markup, TagFault, textOf, type Value } from '../values/values.js';
import type { FilterDefinition, FilterScope, FilterTable } from './filter.js';
import { formatterFor, languageOf } from './formatters.js';
import { choiceOption, isNothing, kindOf, numericOf, switchOption } from './inputs.js';
import { formatNumber } from './number-formats.js';
import { spellFilters } from './spell.js';
import { translationOf } from './translations.js';

type Named = Readonly<Record<string, Value>>;

/** The plural forms of languages. */
const FORMS: readonly Intl.LDMLPluralRule[] = ['zero', 'one', 'two', 'few', 'many', 'other'];

/** Returns the form for a number. `zero` is for 0 in every language. */
function pluralForm(value: Value, forms: Named, { ordinal, locale }: Named, scope: FilterScope): Value {
  const number = Number(numericOf(value, 'plural'));
  if (number === 0 && typeof own(forms, 'zero') === 'string') return forms.zero;
  const type = switchOption(ordinal, 'ordinal') ? 'ordinal' : 'cardinal';
  const rules = formatterFor(scope, {
    kind: type,
    locale,
    make: (language) => new Intl.PluralRules(language, { type }),
  });
  return own(forms, rules.select(number)) ?? own(forms, 'other');
}

const own = (values: Named, name: string): Value => (Object.hasOwn(values, name) ? values[name] : undefined);

function filled(
  text: string,
  pattern: RegExp,
  valueFor: (name: string) => string | undefined,
  scope: FilterScope,
): string {
  let { length } = text;
  scope.spend(length / 64);
  return text.replace(pattern, (match, name: string) => {
    const value = valueFor(name) ?? match;
    length += value.length;
    scope.spend(1 + value.length / 64);
    if (length > MAX_TEXT_LENGTH) throw new TagFault(`makes a text of more than ${MAX_TEXT_LENGTH} characters`);
    return value;
  });
}

function plural(value: Value, [one, other]: readonly Value[], named: Named, scope: FilterScope): Value {
  if (isNothing(value)) return value;
  const form = pluralForm(value, { one, other, ...named }, named, scope);
  if (typeof form !== 'string')
    throw new TagFault(
      'has no text for this number: write one for all others, as in `| plural: one: "# item", other: "# items"`',
    );
  const number = form.includes('#') ? formatNumber(value, 'number', { locale: named.locale }, scope) : '';
  return filled(form, /#/g, () => number, scope);
}

/** A name in a translation. */
const NAME = /\{([\p{L}\p{N}_]+)\}/gu;

function translated(value: Value, named: Named, scope: FilterScope): Value {
  if (isNothing(value)) return value;
  if (isStructure(value)) throw new TagFault(`gives \`t\` ${kindOf(value)} where it needs a text`);
  const key = textOf(value);
  scope.spend(key.length / 64);
  const locale = languageOf(own(named, 'locale'), scope);
  const found = translationOf(key, locale, scope.formats) ?? key;
  const text = typeof found === 'string' ? found : formOf(found, named, locale, scope);
  const count = own(named, 'count');
  const written = isNothing(count) ? '' : formatNumber(count, 'number', { locale }, scope);
  const valueFor = (name: string): string | undefined => {
    if (!Object.hasOwn(named, name)) return undefined;
    if (name === 'count') return written;
    const given = named[name];
    if (isStructure(given)) throw new TagFault(`gives \`t\` ${kindOf(given)} as an argument`);
    return textOf(given);
  };
  return filled(text, NAME, valueFor, scope);
}

const isStructure = (value: Value): value is JsonObject | Json[] =>
  typeof value === 'object' && value !== null && !(value instanceof Markup);

/** @param found a translation with forms for numbers. */
function formOf(found: Value, named: Named, locale: string, scope: FilterScope): string {
  const count = own(named, 'count');
  if (!isStructure(found) || Array.isArray(found)) throw new TagFault('has a translation that is not a text');
  if (isNothing(count))
    throw new TagFault(
      'has a translation that is an object, not a text: plural forms need `count`, as in `| t: count: 2`',
    );
  const form = pluralForm(count, found, { locale }, scope);
  if (typeof form === 'string') return form;
  throw new TagFault('has a translation without a text for this `count`: give it `other`');
}

const LIST_TYPES = new Map<Value, Intl.ListFormatType>([
  ['and', 'conjunction'],
  ['or', 'disjunction'],
  ['unit', 'unit'],
]);

function inWords(value: Value, [kind]: readonly Value[], { locale }: Named, scope: FilterScope): Value {
  if (!Array.isArray(value)) {
    if (isStructure(value)) throw new TagFault('gives `list` an object where it needs a list');
    return value;
  }
  const texts: string[] = [];
  for (const item of value) {
    if (isNothing(item)) continue;
    if (isStructure(item))
      throw new TagFault(
        `gives \`list\` ${kindOf(item)} among its items: texts are needed, as \`| map: "name"\` makes them`,
      );
    const text = textOf(item);
    scope.spend(1 + text.length / 64);
    texts.push(text);
  }
  const make = (language: string): Intl.ListFormat =>
    new Intl.ListFormat(language, { type: choiceOption(kind, 'list', LIST_TYPES) ?? 'conjunction' });
  return formatterFor(scope, { kind: 'list', locale, options: [kind], make }).format(texts);
}

/** Returns a filter for the name of a code. */
function nameOf(
  type: 'region' | 'currency' | 'language',
  what: string,
  code: RegExp,
  example: string,
): FilterDefinition['apply'] {
  return (value, { named: { locale } }, scope) => {
    if (isNothing(value)) return value;
    if (typeof value !== 'string' || !code.test(value))
      throw new TagFault(`has no code of a ${what} such as "${example}"`);
    const make = (language: string): Intl.DisplayNames => new Intl.DisplayNames(language, { type });
    return (
      formatterFor(scope, { kind: type, locale, make }).of(type === 'language' ? value : value.toUpperCase()) ?? value
    );
  };
}

export const wordFilters: FilterTable = {
  t: {
    does: 'The text in the language of the document, from `translations` of the request; without a translation, the text itself. `{name}` in it is filled with the argument of this name. A translation may be an object of plural forms, chosen by `count`.',
    named: 'any',
    examples: [
      {
        template: '[["Total due" | t]]',
        locale: 'de-CH',
        translations: { de: { 'Total due': 'Gesamtbetrag' } },
        prints: 'Gesamtbetrag',
      },
      { template: '[["Total due" | t]]', prints: 'Total due' },
      {
        template: '[["invoice.until" | t: date: due]]',
        data: { due: '1.2.' },
        locale: 'de',
        translations: { de: { invoice: { until: 'Zahlbar bis {date}' } } },
        prints: 'Zahlbar bis 1.2.',
      },
      {
        template: '[["days" | t: count: n]]',
        data: { n: 1 },
        locale: 'de',
        translations: { de: { days: { one: '{count} Tag', other: '{count} Tage' } } },
        prints: '1 Tag',
      },
    ],
    apply: (value, { named }, scope) => translated(value, named, scope),
  },
  plural: {
    does: 'The form for a number, by the rules of the language; `#` in it is the number. Forms are those for `one` and others, or named as in Unicode’s rules; `zero` is for 0 in every language. With `ordinal`, forms for first, second ….',
    takes: ['one?', 'other?'],
    named: [...FORMS, 'ordinal', 'locale'],
    examples: [
      {
        template: '[[1 | plural: "# item", "# items"]], [[1200 | plural: "# item", "# items"]]',
        prints: '1 item, 1,200 items',
      },
      {
        template: '[[n | plural: zero: "nothing", one: "# item", other: "# items"]]',
        data: { n: 0 },
        prints: 'nothing',
      },
      {
        template: '[[n | plural: one: "# plik", few: "# pliki", other: "# plików"]]',
        data: { n: 3 },
        locale: 'pl',
        prints: '3 pliki',
      },
      { template: '[[2 | plural: ordinal: true, one: "#st", two: "#nd", few: "#rd", other: "#th"]]', prints: '2nd' },
    ],
    apply: (value, { list, named }, scope) => plural(value, list, named, scope),
  },
  list: {
    does: 'Writes a list as a phrase: with “and”, with `"or"`, or as `"unit"` with commas only. Null and empty items are left out.',
    takes: ['kind?'],
    named: ['locale'],
    examples: [
      { template: '[[names | list]]', data: { names: ['Ann', 'Bob', 'Eve'] }, prints: 'Ann, Bob, and Eve' },
      {
        template: '[[names | list: "or"]]',
        data: { names: ['Ann', 'Bob', 'Eve'] },
        locale: 'de',
        prints: 'Ann, Bob oder Eve',
      },
    ],
    apply: (value, { list, named }, scope) => inWords(value, list, named, scope),
  },
  ...spellFilters,
  country_name: {
    does: 'The name of a country by its code (ISO 3166).',
    named: ['locale'],
    examples: [{ template: '[["DE" | country_name]]', locale: 'fr', prints: 'Allemagne' }],
    apply: nameOf('region', 'country', /^[A-Za-z]{2}$/, 'DE'),
  },
  language_name: {
    does: 'The name of a language by its code.',
    named: ['locale'],
    examples: [{ template: '[["pt-BR" | language_name]]', prints: 'Brazilian Portuguese' }],
    apply: nameOf('language', 'language', /^[A-Za-z]{2,3}(?:-[A-Za-z]{4})?(?:-[A-Za-z]{2})?$/, 'pt-BR'),
  },
  currency_name: {
    does: 'The name of a currency by its code (ISO 4217).',
    named: ['locale'],
    examples: [{ template: '[["CHF" | currency_name]]', locale: 'de', prints: 'Schweizer Franken' }],
    apply: nameOf('currency', 'currency', /^[A-Za-z]{3}$/, 'EUR'),
  },
};
