import { type ErrorCode, ServiceError } from '@toolpress/contract';

/** The ServiceError that a call fails with; a result or any other error fails the test. */
export async function serviceErrorOf(call: () => unknown): Promise<ServiceError> {
  try {
    await call();
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error('the call was expected to fail');
}

/** The code of the ServiceError that a call fails with. */
export const errorCodeOf = async (call: () => unknown): Promise<ErrorCode> => (await serviceErrorOf(call)).code;
