/**
 * Receives rows of batches as JSON lines or CSV. They are encrypted part by part on arrival, and never in memory as a whole. A batch takes over the
 * parts of an upload. An unused upload expires. It is deleted with the account's next upload, or its parts expire in the store.
 */
import { CSV, MAX_UPLOADS, ServiceError, type Upload } from '@toolpress/contract';
import { UNCLAIMED_FILES } from '@toolpress/queue';
import { type Redis, Room, type SecretBox } from '@toolpress/runtime';
import type { FileStore } from '@toolpress/storage';
import type { BodyType, TakePiece } from '../../api/body.js';
import type { StorageLimit } from '../../api/charging.js';
import type { RequestContext } from '../../api/endpoint.js';
import type { LargeBodies } from '../../api/large-bodies.js';
import type { AccountData } from '../../shared/account-data.js';
import { dayOf, keys, newId } from '../../shared/keys.js';
import { objectScript } from '../../shared/redis-scripts.js';
import type { InputFiles, Inputs } from '../inputs.js';
import { CsvRows } from './csv/csv-rows.js';
import { JsonLines, type RowPart } from './rows.js';

const holdUpload = objectScript('jobs/batches/hold-upload');
const saveUpload = objectScript('shared/tally', 'jobs/claim-files', 'jobs/batches/save-upload');
const removeUpload = objectScript<{ id: string }>('jobs/batches/end-upload', 'jobs/batches/remove-upload');

const MIB = 1024 * 1024;

/** The longest time in milliseconds in which a batch can use an upload. */
const LIFE_MS = 24 * 3_600_000;
/** The number of expired uploads that are removed at a time. */
const ENDED_AT_A_TIME = 20;
/** The time in milliseconds for which a running upload counts if its gateway dies. Longer than any request may take. */
const RECEIVED_WITHIN_MS = 600_000;
/** The number of copies in memory: received, combined, encrypted, and encoded as text. */
const COPIES = 4;
/** The size of a part and a line in bytes. */
const MAX_HELD = 4 * MIB;

/** The rows of a batch in the file store. */
export interface StoredRows {
  rows: number;
  /** A list of `Part` as JSON. */
  parts: string;
  /** The size of the parts in the store in bytes. */
  bytes: number;
  /** The key that the parts are encrypted for. */
  context: string;
}

/** A file with encrypted rows. */
export interface Part {
  /** The number of its first row, from 1. */
  first: number;
  file: string;
}

/** The fields of the Redis hash. All values are strings. */
interface UploadRecord {
  rows: string;
  bytes: string;
  expires: string;
  /** A list of `Part` as JSON. */
  parts: string;
  /** Exists until a batch uses the upload or it is deleted. */
  free?: string;
  /** The size of the parts in the store in bytes, and the day on which they expire. They count towards the account's quota. */
  stored: string;
  day: string;
}

interface UploadsOptions {
  redis: Redis;
  store: Pick<FileStore, 'remove'>;
  inputs: Inputs;
  storage: StorageLimit;
  box: SecretBox;
  /** Parse CSV. */
  largeBodies: Pick<LargeBodies, 'call'>;
  /** The longest life of a file in seconds. */
  fileTtl: number;
}

/** The stored rows of an upload that has no record yet. */
interface ReceivedRows {
  files: InputFiles;
  filesExpireAt: Date;
  parts: readonly Part[];
  rows: number;
  /** The size of the body, decompressed. */
  bytes: number;
}

export class Uploads implements AccountData {
  readonly filesByKey = {
    prefix: (accountId: string) => keys.upload(accountId, ''),
    delete: (key: string) => this.deleteParts(key),
  };

  constructor(private readonly options: UploadsOptions) {}

  /**
   * Receives and stores rows.
   *
   * @param receive passes the pieces of the body to a callback.
   * @throws ServiceError what receiving throws, `storage_quota_exceeded`, `invalid_parameter`, `overloaded`, `unavailable`. No data remains
   *   then.
   */
  async receive(
    accountId: string,
    receive: (take: TakePiece) => Promise<void>,
    { memory, signal }: Pick<RequestContext, 'memory' | 'signal'>,
    { type, charset }: BodyType = {},
  ): Promise<Upload> {
    const { redis, inputs, storage, box, fileTtl, largeBodies } = this.options;
    await storage.check(accountId);
    const id = newId('upl');
    const key = keys.upload(accountId, id);
    await this.hold(accountId, id);
    const filesExpireAt = new Date(Date.now() + fileTtl * 1_000);
    const files = inputs.of({ accountId, key, box, expiresAt: filesExpireAt });
    const parts: Part[] = [];
    let bytes = 0;
    const put = async (part: RowPart): Promise<void> => {
      parts.push({ first: part.first, file: await files.put(part.bytes) });
    };
    try {
      const isCsv = CSV.some((each) => each === type);
      const lines = isCsv ? new CsvRows(charset, largeBodies, { account: accountId, signal }) : new JsonLines();
      const room = new Room(MAX_HELD, (more, isMore) => memory.body.take(COPIES * more, signal, isMore));
      await receive((piece) => {
        bytes += piece.length;
        const part = lines.add(piece);
        const wait = room.beyond(lines.heldBytes);
        return part === undefined ? wait : afterwards(wait, part, put);
      });
      const last = await lines.end();
      if (last !== undefined) await put(last);
      if (lines.rows === 0) throw noRows(isCsv);
      return await this.save(accountId, id, { files, filesExpireAt, parts, rows: lines.rows, bytes });
    } catch (error) {
      const touched = [key, keys.uploads(accountId), keys.storage(accountId)];
      await removeUpload.run(redis, touched, { id }).catch(() => undefined);
      await files.discard(); // the upload has no record, even if it was saved
      throw error;
    }
  }

  /** Takes one of the account's slots. @throws ServiceError when all are taken. */
  private async hold(accountId: string, id: string): Promise<void> {
    const { redis, fileTtl } = this.options;
    const slot = {
      ...{ id, most: MAX_UPLOADS, receive_ms: RECEIVED_WITHIN_MS },
      ...{ list_life_ms: RECEIVED_WITHIN_MS + fileTtl * 1_000, ended_at_a_time: ENDED_AT_A_TIME },
    };
    const held = await holdUpload.run(redis, [keys.uploads(accountId)], slot).catch((error: unknown) => {
      redis.zrem(keys.uploads(accountId), id).catch(() => undefined); // Redis may have run the command although its reply was lost
      throw error;
    });
    const [isHeld, ended] = held as [number, string[]];
    void this.removeEnded(accountId, ended);
    if (isHeld !== 1) throw tooManyUploads();
  }

  private async save(
    accountId: string,
    id: string,
    { files, filesExpireAt, parts, rows, bytes }: ReceivedRows,
  ): Promise<Upload> {
    const { redis, storage, fileTtl } = this.options;
    const filesLifeMs = fileTtl * 1_000;
    // A batch that uses the upload at the last moment still has half of the files' life for its rows.
    const lifeMs = Math.min(LIFE_MS, filesLifeMs / 2);
    const record: UploadRecord = {
      ...{ rows: String(rows), bytes: String(bytes), expires: new Date(Date.now() + lifeMs).toISOString() },
      ...{ parts: JSON.stringify(parts), stored: String(files.bytes), day: dayOf(filesExpireAt) },
      free: '1',
    };
    const touched = [keys.upload(accountId, id), keys.uploads(accountId), keys.storage(accountId), UNCLAIMED_FILES];
    const saved = {
      ...{ id, life_ms: lifeMs, kept_ms: filesLifeMs, today: dayOf(new Date()), expires_on: record.day },
      ...{ bytes: files.bytes, files: files.members, fields: Object.entries(record).flat() },
    };
    const storedBytes = await files.takeOver(
      () => saveUpload.run(redis, touched, saved),
      (reply) => typeof reply === 'number',
    );
    // The account was closed in the meantime.
    if (typeof storedBytes !== 'number') throw unknownUpload(id);
    storage.note(accountId, storedBytes);
    return shown(id, record);
  }

  /** Returns the rows of an upload, for a batch that takes it over in `submit-batch.lua`; undefined when it does not exist. */
  async find(accountId: string, id: string): Promise<StoredRows | undefined> {
    const context = keys.upload(accountId, id);
    const fields = ['free', 'expires', 'rows', 'parts', 'stored'];
    const [free, expires, rows, parts, stored] = await this.options.redis.hmget(context, ...fields);
    if (!free || !expires || !rows || !parts || Date.parse(expires) <= Date.now()) return undefined;
    return { rows: Number(rows), parts, bytes: Number(stored), context };
  }

  /** Deletes an upload. Can be repeated after a failure. @throws ServiceError `upload_unknown`, `unavailable`. */
  async remove(accountId: string, id: string): Promise<Upload> {
    const { redis, store } = this.options;
    const key = keys.upload(accountId, id);
    // Removing this field first prevents batches from using the upload.
    const [, found] = (await redis.multi().hdel(key, 'free').hgetall(key).exec()) ?? [];
    const record = (found?.[1] ?? {}) as Partial<UploadRecord>;
    if (!isWhole(record)) throw unknownUpload(id);
    await store.remove(...filesIn(record.parts));
    await removeUpload.run(redis, [key, keys.uploads(accountId), keys.storage(accountId)], { id });
    return shown(id, record);
  }

  /** Removes expired uploads. Failures are retried with the next upload; otherwise the parts expire. */
  private async removeEnded(accountId: string, ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      await this.remove(accountId, id).catch(async (error: unknown) => {
        // The upload was never complete.
        const isUnknown = error instanceof ServiceError && error.code === 'upload_unknown';
        if (isUnknown) await this.options.redis.zrem(keys.uploads(accountId), id).catch(() => undefined);
      });
    }
  }

  /** Deletes the parts of an upload. @param key the upload's key. */
  private async deleteParts(key: string): Promise<void> {
    const { redis, store } = this.options;
    const parts = await redis.hget(key, 'parts');
    if (parts) await store.remove(...filesIn(parts));
  }
}

async function afterwards(
  wait: Promise<void> | undefined,
  part: RowPart | Promise<RowPart | undefined>,
  put: (part: RowPart) => Promise<void>,
): Promise<void> {
  const [whole] = await Promise.all([part, wait]);
  if (whole !== undefined) await put(whole);
}

const isWhole = (record: Partial<UploadRecord>): record is UploadRecord => record.parts !== undefined;

/** Returns the ids of the files. @param parts a list of `Part` as JSON. */
export const filesIn = (parts: string): string[] => (JSON.parse(parts) as Part[]).map(({ file }) => file);

const shown = (id: string, { rows, bytes, expires }: UploadRecord): Upload => ({
  ...{ id, rows: Number(rows), bytes: Number(bytes), expires_at: expires },
});

export const unknownUpload = (id: string): ServiceError =>
  new ServiceError(
    'upload_unknown',
    `The account has no upload \`${id}\`: it has expired, was deleted, or was used by a batch; upload the rows again.`,
  );

const tooManyUploads = (): ServiceError =>
  new ServiceError(
    'invalid_parameter',
    `The account has reached the limit of ${MAX_UPLOADS} unused uploads; delete one first.`,
  );

const noRows = (isCsv: boolean): ServiceError =>
  new ServiceError(
    'invalid_parameter',
    isCsv
      ? 'The upload has no rows; send them on the lines after the header.'
      : 'The upload has no rows; send one JSON object per line, such as `{"name": "Ada"}`, or CSV with `Content-Type: text/csv`.',
  );
