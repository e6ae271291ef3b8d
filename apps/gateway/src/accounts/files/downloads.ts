/** The links in the answers: the link itself is the permission, so it is neither logged nor cached by others. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { ServiceError } from '@toolpress/contract';
import {
  type ByteRange,
  contentDisposition,
  FILE_ID_LENGTH,
  FILE_KINDS,
  type FileStore,
  fileExpiry,
  fileKind,
  type OpenedFile,
} from '@toolpress/storage';
import type { Request, RequestHandler, Response } from 'express';
import { contextOf, note } from '../../http/request-log.js';
import { derivedKey, type MasterKeys } from '../../shared/master-keys.js';

export const FILE_PATH = '/files/:file';

/**
 * A file is made from what a caller sent. A browser that shows it runs no script in it, gives it no origin, loads nothing for it, and
 * takes it for what it is said to be; pages of other sites can't embed it.
 */
const FILE_HEADERS = {
  'Content-Security-Policy': "sandbox; default-src 'none'",
  'Cross-Origin-Resource-Policy': 'same-site',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
};

/**
 * GET `/files/<id><secret>.<kind>`, or `/files/<id>.<kind>` with `expires` and `signature`; with `inline`, a PDF is shown and not saved.
 *
 * Answers the file, or the part of it that `Range` asks for; 304 for a caller who has it; 403 for an altered link, 404 for an
 * unknown file, 410 for an expired one.
 */
export function downloadFile(store: FileStore, links: DownloadLinks): RequestHandler {
  return async (request: Request, response: Response) => {
    note(request, { endpoint: 'GET /files/{id}' });
    const { id, secret } = partsOf(request.params['file']);
    if (secret !== '') links.verify(id, secret);
    else
      store.verifyLink(id, {
        expires: asText(request.query['expires']),
        signature: asText(request.query['signature']),
      });
    const file = await store.open(id);
    const validators = { ETag: etagOf(id), 'Last-Modified': file.storedAt.toUTCString() };
    const range = rangeOf(request, validators, file.sizeBytes);
    if (range === 'unsatisfiable') {
      file.stream.destroy();
      throw new ServiceError('range_invalid', `The file has ${file.sizeBytes} bytes; \`Range\` asks for others.`, {
        headers: { 'Content-Range': `bytes */${file.sizeBytes}` },
      });
    }
    const maxAge = Math.max(0, Math.floor(((fileExpiry(id)?.getTime() ?? 0) - Date.now()) / 1_000));
    const isInline = request.query['inline'] !== undefined && file.filename !== undefined && fileKind(id) === 'pdf';
    response.status(200).set({
      ...validators,
      'Content-Type': FILE_KINDS[fileKind(id)].contentType,
      'Content-Disposition': isInline ? contentDisposition(file.filename ?? '', 'inline') : file.contentDisposition,
      'Cache-Control': `private, max-age=${maxAge}, immutable`,
      'Accept-Ranges': 'bytes',
      ...FILE_HEADERS,
    });
    if (request.fresh) return endWithout(file, response.status(304));
    const { start, end } = range ?? { start: 0, end: file.sizeBytes - 1 };
    response.set('Content-Length', String(end - start + 1));
    if (range !== undefined) response.status(206).set('Content-Range', `bytes ${start}-${end}/${file.sizeBytes}`);
    if (request.method === 'HEAD') return endWithout(file, response);
    if (range !== undefined) file.stream.destroy();
    const { stream } = range === undefined ? file : await store.open(id, range);
    await pipeline(stream, response).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_STREAM_PREMATURE_CLOSE') return; // the caller hung up
      // The status is sent: all that is left is to cut the answer short, so that nobody takes it for the whole.
      note(request, { error: 'unavailable' });
      contextOf(request).log.warn({ err: error }, 'the file store failed in mid-download');
      response.destroy();
    });
  };
}

function endWithout({ stream }: OpenedFile, response: Response): void {
  stream.destroy();
  response.end();
}

/** A file never changes. Its id is a part of the permission to read it, so that a digest stands for it. */
const etagOf = (id: string): string => `"${createHash('sha256').update(id).digest('base64url').slice(0, 22)}"`;

/** @returns the one part that is asked for; nothing when the answer is the whole file, as it is for several parts. */
function rangeOf(
  request: Request,
  validators: Readonly<Record<string, string>>,
  sizeBytes: number,
): ByteRange | 'unsatisfiable' | undefined {
  const condition = request.get('if-range');
  const isSame = condition === undefined || Object.values(validators).includes(condition);
  const ranges = isSame ? request.range(sizeBytes) : undefined;
  if (ranges === -1) return 'unsatisfiable';
  if (ranges === undefined || ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return undefined;
  return ranges[0];
}

/** @throws ServiceError `file_unknown` for what holds no id. */
function partsOf(file: unknown): { id: string; secret: string } {
  const [, name = '', kind] = /^(.*)\.([a-z]+)$/s.exec(typeof file === 'string' ? file : '') ?? [];
  const id = name.slice(0, FILE_ID_LENGTH);
  if (fileExpiry(id) === undefined || fileKind(id) !== kind)
    throw new ServiceError('file_unknown', 'There is no such file.');
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

  /** @param origin where `/files` is answered: the base of the links, without a slash at its end. */
  constructor(
    { current, previous }: MasterKeys,
    private readonly origin: string,
  ) {
    this.key = linkKey(current);
    this.keys = [this.key, ...previous.map(linkKey)];
  }

  /** @returns the link to a file, good as long as the file is there and its master key is known. */
  urlOf(id: string): string {
    return `${this.origin}/files/${id}${secretOf(this.key, id)}.${fileKind(id)}`;
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
