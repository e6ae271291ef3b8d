import type { JsonObject } from '@toolpress/contract';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { compileTemplate, fillTemplate, WorkBudget } from '../index.js';
import { FILTER_NAMES } from './index.js';

const list = Array.from({ length: 1_000 }, (_, index) => ({
  a: (index * 7_919) % 1_009,
  b: `text ${index}`,
  c: '1.10',
}));
const DATA = {
  list,
  names: list.map(({ b }) => b),
  object: Object.fromEntries(list.map(({ b }) => [b, 1])),
  text: 'Lorem ipsum dolor sit amet '.repeat(40),
  short: 'Lorem ipsum dolor sit amet '.repeat(18),
  long: 'ab cd '.repeat(20_000),
  accents: 'e\u0301'.repeat(500),
  html: '<p>A &amp; <b>B</b></p>'.repeat(50),
  marks: '&amp;'.repeat(20_000),
  markdown: '*a* '.repeat(500),
  digits: '9'.repeat(90),
} as unknown as JsonObject;

/** What calls took of processor time when it was measured, on small inputs and on large ones: microseconds. */
const MEASURED: Readonly<Record<string, readonly (readonly [call: string, microseconds: number])[]>> = {
  money: [
    ['12.5 | money: "EUR"', 3.6],
    ['digits | money: "EUR"', 6.1],
  ],
  number: [['1234.5 | number: 2', 3.2]],
  percent: [
    ['0.19 | percent', 2.9],
    ['1 | percent: of: 3', 6.3],
  ],
  roman: [['1994 | roman', 3.5]],
  alpha: [['28 | alpha', 2.4]],
  plus: [['1 | plus: 2', 6]],
  minus: [['1 | minus: 2', 6]],
  times: [['digits | times: 7', 8.6]],
  divided_by: [
    ['7 | divided_by: 3', 5],
    ['digits | divided_by: 7', 12.7],
  ],
  modulo: [['9 | modulo: 7', 5.9]],
  at_least: [['9 | at_least: 7', 5.9]],
  at_most: [['9 | at_most: 7', 5.9]],
  round: [
    ['"2.675" | round: 2', 4.6],
    ['"7.83" | round: to: "0.05"', 5.2],
  ],
  floor: [['2.7 | floor', 6.3]],
  ceil: [['2.7 | ceil', 6.3]],
  abs: [['2.7 | abs', 4]],
  date: [
    ['"2026-01-31" | date: "full"', 4.5],
    ['"2026-01-31T10:00:00Z" | date: "short", time: "full", time_zone: "Asia/Tokyo"', 7.2],
    ['"2026-01-31" | date: "EEEE, d MMMM yyyy"', 5.5],
    ['"2026-01-31T10:00:00Z" | date: "yyyy zzzz z z z z z z z", time_zone: "Asia/Tokyo"', 34.5],
    ['"Saturday 31 January 2026" | date: "y", from: "EEEE d MMMM y"', 42.7],
    ['"2026-01-31" | date: "y", from: "yyyy-MM-dd"', 27.5],
  ],
  time: [['"14:05" | time', 4.8]],
  add_days: [['"2026-01-31" | add_days: 3', 12.1]],
  add_months: [['"2026-01-31" | add_months: 3', 10]],
  days_since: [['"2026-01-31" | days_since: "2025-01-01"', 8.6]],
  t: [['"{a} {a} {a}" | t: a: "x"', 2.7]],
  plural: [['2 | plural: "# a", "# b"', 5.7]],
  list: [['names | list', 314]],
  spell: [['123456789012345 | spell: locale: "de"', 40.9]],
  country_name: [['"DE" | country_name', 2.6]],
  language_name: [['"pt-BR" | language_name', 3.6]],
  currency_name: [['"CHF" | currency_name', 2.1]],
  default: [['nothing | default: "x"', 4.8]],
  upcase: [
    ['"a" | upcase', 3.6],
    ['long | upcase', 27],
  ],
  downcase: [['long | downcase', 23]],
  capitalize: [['long | capitalize', 99]],
  title: [['long | title', 6_806]],
  strip: [['long | strip', 8]],
  lstrip: [['long | lstrip', 8]],
  rstrip: [['long | rstrip', 8]],
  squish: [['long | squish', 1_873]],
  strip_newlines: [['long | strip_newlines', 74]],
  append: [['"a" | append: "b"', 2.6]],
  prepend: [['"a" | prepend: "b"', 2.6]],
  pad: [['"a" | pad: 900', 1.8]],
  replace: [['long | replace: "a", "b"', 1_198]],
  replace_first: [['long | replace_first: "zz", "b"', 4.6]],
  remove: [['long | remove: "a"', 1_199]],
  remove_first: [['long | remove_first: "zz"', 4.6]],
  truncate: [
    ['long | truncate: 100000', 183],
    ['accents | truncate: 400', 532],
  ],
  truncatewords: [['long | truncatewords: 30000', 3_696]],
  split: [
    ['long | split: " "', 1_279],
    ['long | split: ""', 1_423],
    ['accents | split: ""', 292],
  ],
  slice: [['accents | slice: 3, 4', 315]],
  json: [
    ['list | json', 318],
    ['long | json', 221],
  ],
  url_encode: [['long | url_encode', 2_131]],
  newline_to_br: [['long | newline_to_br', 154]],
  strip_html: [['html | strip_html', 177]],
  escape: [['marks | escape', 2_114]],
  escape_once: [['marks | escape_once', 4_067]],
  markdown: [['markdown | markdown', 2_165]],
  size: [
    ['list | size', 1.9],
    ['object | size', 11],
  ],
  first: [['object | first', 12]],
  last: [['list | last', 1.8]],
  join: [['names | join', 49]],
  reverse: [['list | reverse', 5.3]],
  compact: [['list | compact', 17]],
  concat: [['list | concat: list', 22]],
  with: [['"a" | with: "b", "c"', 1.7]],
  chunk: [['list | chunk: 1', 63]],
  keys: [['object | keys', 4]],
  values: [['object | values', 9]],
  range: [['1 | range: 1000', 41]],
  sort: [
    ['list | sort: "b"', 1_856],
    ['list | sort: "a"', 802],
  ],
  map: [['list | map: "a"', 128]],
  where: [['list | where: "a", 3', 153]],
  reject: [['list | reject: "a", 3', 153]],
  find: [['list | find: "a", 3', 97]],
  sum: [
    ['list | sum: "c"', 649],
    ['list | sum: "a"', 400],
  ],
  group_by: [['list | group_by: "b"', 260]],
  uniq: [
    ['list | uniq: "b"', 267],
    ['list | uniq', 818],
  ],
  page_of: [['"a" | page_of', 5]],
  qr: [
    ['"https://example.com" | qr', 950],
    ['text | qr', 11_492],
  ],
  barcode: [
    ['"4006381333931" | barcode: "ean13"', 1_464],
    ['"4006381333931" | barcode: "ean13", text: true, width: "80mm"', 4_050],
    ['short | barcode: "datamatrix"', 12_362],
    ['short | barcode: "pdf417"', 15_971],
  ],
};

/** What is made once, a format for dates or numbers, by a call that is the first of its kind: distinct options make others. */
const MEASURED_ONCE: readonly (readonly [call: string, microseconds: number])[] = [
  ['1 | money: "EUR", locale: "fr-LU"', 125],
  ['"2026-01-31" | date: "full", locale: "fr-LU"', 357],
  ['"2026-01-31" | date: "MMMM LLLL EEEE MMM LLL EEE", locale: "fr-LU"', 2_604],
  ['"31 janvier 2026" | date: "y", from: "d MMMM y", locale: "fr-LU"', 1_500],
  ['1234 | spell: locale: "fr-LU"', 1_172],
];

/** Microseconds. All five million steps take four seconds at most then. */
const MAX_PER_STEP = 0.8;

function stepsOf(call: string): number {
  const most = 1e9;
  const budget = new WorkBudget(most);
  fillTemplate(compileTemplate(`[[let x = ${call}]]`), DATA, { maxSteps: most, budget });
  return most - budget.left;
}

describe('The steps that filters count', () => {
  it('are known of every filter', () => {
    expect(Object.keys(MEASURED)).to.have.members(FILTER_NAMES);
  });

  for (const [name, calls] of Object.entries(MEASURED))
    it(`are what ${name} costs`, () => {
      for (const [call, microseconds] of calls) {
        stepsOf(call); // what is made once is made
        expect(stepsOf(call), call).to.be.at.least(microseconds / MAX_PER_STEP);
      }
    });

  for (const [call, microseconds] of MEASURED_ONCE)
    it(`are what it costs to make what ${call} needs`, () => {
      expect(stepsOf(call)).to.be.at.least(microseconds / MAX_PER_STEP);
    });

  it('counts more for arithmetic with many digits', () => {
    const fill = (digits: number): string =>
      fillTemplate(
        compileTemplate('[[#each rows]][[a | times: a]] [[/each]]'),
        {
          a: '9'.repeat(digits),
          rows: Array(100).fill(1),
        },
        { maxSteps: 8_000 },
      );
    expect(fill(2)).to.include('9801');
    expect(() => fill(45)).to.throw('takes more than 8000 steps');
  });
});
