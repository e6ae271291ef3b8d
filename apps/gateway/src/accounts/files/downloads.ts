/** The links in the answers: the link itself is the permission, so it is neither logged nor cached by others. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { ServiceError } from '@toolpress/contract';
import { FILE_ID_LENGTH, type FileStore, fileExpiry } from '@toolpress/storage';
import type { Request, RequestHandler, Response } from 'express';
import { contextOf, note } from '../../http/request-log.js';
import { derivedKey, type MasterKeys } from '../../shared/master-keys.js';

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

/** 192 bits in 32 letters of base64, with none to spare: each secret has one spelling. */
const SECRET_BYTES = 24;

/**
 * `download_url`: behind the file's id stands a secret of the link's own. A signed link holds the id too, and so does an object
 * store's address of the file: whoever has only those can't make this link of them.
 */
export class DownloadLinks {
  private readonly key: Buffer;
  private readonly keys: readonly Buffer[];

  /** @param publicUrl the base of the links, without a slash at its end. */
  constructor(
    { current, previous }: MasterKeys,
    private readonly publicUrl: string,
  ) {
    this.key = linkKey(current);
    this.keys = [this.key, ...previous.map(linkKey)];
  }

  /** @returns the link to a file, good as long as the file is there and its master key is known. */
  urlOf(id: string): string {
    return `${this.publicUrl}/files/${id}${secretOf(this.key, id)}.pdf`;
  }

  /** @throws ServiceError `link_forged` unless the secret is the file's own, to the letter. */
  verify(id: string, secret: string): void {
    const given = Buffer.from(secret);
    const isOurs = this.keys.some((key) => {
      const ours = Buffer.from(secretOf(key, id));
      return given.length === ours.length && timingSafeEqual(given, ours);
    });
    if (!isOurs) throw new ServiceError('link_forged', 'This is not the link to the file; use it as it was issued.');
  }
}

const linkKey = (masterKey: Buffer): Buffer => derivedKey(masterKey, 'download links');

const secretOf = (key: Buffer, id: string): string =>
  createHmac('sha256', key).update(id).digest().subarray(0, SECRET_BYTES).toString('base64url');

/** The key that signs the store's links to files, which end after a while. @returns 32 bytes. */
export const fileLinkKey = (masterKey: Buffer): Buffer => derivedKey(masterKey, 'file links');
