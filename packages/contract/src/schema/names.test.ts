import { expect } from 'chai';
import { describe, it } from 'mocha';
import { anyOf, nearestNames } from './names.js';

const FIELDS = ['html', 'css', 'data', 'page_size', 'margin', 'header_html', 'footer_html', 'time_zone'];

describe('The nearest names', () => {
  for (const [name, meant] of [
    ['pageSize', ['page_size']],
    ['page-size', ['page_size']],
    ['PAGE_SIZE', ['page_size']],
    ['timezone', ['time_zone']],
    ['paper_size', ['page_size']],
    ['footerhtml', ['footer_html']],
    ['dta', ['data']],
    ['marign', ['margin']],
    ['header', ['header_html']],
    ['colour', []],
    ['x', []],
    ['', []],
    ['__', []],
    ['x'.repeat(100_000), []],
  ] as const) {
    it(`of ${name.slice(0, 20) || 'nothing'} are ${meant.join(', ') || 'none'}`, () => {
      expect(nearestNames(name, FIELDS)).to.deep.equal(meant);
    });
  }

  it('are three at most, the nearest first', () => {
    expect(nearestNames('invoce1', ['invoice3', 'invoice1', 'invoice2', 'invoice4'])).to.deep.equal([
      'invoice1',
      'invoice3',
      'invoice2',
    ]);
  });

  it('are written as code', () => {
    expect([['a'], ['a', 'b'], ['a', 'b', 'c']].map(anyOf)).to.deep.equal(['`a`', '`a` or `b`', '`a`, `b` or `c`']);
  });
});
