/** Request bodies: JSON of bounded size, or a clear word why not. */
import { ServiceError } from '@toolpress/contract';
import express, { type Request, type RequestHandler, type Response } from 'express';

export const MAX_BODY_BYTES = 10 * 1024 * 1024;

const parse: RequestHandler = express.json({ limit: MAX_BODY_BYTES, strict: false, type: 'application/json' });

/**
 * Reads the body of a request.
 *
 * @returns the parsed JSON; undefined when there is no body.
 * @throws ServiceError `media_type_unsupported`, `body_too_large`, `invalid_json`.
 */
export async function readJsonBody(request: Request, response: Response): Promise<unknown> {
  if (request.is('application/json') === false) throw notJson();
  await new Promise<void>((resolve, reject) => {
    // body-parser hands on what it could not read
    void parse(request, response, (error?: unknown) => (error === undefined ? resolve() : reject(refusalOf(error))));
  });
  return request.body;
}

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
    case 'entity.parse.failed':
      return new ServiceError('invalid_json', `The request body is not valid JSON${whereOf(error)}.`);
    case 'encoding.unsupported':
      return new ServiceError(
        'media_type_unsupported',
        'The body’s `Content-Encoding` must be gzip, deflate, br or none.',
      );
    case 'charset.unsupported':
      return new ServiceError('media_type_unsupported', 'The body’s charset must be UTF-8.');
    case 'request.size.invalid':
    case 'request.aborted':
      return new ServiceError('invalid_json', 'The request body ended before it was complete.');
    default:
      return isCallersFault(error) ? new ServiceError('invalid_json', 'The request body can’t be read.') : error;
  }
}

/** V8's messages quote the text around the fault; only the position is passed on. */
function whereOf(error: unknown): string {
  const [, position] = / at position (\d+)/.exec(String((error as Error).message)) ?? [];
  return position === undefined ? '' : ` (at character ${Number(position) + 1})`;
}

/** What body-parser gives a status of 4xx, such as a body that is not in its `Content-Encoding`. */
const isCallersFault = (error: unknown): boolean => {
  const status = (error as { status?: unknown }).status;
  return typeof status === 'number' && status >= 400 && status < 500;
};
