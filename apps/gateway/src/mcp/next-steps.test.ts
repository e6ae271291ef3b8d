import { expect } from 'chai';
import { describe, it } from 'mocha';
import { withNextStep } from './next-steps.js';

describe('An error for an agent', () => {
  it('says the next step after its message', () => {
    const of = (code: 'template_invalid' | 'queue_full' | 'file_expired', headers = {}) =>
      withNextStep({ code, message: 'So it is.', headers });
    expect(of('template_invalid')).to.match(/^template_invalid: So it is\. Correct it, then call check_template/);
    expect(of('queue_full', { 'Retry-After': '5' })).to.equal('queue_full: So it is. Call again in 5 s.');
    expect(of('file_expired')).to.equal('file_expired: So it is.');
  });
});
