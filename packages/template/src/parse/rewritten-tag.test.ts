import { expect } from 'chai';
import { describe, it } from 'mocha';
import { rewrittenTag } from './rewritten-tag.js';

/** Tags without brackets, and the intended ones. */
const REWRITTEN: readonly (readonly [tag: string, meant: string])[] = [
  ['total | mony: "EUR"', 'total | money: "EUR"'],
  ['total | currency("EUR")', 'total | money: "EUR"'],
  ['total | money: EUR', 'total | money: "EUR"'],
  ['name | upper | e', 'name | upcase'],
  ['name.toUpperCase()', 'name | upcase'],
  ['price * count', 'price | times: count'],
  ['a ?? "none"', 'a | default: "none"'],
  ['a ? b : "c"', '#if a]][[b]][[else]]c[[/if'],
  ['#if a === "x && y" && !b', '#if a == "x && y" and not b'],
  ['#if items.length > 0', '#if items.size > 0'],
  ['#if rows | size > 1', '#if (rows | size) > 1'],
  ['#if a + b > 2', '#if (a | plus: b) > 2'],
  ['#if (eq status "paid")', '#if status == "paid"'],
  ['#if name is not empty', '#if name'],
  ['#unless a and b', '#if not (a and b)'],
  ['^if a', '#if not a'],
  ['elsif b = 1', 'else if b == 1'],
  ['#for item in items', '#each items'],
  ['#each items as item', '#each items'],
  ['#with customer', '#customer'],
  ['assign x = a + 1', 'let x = a | plus: 1'],
  ["trans 'Total'", "'Total' | t"],
  ['name | raw', '&name'],
  ['name | escape | raw', '&name'],
  ['#else', 'else'],
  ['Else', 'else'],
];

/** Tags that need no change, or whose meaning is unclear. */
const KEPT = [
  'name',
  'total | money: "EUR"',
  '#each rows',
  '#if a == b',
  'name | nonsense',
  '#if a and',
  'a | round: "x"',
  'var:footer',
  '> line item=row',
  '! a comment',
  '/if',
  `${'a | upper '.repeat(100)}`,
];

describe('A mistyped tag', () => {
  for (const [tag, meant] of REWRITTEN) it(`is rewritten: ${tag}`, () => expect(rewrittenTag(tag)).to.equal(meant));

  for (const tag of KEPT)
    it(`is left as it is: ${tag.slice(0, 30)}`, () => expect(rewrittenTag(tag)).to.equal(undefined));
});
