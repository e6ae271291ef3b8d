/** Values that filters take long for. */
import { type Entry, filled, items, loop, MIB, MOST, members, template, times } from './entry.js';

const DIGITS = 1_000_000;
const combined = `a${'\u0301'.repeat(99)}`;
const PATTERN = 'EEEE d MMMM yyyy HH:mm:ss.SSS zzzz';

/** Returns a document that is empty, with a loop over its data. */
const over = (tag: string): string => `<p hidden>[[#each l]]${tag}[[/each]]`;

export const VALUES: readonly Entry[] = [
  template('sorted texts', 'template/filters/sort.ts: compare', MOST.data / 5, (size) => ({
    html: '[[l | sort | last]][[l | sort: "a", desc: true | size]]',
    data: { l: items(size, (index) => `${'text'.repeat(4)}${(index * 7_919) % 100_003}`) },
    locale: 'de',
  })),
  template('grouped and unique items', 'template/filters/lists.ts, fields.ts', MOST.data, (size) => ({
    html: '[[l | uniq: "a" | size]][[l | group_by: "a" | size]][[l | where: "b" | reject: "b" | size]]',
    data: { l: items(size, (index) => ({ a: `v${index}`, b: [index] })) },
  })),
  template('sums of long numbers', 'template/filters/arithmetic.ts, numbers.ts: sum', MOST.data, (size) => ({
    html: '[[l | sum]]',
    data: { l: items(size, () => '9'.repeat(60)) },
  })),
  template('products that grow', 'template/filters/arithmetic.ts: times, divided_by', 2_000, (count) => ({
    html: `[[let n = "1.${'9'.repeat(90)}"]]${'[[let n = n | round: 20 | times: n | divided_by: 1.99 | at_most: 9]]'.repeat(count)}[[n]]`,
  })),
  template('numbers of a million digits', 'template/values.ts, filters/number-formats.ts', 4 * DIGITS, (size) => ({
    html: `<p hidden>${'[[n | money: "EUR"]][[n | number: 2]][[n | plus: n]][[n | spell]][[n | roman]]'.repeat(20)}`,
    data: { n: '9'.repeat(size) },
  })),
  template('amounts', 'template/filters/formatters.ts, number-formats.ts', MOST.data, (size) => ({
    html: over('[[. | money: "EUR", locale: "de-AT"]][[. | percent]][[. | floor | spell]]'),
    data: { l: items(size, (index) => index * 1.5) },
  })),
  template('locales', 'template/formats.ts, formatters.ts: a formatter for each', MIB, (size) => ({
    html: over('[[1234.5 | number: locale: .]][["2026-01-31" | date: "full", locale: .]]'),
    data: { l: items(size, (index) => `en-u-nu-latn-x-a${index}`) },
  })),
  template('time zones and patterns', 'template/filters/dates.ts, date-patterns.ts', 2_000, (count) => ({
    html: `<p hidden>${loop(count, `[["2026-01-31T12:00:00Z" | date: "${PATTERN}", time_zone: "Europe/Berlin"]][["Monday 1 January 2024" | date: "y", from: "EEEE d MMMM y"]]`)}`,
  })),
  template('patterns of megabytes', 'template/filters/date-patterns.ts: parse', MOST.data, (size) => ({
    html: `<p hidden>${'[["2026-01-31" | date: p]][[p | date]][[p | time: from: p]]'.repeat(20)}`,
    data: { p: filled(size, `${PATTERN} `) },
  })),
  template('a list of dates by a pattern', 'template/filters/date-values.ts, lists.ts', 17, (count) => ({
    html: `[[let l = "Wednesday 28 September 2022,Wednesday 28 September 2022" | split: ","]]${'[[let l = l | concat: l]]'.repeat(count)}[[#each l]][[. | date: "y", from: "EEEE d MMMM y"]][[/each]]`,
  })),
  template('translations', 'template/filters/translations.ts, contract/language.ts', MOST.translations, (size) => ({
    html: `<p hidden>${loop(20_000, '[["text of a page" | t: count: 1, name: "x"]]')}`,
    translations: { de: members(size, (index) => [`text ${index}`, { one: '{count}', other: '{name}' }]) },
    locale: 'de-AT',
  })),
  template('languages of translations', 'contract/language.ts: nearestLanguages', 100, (count) => ({
    html: 'x',
    translations: Object.fromEntries(times(count, (index) => [`germ${index}${'n'.repeat(40)}`, { a: 'b' }])),
  })),
  template('codes', 'template/filters/codes.ts, barcodes.ts: each code', 2_900, (length) => ({
    html: `<p hidden>${loop(500, '[[t | qr: level: "H"]][[u | barcode: "pdf417"]][[u | barcode: "datamatrix"]]')}`,
    data: { t: 'a'.repeat(Math.min(length, 1_200)), u: 'a'.repeat(Math.min(length, 1_000)) },
  })),
  template('Markdown', 'template/filters/markdown.ts: each text', 9_900, (length) => ({
    html: `<p hidden>[[#each l]]${'[[. | markdown]]'.repeat(9)}[[/each]]`,
    data: {
      l: ['> ', '*a ', '[', '![[](', '`', '- a\n ', '|a', '<a ', '**_', '~~a', '\\[', '&', '1. ', 'www.'].map((unit) =>
        filled(length, unit),
      ),
    },
  })),
  template('HTML whose tags are removed', 'template/filters/markup.ts: strip_html', MOST.data, (size) => ({
    html: `<p hidden>${'[[#each l]][[. | strip_html | size]][[. | escape_once | size]][[/each]]'.repeat(5)}`,
    data: { l: ['<', '<!--', '<script>', '<a "', '&am'].map((unit) => filled(size / 6, unit)) },
  })),
  template('blanks', 'template/filters/texts.ts: strip, squish, title, truncatewords', MOST.data, (size) => ({
    html: `<p hidden>${'[[t | squish | size]][[t | strip | size]][[t | rstrip | size]][[t | truncatewords: 9]][[t | title | size]]'.repeat(9)}`,
    data: { t: `a${filled(size / 2, ' \n\t')}a` },
  })),
  template('combined characters', 'template/filters/characters.ts: truncate, slice, size', MOST.data / 2, (size) => ({
    html: `<p hidden>${'[[t | size]][[t | truncate: 9]][[t | slice: -9, 5]][[t | split: "" | size]][[t | capitalize | size]]'.repeat(9)}`,
    data: { t: filled(size / 2, combined) },
  })),
  template('replaced texts', 'template/filters/texts.ts: replace, remove, split', MOST.data, (size) => ({
    html: `<p hidden>${'[[t | replace: "aab", "" | size]][[t | remove: "ab" | size]][[t | split: "aab" | size]]'.repeat(9)}`,
    data: { t: filled(size, 'a') },
  })),
  template('phrases of lists', 'template/filters/words.ts: list, plural', MIB, (size) => ({
    html: '<p hidden>[[l | list]][[l | list: "or"]][[#each l]][[. | plural: "#", "##"]][[/each]]',
    data: { l: items(size, (index) => index) },
  })),
  template('addresses of texts', 'template/filters/texts.ts: url_encode, json, pad', MOST.data, (size) => ({
    html: `<p hidden>${'[[t | url_encode | size]][[t | json | size]][[t | newline_to_br | size]]'.repeat(5)}`,
    data: { t: filled(size / 6, '\u0001\n"\\ü') },
  })),
  template('names of an object', 'template/filters/fields.ts: keys, values, map', 4 * MIB, (size) => ({
    html: `<p hidden>${'[[o | keys | reverse | join: "," | size]][[o | values | map: "a" | compact | chunk: 2 | size]]'.repeat(9)}`,
    data: { o: members(size, (index) => [`k${index}`, { a: index }]) },
  })),
  template('pages of many elements', 'template/filters/pages.ts: page_of of a list', 900, (count) => ({
    html: `${times(9, (index) => `<p id=i${index}>x`).join('')}${loop(50, '[[l | page_of: "upper-roman"]]')}`,
    data: { l: times(count, (index) => `i${index % 9}`) },
  })),
  template('a long name of a language', 'contract/language.ts: nearestLanguages, nearestTimeZones', 99, (length) => ({
    html: 'x',
    locale: 'german'.repeat(9).slice(0, length),
    time_zone: 'Europe/Berln'.padEnd(60, 'n'),
    filename: 'x'.repeat(200),
  })),
];
