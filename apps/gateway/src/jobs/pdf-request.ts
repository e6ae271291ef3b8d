/** Reads the stored request of a job. */
import { PdfRequest, validate } from '@toolpress/contract';
import { parseJson } from '../api/json.js';
import { type BodyOwner, LARGE_BYTES, type LargeBodies } from '../api/large-bodies.js';

/**
 * Returns the validated request.
 *
 * @param json its buffer must not be used afterwards.
 * @throws ServiceError `invalid_parameter` when an earlier version accepted a request that this one rejects.
 */
export async function readPdfRequest(json: Buffer, largeBodies: LargeBodies, owner: BodyOwner): Promise<PdfRequest> {
  if (json.length > LARGE_BYTES) return (await largeBodies.read(json, PdfRequest, owner)) as PdfRequest;
  return validate(PdfRequest, parseJson(json), 'input');
}
