/** Makes of a violation what the sender gets to see. */
import { ServiceError } from '@toolpress/contract';
import { placeOf, type SourceTexts } from './places.js';
import { Violation } from './violation.js';

/**
 * Runs a check the quick way; only when that fails, once more the slow way, to learn where the fault stands.
 *
 * @param check throws a Violation, with places when it is asked for them.
 * @throws ServiceError with the code, the place and the fault of the Violation.
 */
export function explained<Result>(sources: SourceTexts, check: (located: boolean) => Result): Result {
  try {
    return check(false);
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    const { subject, fault, code } = withPlace(error, check);
    throw new ServiceError(code, `${placeOf(subject, sources)} ${fault}.`);
  }
}

/**
 * As `explained`, for a text that nobody sent as it is.
 *
 * @param place what the message says of it, after what is at fault.
 */
export function explainedWithin<Result>(place: string, check: () => Result): Result {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    throw new ServiceError(error.code, `${error.subject.name} ${place} ${error.fault}.`);
  }
}

function withPlace(violation: Violation, check: (located: boolean) => unknown): Violation {
  try {
    check(true);
  } catch (error) {
    if (error instanceof Violation) return error;
    throw error;
  }
  return violation;
}
