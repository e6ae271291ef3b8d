/**
 * Which files are an account's: noted in the same step as the charge, by the day on which they expire, and forgotten by Redis
 * after that day.
 */
import { ServiceError, shape, text } from '@toolpress/contract';
import { UNCLAIMED_FILES, unclaimedFile } from '@toolpress/queue';
import type { Redis } from '@toolpress/runtime';
import { FILE_ID_LENGTH, type FileStore, fileExpiry } from '@toolpress/storage';
import { type Endpoint, forCaller } from '../../http/endpoint.js';
import { keys } from '../../shared/keys.js';
import { luaScript } from '../../shared/redis-scripts.js';
import type { Completion, StoredFile } from '../billing/charges.js';
import { dayOf } from '../billing/tally.js';

const forgetFile = luaScript('forget-file');
const keepFile = luaScript('tally', 'release-input', 'complete-record', 'own-file', 'keep-file');

const DAY_SECONDS = 24 * 3_600;

/** The most that one call to an object store deletes. */
const BATCH = 1_000;

export class Files {
  constructor(
    private readonly redis: Redis,
    private readonly store: Pick<FileStore, 'remove'>,
  ) {}

  /**
   * Deletes a file of the account: its links end, and it no longer counts.
   *
   * @throws ServiceError `file_unknown` when the account has none of this id, `file_expired`, `unavailable`.
   */
  async remove(accountId: string, id: string): Promise<void> {
    const expiry = fileExpiry(id);
    if (expiry === undefined) throw fileUnknown();
    if (expiry.getTime() <= Date.now()) throw new ServiceError('file_expired', 'The file has expired and is deleted.');
    const day = dayOf(expiry);
    const files = keys.files(accountId, day);
    if ((await this.redis.hexists(files, id)) === 0) throw fileUnknown();
    // The store first: what it can't delete now is still known, and can be deleted later.
    await this.store.remove(id);
    await forgetFile(this.redis, [files, keys.storage(accountId)], [id, day]);
  }

  /**
   * Notes the file of a job that is not charged, in the step that completes its record.
   *
   * @returns the stored bytes of the account; undefined when another has done the job, and the file is nobody's.
   */
  async keep(accountId: string, { id, sizeBytes }: StoredFile, record: Completion): Promise<number | undefined> {
    const day = dayOf(fileExpiry(id) ?? new Date());
    const touched = [
      ...[record.key, keys.idempotencyBytes(accountId), keys.storage(accountId), keys.files(accountId, day)],
      UNCLAIMED_FILES,
    ];
    const stored = await keepFile(this.redis, touched, [
      ...[dayOf(new Date()), day, sizeBytes, id, Date.parse(day) / 1_000 + DAY_SECONDS],
      unclaimedFile(accountId, id),
      ...[record.request, record.place, record.value, Math.ceil(record.lifeMs), record.endsIn, record.bytes],
      record.owner ?? '',
    ]);
    return typeof stored === 'number' ? stored : undefined;
  }

  /** Deletes files of the account; those that are gone already are passed over. @param ids 1,000 at most. */
  async removeAll(accountId: string, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.store.remove(...ids);
    await Promise.all(
      ids.map((id) => {
        const day = dayOf(fileExpiry(id) ?? new Date());
        return forgetFile(this.redis, [keys.files(accountId, day), keys.storage(accountId)], [id, day]);
      }),
    );
  }

  /** Deletes the files of one day. @param key of that day. */
  async removeDay(key: string): Promise<void> {
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

/** With the secret and the ending of a link, or without. */
const FileInPath = shape({
  id: text()
    .max(100)
    .pattern(/^[0-9a-z]{9}[0-9a-fxz][0-9a-f]{31}[\w-]*(\.(pdf|xml|zip))?$/)
    .message('{{#label}} must be the last part of a link to the file, such as that of `download_url`')
    .description('The file: the last part of its `download_url`, or the first 41 letters of that.'),
});

const FileDeleted = shape({
  id: text().description('The file’s id.').example('0mws455o1b04142277aad597c13e5fadb5c9afe2e'),
});

export const fileEndpoint = (files: Files): Endpoint =>
  forCaller({
    method: 'delete',
    path: '/api/files/{id}',
    id: 'deleteFile',
    summary: 'Deletes a stored file of the account; its links end at once',
    params: FileInPath,
    answer: FileDeleted,
    errors: ['file_unknown', 'file_expired'],
    async handle({ params, caller }) {
      const id = params.id.slice(0, FILE_ID_LENGTH);
      await files.remove(caller.accountId, id);
      return { id };
    },
  });
