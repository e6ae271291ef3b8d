import { type JsonObject, ServiceError } from '@toolpress/contract';
import { itWithinCpuMs } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { compileTemplate, Formats, fillTemplate } from '../index.js';

function fill(template: string, data: JsonObject = {}, locale = 'en'): string {
  const formats = new Formats({ locale });
  return fillTemplate(compileTemplate(template), data, { formats }).replaceAll(/[\u00a0\u202f]/g, ' ');
}

function faultOf(template: string, data: JsonObject = {}): string {
  try {
    fill(template, data);
  } catch (error) {
    expect(error).to.be.instanceOf(ServiceError);
    return (error as ServiceError).message;
  }
  throw new Error('the template was filled');
}

/** Marks of direction around amounts of right-to-left languages. */
const unmarked = (text: string): string => text.replaceAll(/[\u061c\u200e\u200f]/g, '');

describe('An amount', () => {
  for (const [value, printed] of [
    ['12345678901234567890.10', '€12,345,678,901,234,567,890.10'],
    ['0.1', '€0.10'],
    ['1.005', '€1.01'],
    [1.005, '€1.01'],
    ['2.675', '€2.68'],
    [2.675, '€2.68'],
    ['-1.005', '-€1.01'],
    ['1.00499999999999999999999999', '€1.00'],
    ['-0.004', '€0.00'],
    ['+5.', '€5.00'],
    [' .5 ', '€0.50'],
    ['9007199254740993', '€9,007,199,254,740,993.00'],
    [0, '€0.00'],
    ['0', '€0.00'],
    [1e21, '€1,000,000,000,000,000,000,000.00'],
    [`${'9'.repeat(97)}.99`, `€9${',999'.repeat(32)}.99`],
  ] as const) {
    it(`of ${typeof value === 'string' ? `"${value}"` : value} prints ${printed}`, () => {
      expect(fill('[[value | money: "EUR"]]', { value })).to.equal(printed);
    });
  }

  for (const [locale, amount] of [
    ['de', '1.234.567,89 €'],
    ['de-CH', "EUR 1'234'567.89"],
    ['de_CH', "EUR 1'234'567.89"],
    ['fr', '1 234 567,89 €'],
    ['en-IN', '€12,34,567.89'],
    ['ar-EG', '١٬٢٣٤٬٥٦٧٫٨٩ €'],
    ['ar-EG-u-nu-latn', '1,234,567.89 €'],
    ['ja', '€1,234,567.89'],
  ] as const) {
    it(`is written as ${locale} has it`, () => {
      const filled = unmarked(fill(`[[&"1234567.891" | money: "EUR", locale: "${locale}"]]`));
      expect(filled.replaceAll('’', "'")).to.equal(amount);
    });
  }

  it('takes its language from the request when the tag names none', () => {
    const template = '[[5 | money: "EUR", locale: none]]';
    expect([fill(template, {}, 'de'), fill(template, { none: null }, 'nl')]).to.deep.equal(['5,00 €', '€ 5,00']);
  });

  it('in one currency is not printed as another after it', () => {
    const template = '[[#each list]][[5 | money: .]] [[5 | money: ., digits: 0]] [[/each]]';
    expect(fill(template, { list: ['EUR', 'USD', 'EUR'] })).to.equal('€5.00 €5 $5.00 $5 €5.00 €5 ');
  });

  it('that is absent prints nothing with any filter', () => {
    for (const filter of [
      'money: "EUR"',
      'money: missing',
      'number: 2',
      'percent',
      'round',
      'plus: 1',
      'divided_by: 0',
    ])
      expect(
        fill(`[[missing | ${filter}]][[none | ${filter}]][[blank | ${filter}]]`, { none: null, blank: ' ' }).trim(),
      ).to.equal('');
  });
});

describe('Arithmetic of amounts', () => {
  for (const [expression, printed] of [
    ['"0.1" | plus: "0.2"', '0.3'],
    ['0.1 | plus: 0.2', '0.3'],
    ['"12345678901234567890.10" | plus: "0.01"', '12345678901234567890.11'],
    ['"1.10" | times: "1.10"', '1.21'],
    ['10 | divided_by: 4', '2.5'],
    ['1 | divided_by: 3', '0.33333333333333333333'],
    ['2 | divided_by: -3', '-0.66666666666666666667'],
    ['-7 | modulo: 3', '-1'],
    ['"7.5" | modulo: 2', '1.5'],
    ['0 | times: -5', '0'],
    ['"1.005" | round: 2', '1.01'],
    ['2.675 | round: 2', '2.68'],
    ['"-2.5" | round', '-3'],
    ['1250 | round: -2', '1300'],
    ['"7.825" | round: to: "0.05"', '7.85'],
    ['"-0.4" | round', '0'],
    ['"12345678901234567890.5" | floor', '12345678901234567890'],
    ['-2 | floor', '-2'],
    ['-0.5 | ceil', '0'],
    ['"2.000000000000000000000000001" | ceil', '3'],
    ['"-12345678901234567890.1" | abs', '12345678901234567890.1'],
    ['"10" | at_most: 9', '9'],
    ['"9" | at_least: "10"', '10'],
  ] as const) {
    it(`${expression} is ${printed}`, () => expect(fill(`[[${expression}]]`)).to.equal(printed));
  }

  it('equals that of scaled integers, for a thousand random numbers', () => {
    const random = (): bigint =>
      BigInt(Math.floor((Math.random() - 0.5) * 2 ** 53)) * BigInt(Math.floor(Math.random() * 2 ** 50));
    const decimal = (units: bigint, places: number): string => {
      const digits = String(units < 0n ? -units : units).padStart(places + 1, '0');
      const text = `${digits.slice(0, -places)}.${digits.slice(-places)}`.replace(/\.?0+$/, '');
      return `${units < 0n ? '-' : ''}${text}`.replace(/^-0$/, '0');
    };
    const cases = Array.from({ length: 1_000 }, () => ({ a: random(), b: random() }));
    const rows = cases.map(({ a, b }) => ({ a: decimal(a, 4), b: decimal(b, 4) }));
    const filled = fill('[[#each rows]][[a | plus: b]] [[a | minus: b]] [[a | times: b]]\n[[/each]]', { rows });
    const expected = cases.map(({ a, b }) => [decimal(a + b, 4), decimal(a - b, 4), decimal(a * b, 8)].join(' '));
    expect(filled.trimEnd().split('\n')).to.deep.equal(expected);
  });
});

describe('A number', () => {
  for (const [expression, printed] of [
    ['"0.12345678901234567891" | number', '0.12345678901234567891'],
    ['"1234.50" | number', '1,234.5'],
    ['"1234.50" | number: "2"', '1,234.50'],
    ['2.5 | number: 0', '3'],
    ['-0.001 | number: 2', '0.00'],
    ['1e5 | number', ''],
    ['5 | number: max_digits: 1, min_digits: 1', '5.0'],
    ['12345.6 | number: grouping: false', '12345.6'],
    ['0.195 | percent', '19.5%'],
    ['0.12345 | percent', '12.35%'],
    ['0.5 | percent: min_digits: 3', '50.000%'],
    ['"7.7" | percent: of: 100', '7.7%'],
    ['1 | percent: 0, of: 3', '33%'],
    ['"0.00125" | money: "EUR", digits: 5', '€0.00125'],
    ['"0.125" | money: "EUR", max_digits: 3', '€0.125'],
    ['5 | money: "EUR", max_digits: 0', '€5'],
    ['5 | money: "CAD", display: "narrow"', '$5.00'],
    ['5 | money: "xts"', 'XTS 5.00'],
    ['"1234.5" | money: "JPY"', '¥1,235'],
  ] as const) {
    it(`${expression} prints ${printed || 'nothing'}`, () => expect(fill(`[[${expression}]]`)).to.equal(printed));
  }
});

describe('A number that can’t be written', () => {
  const data = {
    secret: '1,234.50',
    list: [1, 2],
    object: {},
    yes: true,
    huge: '9'.repeat(101),
    exponent: '1e400',
    long: 'x'.repeat(99),
    hex: '0x10',
    infinity: 'Infinity',
    big: 1e308,
  };
  for (const [expression, fault] of [
    ['secret | money: "EUR"', 'gives `money` a text that is not a number'],
    ['secret | plus: 1', 'as in `"1234.50"`, without thousands separators'],
    ['1 | plus: secret', 'gives `plus` a text that is not a number'],
    ['1 | plus: missing', '`| default: 0`'],
    ['huge | number', 'not a number'],
    ['exponent | number', 'not a number'],
    ['hex | times: 2', 'not a number'],
    ['infinity | percent', 'not a number'],
    ['list | money: "EUR"', 'gives `money` a list where it needs a number'],
    ['object | round', 'an object where'],
    ['yes | abs', '`true` or `false` where'],
    ['big | times: big', 'more than 100 characters'],
    ['1 | divided_by: "0.00"', 'divides by zero'],
    ['1 | modulo: 0', 'divides by zero'],
    ['1 | percent: of: 0', 'zero as `of`'],
    ['1 | percent: of: missing', 'no value to compute with'],
    ['1 | round: 21', 'whole number from -20 to 20'],
    ['1 | round: "a"', 'whole number from -20 to 20'],
    ['1 | round: to: 0', 'multiples of'],
    ['1 | money: missing', 'three-letter code'],
    ['1 | money: "€"', 'three-letter code'],
    ['1 | money: "EURO"', 'three-letter code'],
    ['1 | money: list', 'a list as an option'],
    ['1 | money: long', 'too long'],
    ['1 | money: "EUR", display: "big"', 'write "symbol", "narrow", "code", "name"'],
    ['1 | money: "EUR", accounting: "yes"', 'write `true` or `false`'],
    ['1 | money: "EUR", locale: "english please"', 'a language such as "en"'],
    ['1 | money: "EUR", locale: 5', 'a language such as "en"'],
    ['1 | number: 21', 'whole number from 0 to 20'],
    ['1 | number: 1.5', 'whole number from 0 to 20'],
    ['1 | number: yes', 'whole number from 0 to 20'],
    ['1 | percent: min_digits: 21', 'whole number from 0 to 20'],
    ['1 | number: min_digits: 3, max_digits: 2', 'more `min_digits` than'],
  ] as const) {
    it(`${expression}: ${fault}`, () => {
      const message = faultOf(`[[${expression}]]`, data);
      expect(message).to.include(fault);
      expect(message).not.to.match(/1,234\.50|9999|xxxx/);
    });
  }
});

describe('Ten thousand different currencies and languages', () => {
  itWithinCpuMs(10_000, 'take no memory that lasts, and are bounded as work', () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
    const codes = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)));
    const data = { codes: codes.slice(0, 10_000), twice: [1, 2, 3] };
    expect(faultOf('[[#each twice]][[#each codes]][[1 | money: .]][[/each]][[/each]]', data)).to.include(
      'steps to fill',
    );
  });
});

describe('A language that the runtime does not have', () => {
  it('is written as English on a machine of any language', () => {
    expect(fill('[[1234.5 | money: "EUR"]]', {}, 'zz')).to.equal('€1,234.50');
  });
});
