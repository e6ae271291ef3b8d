import { expect } from 'chai';
import { describe, it } from 'mocha';
import { age, bytes, duration } from './figures.js';

describe('Formatted figures', () => {
  it('are durations in a fitting unit', () => {
    expect(duration(null)).to.deep.equal({ value: '–', unit: '' });
    expect(duration(0.0423)).to.deep.equal({ value: '42', unit: 'ms' });
    expect(duration(2.345)).to.deep.equal({ value: '2.3', unit: 's' });
    expect(duration(42.3)).to.deep.equal({ value: '42', unit: 's' });
  });

  it('are sizes and ages in their largest units', () => {
    expect([5 * 1024 * 1024, 300 * 1024 * 1024, 1.5 * 1024 ** 3].map(bytes)).to.deep.equal([
      '5.0 MiB',
      '300 MiB',
      '1.5 GiB',
    ]);
    expect([0.4, 61, 3_600, 90_061].map(age)).to.deep.equal(['0 s', '1 min 1 s', '1 h', '1 d 1 h']);
  });
});
