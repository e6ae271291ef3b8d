/** The links in the answers: the link itself is the permission, so it is neither logged nor cached by others. */
import { pipeline } from 'node:stream/promises';
import { ServiceError } from '@toolpress/contract';
import { type FileStore, fileExpiry } from '@toolpress/storage';
import type { Request, RequestHandler, Response } from 'express';
import { contextOf, note } from '../http/request-log.js';

export const FILE_PATH = '/files/:file';

/**
 * GET `/files/<id>.pdf`, with `expires` and `signature` where the link is signed.
 *
 * Answers the PDF; 403 for an altered link, 404 for an unknown file, 410 for an expired one.
 */
export function downloadFile(store: FileStore): RequestHandler {
  return async (request: Request, response: Response) => {
    note(request, { endpoint: 'GET /files/{id}.pdf' });
    const id = idOf(request.params['file']);
    const { expires, signature } = request.query;
    if (expires !== undefined || signature !== undefined) {
      store.verifyLink(id, { ...asText('expires', expires), ...asText('signature', signature) });
    }
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

function idOf(file: unknown): string {
  if (typeof file === 'string' && file.endsWith('.pdf')) return file.slice(0, -'.pdf'.length);
  throw new ServiceError('file_unknown', 'There is no such file.');
}

/** A parameter given twice is not one that we signed. */
function asText(name: 'expires' | 'signature', value: unknown): Record<string, string> {
  return value === undefined ? {} : { [name]: typeof value === 'string' ? value : '' };
}
