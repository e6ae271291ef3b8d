import { expect } from 'chai';
import { describe, it } from 'mocha';
import { pauseMs } from './provider.js';

describe('The pause that the provider demands', () => {
  it('is given in seconds', () => {
    expect(pauseMs('5')).to.equal(5_000);
    expect(pauseMs(' 120 ')).to.equal(120_000);
  });

  it('is given as a date', () => {
    expect(pauseMs(new Date(Date.now() + 10_000).toUTCString())).to.be.within(8_500, 10_000);
  });

  it('is 30 s for a missing or invalid value', () => {
    for (const header of [undefined, '', 'soon', '-', ['1', '2']]) expect(pauseMs(header)).to.equal(30_000);
  });

  it('is a second at least and an hour at most', () => {
    for (const header of ['0', 'Mon, 01 Jan 2024 00:00:00 GMT']) expect(pauseMs(header)).to.equal(1_000);
    for (const header of ['86400', '9'.repeat(400)]) expect(pauseMs(header)).to.equal(3_600_000);
  });
});
