import type { JsonObject } from '@toolpress/contract';
import { itWithinCpuMs } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe } from 'mocha';
import { faultOf, fill } from '../testing/faults.js';

/** What has no bounds takes minutes, or all memory. Milliseconds of processor time. */
const GUARD = 30_000;

const A_TO_Z = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const codes = A_TO_Z.flatMap((a) => A_TO_Z.flatMap((b) => A_TO_Z.map((c) => a + b + c)));

const big = Array.from({ length: 50_000 }, (_, index) => ({ a: index % 10, b: `text ${(index * 7_919) % 50_021}` }));
const rows = { rows: big };
const o = Object.fromEntries(big.map(({ b }) => [b, 1]));
const doubled = (text: string, times: number): string =>
  `[[let a = "${text}"]]${'[[let a = a | append: a]]'.repeat(times)}`;

/** A search for `b` compares all its letters in many places of `a`. */
const similar = { a: 'a'.repeat(1_000_000), b: `${'a'.repeat(50_000)}b${'a'.repeat(50_000)}` };

const STEPS = 'takes more than 5000000 steps';
const LENGTH = 'makes a text of more than 20971520 characters';

describe('A template without end', () => {
  for (const [what, template, data, fault] of [
    ['counts to a milliard', '[[#each (1..1000000000)]]x[[/each]]', {}, 'makes a list of more than 100000 numbers'],
    ['counts between texts', '[[#each ("1e999".."1")]]x[[/each]]', {}, 'whole number'],
    ['counts where numbers have no successor', '[[#each (9007199254740992..9007199254740994)]]x[[/each]]', {}, 'whole'],
    ['nests ranges', `[[#each ${'(('.repeat(120)}1${')..2)'.repeat(120)}]]x[[/each]]`, {}, 'whole number'],
    ['nests loops', '[[#each rows]]'.repeat(9) + '[[/each]]'.repeat(9), rows, STEPS],
    ['nests loops over ranges', '[[#each (1..9999)]]'.repeat(9) + '[[/each]]'.repeat(9), {}, STEPS],
    ['loops over loops by ../', '[[#each rows]][[#each ../rows]][[../a]][[/each]][[/each]]', rows, 'steps'],
    [
      'looks up paths in loops',
      '[[#each rows]][[#each @root.rows]][[#if a.b.c]][[/if]][[/each]][[/each]]',
      rows,
      STEPS,
    ],
    ...['[[a | replace: b, ""]]', '[[a | remove_first: b]]', '[[a | split: b]]', '[[#if a contains b]][[/if]]'].map(
      (template) => [`searches for a long text by ${template}`, template, similar, STEPS] as const,
    ),
    ['doubles a text', doubled('xxxxxxxx', 60), {}, LENGTH],
    ['multiplies by replace', `${doubled('xxxxxxxx', 17)}[[a | replace: "x", a]]`, {}, LENGTH],
    ['multiplies by join', `${doubled('xxxxxxxx', 12)}[[rows | map: "a" | join: a]]`, rows, LENGTH],
    [
      'keeps many long texts',
      `${doubled('xxxxxxxx', 20)}[[#each (1..1000)]][[let b = a | append: "x" | upcase]][[/each]]`,
      {},
      STEPS,
    ],
    [
      'multiplies lists in lists',
      `[[let a = rows | slice: 0, 10]]${'[[let a = a | concat: a | chunk: 20]]'.repeat(60)}[[a]]`,
      rows,
      LENGTH,
    ],
    ['doubles a list', `[[let a = rows]]${'[[let a = a | concat: a]]'.repeat(60)}`, rows, STEPS],
    [
      'doubles a text of outside of its loop',
      '[[let a = "xxxxxxxx"]][[#each (1..9999)]][[let a = a | append: a]][[/each]]',
      {},
      LENGTH,
    ],
    [
      'doubles a list of outside of its loop',
      '[[let a = rows]][[#each (1..9999)]][[let a = a | concat: a]][[/each]]',
      rows,
      STEPS,
    ],
    [
      'multiplies a number of outside of its loop',
      '[[let a = 9]][[#each (1..9999)]][[let a = a | times: a]][[/each]]',
      {},
      'number of more than',
    ],
    ['makes JSON of JSON in a loop', '[[let a = rows]][[#each (1..9999)]][[let a = a | json]][[/each]]', rows, LENGTH],
    [
      'nests a list of outside of its loop',
      '[[let a = rows]][[#each (1..15000)]][[let a = a | chunk: 99999]][[/each]][[a]]',
      rows,
      'nested too deep',
    ],
    [
      'nests a list deep',
      `[[let a = rows]]${'[[let a = a | chunk: 99999]]'.repeat(15_000)}[[a]]`,
      rows,
      'nested too deep',
    ],
    [
      'compares lists',
      '[[#each rows]][[let b = rows | reverse | reverse]][[#if b == rows]][[/if]][[/each]]',
      rows,
      STEPS,
    ],
    ['searches lists', '[[#each rows]][[#if @root.rows contains "x"]][[/if]][[/each]]', rows, STEPS],
    [
      'takes the first of an object in a loop',
      '[[#each rows]][[let x = @root.o | first]][[/each]]',
      { ...rows, o },
      STEPS,
    ],
    [
      'asks in a loop whether an object is empty',
      '[[#each rows]][[#if @root.o == empty]][[/if]][[/each]]',
      { ...rows, o },
      STEPS,
    ],
    ['reads by a long name in a loop', '[[let x = rows | map: t]]', { ...rows, t: 'x'.repeat(100_000) }, STEPS],
    [
      'creates an object for a name in a loop',
      '[[#each (1..99)]][[#each rows]][[#if a[o]]][[/if]][[/each]][[/each]]',
      { ...rows, o },
      STEPS,
    ],
    ['sorts in a loop', '[[#each rows]][[let x = @root.rows | sort: "b"]][[/each]]', rows, STEPS],
    ['filters in a loop', '[[#each rows]][[let x = @root.rows | where: "a", 3]][[/each]]', rows, STEPS],
    ['leaves out doubles in a loop', '[[#each rows]][[let x = @root.rows | uniq]][[/each]]', rows, STEPS],
    ['groups in a loop', '[[#each rows]][[let x = @root.rows | group_by: "b"]][[/each]]', rows, STEPS],
    ['adds up in a loop', '[[#each rows]][[let x = @root.rows | sum: "a"]][[/each]]', rows, STEPS],
    ['prints its data as JSON in a loop', '[[#each rows]][[let x = @root | json | size]][[/each]]', rows, STEPS],
    ['prints its data in a loop', '[[#each rows]][[@root]][[/each]]', rows, 'longer than 20971520 characters'],
    ['makes a list of all characters', '[[a | split: "" | size]]', { a: 'x'.repeat(5_000_000) }, STEPS],
    [
      'has long conditions',
      `[[#each rows]][[#each (1..99)]][[#if ${'1 == 1 and '.repeat(80)}1]][[/if]][[/each]][[/each]]`,
      rows,
      STEPS,
    ],
    [
      'has long chains',
      `[[#each rows]][[#each (1..99)]][[let x = "a"${' | upcase'.repeat(90)}]][[/each]][[/each]]`,
      rows,
      STEPS,
    ],
    ['multiplies numbers', `[[let a = 9]]${'[[let a = a | times: a]]'.repeat(60)}`, {}, 'number of more than'],
    [
      'divides in a loop',
      `[[#each rows]][[#each (1..99)]][[let x = "${'9'.repeat(90)}" | divided_by: 7]][[/each]][[/each]]`,
      rows,
      STEPS,
    ],
    ['pads far', '[["a" | pad: 1000000000]]', {}, 'length of more than 1000'],
    ['pads below nothing', '[["a" | pad: "-1e99"]]', {}, 'whole number'],
    [
      'makes formats in a loop',
      '[[#each (1..99)]][[#each @root.codes]][[let x = 1 | money: .]][[/each]][[/each]]',
      { codes },
      STEPS,
    ],
    ['makes codes in a loop', '[[#each rows]][[let x = b | qr]][[/each]]', rows, STEPS],
    [
      'makes Markdown in a loop',
      '[[#each rows]][[let x = t | markdown]][[/each]]',
      { ...rows, t: '*a '.repeat(2_000) },
      STEPS,
    ],
  ] as const)
    itWithinCpuMs(GUARD, `that ${what} is stopped: ${fault}`, () => {
      expect(faultOf(template, data as unknown as JsonObject)).to.contain(fault);
    });
});

describe('Texts of megabytes', () => {
  const blanks = ' '.repeat(500_000);
  for (const [what, text, filter] of [
    ['blanks', `${blanks}x${blanks}`, 'squish'],
    ['blanks and letters', ' x'.repeat(300_000), 'squish'],
    ['blanks', `x${blanks}x`, 'rstrip'],
    ['opening tags', '<a b="'.repeat(100_000), 'strip_html'],
    ['opening comments', '<!--'.repeat(100_000), 'strip_html'],
    ['ampersands', '&amp;'.repeat(100_000), 'escape_once'],
    ['broken references', '&#x'.repeat(100_000), 'escape_once'],
    ['line breaks', '\r\n'.repeat(300_000), 'newline_to_br'],
    ['words', 'a '.repeat(300_000), 'truncatewords: 1000000000'],
    ['accents on one letter', `a${'\u0301'.repeat(300_000)}`, 'truncate: 10'],
    ['letters with accents', 'e\u0301'.repeat(300_000), 'truncate: 900000'],
    ['flags', '🇩🇪'.repeat(100_000), 'slice: -5, 5'],
    ['letters', 'aé'.repeat(200_000), 'title'],
    ['half characters', '\ud800'.repeat(100_000), 'url_encode'],
    ['separators', ','.repeat(1_000_000), 'split: ","'],
    ['what is looked for', 'ab'.repeat(300_000), 'replace: "b", "cd"'],
  ] as const) {
    itWithinCpuMs(GUARD, `of ${what} are no trap for ${filter.split(':')[0]}`, () => {
      expect(fill(`[[let x = t | ${filter}]]done`, { t: text })).to.equal('done');
    });

    itWithinCpuMs(GUARD, `of ${what} are stopped in a loop of ${filter.split(':')[0]}`, () => {
      const template = `[[#each rows]][[let x = @root.t | ${filter}]][[/each]]`;
      expect(faultOf(template, { ...rows, t: text } as unknown as JsonObject)).to.contain(STEPS);
    });
  }
});

describe('A template of megabytes', () => {
  const megabytes = (text: string): string => text.repeat(Math.ceil(5_000_000 / text.length));

  for (const text of ['[["', '[["a ', '[[\'"', '[["\\', '[[a["', '[[(', '[[a | upcase: "', '[[#if (', '[[a[0]['])
    itWithinCpuMs(GUARD, `is read in no time when it is made of ${text}`, () => {
      const template = `${megabytes(text)}`;
      expect(fill(template, {})).to.equal(template);
    });

  for (const text of [
    '[[#if a]][[/if]]',
    '[[let a = 1]]',
    '[[a | nothing]]',
    '[["a" "b"]]',
    '[[Main Page|the page]]',
    `[[${'('.repeat(480)}a${')'.repeat(480)} | upcase]]`,
    `[[a${' | size'.repeat(120)}]]`,
    '[[a ? b : c]]',
  ])
    itWithinCpuMs(GUARD, `is refused when it is made of ${text.slice(0, 40)}`, () => {
      expect(faultOf(megabytes(text), {})).to.contain('comes after 20,000 others');
    });

  itWithinCpuMs(GUARD, 'is refused for more branches, and for deeper sections, than a hundred', () => {
    expect(faultOf(`[[#if a]]${'[[else if b]]'.repeat(100_000)}[[/if]]`, {})).to.contain('one branch too many');
    expect(faultOf('[[#each a]]'.repeat(100_000), {})).to.contain('nested too deep');
  });

  itWithinCpuMs(GUARD, 'may have deep parentheses, brackets, and chains of `not` and `../` in one tag', () => {
    expect(fill(`[[#if ${'('.repeat(480)}a${')'.repeat(480)}]]x[[/if]]`, { a: 1 })).to.equal('x');
    expect(fill(`[[#if ${'not '.repeat(240)}a]]x[[/if]]`, { a: 1 })).to.equal('x');
    expect(fill(`[[${'a.'.repeat(480)}a | upcase]]`, { a: 1 })).to.equal('');
    expect(faultOf(`[[#each a]][[${'../'.repeat(300)}a]][[/each]]`, { a: [1] })).to.contain('only 1 section');
  });
});
