/** What a job is to print, as it was stored when it was submitted. */
import { PdfRequest, validate } from '@toolpress/contract';
import { parseJson } from '../http/json.js';
import { type BodyOwner, LARGE_BYTES, type LargeBodies } from '../http/large-bodies.js';

/**
 * @param json which is used up.
 * @throws ServiceError `invalid_parameter` when an earlier version took what this one does not.
 */
export async function readPdfRequest(json: Buffer, largeBodies: LargeBodies, owner: BodyOwner): Promise<PdfRequest> {
  if (json.length > LARGE_BYTES) return (await largeBodies.read(json, PdfRequest, owner)) as PdfRequest;
  return validate(PdfRequest, parseJson(json), 'input');
}
