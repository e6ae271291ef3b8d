import { expect } from 'chai';
import { describe, it } from 'mocha';
import { UniqueNames } from './names.js';

describe('The names in an archive', () => {
  it('are unique, also where a row has the name that another one gets by its number', () => {
    const names = new UniqueNames();
    const given = ['slip-00003.pdf', 'slip.pdf', 'Slip.pdf', undefined, 'document-00004.pdf'];
    expect(given.map((name, index) => names.next(name, index + 1, 'pdf'))).to.deep.equal([
      'slip-00003.pdf',
      'slip.pdf',
      'Slip-00003-2.pdf',
      'document-00004.pdf',
      'document-00004-00005.pdf',
    ]);
  });
});
