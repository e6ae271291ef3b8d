import { expect } from 'chai';
import { describe, it } from 'mocha';
import { retryAfterMs } from './retry-after.js';

describe('The header Retry-After', () => {
  const NOW = Date.parse('2026-01-31T12:00:00Z');

  it('names seconds or a date, and no wait for a date that is past', () => {
    expect(retryAfterMs(' 7 ', NOW)).to.equal(7_000);
    expect(retryAfterMs('Sat, 31 Jan 2026 12:00:09 GMT', NOW)).to.equal(9_000);
    expect(retryAfterMs('Sat, 31 Jan 2026 11:00:00 GMT', NOW)).to.equal(0);
  });

  it('is ignored when it is absent, repeated or unreadable', () => {
    for (const header of [undefined, '', 'soon', '-1s', ['1', '2']])
      expect(retryAfterMs(header, NOW)).to.equal(undefined);
  });
});
