import { ServiceError } from '@toolpress/contract';
import { expect } from 'chai';

/** The ServiceError that a call ends with; anything else fails the test. */
export async function refusal(call: () => unknown): Promise<ServiceError> {
  try {
    await call();
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error('the call was expected to be refused');
}

/** Checks all that a caller may see of a store that is away, and that the operator gets the cause. */
export async function expectUnavailable(call: () => unknown): Promise<void> {
  const error = await refusal(call);
  expect(error.toData()).to.deep.equal({
    code: 'unavailable',
    message: 'The service’s file store is away; try again in a moment.',
  });
  expect(error.headers).to.deep.equal({ 'Retry-After': '1' });
  expect(error.cause).to.be.instanceOf(Error);
}
