/** Reads the stored request of a job. */
import { StoredPdfRequest } from '@toolpress/contract';
import type { BodyOwner, LargeBodies } from '../api/large-bodies.js';

/**
 * Returns the validated request.
 *
 * @param json its buffer must not be used afterwards.
 * @throws ServiceError `invalid_parameter` when an earlier version accepted a request that this one rejects.
 */
export const readPdfRequest = (json: Buffer, largeBodies: LargeBodies, owner: BodyOwner): Promise<StoredPdfRequest> =>
  largeBodies.readAny(json, StoredPdfRequest, 'input', owner) as Promise<StoredPdfRequest>;
