import { itWithinCpuMs } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { Findings } from '../policy/findings.js';
import { scanCss } from './scan.js';
import type { ScannedCss } from './scanned-css.js';

const scanned = (css: string): ScannedCss =>
  scanCss(css, { issue: new Findings('d').issue, hasFont: (family) => family.toLowerCase() === 'inter' });

type Case = readonly [what: string, css: string, stays: string];

const CASES: readonly Case[] = [
  ['an address without quotes', 'p { background: red url( a.png ) }', 'p { background: red url(https://d1.invalid/) }'],
  ['an address in quotes', "p { background: url( 'a.png' ) }", 'p { background: url( "https://d1.invalid/" ) }'],
  [
    'one address twice',
    'a { b: url(x) } c { d: url("x") }',
    'a { b: url(https://d1.invalid/) } c { d: url("https://d1.invalid/") }',
  ],
  ['two addresses', 'a { b: url(x), url(y) }', 'a { b: url(https://d1.invalid/), url(https://d2.invalid/) }'],
  [
    'addresses that are strings',
    'a { b: image-set("x" 1x type("image/png"), url(y) 2x) }',
    'a { b: image-set("https://d1.invalid/" 1x type("image/png"), url(https://d2.invalid/) 2x) }',
  ],
  ['an address in a custom property', ':root { --a: url(x) }', ':root { --a: url(https://d1.invalid/) }'],
  [
    'a broken address, which stays invalid',
    'p { mask: url(x y"z); color: red }',
    'p { mask: -toolpress-none; color: red }',
  ],
  ['a pointer', 'p { cursor: url(x) 2 2, url("y"), auto }', 'p { cursor: url(#) 2 2, url("#"), auto }'],
  [
    'a text that only a variable knows',
    'p { mask: image-set(var(--a) 1x, "x" 2x) }',
    'p { mask: image-set(-toolpress-none(--a) 1x, "https://d1.invalid/" 2x) }',
  ],
  ['an address that only a variable knows', 'p { mask: src(var(--x)) }', 'p { mask: -toolpress-none(var(--x)) }'],
  ['attr() as an address', 'p { mask: attr(x type(<url>)) }', 'p { mask: attr(x type(<-toolpress-none>)) }'],
  ['nothing of what points into the document', 'p { mask: url(#a), url("#b") }', 'p { mask: url(#a), url("#b") }'],
  ['an import', '@import "a.css" print;\np { color: red }', '\np { color: red }'],
  ['an import that browsers ignore', 'p { color: red } @import "a.css";', 'p { color: red } @-toolpress-none "a.css";'],
  ['an import within a block', '@media print { @import "a.css"; }', '@media print { @-toolpress-none "a.css"; }'],
  [
    'an import with a block',
    '@import "a.css" { p { mask: url(x) } }',
    '@-toolpress-none "a.css" { p { mask: url(https://d1.invalid/) } }',
  ],
  [
    'a face that the service has',
    '@font-face { src: url(x); font-family: "Inter" } p { color: red }',
    ' p { color: red }',
  ],
  [
    'such a face in an other rule',
    '@media print { @font-face { font-family: inter; src: url(x) } a { b: c } }',
    '@media print {  a { b: c } }',
  ],
  ['such a face that never ends', 'a { b: c } @font-face { font-family: INTER; src: url(x', 'a { b: c } '],
  [
    'the sources of another face',
    '@font-face { src: local(X), url(x) format("woff2"), url(y); font-family: Gill Sans }',
    '@font-face { src: local(X), url(https://d1.invalid/) format("woff2"), url(https://d1.invalid/); font-family: Gill Sans ;font-display:swap}',
  ],
  [
    'nothing of a face from the machine',
    '@font-face { src: local(X); font-family: Y }',
    '@font-face { src: local(X); font-family: Y }',
  ],
  [
    'the time in which a face hides text',
    '@font-face { font-display: block; src: url(x) } p { color: red }',
    '@font-face { font-display: block; src: url(https://d1.invalid/) ;font-display:swap} p { color: red }',
  ],
  [
    'no more of a face that never ends',
    '@font-face { src: url(x); a: (',
    '@font-face { src: url(https://d1.invalid/); a: (',
  ],
];

describe('What a sheet would load', () => {
  for (const [what, css, stays] of CASES) {
    it(`is taken out: ${what}`, () => {
      expect(scanned(css).css).to.equal(stays);
    });
  }

  it('is reported with line and column, and font faces by their family', () => {
    const { resources } = scanned('p { mask: url(a) } @font-face { src: url(b); font-family: Gill Sans }');
    expect(resources).to.deep.equal([
      { name: 'url()', target: 'a', start: 10, end: 16, address: 'https://d1.invalid/' },
      { name: 'url()', target: 'b', start: 19, end: 69, family: 'Gill Sans', address: 'https://d2.invalid/' },
    ]);
  });

  it('reports imports with their conditions, in their order, as long as only layers precede them', () => {
    const css =
      '@charset "x"; @layer a, b; @import url("x.css") layer(a) screen; /* */ @import \'y\'; @layer c { } @import "z";';
    expect(scanned(css).imports.map(({ target, conditions }) => [target, conditions])).to.deep.equal([
      ['x.css', 'layer(a) screen'],
      ['y', ''],
    ]);
  });

  itWithinCpuMs(
    5_000,
    'is scanned in time that grows with the text, faces and functions that never end included',
    () => {
      for (const piece of [
        '@font-face{src:url(a);',
        '@font-face{font-family:x;src:url(a)}',
        'image-set("a"',
        '@import "a" x(',
        'url("a"',
      ]) {
        scanned(piece.repeat(20_000));
      }
    },
  );
});
