/** The links in the answers: the link itself is the permission, so it is neither logged nor cached by others. */
import { pipeline } from 'node:stream/promises';
import { ServiceError } from '@toolpress/contract';
import { FILE_ID_LENGTH, type FileStore, fileExpiry } from '@toolpress/storage';
import type { Request, RequestHandler, Response } from 'express';
import { contextOf, note } from '../../http/request-log.js';
import type { DownloadLinks } from './links.js';

export const FILE_PATH = '/files/:file';

/**
 * GET `/files/<id><secret>.pdf`, or `/files/<id>.pdf` with `expires` and `signature`.
 *
 * Answers the PDF; 403 for an altered link, 404 for an unknown file, 410 for an expired one.
 */
export function downloadFile(store: FileStore, links: DownloadLinks): RequestHandler {
  return async (request: Request, response: Response) => {
    note(request, { endpoint: 'GET /files/{id}.pdf' });
    const { id, secret } = partsOf(request.params['file']);
    if (secret !== '') links.verify(id, secret);
    else
      store.verifyLink(id, {
        expires: asText(request.query['expires']),
        signature: asText(request.query['signature']),
      });
    const file = await store.open(id);
    const maxAge = Math.max(0, Math.floor(((fileExpiry(id)?.getTime() ?? 0) - Date.now()) / 1_000));
    response.status(200).set({
      'Content-Type': 'application/pdf',
      'Content-Length': String(file.sizeBytes),
      'Content-Disposition': file.contentDisposition,
      'Cache-Control': `private, max-age=${maxAge}, immutable`,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'X-Robots-Tag': 'noindex',
    });
    if (request.method === 'HEAD') {
      file.stream.destroy();
      response.end();
      return;
    }
    await pipeline(file.stream, response).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_STREAM_PREMATURE_CLOSE') return; // the caller hung up
      // The status is sent: all that is left is to cut the answer short, so that nobody takes it for the whole.
      note(request, { error: 'unavailable' });
      contextOf(request).log.warn({ err: error }, 'the file store failed in mid-download');
      response.destroy();
    });
  };
}

/** @throws ServiceError `file_unknown` for what holds no id. */
function partsOf(file: unknown): { id: string; secret: string } {
  const name = typeof file === 'string' && file.endsWith('.pdf') ? file.slice(0, -'.pdf'.length) : '';
  const id = name.slice(0, FILE_ID_LENGTH);
  if (fileExpiry(id) === undefined) throw new ServiceError('file_unknown', 'There is no such file.');
  return { id, secret: name.slice(FILE_ID_LENGTH) };
}

/** A parameter given twice is not one that we signed. */
const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
