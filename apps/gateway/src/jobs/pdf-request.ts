/** Reads the stored request of a job. */
import { StoredPdfRequest, validate } from '@toolpress/contract';
import { parseJson } from '../api/json.js';
import { type BodyOwner, LARGE_BYTES, type LargeBodies } from '../api/large-bodies.js';

/**
 * Returns the validated request.
 *
 * @param json its buffer must not be used afterwards.
 * @throws ServiceError `invalid_parameter` when an earlier version accepted a request that this one rejects.
 */
export async function readPdfRequest(
  json: Buffer,
  largeBodies: LargeBodies,
  owner: BodyOwner,
): Promise<StoredPdfRequest> {
  if (json.length > LARGE_BYTES) return (await largeBodies.read(json, StoredPdfRequest, owner)) as StoredPdfRequest;
  return validate(StoredPdfRequest, parseJson(json), 'input');
}
