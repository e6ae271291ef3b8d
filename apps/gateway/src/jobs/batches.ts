/**
 * Batches, as they are kept: a hash of counters in Redis, the template and the rows in sealed files of the file store. A row becomes a job
 * when its turn comes, see `take-job.lua`; in the step in which it is over, its batch counts it.
 */
import {
  type Batch,
  type BatchRequest,
  type JobTool,
  type Json,
  type JsonObject,
  jsonBytes,
  type Page,
  type PageQuery,
  type PdfRequest,
  ServiceError,
} from '@toolpress/contract';
import type { Redis } from '@toolpress/runtime';
import type { FileStore } from '@toolpress/storage';
import { LRUCache } from 'lru-cache';
import type { Caller } from '../auth/tokens.js';
import { keys, newId } from '../shared/keys.js';
import { readPage } from '../shared/pagination.js';
import { luaScript } from '../shared/redis-scripts.js';
import type { SecretBox } from '../shared/secret-box.js';

const submitBatch = luaScript('submit-batch');

/** Bytes of JSON in a file of rows, at least. */
const PART_BYTES = 256 * 1024;
/** What is kept opened of templates and rows, bytes of JSON. */
const OPENED_BYTES = 32 * 1024 * 1024;
const DAY_MS = 24 * 3_600_000;

/** As the hash has it: texts. */
interface BatchRecord {
  tool: JobTool;
  token: string;
  created: string;
  total: string;
  /** The id of the file with the sealed template. */
  input: string;
  /** JSON: the files with the sealed rows. */
  parts: string;
  done?: string;
  failed?: string;
  /** It is over, and how. */
  place?: 'done' | 'cancelled';
  finished?: string;
}

interface Part {
  /** The number of its first row, from 1. */
  first: number;
  file: string;
}

interface Opened {
  value: Json;
  bytes: number;
}

interface RowInput {
  request: PdfRequest;
  /** Of the template that all rows share, as JSON. */
  bytes: number;
}

interface BatchesOptions {
  redis: Redis;
  store: Pick<FileStore, 'put' | 'read' | 'remove'>;
  box: SecretBox;
  /** How long a file, and a batch, is kept at most, seconds. */
  fileTtl: number;
}

export class Batches {
  /** Called when this gateway has taken a batch over. */
  onSubmitted: () => void = () => undefined;
  /** Opened files, by their ids: rows that follow each other are in one. */
  private readonly opened = new LRUCache<string, Opened>({
    maxSize: OPENED_BYTES,
    sizeCalculation: ({ bytes }) => bytes,
  });

  constructor(private readonly options: BatchesOptions) {}

  /** Takes a batch over: from then on its rows are done, whichever gateway or worker ends. @throws ServiceError `unavailable`. */
  async submit({ accountId, tokenId }: Caller, { tool, input, rows }: BatchRequest): Promise<Batch> {
    const { redis, fileTtl } = this.options;
    const id = newId('bat');
    const key = keys.batch(accountId, id);
    const lifeMs = fileTtl * 1_000;
    const template = await this.sealed(key, jsonBytes(input));
    const parts: Part[] = [];
    for (const { first, json } of inParts(rows)) parts.push({ first, file: await this.sealed(key, json) });
    const record: BatchRecord = {
      ...{ tool, token: tokenId, created: new Date().toISOString(), total: String(rows.length) },
      ...{ input: template, parts: JSON.stringify(parts) },
    };
    const oldest = newId('bat', Date.now() - lifeMs - DAY_MS);
    const touched = [key, keys.batches(accountId), keys.waitingJobs(accountId), keys.jobTurns];
    await submitBatch(redis, touched, [accountId, id, lifeMs, oldest, ...Object.entries(record).flat()]);
    this.onSubmitted();
    return shown(id, record);
  }

  private async sealed(key: string, json: Buffer): Promise<string> {
    const { store, box, fileTtl } = this.options;
    return store.put(Buffer.from(box.seal(json, key)), { expiresAt: new Date(Date.now() + fileTtl * 1_000) });
  }

  async find(accountId: string, id: string): Promise<Batch | undefined> {
    const record = await this.record(accountId, id);
    return record && shown(id, record);
  }

  list(accountId: string, query: PageQuery): Promise<Page<Batch>> {
    return readPage(this.options.redis, keys.batches(accountId), query, (id) => this.find(accountId, id));
  }

  /**
   * What the tool takes for a row.
   *
   * @returns undefined when it is gone.
   * @throws ServiceError `invalid_parameter` for a row that is no object.
   */
  async rowInput(accountId: string, id: string, number: number): Promise<RowInput | undefined> {
    const record = await this.record(accountId, id);
    if (record === undefined) return undefined;
    const parts = JSON.parse(record.parts) as Part[];
    const part = parts.findLast(({ first }) => first <= number);
    if (part === undefined) return undefined;
    const key = keys.batch(accountId, id);
    const [input, rows] = await Promise.all([this.open(key, record.input), this.open(key, part.file)]);
    const row = (rows.value as Json[])[number - part.first];
    if (typeof row !== 'object' || row === null || Array.isArray(row))
      throw new ServiceError('invalid_parameter', 'The row must be an object, such as `{"name": "Ada"}`.');
    const request = requestOf(input.value as unknown as PdfRequest, row, number, Number(record.total));
    return { request, bytes: input.bytes };
  }

  private async open(key: string, file: string): Promise<Opened> {
    const known = this.opened.get(file);
    if (known !== undefined) return known;
    const json = this.options.box.open((await this.options.store.read(file)).toString(), key);
    const opened = { value: JSON.parse(json.toString()) as Json, bytes: json.length };
    this.opened.set(file, opened);
    return opened;
  }

  /** A row is over: when it was the last, the batch is, and nothing of what was sent stays. @returns the batch, when all of its rows are over. */
  async rowIsOver(accountId: string, id: string): Promise<Batch | undefined> {
    const record = await this.record(accountId, id);
    if (record === undefined) return undefined;
    const { total, done = 0, failed = 0 } = record;
    if (Number(done) + Number(failed) < Number(total)) return undefined;
    await this.end(accountId, id, record, 'done');
    return this.find(accountId, id);
  }

  /** No further rows are begun with, and nothing of what was sent stays. @returns the batch; undefined when there is none. */
  async cancel(accountId: string, id: string): Promise<Batch | undefined> {
    const record = await this.record(accountId, id);
    if (record === undefined) return undefined;
    await this.end(accountId, id, record, 'cancelled');
    return this.find(accountId, id);
  }

  private async end(accountId: string, id: string, record: BatchRecord, place: 'done' | 'cancelled'): Promise<void> {
    const { redis, store } = this.options;
    const key = keys.batch(accountId, id);
    const isEnded = (await redis.hsetnx(key, 'place', place)) === 1;
    await redis.hsetnx(key, 'finished', new Date().toISOString());
    if (isEnded) await store.remove(...filesOf(record));
  }

  /** Deletes what the batches of a closed account were to do. @param key of one. */
  async removeFiles(key: string): Promise<void> {
    const { redis, store } = this.options;
    const [input, parts] = await redis.hmget(key, 'input', 'parts');
    if (input && parts) await store.remove(...filesOf({ input, parts }));
  }

  private async record(accountId: string, id: string): Promise<BatchRecord | undefined> {
    const record = (await this.options.redis.hgetall(keys.batch(accountId, id))) as unknown as Partial<BatchRecord>;
    return record.created === undefined ? undefined : (record as BatchRecord);
  }
}

const filesOf = ({ input, parts }: Pick<BatchRecord, 'input' | 'parts'>): string[] => [
  input,
  ...(JSON.parse(parts) as Part[]).map(({ file }) => file),
];

/** Rows in pieces of JSON that are quick to read. */
function* inParts(rows: readonly Json[]): Generator<{ first: number; json: Buffer }> {
  let first = 1;
  let pieces: string[] = [];
  let bytes = 0;
  for (const [index, row] of rows.entries()) {
    const piece = JSON.stringify(row);
    pieces.push(piece);
    bytes += piece.length;
    if (bytes < PART_BYTES && index < rows.length - 1) continue;
    yield { first, json: Buffer.from(`[${pieces.join(',')}]`) };
    first = index + 2;
    pieces = [];
    bytes = 0;
  }
}

function shown(id: string, { tool, created, total, done = '0', failed = '0', place, finished }: BatchRecord): Batch {
  return {
    ...{ id, tool, status: place ?? 'working', rows: Number(total), done: Number(done), failed: Number(failed) },
    ...{ created_at: created, ...(finished !== undefined && { finished_at: finished }) },
  };
}

/** What is printed of a row: its own data beside that of all, its number behind the name of the file. */
function requestOf(input: PdfRequest, row: JsonObject, number: number, total: number): PdfRequest {
  const { data, filename } = input;
  const digits = String(number).padStart(String(total).length, '0');
  return {
    ...input,
    data: { ...(data as JsonObject | undefined), ...row },
    ...(filename !== undefined && { filename: `${filename.replace(/\.pdf$/i, '')}-${digits}` }),
  };
}
