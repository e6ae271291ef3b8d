/** Receives and reads forms: small ones of HTML in this thread, all others in a thread with limits. */
import { MAX_BODY_BYTES, ServiceError } from '@toolpress/contract';
import { Moved } from '@toolpress/runtime';
import type { Request } from 'express';
import { receiveBody } from '../api/body.js';
import type { RequestContext } from '../api/endpoint.js';
import type { BodyOwner, LargeBodies } from '../api/large-bodies.js';
import type { FormKind, FormRequest } from './form-request.js';
import { FORM_IN, formIn, type ReadForm } from './form-thread.js';
import { tooComplex } from './markdown.js';

/** The body is in memory as received, as files, and as base64 in the request. */
const COPIES = 3;
export interface ReceivedForm {
  bytes: Buffer;
  contentType: string;
}

/** @throws ServiceError `media_type_unsupported`, `body_too_large`, `overloaded`. */
export async function receiveForm(request: Request, { memory, signal }: RequestContext): Promise<ReceivedForm> {
  const contentType = request.get('content-type') ?? '';
  if (!/^multipart\/form-data\b/i.test(contentType)) throw notAForm("want 'multipart/form-data'");
  if (!/;\s*boundary=/i.test(contentType)) throw notAForm('no boundary');
  const bytes = (await receiveBody(request, { limit: MAX_BODY_BYTES, memory, signal })) ?? Buffer.alloc(0);
  memory.body.set(COPIES * bytes.length);
  return { bytes, contentType };
}

const notAForm = (fault: string): ServiceError =>
  new ServiceError('media_type_unsupported', `Invalid 'Content-Type' header value: ${fault}`);

/** The size in bytes up to which forms are read in this thread. It takes some milliseconds. */
const SMALL = 64 * 1024;

/**
 * Reads a form.
 *
 * @returns a function that returns what it asks for. @throws ServiceError `invalid_parameter` for a body that is not a form. The function throws
 *   any other error of the form.
 */
export async function readForm(
  { bytes, contentType }: ReceivedForm,
  kind: FormKind,
  largeBodies: LargeBodies,
  owner: BodyOwner,
): Promise<() => FormRequest> {
  const isSmall = bytes.length <= SMALL && !kind.isMarkdown;
  const read = isSmall
    ? (await formIn(bytes, contentType, kind)).value
    : await largeBodies
        .call(FORM_IN, [new Moved(bytes, bytes), contentType, kind], bytes.length, owner)
        .catch((error: unknown) => unfinished(error, kind));
  return () => {
    if ('request' in read) return read.request;
    throw ServiceError.fromData(read.error);
  };
}

/** Returns the error of a form whose thread was ended. */
function unfinished(error: unknown, { isMarkdown }: FormKind): ReadForm {
  if (!(error instanceof ServiceError && error.code === 'document_too_complex')) throw error;
  return { error: (isMarkdown ? tooComplex(error) : error).toData() };
}
