import { expect } from 'chai';
import { describe, it } from 'mocha';
import { countJsonValues, MAX_JSON_VALUES } from './json.js';

const count = (json: string): number => countJsonValues(Buffer.from(json));

/** Texts around the length from which on their ends are searched for, with what could be taken for an end. */
const texts = Array.from({ length: 140 }, (_, length) =>
  ['"', '\\', '\\"', ',:[{'].map((end) => `${'x'.repeat(length)}${end}${length % 2 ? 'y,' : ''}`),
);

/** Names and values, as a parser sees them. */
function inside(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  const names = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce((sum: number, child) => sum + inside(child), 1 + names);
}

describe('The names and values of a JSON text', () => {
  for (const value of [7, [1, 2], { a: [true, { b: null }] }, { 'a,b:[{"\\': 'x,y:[{"\\\\' }, ['ü', '\u2028', '']]) {
    it(`are counted without parsing: ${JSON.stringify(value)}`, () => {
      expect(count(JSON.stringify(value))).to.equal(inside(value));
      expect(count(JSON.stringify(value, null, 2)), 'whatever stands between them').to.equal(inside(value));
    });
  }

  it('don’t depend on how long texts are, and what is in them', () => {
    for (const list of texts) expect(count(JSON.stringify(list)), list.join(' ')).to.equal(inside(list));
    expect(count(`["${'x'.repeat(200)}`), 'cut short').to.equal(2);
  });

  it('are never more than counted', () => {
    expect(count('[[],[],{}]')).to.be.within(inside([[], [], {}]), 8);
  });

  it('may be as many as 50 pages of rows have, many times over', () => {
    const row = { name: 'An item', price: 12.5, count: 3, text: 'what it is' };
    const rows = JSON.stringify(Array(Math.floor((5 * 1024 * 1024) / (JSON.stringify(row).length + 1))).fill(row));
    expect(count(rows)).to.be.below(MAX_JSON_VALUES);
  });
});
