import { type ErrorCode, ServiceError } from '@toolpress/contract';

/** Returns the ServiceError with which a call fails. A result or any other error fails the test. */
export async function serviceErrorOf(call: () => unknown): Promise<ServiceError> {
  try {
    await call();
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error('the call was expected to fail');
}

/** Returns the code of the ServiceError with which a call fails. */
export const errorCodeOf = async (call: () => unknown): Promise<ErrorCode> => (await serviceErrorOf(call)).code;
