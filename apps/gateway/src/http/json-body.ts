/** Request bodies: JSON of bounded size in a known shape, or a clear word why not. */
import { ServiceError, validate } from '@toolpress/contract';
import express, { type Request, type RequestHandler, type Response } from 'express';
import type Joi from 'joi';
import { LARGE_BYTES, type LargeBodies } from './large-bodies.js';
import { parseJson } from './parse-json.js';

export const MAX_BODY_BYTES = 10 * 1024 * 1024;

const receive: RequestHandler = express.raw({ limit: MAX_BODY_BYTES, type: 'application/json' });

/**
 * Reads the body of a request.
 *
 * @returns the checked value.
 * @throws ServiceError `media_type_unsupported`, `body_too_large`, `invalid_json`, `invalid_parameter`.
 */
export async function readJsonBody<Body>(
  request: Request,
  response: Response,
  shape: Joi.ObjectSchema<Body>,
  largeBodies: LargeBodies,
): Promise<Body> {
  if (request.is('application/json') === false) throw notJson();
  if (!isUtf8(request)) throw new ServiceError('media_type_unsupported', 'The body’s charset must be UTF-8.');
  await new Promise<void>((resolve, reject) => {
    // body-parser hands on what it could not read
    void receive(request, response, (error?: unknown) => (error === undefined ? resolve() : reject(refusalOf(error))));
  });
  const bytes = request.body as Buffer | undefined;
  if (bytes !== undefined && bytes.length > LARGE_BYTES) return (await largeBodies.read(bytes, shape)) as Body;
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

function refusalOf(error: unknown): unknown {
  switch ((error as { type?: string }).type) {
    case 'entity.too.large':
      return new ServiceError(
        'body_too_large',
        `The request body is over the limit of ${MAX_BODY_BYTES / 1024 / 1024} MiB.`,
        // The rest of the body is not read: this connection can't carry another request.
        { headers: { Connection: 'close' } },
      );
    case 'encoding.unsupported':
      return new ServiceError(
        'media_type_unsupported',
        'The body’s `Content-Encoding` must be gzip, deflate, br or none.',
      );
    case 'request.size.invalid':
    case 'request.aborted':
      return new ServiceError('invalid_json', 'The request body ended before it was complete.');
    default:
      return isCallersFault(error) ? new ServiceError('invalid_json', 'The request body can’t be read.') : error;
  }
}

/** What body-parser gives a status of 4xx, such as a body that is not in its `Content-Encoding`. */
const isCallersFault = (error: unknown): boolean => {
  const status = (error as { status?: unknown }).status;
  return typeof status === 'number' && status >= 400 && status < 500;
};
