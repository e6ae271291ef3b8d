import { ServiceError } from '@toolpress/contract';

/** The error a caller sees while the store is away. The cause, for the log, names what the message must not. */
export const storeAway = (cause: unknown): ServiceError =>
  new ServiceError('unavailable', 'The service’s file store is away; try again in a moment.', {
    cause,
    headers: { 'Retry-After': '1' },
  });

/** Runs a call to the store; whatever it throws comes out as ServiceError `unavailable` with that cause. */
export async function fromStore<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    throw error instanceof ServiceError ? error : storeAway(error);
  }
}
