import { expect } from 'chai';
import { describe, it } from 'mocha';
import { filterNamed } from '../filters/index.js';
import { FOREIGN_FILTERS } from './foreign-filters.js';
import { filterMeant } from './hints.js';

describe('What filters are called in other languages', () => {
  it('leads to filters that there are', () => {
    const unknown = Object.keys(FOREIGN_FILTERS).filter((ours) => filterNamed(ours) === undefined);
    expect(unknown).to.deep.equal([]);
  });

  it('names each once, in lower case and letters, and none that is a filter of ours', () => {
    const names = Object.values(FOREIGN_FILTERS).flatMap((each) => each.split(' '));
    expect(names.filter((name) => filterNamed(name) !== undefined || !/^[a-z]+$/.test(name))).to.deep.equal([]);
    expect(names).to.have.lengthOf(new Set(names).size);
  });

  it('is read with capitals, underscores and dashes', () => {
    for (const name of ['number_format', 'numberFormat', 'Number-Format']) expect(filterMeant(name)).to.equal('number');
    expect(filterMeant('__')).to.equal('t');
    expect(filterMeant('upcase')).to.equal('upcase');
    expect(filterMeant('nothing_like_it')).to.equal(undefined);
  });
});
