/** The files of accounts' own fonts, as the store has them; those that were used last are kept in memory. */
import { createHash } from 'node:crypto';
import { ServiceError, type StoredFont } from '@toolpress/contract';
import type { FileStore } from '@toolpress/storage';
import { LRUCache } from 'lru-cache';

const KEPT_BYTES = 64 * 1024 * 1024;

export class FontFiles {
  /** By account and digest: an account that sends its fonts with each of its releases has them here all the same. */
  private readonly kept = new LRUCache<string, Buffer>({
    maxSize: KEPT_BYTES,
    sizeCalculation: (bytes) => bytes.length,
  });

  constructor(private readonly store: Pick<FileStore, 'readKept'>) {}

  /**
   * @param font of the account, as Redis had it when the document was begun with.
   * @throws ServiceError `unavailable` when it can't be had, and when it is gone: it was replaced or deleted meanwhile. The document
   *   is to be begun with again.
   */
  async read(accountId: string, { name, file, sha256 }: StoredFont): Promise<Buffer> {
    const key = `${accountId}/${sha256}`;
    const kept = this.kept.get(key);
    if (kept !== undefined) return kept;
    const bytes = await this.store.readKept(file);
    if (bytes === undefined || createHash('sha256').update(bytes).digest('hex') !== sha256) throw gone(name);
    this.kept.set(key, bytes);
    return bytes;
  }
}

const gone = (name: string): ServiceError =>
  new ServiceError('unavailable', `The file of your font \`${name}\` is not in the file store; send it again.`);
