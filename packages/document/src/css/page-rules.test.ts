import { itWithinCpuMs } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { type PageChanges, PageRules } from './page-rules.js';

const BOTH: PageChanges = { properties: ['size', 'margin'] };
const SIZE: PageChanges = { properties: ['size'] };

type Case = readonly [what: string, css: string, left: string, changes?: PageChanges];

const edit = (css: string, changes: PageChanges): string => new PageRules(changes).edit(css);

const CASES: readonly Case[] = [
  ['a size', '@page { size: A4; color: red }', '@page {  color: red }'],
  ['a margin', '@page { margin: 1cm 2cm }', '@page { }'],
  ['a margin of one side', '@page { margin-left: 1cm; margin-block: 2cm }', '@page {  }'],
  ['only what the request decides', '@page { size: A4; margin: 1cm }', '@page {  margin: 1cm }', SIZE],
  ['nothing when the request decides nothing', '@page { size: A4 }', '@page { size: A4 }', { properties: [] }],
  ['an important one', '@page { size: A4 !important; margin: 0!important }', '@page {  }'],
  ['nothing of the first page', '@page :first { margin: 0; size: A5 }', '@page :first { margin: 0; size: A5 }'],
  ['nothing of named pages', '@page/**/wide{size:landscape} @page{size:A4}', '@page/**/wide{size:landscape} @page{}'],
  ['nothing of several', '@page a, b:left { all: initial }', '@page a, b:left { all: initial }'],
  [
    'that of the first page as well, where it has none of its own',
    '@page :first { margin: 0; color: red } @page a { size: A5 }',
    '@page :first {  color: red } @page a { }',
    { ...BOTH, everywhere: true },
  ],
  [
    'margins under another name',
    '@page { margin: 1cm calc(1in + 2px) !important; size: A4; MARGIN-left : 2cm } @page :first { margin: 0 }',
    '@page { k-margin: 1cm calc( 1in + 2px ) ! important;  k-margin-left: 2cm;} @page :first { margin: 0 }',
    { ...BOTH, keepMarginsAs: 'k-' },
  ],
  ['all', '@page { all: initial }', '@page { }'],
  ['names in capitals', '@PAGE { SIZE: A4 }', '@PAGE { }'],
  ['names with escapes', '@\\70 age { s\\69ze: A4 }', '@\\70 age { }'],
  ['blanks and comments around the colon', '@page{size/**/ :/**/A4;}', '@page{}'],
  [
    'a value with brackets and semicolons',
    '@page { size: calc(1in + (2in)); margin: x{;}; color: red }',
    '@page {   color: red }',
  ],
  [
    'a rule within another',
    '@media print { @page { size: A4 } } @layer a { @page { margin: 0 } }',
    '@media print { @page { } } @layer a { @page { } }',
  ],
  ['one that never ends', '@page { size: A4', '@page { '],
  ['the last of several', '@page{size:A4} @page{size:A5}', '@page{} @page{}'],
  [
    'nothing of a margin box',
    '@page { @top-left { margin: 1cm; width: 1in } size: A4 }',
    '@page { @top-left { margin: 1cm; width: 1in } }',
  ],
  [
    'the boxes of an edge, of any rule',
    '@page { @top-left { content: "x"; } @Top-Right-corner{content:"}"} @bottom-left { content: "y" } @left-top { } } @page :first { size: A5; @top-center { content: "z" } }',
    '@page {   @bottom-left { content: "y" } @left-top { } } @page :first { size: A5;  }',
    { properties: [], edges: ['top'] },
  ],
  [
    'a box that never ends',
    '@page { size: A4; @top-left { content: "x"',
    '@page { size: A4; ',
    { properties: [], edges: ['top'] },
  ],
  [
    'a box without a block',
    '@page { @top-left } p { margin: 0 }',
    '@page { } p { margin: 0 }',
    { ...BOTH, edges: ['top'] },
  ],
  [
    'nothing of other rules',
    'p { margin: 0; size: A4 } @media print { p { margin: 0 } }',
    'p { margin: 0; size: A4 } @media print { p { margin: 0 } }',
  ],
  ['nothing behind an @page without a block', '@page; p { margin: 0 }', '@page; p { margin: 0 }'],
  [
    'nothing that begins alike',
    '@page { marginal: 1; page-orientation: upright }',
    '@page { marginal: 1; page-orientation: upright }',
  ],
  [
    'nothing of comments and strings',
    '/* @page { size: A4 } */ p::after { content: "@page { size: A4 }" }',
    '/* @page { size: A4 } */ p::after { content: "@page { size: A4 }" }',
  ],
];

describe('What the request decides about pages', () => {
  for (const [what, css, left, changes = BOTH] of CASES) {
    it(`takes out of @page rules ${what}`, () => {
      const blanks = /(?<=[{;}]) +(?=\}|$)/g;
      const stays = edit(css, changes);
      expect(stays.replace(blanks, ' ')).to.equal(left.replace(blanks, ' '));
      expect(edit(stays, changes), 'once more').to.equal(stays);
    });
  }

  it('is found where pages have separate margins', () => {
    for (const [css, own] of [
      ['@page { margin: 0 } p { margin: 0 }', false],
      ['@page :first { size: A5 } @page a { @top-left { margin: 0 } }', false],
      ['@page :first { margin-left: 0 }', true],
      ['@page { size: A4 } @page a { all: unset }', true],
    ] as const) {
      const rules = new PageRules({ properties: ['margin'] });
      rules.edit(css);
      rules.edit('@page { margin: 0 }');
      expect(rules.ownMargins, css).to.equal(own);
    }
  });
});

describe('An orientation', () => {
  for (const [size, turned] of [
    ['A5', 'A5 landscape'],
    ['a4 portrait !important', 'a4 landscape !important'],
    ['portrait A4', 'A4 landscape'],
    ['A4 landscape', 'A4 landscape'],
    ['auto', 'landscape'],
    ['initial', 'landscape'],
    ['portrait', 'landscape'],
    ['100mm 8in', '8in 100mm'],
    ['8in/**/100mm', '8in/**/100mm'],
    ['1000px 20in!important', '20in 1000px !important'],
    ['10cm', '10cm'],
    ['calc(1in + 1in) 9in', 'calc(1in + 1in) 9in'],
    ['5em 9em', '5em 9em'],
  ]) {
    it(`turns a document’s own size on its side: ${size}`, () => {
      const changes: PageChanges = { properties: [], landscape: true };
      const css = `@page :first { size: A5 } @page { margin: 0; size: ${size}; color: red }`;
      const seen = edit(css, changes).replaceAll(/\s*;/g, ';');
      expect(seen).to.equal(`@page :first { size: A5 } @page { margin: 0; size: ${turned}; color: red }`);
      expect(edit(edit(css, changes), changes), 'once more').to.equal(edit(css, changes));
    });
  }
});

describe('An automatic height', () => {
  for (const [css, expected] of [
    ['@page { size: 80mm auto; margin: 0 }', '@page { size: 80mm HEIGHT; margin: 0 }'],
    ['@page{SIZE:3.15IN/**/AUTO!important}', '@page{size: 3.15IN HEIGHT !important;}'],
    ['@page { size: auto } p { background-size: 1px auto }', '@page { size: auto } p { background-size: 1px auto }'],
    ['@page a { size: 80mm auto }', '@page a { size: 80mm auto }'],
    ['@page { size: auto 80mm }', '@page { size: auto 80mm }'],
    ['p { size: 80mm auto }', 'p { size: 80mm auto }'],
  ] as const) {
    it(`is found in ${css}`, () => {
      expect(edit(css, { properties: [], autoHeight: 'HEIGHT' })).to.equal(expected);
    });
  }

  itWithinCpuMs(8_000, 'is looked for quickly in megabytes', () => {
    for (const piece of ['size:', 'size ', '@', '@page', '@page{size:1px auto', '@page{@top-left{', 'all:'])
      edit(`@page${piece.repeat(50_000)}`, { properties: [], autoHeight: 'HEIGHT', edges: ['left'] });
  });
});
