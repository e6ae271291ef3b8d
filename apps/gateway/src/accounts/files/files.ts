/**
 * The files of an account, stored together with the charge and listed by the day of their expiry. Redis deletes the list after that
 * day.
 */
import { ServiceError, StoredFileId, shape, storedFileId, text } from '@toolpress/contract';
import { UNCLAIMED_FILES } from '@toolpress/queue';
import type { Redis } from '@toolpress/runtime';
import { type FileStore, fileExpiry } from '@toolpress/storage';
import type { StoredFile } from '../../api/charging.js';
import { type Completion, type RecordOutcome, recordOutcome } from '../../api/completion.js';
import { type Endpoint, forCaller } from '../../api/endpoint.js';
import type { AccountData } from '../../shared/account-data.js';
import { dayOf, keys } from '../../shared/keys.js';
import { objectScript } from '../../shared/redis-scripts.js';
import { type OwnedFile, ownedFile } from '../billing/stored-files.js';

const forgetFile = objectScript<{ id: string; day: string }>('accounts/files/forget-file');
const keepFiles = objectScript<{ today: string; files: OwnedFile[]; record: RecordOutcome & { owner: string } }>(
  'shared/tally',
  'api/release-input',
  'api/complete-record',
  'accounts/files/own-file',
  'accounts/files/keep-files',
);

/** The largest number of files that one call to an object store deletes. */
const BATCH = 1_000;

export class Files implements AccountData {
  readonly filesByKey = {
    prefix: (accountId: string) => keys.files(accountId, ''),
    delete: (key: string) => this.deleteDay(key),
  };

  constructor(
    private readonly redis: Redis,
    private readonly store: Pick<FileStore, 'remove' | 'read'>,
  ) {}

  /**
   * Deletes a file of the account. Its links stop working and it no longer counts as stored.
   *
   * @throws ServiceError `file_unknown` when the account has no such file, `file_expired`, `unavailable`.
   */
  async remove(accountId: string, id: string): Promise<void> {
    const { day, files } = await this.find(accountId, id);
    // Delete from the store first: if that fails, the file is still listed and can be deleted later.
    await this.store.remove(id);
    await forgetFile.run(this.redis, [files, keys.storage(accountId)], { id, day });
  }

  /**
   * Reads a file of the account into memory.
   *
   * @param hold called with the size in bytes before the file is read. The file is not read if this throws.
   * @throws ServiceError as `remove`; what `hold` throws.
   */
  async read(accountId: string, id: string, hold: (bytes: number) => Promise<void> | undefined): Promise<Buffer> {
    const { bytes } = await this.find(accountId, id);
    await hold(bytes);
    return this.store.read(id);
  }

  private async find(accountId: string, id: string): Promise<{ day: string; files: string; bytes: number }> {
    const expiry = fileExpiry(id);
    if (expiry === undefined) throw fileUnknown();
    if (expiry.getTime() <= Date.now()) throw new ServiceError('file_expired', 'The file has expired and is deleted.');
    const day = dayOf(expiry);
    const files = keys.files(accountId, day);
    const bytes = await this.redis.hget(files, id);
    if (bytes === null) throw fileUnknown();
    return { day, files, bytes: Number(bytes) };
  }

  /**
   * Adds the files of a job without charge, in the step that completes the job's record.
   *
   * @returns the stored bytes of the account; undefined when another process has completed the job, and the files have no owner.
   */
  async keep(accountId: string, files: readonly StoredFile[], record: Completion): Promise<number | undefined> {
    const lists = files.map(({ id }) => keys.files(accountId, dayOf(fileExpiry(id) ?? new Date())));
    const touched = [
      ...[record.key, keys.idempotencyBytes(accountId), keys.storage(accountId), UNCLAIMED_FILES],
      ...lists,
    ];
    const stored = await keepFiles.run(this.redis, touched, {
      today: dayOf(new Date()),
      files: files.map((file) => ownedFile(accountId, file)),
      record: { ...recordOutcome(record), owner: record.owner ?? '' },
    });
    return typeof stored === 'number' ? stored : undefined;
  }

  /** Deletes files of the account and skips those that no longer exist. @param ids at most 1,000. */
  async removeAll(accountId: string, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.store.remove(...ids);
    await Promise.all(
      ids.map((id) => {
        const day = dayOf(fileExpiry(id) ?? new Date());
        return forgetFile.run(this.redis, [keys.files(accountId, day), keys.storage(accountId)], { id, day });
      }),
    );
  }

  /** Deletes the files that expire on one day. @param key of the list of that day. */
  private async deleteDay(key: string): Promise<void> {
    let cursor = '0';
    do {
      const [next, fields] = await this.redis.hscan(key, cursor, 'COUNT', BATCH / 2);
      const ids = fields.filter((_field, index) => index % 2 === 0);
      for (let from = 0; from < ids.length; from += BATCH) await this.store.remove(...ids.slice(from, from + BATCH));
      cursor = next;
    } while (cursor !== '0');
  }
}

const fileUnknown = (): ServiceError => new ServiceError('file_unknown', 'The account has no file of this id.');

/** The id, optionally with the secret and extension of a link. */
const FileInPath = shape({
  id: StoredFileId().description('The file: the last part of its `download_url`, or the first 41 letters of that.'),
});

const FileDeleted = shape({
  id: text().description('The file’s id.').example('0mws455o1b04142277aad597c13e5fadb5c9afe2e'),
});

export const fileEndpoint = (files: Files): Endpoint =>
  forCaller({
    method: 'delete',
    path: '/api/files/{id}',
    id: 'deleteFile',
    audit: 'work',
    summary: 'Deletes a file of the account; its links end immediately',
    params: FileInPath,
    answer: FileDeleted,
    errors: ['file_unknown', 'file_expired'],
    async handle({ params, caller }) {
      const id = storedFileId(params.id);
      await files.remove(caller.accountId, id);
      return { id };
    },
  });
