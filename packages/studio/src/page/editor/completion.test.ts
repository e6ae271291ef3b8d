import { expect } from 'chai';
import { describe, it } from 'mocha';
import { completionAt, openSections } from './completion.js';

const DATA = { number: '7', customer: { name: 'Ada', 'Tax No': '1' }, items: [{ name: 'Tea', price: 2 }] };
const FILTERS = [
  {
    name: 'money',
    subject: 'Numbers',
    does: 'Formats an amount.',
    takes: ['currency'],
    example: '[[1 | money: "EUR"]]',
  },
  { name: 'upcase', subject: 'Texts', does: 'Converts to upper case.', takes: [], example: '' },
];
const at = (text: string) => completionAt(text, DATA, FILTERS);
const labels = (text: string) => at(text)?.suggestions.map(({ label }) => label) ?? [];

describe('The completion of tags', () => {
  it('offers the paths of the data, and their values', () => {
    expect(labels('<p>[[cu')).to.include.members(['number', 'customer.name', 'items']);
    expect(labels('<p>[[cu')).not.to.include('customer.Tax No');
    expect(at('<p>[[cu')?.from).to.equal(5);
    expect(at('[[n')?.suggestions.find(({ label }) => label === 'items')?.detail).to.equal('list of 1');
  });

  it('offers the names of an item first in a loop, and what closes it', () => {
    const inLoop = labels('[[#each items]]<p>[[');
    expect(inLoop.slice(0, 2)).to.deep.equal(['name', 'price']);
    expect(inLoop).to.include.members(['number', '@index', '/each']);
    expect(labels('[[#each items]][[#if price]][[/')).to.deep.equal(['/if', '/each']);
  });

  it('offers filters after a bar, with the place of their arguments', () => {
    expect(labels('[[number | mo')).to.deep.equal(['money', 'upcase']);
    expect(at('[[number | mo')?.from).to.equal(11);
    expect(at('[[number | ')?.suggestions.map(({ insert }) => insert)).to.deep.equal(['money: ', undefined]);
  });

  it('offers nothing outside tags, in texts, in comments and after a value', () => {
    for (const text of ['<p>num', '[[number]] n', '[[number | money: "E', '[[! n', '[[var:n', '[["a"'])
      expect(at(text), text).to.equal(undefined);
  });

  it('knows which sections are open', () => {
    const text = '[[#each a.b]][[#if c]][[/if]][[#items]][[^none]]';
    expect(openSections(text)).to.deep.equal([
      { name: 'each', path: 'a.b' },
      { name: 'items', path: 'items' },
      { name: 'none' },
    ]);
  });
});
