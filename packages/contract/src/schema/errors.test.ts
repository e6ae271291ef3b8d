import { expect } from 'chai';
import { describe, it } from 'mocha';
import { ERRORS, isErrorCode, ServiceError } from '../index.js';

describe('The table of errors', () => {
  it('has a status of HTTP and a sentence for every code, in the order of the statuses', () => {
    const statuses = Object.values(ERRORS).map(({ status }) => status);
    expect(statuses).to.deep.equal([...statuses].sort((one, other) => one - other));
    for (const { meaning } of Object.values(ERRORS)) expect(meaning).to.match(/^[A-Z].*[.;]$/);
  });

  it('knows its codes and no inherited names', () => {
    expect(isErrorCode('page_limit')).to.equal(true);
    expect(isErrorCode('toString')).to.equal(false);
  });

  it('lets an error cross a process border with its code and message, without its cause', () => {
    const error = new ServiceError('page_limit', 'too long', { cause: new Error('inner') });
    const arrived = ServiceError.fromData(JSON.parse(JSON.stringify(error.toData())));
    expect(arrived).to.include({ code: 'page_limit', message: 'too long', status: 422 });
    expect(arrived.cause).to.equal(undefined);
  });

  it('lets it cross with its reason, and without one that only a newer process knows', () => {
    const error = new ServiceError('unavailable', 'm', { reason: 'renderer_failed' });
    expect(ServiceError.fromData(error.toData()).reason).to.equal('renderer_failed');
    const arrived = ServiceError.fromData(JSON.parse('{"code":"internal","message":"m","reason":"of_tomorrow"}'));
    expect(arrived.reason).to.equal(undefined);
    expect(arrived.toData()).to.deep.equal({ code: 'internal', message: 'm' });
  });

  it('takes a code that only a newer process knows for a fault of the service', () => {
    const arrived = ServiceError.fromData(JSON.parse('{"code":"of_tomorrow","message":"m"}'));
    expect(arrived).to.include({ code: 'internal', message: 'm', status: 500, cause: 'of_tomorrow' });
  });
});
