/**
 * The cases of the Mustache specification (modules interpolation, sections, inverted, comments) with double brackets for
 * delimiters. Left out: lambdas, partials, changes of delimiter; `[[&name]]` replaces triple mustaches.
 */
import type { JsonObject } from '@toolpress/contract';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { compileTemplate, fillTemplate } from '../index.js';

type Case = readonly [name: string, data: JsonObject, template: string, expected: string];

const forbidden = '& " < >';
const nestedName = { a: { b: { c: { d: { e: { name: 'Phil' } } } } } };

const INTERPOLATION: readonly Case[] = [
  ['text without tags', {}, 'Hello from [Mustache]!\n', 'Hello from [Mustache]!\n'],
  ['a basic value', { subject: 'world' }, 'Hello, [[subject]]!\n', 'Hello, world!\n'],
  [
    'no second interpolation',
    { template: '[[planet]]', planet: 'Earth' },
    '[[template]]: [[planet]]',
    '[[planet]]: Earth',
  ],
  ['escaping', { forbidden }, 'Escaped: [[forbidden]]\n', 'Escaped: &amp; &quot; &lt; &gt;\n'],
  ['no escaping after an ampersand', { forbidden }, 'Not escaped: [[&forbidden]]\n', 'Not escaped: & " < >\n'],
  ['an integer', { mph: 85 }, '"[[mph]] miles an hour!"', '"85 miles an hour!"'],
  ['an unescaped integer', { mph: 85 }, '"[[&mph]] miles an hour!"', '"85 miles an hour!"'],
  ['a decimal', { power: 1.21 }, '"[[power]] jiggawatts!"', '"1.21 jiggawatts!"'],
  ['an unescaped decimal', { power: 1.21 }, '"[[&power]] jiggawatts!"', '"1.21 jiggawatts!"'],
  ['null', { cannot: null }, 'I ([[cannot]]) be seen!', 'I () be seen!'],
  ['unescaped null', { cannot: null }, 'I ([[&cannot]]) be seen!', 'I () be seen!'],
  ['a missing value', {}, 'I ([[cannot]]) be seen!', 'I () be seen!'],
  ['an unescaped missing value', {}, 'I ([[&cannot]]) be seen!', 'I () be seen!'],
  [
    'a dotted name as a short section',
    { person: { name: 'Joe' } },
    '"[[person.name]]" == "[[#person]][[name]][[/person]]"',
    '"Joe" == "Joe"',
  ],
  [
    'an unescaped dotted name as a short section',
    { person: { name: 'Joe' } },
    '"[[&person.name]]" == "[[#person]][[&name]][[/person]]"',
    '"Joe" == "Joe"',
  ],
  ['a dotted name of any depth', nestedName, '"[[a.b.c.d.e.name]]"', '"Phil"'],
  ['a dotted name that breaks off', { a: {} }, '"[[a.b.c]]"', '""'],
  ['each name in its parent only', { a: { b: {} }, c: { name: 'Jim' } }, '"[[a.b.c.name]]"', '""'],
  [
    'the first name as any other',
    { ...nestedName, b: { c: { d: { e: { name: 'Wrong' } } } } },
    '"[[#a]][[b.c.d.e.name]][[/a]]"',
    '"Phil"',
  ],
  ['the inner context first', { a: { b: {} }, b: { c: 'ERROR' } }, '[[#a]][[b.c]][[/a]]', ''],
  ['names one at a time', { 'a.b': 'c' }, '[[a.b]]', ''],
  ['names one at a time beside', { 'a.b': 'c', a: { b: 'd' } }, '[[a.b]]', 'd'],
  [
    'a leading dot for the current context only',
    { a: {}, b: { name: 'Name' }, name: 'Fail' },
    '[[#a]][[.name]][[/a]][[#b]][[.name]][[/b]]',
    'Name',
  ],
  ['the current value', { list: ['world'] }, '[[#list]]Hello, [[.]]![[/list]]', 'Hello, world!'],
  ['the current value, an integer', { list: [85] }, '[[#list]]"[[.]] miles an hour!"[[/list]]', '"85 miles an hour!"'],
  ['the current value, escaped', { list: [forbidden] }, '[[#list]][[.]][[/list]]', '&amp; &quot; &lt; &gt;'],
  ['the current value, unescaped', { list: [forbidden] }, '[[#list]][[&.]][[/list]]', forbidden],
  ['surrounding blanks', { string: '---' }, '| [[string]] |', '| --- |'],
  ['surrounding blanks, unescaped', { string: '---' }, '| [[&string]] |', '| --- |'],
  ['a value alone on its line', { string: '---' }, '  [[string]]\n', '  ---\n'],
  ['an unescaped value alone on its line', { string: '---' }, '  [[&string]]\n', '  ---\n'],
  ['padding', { string: '---' }, '|[[ string ]]|', '|---|'],
  ['padding of unescaped values', { string: '---' }, '|[[& string ]]|', '|---|'],
];

const DEEP = `[[#a]]
[[one]]
[[#b]]
[[one]][[two]][[one]]
[[#c]]
[[one]][[two]][[three]][[two]][[one]]
[[#d]]
[[one]][[two]][[three]][[four]][[three]][[two]][[one]]
[[#five]]
[[one]][[two]][[three]][[four]][[five]][[four]][[three]][[two]][[one]]
[[one]][[two]][[three]][[four]][[.]]6[[.]][[four]][[three]][[two]][[one]]
[[one]][[two]][[three]][[four]][[five]][[four]][[three]][[two]][[one]]
[[/five]]
[[one]][[two]][[three]][[four]][[three]][[two]][[one]]
[[/d]]
[[one]][[two]][[three]][[two]][[one]]
[[/c]]
[[one]][[two]][[one]]
[[/b]]
[[one]]
[[/a]]
`;
const DEEP_FILLED = '1\n121\n12321\n1234321\n123454321\n12345654321\n123454321\n1234321\n12321\n121\n1\n';

const BULLETS = '[[#bool]]\n* first\n[[/bool]]\n* [[two]]\n[[#bool]]\n* third\n[[/bool]]\n';
const BULLETS_FILLED = '* first\n* second\n* third\n';

const SECTIONS: readonly Case[] = [
  ['true', { boolean: true }, '"[[#boolean]]This shows.[[/boolean]]"', '"This shows."'],
  ['false', { boolean: false }, '"[[#boolean]]This does not.[[/boolean]]"', '""'],
  ['null as false', { null: null }, '"[[#null]]This does not.[[/null]]"', '""'],
  ['an object as context', { context: { name: 'Joe' } }, '"[[#context]]Hi [[name]].[[/context]]"', '"Hi Joe."'],
  [
    'the contexts around',
    { a: 'foo', b: 'wrong', sec: { b: 'bar' }, c: { d: 'baz' } },
    '"[[#sec]][[a]], [[b]], [[c.d]][[/sec]]"',
    '"foo, bar, baz"',
  ],
  ['a text as context', { foo: 'bar' }, '"[[#foo]][[.]] is [[foo]][[/foo]]"', '"bar is bar"'],
  [
    'all contexts within lists',
    {
      tops: [
        { tname: { upper: 'A', lower: 'a' }, middles: [{ mname: '1', bottoms: [{ bname: 'x' }, { bname: 'y' }] }] },
      ],
    },
    '[[#tops]][[#middles]][[tname.lower]][[mname]].[[#bottoms]][[tname.upper]][[mname]][[bname]].[[/bottoms]][[/middles]][[/tops]]',
    'a1.A1x.A1y.',
  ],
  [
    'deeply nested contexts',
    { a: { one: 1 }, b: { two: 2 }, c: { three: 3, d: { four: 4, five: 5 } } },
    DEEP,
    DEEP_FILLED,
  ],
  ['a list', { list: [{ item: 1 }, { item: 2 }, { item: 3 }] }, '"[[#list]][[item]][[/list]]"', '"123"'],
  ['an empty list', { list: [] }, '"[[#list]]Yay lists![[/list]]"', '""'],
  ['a text, which is no list', { section: '123' }, '"[[#section]]foo[[/section]]"', '"foo"'],
  ['several sections', { bool: true, two: 'second' }, BULLETS, BULLETS_FILLED],
  ['nested true ones', { bool: true }, '| A [[#bool]]B [[#bool]]C[[/bool]] D[[/bool]] E |', '| A B C D E |'],
  ['nested false ones', { bool: false }, '| A [[#bool]]B [[#bool]]C[[/bool]] D[[/bool]] E |', '| A  E |'],
  ['a missing value', {}, "([[#missing]]Found 'missing'![[/missing]])", '()'],
  ['a list of texts', { list: ['a', 'b', 'c', 'd', 'e'] }, '"[[#list]]([[.]])[[/list]]"', '"(a)(b)(c)(d)(e)"'],
  ['a list of integers', { list: [1, 2, 3, 4, 5] }, '"[[#list]]([[.]])[[/list]]"', '"(1)(2)(3)(4)(5)"'],
  ['a list of decimals', { list: [1.1, 2.2, 3.3] }, '"[[#list]]([[.]])[[/list]]"', '"(1.1)(2.2)(3.3)"'],
  [
    'a list of lists',
    {
      list: [
        [1, 2, 3],
        ['a', 'b', 'c'],
      ],
    },
    '"[[#list]]([[#.]][[.]][[/.]])[[/list]]"',
    '"(123)(abc)"',
  ],
  [
    'a list of objects around',
    { people: [{ name: 'Ann' }, { name: 'Bo' }] },
    '"[[#people]]([[#.]][[name]][[/.]])[[/people]]"',
    '"(Ann)(Bo)"',
  ],
  ['the whole data', { value: '<' }, '[[#.]]([[value]])[[/.]]', '(&lt;)'],
  ['a true dotted name', { a: { b: { c: true } } }, '"[[#a.b.c]]Here[[/a.b.c]]"', '"Here"'],
  ['a false dotted name', { a: { b: { c: false } } }, '"[[#a.b.c]]Here[[/a.b.c]]"', '""'],
  ['a dotted name that breaks off', { a: {} }, '"[[#a.b.c]]Here[[/a.b.c]]"', '""'],
  ['surrounding blanks', { boolean: true }, ' | [[#boolean]]\t|\t[[/boolean]] | \n', ' | \t|\t | \n'],
  [
    'inner blanks',
    { boolean: true },
    ' | [[#boolean]] [[! Important Whitespace ]]\n [[/boolean]] | \n',
    ' |  \n  | \n',
  ],
  [
    'indented sections within a line',
    { boolean: true },
    ' [[#boolean]]YES[[/boolean]]\n [[#boolean]]GOOD[[/boolean]]\n',
    ' YES\n GOOD\n',
  ],
  [
    'tags alone on their lines',
    { boolean: true },
    '| This Is\n[[#boolean]]\n|\n[[/boolean]]\n| A Line\n',
    '| This Is\n|\n| A Line\n',
  ],
  [
    'indented tags alone on their lines',
    { boolean: true },
    '| This Is\n  [[#boolean]]\n|\n  [[/boolean]]\n| A Line\n',
    '| This Is\n|\n| A Line\n',
  ],
  ['lines that end in CR LF', { boolean: true }, '|\r\n[[#boolean]]\r\n[[/boolean]]\r\n|', '|\r\n|'],
  ['a tag alone on the first line', { boolean: true }, '  [[#boolean]]\n#[[/boolean]]\n/', '#\n/'],
  ['a tag alone on the last line', { boolean: true }, '#[[#boolean]]\n/\n  [[/boolean]]', '#\n/\n'],
  ['padding', { boolean: true }, '|[[# boolean ]]=[[/ boolean ]]|', '|=|'],
];

const INVERTED: readonly Case[] = [
  ['false', { boolean: false }, '"[[^boolean]]This shows.[[/boolean]]"', '"This shows."'],
  ['null', { boolean: null }, '"[[^boolean]]This shows.[[/boolean]]"', '"This shows."'],
  ['true', { boolean: true }, '"[[^boolean]]This does not.[[/boolean]]"', '""'],
  ['an object', { context: { name: 'Joe' } }, '"[[^context]]Hi [[name]].[[/context]]"', '""'],
  ['a list', { list: [{ n: 1 }, { n: 2 }] }, '"[[^list]][[n]][[/list]]"', '""'],
  ['an empty list', { list: [] }, '"[[^list]]Yay lists![[/list]]"', '"Yay lists!"'],
  ['several sections', { bool: false, two: 'second' }, BULLETS.replaceAll('#', '^'), BULLETS_FILLED],
  ['nested ones that show', { bool: false }, '| A [[^bool]]B [[^bool]]C[[/bool]] D[[/bool]] E |', '| A B C D E |'],
  ['nested ones that do not', { bool: true }, '| A [[^bool]]B [[^bool]]C[[/bool]] D[[/bool]] E |', '| A  E |'],
  ['a missing value', {}, "([[^missing]]No 'missing'![[/missing]])", "(No 'missing'!)"],
  ['a true dotted name', { a: { b: { c: true } } }, '"[[^a.b.c]]Not Here[[/a.b.c]]"', '""'],
  ['a false dotted name', { a: { b: { c: false } } }, '"[[^a.b.c]]Not Here[[/a.b.c]]"', '"Not Here"'],
  ['a dotted name that breaks off', { a: {} }, '"[[^a.b.c]]Not Here[[/a.b.c]]"', '"Not Here"'],
  ['surrounding blanks', { boolean: false }, ' | [[^boolean]]\t|\t[[/boolean]] | \n', ' | \t|\t | \n'],
  [
    'inner blanks',
    { boolean: false },
    ' | [[^boolean]] [[! Important Whitespace ]]\n [[/boolean]] | \n',
    ' |  \n  | \n',
  ],
  [
    'indented sections within a line',
    { boolean: false },
    ' [[^boolean]]NO[[/boolean]]\n [[^boolean]]WAY[[/boolean]]\n',
    ' NO\n WAY\n',
  ],
  [
    'tags alone on their lines',
    { boolean: false },
    '| This Is\n[[^boolean]]\n|\n[[/boolean]]\n| A Line\n',
    '| This Is\n|\n| A Line\n',
  ],
  [
    'indented tags alone on their lines',
    { boolean: false },
    '| This Is\n  [[^boolean]]\n|\n  [[/boolean]]\n| A Line\n',
    '| This Is\n|\n| A Line\n',
  ],
  ['lines that end in CR LF', { boolean: false }, '|\r\n[[^boolean]]\r\n[[/boolean]]\r\n|', '|\r\n|'],
  ['a tag alone on the first line', { boolean: false }, '  [[^boolean]]\n^[[/boolean]]\n/', '^\n/'],
  ['a tag alone on the last line', { boolean: false }, '^[[^boolean]]\n/\n  [[/boolean]]', '^\n/\n'],
  ['padding', { boolean: false }, '|[[^ boolean ]]=[[/ boolean ]]|', '|=|'],
];

const COMMENTS: readonly Case[] = [
  ['within a line', {}, '12345[[! Comment Block! ]]67890', '1234567890'],
  ['over several lines', {}, '12345[[!\n  This is a\n  multi-line comment...\n]]67890\n', '1234567890\n'],
  ['alone on a line', {}, 'Begin.\n[[! Comment Block! ]]\nEnd.\n', 'Begin.\nEnd.\n'],
  ['indented and alone on a line', {}, 'Begin.\n  [[! Comment Block! ]]\nEnd.\n', 'Begin.\nEnd.\n'],
  ['before CR LF', {}, '|\r\n[[! Standalone Comment ]]\r\n|', '|\r\n|'],
  ['alone on the first line', {}, "  [[! I'm Still Standalone ]]\n!", '!'],
  ['alone on the last line', {}, "!\n  [[! I'm Still Standalone ]]", '!\n'],
  ['alone on several lines', {}, "Begin.\n[[!\nSomething's going on here...\n]]\nEnd.\n", 'Begin.\nEnd.\n'],
  [
    'indented and alone on several lines',
    {},
    "Begin.\n  [[!\n    Something's going on here...\n  ]]\nEnd.\n",
    'Begin.\nEnd.\n',
  ],
  ['at the end of a line', {}, '  12 [[! 34 ]]\n', '  12 \n'],
  ['with blanks around', {}, '12345 [[! Comment Block! ]] 67890', '12345  67890'],
  ['that spells a name of the data', { '! comment': 1, comment: 2 }, 'never: >[[! comment ]]<', 'never: ><'],
];

describe('Templates agree with the Mustache specification', () => {
  for (const [module, cases] of Object.entries({ INTERPOLATION, SECTIONS, INVERTED, COMMENTS })) {
    for (const [name, data, template, expected] of cases) {
      it(`on ${module.toLowerCase()}: ${name}`, () => {
        expect(fillTemplate(compileTemplate(template), data)).to.equal(expected);
      });
    }
  }
});
