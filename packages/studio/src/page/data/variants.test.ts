import { expect } from 'chai';
import { describe, it } from 'mocha';
import { VARIANTS, variantOf } from './variants.js';

const TEXT = `{"customer": {"name": "Ada", "mail": "ada@example.com"}, "currency": "EUR", "total": 1.50,
  "items": [{"name": "Tea", "position": 1, "parts": [{"n": 1}]}, {"name": "Cake", "position": 2}], "tags": ["new"]}`;
const variant = (label: string): string => {
  const found = VARIANTS.find((each) => each.label === label);
  if (found === undefined) throw new Error(`There is no ${label}.`);
  return variantOf(found, TEXT);
};

describe('Variants of sample data', () => {
  it('have long names, and all else as it was', () => {
    const { customer, currency, items, tags } = JSON.parse(variant('Long names'));
    expect(customer.name).to.match(/^Ada Wolfe/);
    expect(items[1].name).to.match(/^Cake Wolfe/);
    expect([customer.mail, currency, tags]).to.deep.equal(['ada@example.com', 'EUR', ['new']]);
    expect(variant('Long names')).to.include('"total": 1.50');
  });

  it('have no rows, but lists of words', () => {
    expect(JSON.parse(variant('No items'))).to.deep.include({ items: [], tags: ['new'] });
  });

  it('have 200 rows, whose positions count on', () => {
    const { items } = JSON.parse(variant('200 rows'));
    expect(items).to.have.length(200);
    expect(items[199]).to.deep.equal({ name: 'Cake', position: 200 });
    expect(items[198].parts).to.deep.equal([{ n: 1 }]);
  });
});
