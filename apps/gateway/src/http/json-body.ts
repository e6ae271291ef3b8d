/** Request bodies: JSON of bounded size in a known shape, or a clear word why not. */
import { ServiceError, validate } from '@toolpress/contract';
import type { Request } from 'express';
import type Joi from 'joi';
import { LARGE_BYTES, type LargeBodies } from './large-bodies.js';
import type { MemoryShare } from './memory-budget.js';
import { parseJson } from './parse-json.js';
import { BODY_COPIES, receiveBody } from './receive-body.js';

export const MAX_BODY_BYTES = 10 * 1024 * 1024;

interface Reading {
  largeBodies: LargeBodies;
  memory: MemoryShare;
  /** Aborted when the caller hangs up. */
  signal: AbortSignal;
}

/**
 * Reads the body of a request.
 *
 * @returns the checked value.
 * @throws ServiceError `media_type_unsupported`, `body_too_large`, `overloaded`, `invalid_json`, `invalid_parameter`.
 */
export async function readJsonBody<Body>(
  request: Request,
  shape: Joi.ObjectSchema<Body>,
  { largeBodies, memory, signal }: Reading,
): Promise<Body> {
  if (request.is('application/json') === false) throw notJson();
  if (!isUtf8(request)) throw new ServiceError('media_type_unsupported', 'The body’s charset must be UTF-8.');
  const bytes = await receiveBody(request, { limit: MAX_BODY_BYTES, memory, signal });
  memory.set('body', BODY_COPIES * (bytes?.length ?? 0));
  if (bytes !== undefined && bytes.length > LARGE_BYTES) {
    return (await largeBodies.read(bytes, shape, { account: memory.account, signal })) as Body;
  }
  return validate(shape, bytes && parseJson(bytes), 'body');
}

const isUtf8 = (request: Request): boolean => {
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(request.get('content-type') ?? '') ?? [];
  return /^utf-?8$/i.test(charset);
};

const notJson = (): ServiceError =>
  new ServiceError(
    'media_type_unsupported',
    'Send the body as JSON, with the header `Content-Type: application/json`.',
  );
