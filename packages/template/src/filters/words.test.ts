import { type JsonObject, ServiceError } from '@toolpress/contract';
import { itWithinCpuMs } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { compileTemplate, Formats, fillTemplate } from '../index.js';

interface Given {
  data?: JsonObject;
  locale?: string;
  translations?: JsonObject;
}

const fill = (template: string, { data = {}, locale = 'en', translations = {} }: Given = {}): string =>
  fillTemplate(compileTemplate(template), data, { formats: new Formats({ locale, translations }) });

function faultOf(template: string, given?: Given): string {
  try {
    fill(template, given);
  } catch (error) {
    expect(error).to.be.instanceOf(ServiceError);
    return (error as ServiceError).message;
  }
  throw new Error('the template was filled');
}

describe('A translation', () => {
  const translations = {
    de: {
      Total: 'Summe',
      'a.b': 'flach',
      a: { b: 'tief', c: { d: 'am tiefsten' } },
      'Thank you. Bye.': 'Danke. Tschüss.',
      true: 'ja',
      greeting: 'Hallo {name}, {unknown} {name}',
      empty: '',
      html: '<b>{name}</b>',
      7: 'sieben',
      days: { zero: 'kein Tag', one: '{count} Tag', other: '{count} Tage in {year}' },
      few: { one: 'x' },
    },
    'de-AT': { Total: 'Gesamt' },
    'pt-br': { Total: 'Total geral' },
    'zh-Hant': { Total: '總計' },
  };
  for (const [template, printed, locale = 'de-CH'] of [
    ['[["Total" | t]]', 'Summe'],
    ['[["Total" | t]]', 'Gesamt', 'de-AT'],
    ['[["a.b" | t]]', 'flach', 'de-AT'],
    ['[["Total" | t]]', 'Total geral', 'pt-BR'],
    ['[["Total" | t]]', '總計', 'zh-Hant-TW'],
    ['[["Total" | t]]', 'Total', 'pt'],
    ['[["Total" | t]]', 'Total', 'd'],
    ['[["Total" | t: locale: "zh-Hant-HK"]] [["Total" | t: locale: "de_AT"]]', '總計 Gesamt'],
    ['[["a.b" | t]] [["a.c.d" | t]] [["a.x" | t]] [["a.b.c.d" | t]]', 'flach am tiefsten a.x a.b.c.d'],
    ['[["Thank you. Bye." | t]] [["Not. There." | t]]', 'Danke. Tschüss. Not. There.'],
    ['[[yes | t]] [[seven | t]] [[unknown | t]][[none | t]][[blank | t]]', 'ja sieben '],
    ['[["greeting" | t: name: who]]', 'Hallo A&amp;B $&amp; {name}, {unknown} A&amp;B $&amp; {name}'],
    ['[["greeting" | t: name: none]]', 'Hallo , {unknown} '],
    ['[["html" | t: name: who]]', '&lt;b&gt;A&amp;B $&amp; {name}&lt;/b&gt;'],
    ['[["{name} is not translated" | t: name: "x"]]', 'x is not translated'],
    ['-[["empty" | t]]-', '--'],
    ['[["days" | t: count: 1]], [["days" | t: count: "1234", year: 2026]]', '1 Tag, 1’234 Tage in 2026'],
    ['[["days" | t: count: 0]]', 'kein Tag'],
    [
      '[["toString" | t]] [["__proto__" | t]] [["constructor.name" | t]] [["a.__proto__" | t]]',
      'toString __proto__ constructor.name a.__proto__',
    ],
    ['[["{toString} {__proto__}" | t]]', '{toString} {__proto__}'],
  ] as const) {
    it(`${template} prints ${printed} in ${locale}`, () => {
      const data = { yes: true, seven: 7, none: null, blank: '', who: 'A&B $& {name}' };
      expect(fill(template, { data, locale, translations }).replaceAll('&#39;', '’')).to.equal(printed);
    });
  }

  for (const [template, fault] of [
    ['[["days" | t]]', 'plural forms need `count`'],
    ['[["a" | t: count: none]]', 'plural forms need `count`'],
    ['[["few" | t: count: 5]]', 'without a text for this `count`'],
    ['[["days" | t: count: "many"]]', 'not a number'],
    ['[["number" | t]]', 'a translation that is not a text'],
    ['[["list" | t: count: 1]]', 'a translation that is not a text'],
    ['[[object | t]]', 'gives `t` an object where it needs a text'],
    ['[["greeting" | t: name: object]]', 'gives `t` an object as an argument'],
    ['[["greeting" | t: locale: object]]', 'wrong value for `locale`'],
    ['[["greeting" | t: locale: long]]', 'wrong value for `locale`'],
  ] as const) {
    it(`${template} is a fault: ${fault}`, () => {
      const data = { none: null, object: { secret: 'Miller' }, long: '-'.repeat(1_000) };
      const wrong = { ...translations, de: { ...translations.de, number: 5, list: ['a'] } };
      const message = faultOf(template, { data, locale: 'de', translations: wrong });
      expect(message).to.include(fault);
      expect(message).not.to.include('Miller');
    });
  }

  it('that would grow without end is refused', () => {
    const data = { many: '{a}'.repeat(10_000), long: 'x'.repeat(10_000) };
    expect(faultOf('[[many | t: a: long]]', { data })).to.include('more than 20971520 characters');
  });
});

describe('A plural', () => {
  for (const [expression, printed, locale = 'en'] of [
    ['1 | plural: "# item", "# items"', '1 item'],
    ['0 | plural: "# item", "# items"', '0 items'],
    ['"1234.5" | plural: "# item", "# items"', '1,234.5 items'],
    ['1 | plural: one: "one item", other: "# items"', 'one item'],
    ['0 | plural: zero: "", one: "# item", other: "# items"', ''],
    ['5 | plural: other: "# Stück"', '5 Stück', 'de'],
    ['1.5 | plural: "# jour", "# jours"', '1,5 jour', 'fr'],
    ['22 | plural: one: "# plik", few: "# pliki", many: "# plików", other: "# pliku"', '22 pliki', 'pl'],
    ['25 | plural: one: "# plik", few: "# pliki", other: "# plików"', '25 plików', 'pl'],
    ['25 | plural: one: "# plik", few: "# pliki", other: "# x", locale: "de"', '25 x', 'pl'],
    ['3 | plural: one: "#", two: "zwei", other: "#"', '3', 'ar-u-nu-latn'],
    ['2 | plural: one: "#", two: "zwei", other: "#"', 'zwei', 'ar'],
    ['23 | plural: ordinal: true, one: "#st", two: "#nd", few: "#rd", other: "#th"', '23rd'],
    ['113 | plural: ordinal: true, one: "#st", two: "#nd", few: "#rd", other: "#th"', '113th'],
    ['missing | plural: "a", "b"', ''],
  ] as const) {
    it(`${expression} prints ${printed || 'nothing'} in ${locale}`, () =>
      expect(fill(`[[${expression}]]`, { locale })).to.equal(printed));
  }

  for (const [expression, fault] of [
    ['2 | plural: "item"', 'write one for all others'],
    ['2 | plural', 'write one for all others'],
    ['2 | plural: "item", list', 'write one for all others'],
    ['"two" | plural: "a", "b"', 'gives `plural` a text that is not a number'],
    ['list | plural: "a", "b"', 'gives `plural` a list'],
    ['2 | plural: "a", "b", ordinal: "yes"', 'write `true` or `false`'],
    ['2 | plural: "a", "b", several: "c"', 'unknown named argument'],
  ] as const) {
    it(`${expression} is a fault: ${fault}`, () =>
      expect(faultOf(`[[${expression}]]`, { data: { list: [] } })).to.include(fault));
  }
});

describe('Texts with many marks for numbers', () => {
  itWithinCpuMs(10_000, 'are filled quickly, or bounded as work', () => {
    const data = { list: Array.from({ length: 2_000 }, () => 1), many: '#'.repeat(50_000) };
    expect(faultOf('[[#each list]][[let x = . | plural: many]][[/each]]', { data })).to.include('steps to fill');
    const translations = { en: { x: '{count}'.repeat(50_000) } };
    expect(faultOf('[[#each list]][[let x = "x" | t: count: .]][[/each]]', { data, translations })).to.include(
      'steps to fill',
    );
  });
});

describe('A list in words', () => {
  for (const [data, printed, locale, kind = 'and'] of [
    [['a'], 'a', 'en'],
    [['a', 'b'], 'a and b', 'en'],
    [['a', 'b', 'c'], 'a, b, and c', 'en'],
    [['a', 'b', 'c'], 'a, b and c', 'en-GB'],
    [['a', null, '', 'b', 5, true], 'a, b, 5 und true', 'de'],
    [['<a>', 'b'], '&lt;a&gt; or b', 'en', 'or'],
    [['a', 'b'], 'a, b', 'en', 'unit'],
    [[], '', 'en'],
    ['text', 'text', 'en'],
    [null, '', 'en'],
  ] as const) {
    it(`of ${JSON.stringify(data)} is “${printed}” in ${locale}`, () =>
      expect(fill(`[[x | list: "${kind}"]]`, { data: { x: data as unknown as JsonObject }, locale })).to.equal(
        printed,
      ));
  }

  it('has texts only, and one of three kinds', () => {
    const data = { x: [{ name: 'Miller' }], y: {}, z: ['a'] };
    expect(faultOf('[[x | list]]', { data }))
      .to.include('gives `list` an object among its items')
      .and.not.to.include('Miller');
    expect(faultOf('[[y | list]]', { data })).to.include('gives `list` an object where it needs a list');
    expect(faultOf('[[z | list: "xor"]]', { data })).to.include('write "and", "or", "unit"');
  });

  itWithinCpuMs(5_000, 'of a hundred thousand items is written quickly', () => {
    const x = Array.from({ length: 100_000 }, (_, index) => `item ${index}`);
    expect(fill('[[x | list]]', { data: { x } })).to.include('item 99998, and item 99999');
  });
});

describe('The name of a code', () => {
  for (const [expression, printed, locale = 'en'] of [
    ['"CH" | country_name', 'Schweiz', 'de'],
    ['"ch" | country_name: locale: "fr"', 'Suisse', 'de'],
    ['"de" | language_name', 'German'],
    ['"usd" | currency_name', 'US Dollar'],
    ['"XQ" | country_name', 'XQ'],
    ['none | country_name', ''],
  ] as const) {
    it(`${expression} is ${printed || 'nothing'} in ${locale}`, () =>
      expect(fill(`[[${expression}]]`, { locale })).to.equal(printed));
  }

  for (const expression of [
    '"Germany" | country_name',
    '5 | currency_name',
    '"EURO" | currency_name',
    '"a" | language_name',
  ]) {
    it(`is not known for ${expression}`, () => expect(faultOf(`[[${expression}]]`)).to.include('has no code of a'));
  }
});
