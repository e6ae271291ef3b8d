import { expect } from 'chai';
import { describe, it } from 'mocha';
import { pagesIn, readPageRanges } from './form-print.js';

describe('Page ranges', () => {
  it('are pages, ranges, and ranges without a beginning or an end', () => {
    const pagesOf = (text: string) => pagesIn(readPageRanges(text) ?? [], 5).map((index) => index + 1);
    expect(pagesOf('2')).to.deep.equal([2]);
    expect(pagesOf('4-, 1 - 2')).to.deep.equal([1, 2, 4, 5]);
    expect(pagesOf('-2,2-3')).to.deep.equal([1, 2, 3]);
    expect(pagesOf('6-9')).to.deep.equal([]);
    for (const text of ['', 'foo', '0', '3-2', '1-2-3', '-', '1,'])
      expect(readPageRanges(text), text).to.equal(undefined);
  });
});
