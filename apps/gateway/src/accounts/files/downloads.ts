/** Download links. The link is the permission, so it is neither logged nor cached by proxies. */
import { createHash, createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { ServiceError } from '@toolpress/contract';
import { derivedKey, type MasterKeys } from '@toolpress/runtime';
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
import { contextOf, note } from '../../api/request-log.js';

export const FILE_PATH = '/files/:file';

/**
 * Isolates files, because their content comes from callers: no scripts, no origin, no subresources, no content sniffing and no
 * embedding by other sites.
 */
const FILE_HEADERS = {
  'Content-Security-Policy': "sandbox; default-src 'none'",
  'Cross-Origin-Resource-Policy': 'same-site',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
};

/**
 * Handles GET `/files/<id><secret>.<kind>`, and `/files/<id>.<kind>` with `expires` and `signature`. With `inline`, a browser shows a
 * PDF instead of saving it.
 *
 * Answers the file, or its part for `Range`; 304 if the caller has it; 403 for an altered link, 404 for an unknown file, 410 for an
 * expired one.
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
      throw new ServiceError('range_invalid', `The file has ${file.sizeBytes} bytes; \`Range\` is beyond them.`, {
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
      // The status line is already sent, so close the connection to signal a truncated body.
      note(request, { error: 'unavailable' });
      contextOf(request).log.warn({ err: error }, 'the file store failed during a download');
      response.destroy();
    });
  };
}

function endWithout({ stream }: OpenedFile, response: Response): void {
  stream.destroy();
  response.end();
}

/** Returns the ETag: a digest of the id. A file never changes, and its id is part of the permission to read it. */
const etagOf = (id: string): string => `"${createHash('sha256').update(id).digest('base64url').slice(0, 22)}"`;

/** Returns the requested range; undefined for the whole file, which is also the answer to several ranges. */
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

/** @throws ServiceError `file_unknown` if the path contains no valid id. */
function partsOf(file: unknown): { id: string; secret: string } {
  const [, name = '', kind] = /^(.*)\.([a-z]+)$/s.exec(typeof file === 'string' ? file : '') ?? [];
  const id = name.slice(0, FILE_ID_LENGTH);
  if (fileExpiry(id) === undefined || fileKind(id) !== kind)
    throw new ServiceError('file_unknown', 'There is no such file.');
  return { id, secret: name.slice(FILE_ID_LENGTH) };
}

/** Returns undefined for a repeated parameter: signed links never repeat one. */
const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** 192 bits are exactly 32 characters of base64, so each secret has only one spelling. */
const SECRET_BYTES = 24;

/**
 * Creates and verifies `download_url`, whose secret follows the file's id. Signed links and addresses of an object store contain the
 * id, too, but do not reveal the secret.
 */
export class DownloadLinks {
  private readonly key: KeyObject;
  private readonly keys: readonly KeyObject[];

  /** @param origin the base of the links, without a trailing slash. */
  constructor(
    { current, previous }: MasterKeys,
    private readonly origin: string,
  ) {
    this.key = linkKey(current);
    this.keys = [this.key, ...previous.map(linkKey)];
  }

  /** Returns the link to a file. It works until the file expires or its master key is removed. */
  urlOf(id: string): string {
    return `${this.origin}/files/${id}${secretOf(this.key, id)}.${fileKind(id)}`;
  }

  /** @throws ServiceError `link_forged` unless the secret belongs to the file. */
  verify(id: string, secret: string): void {
    const given = Buffer.from(secret);
    const isOurs = this.keys.some((key) => {
      const ours = Buffer.from(secretOf(key, id));
      return given.length === ours.length && timingSafeEqual(given, ours);
    });
    if (!isOurs) throw new ServiceError('link_forged', 'This is not the link to the file; use it as it was issued.');
  }
}

/** Node.js 24 takes five times as long to sign with the bytes of a key as with its object. */
const signingKey = (masterKey: Buffer, use: string): KeyObject => createSecretKey(derivedKey(masterKey, use));

const linkKey = (masterKey: Buffer): KeyObject => signingKey(masterKey, 'download links');

const secretOf = (key: KeyObject, id: string): string =>
  createHmac('sha256', key).update(id).digest().subarray(0, SECRET_BYTES).toString('base64url');

/** Returns the 32-byte key that signs expiring links of the file store. */
export const fileLinkKey = (masterKey: Buffer): KeyObject => signingKey(masterKey, 'file links');
