/**
 * Rows of batches that are uploaded before, as JSON lines: sealed part by part as they come, never held whole. A batch takes an upload over
 * with its parts. One that no batch has taken ends after a while: it can be deleted then, as long as its parts are there, and is, with the
 * account's next upload.
 */
import {
  JSON_LINES,
  MAX_BATCH_ROWS,
  MAX_UPLOAD_BYTES,
  MAX_UPLOAD_LINE,
  MAX_UPLOADS,
  ServiceError,
  shape,
  Upload,
  UploadId,
} from '@toolpress/contract';
import { UNCLAIMED_FILES } from '@toolpress/queue';
import { type Redis, Room } from '@toolpress/runtime';
import type { FileStore } from '@toolpress/storage';
import type { StorageQuota } from '../accounts/billing/storage-quota.js';
import { dayOf } from '../accounts/billing/tally.js';
import type { TakePiece } from '../http/body.js';
import { type Endpoint, forCaller, type RequestContext } from '../http/endpoint.js';
import { keys, newId } from '../shared/keys.js';
import { luaScript } from '../shared/redis-scripts.js';
import type { SecretBox } from '../shared/secret-box.js';
import type { Inputs } from './inputs.js';
import { JsonLines, type RowPart } from './rows.js';

const holdUpload = luaScript('hold-upload');
const saveUpload = luaScript('tally', 'claim-files', 'save-upload');
const removeUpload = luaScript('end-upload', 'remove-upload');

const MIB = 1024 * 1024;

/** How long a batch can take it over, at most. */
const LIFE_MS = 24 * 3_600_000;
/** How many that have ended are removed at a time. */
const ENDED_AT_A_TIME = 20;
/** Longer than a request may take to come: until then it counts, when its gateway has died meanwhile. */
const RECEIVED_WITHIN_MS = 600_000;
/** What is held of one: as it came, put together, sealed, and as text. */
const COPIES = 4;
/** A part and a line. */
const MOST_HELD = 4 * MIB;

/** The rows of a batch in the file store. */
export interface StoredRows {
  rows: number;
  /** JSON: a list of `Part`. */
  parts: string;
  /** What the parts take in the store. */
  bytes: number;
  /** What the parts are sealed for. */
  context: string;
}

/** A file with sealed rows. */
export interface Part {
  /** The number of its first row, from 1. */
  first: number;
  file: string;
}

/** As the hash has it: texts. */
interface UploadRecord {
  rows: string;
  bytes: string;
  expires: string;
  /** JSON: a list of `Part`. */
  parts: string;
  /** There until it is taken over or deleted. */
  free?: string;
  /** What its parts take in the store, bytes, and the day on which they expire: they count for the account. */
  stored: string;
  day: string;
}

interface UploadsOptions {
  redis: Redis;
  store: Pick<FileStore, 'remove'>;
  inputs: Inputs;
  storage: Pick<StorageQuota, 'check' | 'note'>;
  box: SecretBox;
  /** How long a file is kept at most, seconds. */
  fileTtl: number;
}

export class Uploads {
  constructor(private readonly options: UploadsOptions) {}

  /**
   * Takes rows in as they come.
   *
   * @param receive passes the body on.
   * @throws ServiceError what receiving throws, `storage_quota_exceeded`, `invalid_parameter`, `overloaded`, `unavailable`: then nothing is left.
   */
  async receive(
    accountId: string,
    receive: (take: TakePiece) => Promise<void>,
    { memory, signal }: Pick<RequestContext, 'memory' | 'signal'>,
  ): Promise<Upload> {
    const { redis, inputs, storage, box, fileTtl } = this.options;
    await storage.check(accountId);
    const id = newId('upl');
    const context = keys.upload(accountId, id);
    const filesLifeMs = fileTtl * 1_000;
    const place = [id, MAX_UPLOADS, RECEIVED_WITHIN_MS, RECEIVED_WITHIN_MS + filesLifeMs, ENDED_AT_A_TIME];
    const [isHeld, ended] = (await holdUpload(redis, [keys.uploads(accountId)], place)) as [number, string[]];
    void this.removeEnded(accountId, ended);
    if (isHeld !== 1) throw tooManyUploads();
    const filesExpireAt = new Date(Date.now() + filesLifeMs);
    const files = inputs.of({ accountId, key: context, box, expiresAt: filesExpireAt });
    const parts: Part[] = [];
    let bytes = 0;
    const put = async (part: RowPart): Promise<void> => {
      parts.push({ first: part.first, file: await files.put(part.bytes) });
    };
    try {
      const lines = new JsonLines();
      const room = new Room(MOST_HELD, (more, isMore) => memory.body.take(COPIES * more, signal, isMore));
      await receive((piece) => {
        bytes += piece.length;
        const part = lines.add(piece);
        const wait = room.beyond(lines.heldBytes);
        if (part === undefined) return wait;
        return wait === undefined ? put(part) : wait.then(() => put(part));
      });
      const last = lines.end();
      if (last !== undefined) await put(last);
      if (lines.rows === 0) throw noRows();
      // A batch that takes it over at the last moment has at least half of the files' life for its rows.
      const lifeMs = Math.min(LIFE_MS, filesLifeMs / 2);
      const record: UploadRecord = {
        ...{ rows: String(lines.rows), bytes: String(bytes), expires: new Date(Date.now() + lifeMs).toISOString() },
        ...{ parts: JSON.stringify(parts), stored: String(files.bytes), day: dayOf(filesExpireAt) },
        free: '1',
      };
      const touched = [context, keys.uploads(accountId), keys.storage(accountId), UNCLAIMED_FILES];
      const values = [id, lifeMs, filesLifeMs, dayOf(new Date()), record.day, files.bytes, files.claimed];
      const storedBytes = await files.takeOver(
        () => saveUpload(redis, touched, [...values, ...Object.entries(record).flat()]),
        (reply) => typeof reply === 'number',
      );
      // Meanwhile the account was closed.
      if (typeof storedBytes !== 'number') throw unknownUpload(id);
      storage.note(accountId, storedBytes);
      return shown(id, record);
    } catch (error) {
      const touched = [context, keys.uploads(accountId), keys.storage(accountId)];
      await removeUpload(redis, touched, [id]).catch(() => undefined);
      await files.discard(); // nobody knows of it, also where it was saved
      throw error;
    }
  }

  /** @returns its rows, for a batch that takes it over in `submit-batch.lua`; undefined when there is none. */
  async find(accountId: string, id: string): Promise<StoredRows | undefined> {
    const context = keys.upload(accountId, id);
    const fields = ['free', 'expires', 'rows', 'parts', 'stored'];
    const [free, expires, rows, parts, stored] = await this.options.redis.hmget(context, ...fields);
    if (!free || !expires || !rows || !parts || Date.parse(expires) <= Date.now()) return undefined;
    return { rows: Number(rows), parts, bytes: Number(stored), context };
  }

  /** Deletes an upload; what failed halfway can be done again. @throws ServiceError `upload_unknown`, `unavailable`. */
  async remove(accountId: string, id: string): Promise<Upload> {
    const { redis, store } = this.options;
    const key = keys.upload(accountId, id);
    // From here on no batch can take it over.
    const [, found] = (await redis.multi().hdel(key, 'free').hgetall(key).exec()) ?? [];
    const record = (found?.[1] ?? {}) as Partial<UploadRecord>;
    if (!isWhole(record)) throw unknownUpload(id);
    await store.remove(...filesIn(record.parts));
    await removeUpload(redis, [key, keys.uploads(accountId), keys.storage(accountId)], [id]);
    return shown(id, record);
  }

  /** What fails now is done with the next upload, or the parts expire. */
  private async removeEnded(accountId: string, ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      await this.remove(accountId, id).catch(async (error: unknown) => {
        // It never came whole.
        const isUnknown = error instanceof ServiceError && error.code === 'upload_unknown';
        if (isUnknown) await this.options.redis.zrem(keys.uploads(accountId), id).catch(() => undefined);
      });
    }
  }

  /** Deletes the parts of an upload of a closed account. @param key of it. */
  async removeFiles(key: string): Promise<void> {
    const { redis, store } = this.options;
    const parts = await redis.hget(key, 'parts');
    if (parts) await store.remove(...filesIn(parts));
  }
}

const isWhole = (record: Partial<UploadRecord>): record is UploadRecord => record.parts !== undefined;

/** @param parts JSON: a list of `Part`. */
export const filesIn = (parts: string): string[] => (JSON.parse(parts) as Part[]).map(({ file }) => file);

const shown = (id: string, { rows, bytes, expires }: UploadRecord): Upload => ({
  ...{ id, rows: Number(rows), bytes: Number(bytes), expires_at: expires },
});

export const unknownUpload = (id: string): ServiceError =>
  new ServiceError(
    'upload_unknown',
    `The account has no upload \`${id}\`: it has expired, was deleted, or a batch has taken it over; upload the rows again.`,
  );

const tooManyUploads = (): ServiceError =>
  new ServiceError(
    'invalid_parameter',
    `The account has ${MAX_UPLOADS} uploads that no batch has taken over, which is the limit; delete one first.`,
  );

const noRows = (): ServiceError =>
  new ServiceError(
    'invalid_parameter',
    'The upload has no rows; send a JSON object a line, such as `{"name": "Ada"}`.',
  );

const IdInPath = shape({ id: UploadId });

export function uploadEndpoints(uploads: Uploads): Endpoint[] {
  return [
    forCaller({
      method: 'put',
      path: '/api/uploads',
      id: 'uploadRows',
      summary: 'Uploads rows for a batch, as JSON lines',
      stream: {
        mediaTypes: JSON_LINES,
        limit: MAX_UPLOAD_BYTES,
        description: `JSON lines in UTF-8: an object a line; at most ${MAX_BATCH_ROWS} rows in ${MAX_UPLOAD_BYTES / MIB} MiB, a line at most ${MAX_UPLOAD_LINE / MIB} MiB. A line that is none fails by itself, when it is printed`,
        example: '{"name": "Ada"}\n{"name": "Grace"}\n',
      },
      answer: Upload,
      status: 201,
      errors: ['storage_quota_exceeded', 'overloaded'],
      handle: ({ caller, receive }, context) => uploads.receive(caller.accountId, receive, context),
    }),
    forCaller({
      method: 'delete',
      path: '/api/uploads/{id}',
      id: 'deleteUpload',
      summary: 'Deletes an upload that no batch has taken over',
      params: IdInPath,
      answer: Upload,
      errors: ['upload_unknown'],
      handle: ({ params, caller }) => uploads.remove(caller.accountId, params.id),
    }),
  ];
}
