import { expect } from 'chai';
import { describe, it } from 'mocha';
import { RenderJob, ServiceError, validate } from '../index.js';

/** As the first version of the gateway sent it. */
const OLDEST = { requestId: 'r', html: '<p>x</p>', orientation: 'portrait' };

describe('A job for a worker', () => {
  it('of an older gateway is understood', () => {
    expect(validate(RenderJob, OLDEST, 'job')).to.deep.equal(OLDEST);
  });

  it('with something that this worker does not know is refused, not printed without it', () => {
    expect(() => validate(RenderJob, { ...OLDEST, watermark: 'DRAFT' }, 'job')).to.throw(ServiceError, 'watermark');
  });
});
