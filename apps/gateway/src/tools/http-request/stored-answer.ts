/** Stores the body of a target's answer as a file of the account, as it comes. */
import { createHash } from 'node:crypto';
import { MAX_STORED_ANSWER, ServiceError, type StoredAnswer } from '@toolpress/contract';
import type { BodyTaker } from '@toolpress/outbound';
import { noteFile } from '@toolpress/queue';
import { type Redis, Room } from '@toolpress/runtime';
import { type FileStore, fileExpiry, newFileId } from '@toolpress/storage';
import type { DownloadLinks } from '../../accounts/files/downloads.js';
import type { Head } from './credential.js';

export interface AnswerStoreOptions {
  redis: Redis;
  store: FileStore;
  /** Returns how many more bytes an account may store. */
  storage: { left(accountId: string): Promise<number> };
  links: DownloadLinks;
  /** The life of files and of signed links in seconds. */
  fileTtl: number;
  signedUrlTtl: number;
}

/** A stored body without its links, as it is kept for repeated requests. */
export interface StoredBody {
  id: string;
  sizeBytes: number;
  contentType: string;
  sha256: string;
  filename?: string;
}

/** The largest part of a body in bytes that is in memory: two parts of 5 MiB for the store, and what is on its way to them. */
const HELD_BYTES = 16 * 1024 * 1024;

/** Stores the body of one answer. */
export class AnswerStore {
  /** The body, when it is stored whole. */
  stored: StoredBody | undefined;

  constructor(
    private readonly options: Pick<AnswerStoreOptions, 'redis' | 'store' | 'storage' | 'fileTtl'>,
    private readonly accountId: string,
    /** Reserves memory, as `ExchangeLimits.roomFor` does. */
    private readonly roomFor: (bytes: number, isMore: boolean) => Promise<void> | undefined,
  ) {}

  /** Returns what stores the body of a success; undefined for any other answer. Nothing is left of a body that fails, or that the account has no space for. */
  readonly takerOf = (head: Head): BodyTaker | undefined => {
    if (!isSuccess(head.status)) return undefined;
    return { maxBytes: MAX_STORED_ANSWER, take: (pieces) => this.take(head, pieces) };
  };

  private async take({ headers, url }: Head, pieces: AsyncIterable<Uint8Array>): Promise<void> {
    const { redis, store, storage, fileTtl } = this.options;
    const most = await storage.left(this.accountId);
    const id = newFileId(new Date(Date.now() + fileTtl * 1_000), 'bin');
    const filename = filenameOf(url);
    const hash = createHash('sha256');
    const room = new Room(HELD_BYTES, this.roomFor);
    let bytes = 0;
    const hashed = async function* (): AsyncGenerator<Uint8Array> {
      for await (const piece of pieces) {
        bytes += piece.length;
        if (bytes > most) throw noSpace(most);
        await room.beyond(Math.min(bytes, HELD_BYTES));
        hash.update(piece);
        yield piece;
      }
    };
    await noteFile(redis, this.accountId, id);
    const sizeBytes = await store.putStream(id, hashed(), { filename });
    // Others may have stored files meanwhile.
    const left = await storage.left(this.accountId);
    if (sizeBytes > left) {
      await store.remove(id);
      throw noSpace(left);
    }
    const [contentType = ''] = [headers['content-type'] ?? ''].flat();
    this.stored = {
      ...{ id, sizeBytes, sha256: hash.digest('hex') },
      contentType: contentType === '' ? 'application/octet-stream' : contentType,
      ...(filename !== undefined && { filename }),
    };
  }
}

const noSpace = (left: number): ServiceError =>
  new ServiceError(
    'storage_quota_exceeded',
    `The answer does not fit into the storage of the account, where ${left} bytes are left. Delete files, or wait until some expire.`,
  );

export const isSuccess = (status: number): boolean => status >= 200 && status <= 299;

/** Returns the last segment of a URL's path; undefined if it is empty. */
function filenameOf(url: string): string | undefined {
  const segment = new URL(url).pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(segment) || undefined;
  } catch {
    return segment; // an invalid percent-encoding is taken literally
  }
}

/** Returns the stored body with its links. @throws ServiceError `file_expired`, `unavailable`. */
export async function shownFile(
  { store, links, signedUrlTtl }: Pick<AnswerStoreOptions, 'store' | 'links' | 'signedUrlTtl'>,
  { id, sizeBytes, contentType, sha256, filename }: StoredBody,
): Promise<StoredAnswer> {
  const signed = await store.sign(id, { ttlSeconds: signedUrlTtl, filename });
  return {
    id,
    download_url: links.urlOf(id),
    signed_url: signed.url,
    signed_url_expires_at: signed.expiresAt.toISOString(),
    expires_at: (fileExpiry(id) ?? new Date(0)).toISOString(),
    size_bytes: sizeBytes,
    content_type: contentType,
    sha256,
  };
}
