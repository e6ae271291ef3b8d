import { expect } from 'chai';
import { describe, it } from 'mocha';
import { limitedRanges } from './forms.js';

describe('The page ranges of a form', () => {
  it('have at most one page more than a document may have', () => {
    for (const ranges of ['2', '-3', '4-6, 1-5', '1-3,2', '1-40,90-100'])
      expect(limitedRanges(ranges), 'few pages').to.equal(ranges);
    expect(limitedRanges('7-')).to.equal('7-57');
    expect(limitedRanges('20-60,1-30')).to.equal('1-30,31-51');
    expect(limitedRanges('1-40, 90-, 200')).to.equal('1-40,90-100');
  });
});
