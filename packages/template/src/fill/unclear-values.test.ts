import type { JsonObject } from '@toolpress/contract';
import { itWithinCpuMs } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { type FormatSettings, Formats, fillDocument, fillTemplate, missingValues, tagWarnings } from '../index.js';
import { compileTemplate } from '../parse/compile.js';
import { FilledText } from './filled-text.js';

const NOW = new Date('2026-08-15T15:07:42Z');

function fill(template: string, data: JsonObject = {}, settings: FormatSettings = {}, now = NOW): string {
  const formats = Object.assign(new Formats({ locale: 'en', ...settings }), { now: now.getTime() });
  return fillTemplate(compileTemplate(template), data, { formats });
}

const textsOf = (html: string, data: JsonObject | undefined) => ({ html: new FilledText(compileTemplate(html), data) });
const warningsOf = (html: string, data?: JsonObject): string[] =>
  tagWarnings(textsOf(html, data), { hasData: data !== undefined }).map(({ code, message }) => `${code}: ${message}`);
const strictFaultsOf = (html: string, data: JsonObject): string[] =>
  missingValues(textsOf(html, data)).map(({ code, message }) => `${code}: ${message}`);

describe('A comparison', () => {
  const isTrue = (condition: string, data: JsonObject = {}): boolean =>
    fill(`[[#if ${condition}]]yes[[/if]]`, data) === 'yes';

  for (const [condition, data] of [
    ['due < today', { due: '2026-08-14' }],
    ['today > due', { due: '2026-08-14' }],
    ['due <= today', { due: '2026-08-15' }],
    ['due == today', { due: '2026-08-15' }],
    ['today == due', { due: '2026-08-15T09:00:00Z' }],
    ['due != today', { due: '2026-08-16' }],
    ['due < now', { due: '2026-08-15T15:07:00Z' }],
    ['now < due', { due: '2026-08-15T16:00:00Z' }],
    ['due < "today"', { due: '2026-08-14' }],
    ['due < today', { due: 1_786_000_000 }],
    ['due < today', { due: ['2026-08-14'] }],
    ['today < due and paid == 0', { due: '2026-09-01', paid: 0 }],
    ['due < today', { due: '2026-08-14', today: '2026-08-15' }],
    ['"1234.50" > 1000', {}],
    ['a > b', { a: '10', b: '9' }],
    ['a > b', { a: [10], b: 9 }],
    ['customer == "Acme"', { customer: ['Acme'] }],
    ['"Acme" == customer', { customer: ['Acme'] }],
    ['paid == true', { paid: [true] }],
    ['names contains "b"', { names: [['a'], ['b']] }],
    ['a < b', { a: 'Anna', b: 'Bert' }],
    ['a < b', { a: 'A-10', b: 'A-9' }],
    ['version < other', { version: '1.10.0', other: '1.9.0' }],
  ] as [string, JsonObject][])
    it(`is true: ${condition} of ${JSON.stringify(data)}`, () => expect(isTrue(condition, data)).to.equal(true));

  for (const [condition, data] of [
    ['due < today', { due: null }],
    ['due < today', { due: '' }],
    ['due < today', {}],
    ['due < today', { due: 'open' }],
    ['due < today', { due: '2026-08-15' }],
    ['status == "now"', { status: 'P1' }],
    ['status == "today"', { status: 'later' }],
    ['amount > 1000', { amount: 'n/a' }],
    ['today', {}],
    ['due < today', { due: '2026-08-14', today: '2026-08-01' }],
    ['names == "a"', { names: ['a', 'b'] }],
  ] as [string, JsonObject][])
    it(`is false: ${condition} of ${JSON.stringify(data)}`, () => expect(isTrue(condition, data)).to.equal(false));

  it('has `today` in the time zone of the request', () => {
    const template = '[[#if "2026-08-15" < today]]yes[[/if]]';
    expect(fill(template, {}, { timeZone: 'Asia/Tokyo' }, new Date('2026-08-15T23:30:00Z'))).to.equal('yes');
  });

  for (const [condition, fault] of [
    ['"1,234.50" > 1000', 'a text that is not a number'],
    ['1000 < "1,234.50"', 'a text that is not a number'],
    ['"1.234,50" > "99.00"', 'a text that is not a number'],
    ['"99,00" < "100,00"', 'a text that is not a number'],
    ['"3120,50" > 1000', 'a text that is not a number'],
    ['"$12.50" > 10', 'a text that is not a number'],
    ['"12 €" > 10', 'a text that is not a number'],
    ['"12.50 EUR" > 10', 'a text that is not a number'],
    ['"50%" > 20', 'a text that is not a number'],
    ['"1,234.50" == 1234.5', 'a text that is not a number'],
    ['"31.01.2026" < "2026-02-01"', 'not a date'],
    ['"2026-02-01" > "01/31/2026"', 'not a date'],
    ['"31.01.2026" < "01.02.2026"', 'not a date'],
    ['"Jan 31, 2026" < today', 'not a date'],
    ['"31. Januar 2026" == today', 'not a date'],
    ['"2026-1-5" < "2026-01-31"', 'not a date'],
    ['"2026/01/05" < now', 'not a date'],
    ['"2026-02-30" < today', 'does not exist'],
    ['20260131 < today', 'too small for a date'],
    ['"14:05" < today', 'a time of day with a date'],
  ] as const)
    it(`is a fault: ${condition}`, () =>
      expect(() => isTrue(condition))
        .to.throw(fault)
        .with.property('code', 'template_invalid'));

  it('is a fault for an item that people read as a number, in `where`', () => {
    const rows = [{ a: '1,000' }];
    expect(() => fill('[[rows | where: "a", 1000 | size]]', { rows })).to.throw('a text that is not a number');
  });
});

describe('The filter `sort`', () => {
  const sorted = (rows: unknown[]): string => fill('[[rows | sort | join: " "]]', { rows } as JsonObject);

  it('sorts dates by time', () => {
    expect(sorted(['2026-02-01T01:00:00Z', '2026-01-31T23:30:00-05:00', '2026-01-31'])).to.equal(
      '2026-01-31 2026-02-01T01:00:00Z 2026-01-31T23:30:00-05:00',
    );
    expect(sorted(['10:00', '9:30'])).to.equal('9:30 10:00');
  });
  for (const [rows, fault] of [
    [['31.01.2026', '01.02.2026'], 'sorts by a text that is not a date'],
    [['1/31/26', '2/1/26'], 'sorts by a text that is not a date'],
    [['1,234.50', '99,00'], 'sorts by a text that is not a number'],
    [['€ 12', '€ 9'], 'sorts by a text that is not a number'],
  ] as const)
    it(`refuses ${rows.join(', ')}`, () => expect(() => sorted([...rows])).to.throw(fault));
  for (const rows of [
    ['6%', '50%'],
    ['A9', 'A10'],
    ['9 kg', '12 kg'],
    ['030 123 456', '555 123 456'],
    ['on 1.2.2026', 'on 3.2.2026'],
  ])
    it(`leaves ${rows.join(', ')} in this order`, () => expect(sorted([...rows].reverse())).to.equal(rows.join(' ')));
});

describe('A number of seconds or milliseconds', () => {
  for (const [input, printed, more = ''] of [
    [73_872_000_000, '1972-05-05'],
    ['73872000000', '1972-05-05'],
    [-73_872_000_000, '1967-08-30'],
    ['-73872000000', '1967-08-30'],
    [10_000_000_000, '1970-04-26'],
    [1_769_860_800, '2026-01-31'],
    [1_769_860_800_000, '2026-01-31'],
    ['1769860800', '2026-01-31'],
    [1_769_860_800.5, '2026-01-31'],
    [-300_000_000, '1960-06-29'],
    [5_000_000_000, '2128-06-11', ', from: "seconds"'],
    [5_000_000_000, '1970-02-27', ', from: "milliseconds"'],
    [86_400, '1970-01-02', ', from: "seconds"'],
    [202_601_311_405, '1976-06-02', ', from: "milliseconds"'],
    [202_601_311_405, '2026-01-31', ', from: "yyyyMMddHHmm"'],
    [20_260_131, '2026-01-31', ', from: "yyyyMMdd"'],
  ] as const)
    it(`${JSON.stringify(input)}${more} is ${printed}`, () =>
      expect(fill(`[[d | date: "yyyy-MM-dd"${more}]]`, { d: input })).to.equal(printed));
});

describe('A value that a template keeps', () => {
  const data = { due: '2026-08-14', born: 73_872_000_000, customer: ['Acme'], coin: 0.00012, tiny: 5e-7 };
  for (const [template, printed] of [
    ['[[let d = due]][[#if d < today]]late[[/if]]', 'late'],
    ['[[let late = due < today]][[#if late]]late[[/if]]', 'late'],
    ['[[let b = born | date: "yyyy"]][[b]]', '1972'],
    ['[[let b = born]][[b | date: "yyyy"]]', '1972'],
    ['[[let c = customer]][[c]]', 'Acme'],
    ['[[let m = coin | money: "BTC"]][[m]]', 'BTC\u00a00.00012'],
    ['[[let n = tiny]][[n]]', '0.0000005'],
    ['[[let n = tiny | times: 0.001]][[n]]', '0.0000000005'],
    ['[[let n = 0]][[#each rows]][[let n = n | plus: .]][[/each]][[n]]', '0.000001'],
  ] as const)
    it(`is what it means: ${template}`, () =>
      expect(fill(template, { ...data, rows: [5e-7, 5e-7] })).to.equal(printed));
  it('is a fault where it would be wrong', () => {
    expect(() => fill('[[let d = due | date: "HH:MM"]]', data)).to.throw('minutes are `mm`');
    expect(() => fill('[[let a = "1,234.50"]][[#if a > 1000]]x[[/if]]')).to.throw('a text that is not a number');
  });
});

describe('An amount in a currency that is no known one', () => {
  for (const [template, printed] of [
    ['0.00012 | money: "BTC"', 'BTC\u00a00.00012'],
    ['"1.5" | money: "BTC"', 'BTC\u00a01.50'],
    ['1 | money: "ETH"', 'ETH\u00a01.00'],
    ['0.5 | money: "XYZ", digits: 0', 'XYZ\u00a01'],
    ['"0.123456789" | money: "btc", display: "code"', 'BTC\u00a00.123456789'],
    ['0.00012 | money: "EUR"', '€0.00'],
    ['12.5 | money: "JPY"', '¥13'],
  ] as const)
    it(`[[${template}]] prints ${printed}`, () => expect(fill(`[[${template}]]`)).to.equal(printed));
});

describe('A number prints as digits', () => {
  for (const [template, data, printed] of [
    ['[[n]]', { n: 5e-7 }, '0.0000005'],
    ['[[n]]', { n: 1e21 }, '1000000000000000000000'],
    ['[[n | append: "x"]]', { n: 1.5e-9 }, '0.0000000015x'],
    ['[[rows | join: ";"]]', { rows: [1e21, 5e-7] }, '1000000000000000000000;0.0000005'],
    ['[[&n]]', { n: -5e-7 }, '-0.0000005'],
    ['[[n | times: 2]]', { n: 5e-7 }, '0.000001'],
    ['[[n | number]]', { n: 5e-7 }, '0.0000005'],
    ['[[#each rows]][[.]];[[/each]]', { rows: [1e-10] }, '0.0000000001;'],
    ['<style>a { width: [[n]]px }</style>', { n: 5e-7 }, '<style>a { width: 0.0000005px }</style>'],
  ] as [string, JsonObject, string][])
    it(`${template} of ${JSON.stringify(data)}`, () => expect(fill(template, data)).to.equal(printed));
});

describe('A list of one value', () => {
  for (const [template, data, printed] of [
    ['[[customer]]', { customer: ['Acme & Co'] }, 'Acme &amp; Co'],
    ['[[&customer]]', { customer: ['<b>'] }, '<b>'],
    ['[[customer | upcase]]', { customer: ['Acme'] }, 'ACME'],
    ['[[price | money: "EUR"]]', { price: [12.5] }, '€12.50'],
    ['[[due | date: "long"]]', { due: ['2026-01-31'] }, 'January 31, 2026'],
    ['[[5 | money: currency]]', { currency: ['USD'] }, '$5.00'],
    ['[[price | times: 2]]', { price: ['1.5'] }, '3'],
    ['[["a" | append: more]]', { more: ['b'] }, 'ab'],
    ['[[none]]', { none: [] }, ''],
    ['[[rows | join: ", "]]', { rows: [['a'], 'b'] }, 'a, b'],
    ['[[rows | size]]', { rows: ['a'] }, '1'],
    ['[[#rows]]([[.]])[[/rows]]', { rows: ['a'] }, '(a)'],
  ] as [string, JsonObject, string][])
    it(`prints as the value: ${template} of ${JSON.stringify(data)}`, () =>
      expect(fill(template, data)).to.equal(printed));
});

describe('A tag that prints what was probably not meant', () => {
  for (const [html, data, warning] of [
    ['[[rows]]', { rows: ['a', 'b'] }, '`[[rows]]` at html 1:1 prints a list as JSON: write `| join: ", "`'],
    ['[[customer]]', { customer: { name: 'Acme' } }, 'prints an object as JSON: write `[[customer.name]]`'],
    ['[[customer]]', { customer: [{ name: 'Acme' }] }, 'prints a list as JSON'],
    ['[[rows | upcase]]', { rows: ['a', 'b'] }, 'makes a text of a list'],
    ['[["x" | append: customer]]', { customer: { a: 1 } }, 'makes a text of an object'],
    ['[[rows | join: ", "]]', { rows: [{ a: 1 }, { a: 2 }] }, 'joins objects or lists'],
    ['[[rows | sort]]', { rows: ['b', 'a'] }, 'prints a list as JSON'],
    ['[[d | date: "dd.MM.yyyy hh:mm"]]', { d: '2026-01-31T15:07:00' }, 'write `HH` for 24 hours, or add `a`'],
    ['[[d | date: "%d.%m.%Y %I:%M"]]', { d: '2026-01-31T15:07:00' }, 'write `%H` for 24 hours, or add `%p`'],
    ['[[d | time: "h:mm"]]', { d: '15:07' }, '12-hour time'],
    ['[[d | date: "long", from: "dd.MM.yyyy hh:mm"]]', { d: '31.01.2026 03:07' }, '12-hour time'],
  ] as [string, JsonObject, string][])
    it(`is warned of: ${html} of ${JSON.stringify(data)}`, () => {
      const [first, ...others] = warningsOf(html, data);
      expect(first).to.include('value_unclear').and.to.include(warning);
      expect(others).to.be.empty;
      expect(strictFaultsOf(html, data).join()).to.include('template_invalid').and.to.include(warning);
    });

  it('is named with its first places, once for each reason', () => {
    const [first, second, ...others] = warningsOf('[[a]]\n[[b]] [[c]]', { a: [1, 2], b: [3, 4], c: { x: 1 } });
    expect(first).to.include('`[[a]]` at html 1:1, `[[b]]` at html 2:1 prints a list');
    expect(second).to.include('`[[c]]` at html 2:7 prints an object');
    expect(others).to.be.empty;
  });

  itWithinCpuMs(4_000, 'is listed in linear time', () => {
    const [first] = warningsOf('[[a]]'.repeat(60_000), { a: [1, 2] });
    expect(first).to.include('and 59980 more');
  });

  for (const [html, data] of [
    ['[[rows | json]]', { rows: ['a', 'b'] }],
    ['[[customer | json]]', { customer: { a: 1 } }],
    ['[[#customer]][[name]][[/customer]]', { customer: { name: 'x' } }],
    ['[[rows | map: "a" | join]]', { rows: [{ a: 1 }] }],
    ['[[rows]]', { rows: [] }],
    ['[[d | date: "hh:mm a"]]', { d: '2026-01-31T15:07:00' }],
    ['[[d | date: "long", time: "short"]]', { d: '2026-01-31T15:07:00' }],
  ] as [string, JsonObject][])
    it(`is not: ${html} of ${JSON.stringify(data)}`, () => expect(warningsOf(html, data)).to.be.empty);

  it('is an error with `strict` for an empty list, as for null', () => {
    expect(strictFaultsOf('[[none]]', { none: [] }).join()).to.include('tag_without_value');
  });
});

describe('A document that is no template', () => {
  it('prints as it is with `tags: false`', () => {
    const html = '<p>x[[i]] [[#if a]] {{ b }}</p>';
    const css = 'a::after { content: "[[c]]" }';
    const { html: printed, css: sheet, errors } = fillDocument({ html, css, tags: false });
    expect([printed, sheet, errors]).to.deep.equal([html, css, []]);
  });

  for (const [html, told] of [
    ['<p>x[[i]]</p>', '`[[i]]` at html 1:5 prints nothing, because the request has no `data`'],
    ['x[[i]] y[[j]] z[[i]]', 'and 2 more print nothing'],
    ['[[user.name]]', '`tags: false` if the document is no template'],
  ] as const)
    it(`causes a warning that names the option: ${html}`, () => {
      const [first, ...others] = warningsOf(html);
      expect(first).to.include(told).and.to.include('`tags: false`');
      expect(others).to.be.empty;
    });

  for (const html of ['[[let a = 1]][[a]] [[i]]', '[["a" | upcase]] [[i]]', '[[page]]', '[["today" | date]] x[[i]]'])
    it(`is a template: ${html}`, () => {
      expect(warningsOf(html).join()).not.to.include('tags: false');
    });
  it('is a template if it has data', () => {
    expect(warningsOf('x[[i]]', { a: 1 }).join()).not.to.include('tags: false');
  });
});
