/** Creates the requests of a batch's rows. Template and rows are read once and cached for the following rows. */
import {
  type ArchiveOutput,
  type BatchOutput,
  type BatchRowOptions,
  INVOICE_SOURCES,
  MAX_FILENAME,
  type Merging,
  type PdfRequest,
  RawJson,
  ServiceError,
  StoredPdfRequest,
} from '@toolpress/contract';
import type { Redis, SecretBox } from '@toolpress/runtime';
import type { FileStore } from '@toolpress/storage';
import { LRUCache } from 'lru-cache';
import type { LargeBodies } from '../../api/large-bodies.js';
import { dataWith } from '../../shared/document-data.js';
import { keys } from '../../shared/keys.js';
import { inputGone } from '../job-record.js';
import { archivesIn, recordedOutputs } from './batch-record.js';
import { checkOutput } from './check-output.js';
import { withKey } from './merging.js';
import { readParts, readRecordId } from './read-row.js';
import { splitRows } from './rows.js';
import type { Part } from './uploads.js';

/** The size of the cache of decrypted templates and rows in bytes of JSON. */
const OPENED_BYTES = 16 * 1024 * 1024;
/** The life of an entry in milliseconds. A gateway is not notified when another one finishes the batch. */
const OPENED_MS = 60_000;

/** The number of batches whose plans are cached. */
const CACHED_PLANS = 100;

/** The input of a batch. It never changes. */
export interface BatchPlan {
  accountId: string;
  /** The batch's key. The template is encrypted for it. */
  key: string;
  /** The key that the rows are encrypted for. */
  rowsContext: string;
  /** The id of the file with the encrypted template. */
  input: string;
  parts: readonly Part[];
  /** The number of rows. */
  total: number;
  outputs: readonly BatchOutput[];
}

export interface RowInput {
  request: PdfRequest;
  /** Whether the row has options. */
  isVaried: boolean;
  /** The size of the shared template and the row as JSON, in bytes. */
  bytes: number;
}

interface Opened {
  value: StoredPdfRequest | Buffer[];
  bytes: number;
}

/** The settings of a batch's archive. */
interface Assembly {
  outputs: readonly ArchiveOutput[];
  rows: number;
  /** The number of rows that are done. */
  done: number;
  /** The file name with its extension. */
  filename?: string;
  /** The life of the archive in seconds. */
  expiresIn?: number;
  merging?: Merging;
}

interface BatchRowsOptions {
  redis: Redis;
  store: Pick<FileStore, 'read'>;
  box: SecretBox;
  largeBodies: LargeBodies;
}

export class BatchRows {
  private readonly redis: Redis;
  private readonly largeBodies: LargeBodies;
  private readonly plans = new LRUCache<string, BatchPlan>({ max: CACHED_PLANS });
  /** The decrypted files by their ids. */
  private readonly opened: LRUCache<string, Opened, { plan: BatchPlan; isTemplate: boolean }>;

  constructor({ redis, store, box, largeBodies }: BatchRowsOptions) {
    this.redis = redis;
    this.largeBodies = largeBodies;
    this.opened = new LRUCache({
      ...{ maxSize: OPENED_BYTES, sizeCalculation: ({ bytes }) => bytes, ttl: OPENED_MS, ttlAutopurge: true },
      ignoreFetchAbort: true,
      async fetchMethod(file, _stale, { context: { plan, isTemplate } }) {
        const context = isTemplate ? plan.key : plan.rowsContext;
        const json = box.open((await store.read(file)).toString(), context);
        const bytes = json.length;
        const value = isTemplate
          ? ((await largeBodies.readAny(json, StoredPdfRequest, 'input', {
              account: plan.accountId,
            })) as StoredPdfRequest)
          : splitRows(json);
        return { value, bytes };
      },
    });
  }

  /**
   * Returns the tool's input for a row; undefined when the batch has ended or was deleted.
   *
   * @throws ServiceError `invalid_json`, `invalid_parameter` for a row that is not an object, `internal` when the input no longer exists,
   *   `unavailable`.
   */
  async input(accountId: string, id: string, number: number): Promise<RowInput | undefined> {
    const key = keys.batch(accountId, id);
    const plan = this.plans.get(key) ?? (await this.plan(accountId, key));
    if (plan === undefined) return this.unlessOver(key);
    return this.inputOf(plan, number).catch((error: unknown) => {
      unlessGone(error);
      return this.unlessOver(key);
    });
  }

  /** Returns undefined when a batch has ended or was deleted. The input of an open batch is lost. @throws ServiceError `internal`. */
  private async unlessOver(key: string): Promise<undefined> {
    const [place, created] = await this.redis.hmget(key, 'place', 'created');
    if (place == null && created != null) throw inputGone();
  }

  /** Reads the plan of a batch and caches it, because the list of parts can be long. */
  private async plan(accountId: string, key: string): Promise<BatchPlan | undefined> {
    const fields = ['input', 'parts', 'total', 'context', 'output'];
    const [input, parts, total, context, output] = await this.redis.hmget(key, ...fields);
    if (input == null || parts == null || total == null) return undefined;
    const plan = {
      ...{ accountId, key, input, parts: JSON.parse(parts) as Part[] },
      ...{ rowsContext: context ?? key, total: Number(total), outputs: recordedOutputs(output ?? undefined) },
    };
    this.plans.set(key, plan);
    return plan;
  }

  /** Returns the settings of the archive; undefined when the input no longer exists. @throws ServiceError `unavailable`. */
  async assembly(accountId: string, id: string): Promise<Assembly | undefined> {
    const key = keys.batch(accountId, id);
    const done = await this.redis.hget(key, 'done');
    const plan = this.plans.get(key) ?? (await this.plan(accountId, key));
    const outputs = archivesIn(plan?.outputs ?? []);
    if (plan === undefined || outputs[0] === undefined) return undefined;
    const template = await this.template(plan).catch(unlessGone);
    if (template === undefined) return undefined;
    const isZip = outputs[0] === 'zip';
    const { filename: ofRows, expires_in: expiresIn, merging } = template;
    // A name with tags has a value for each row.
    const own = variesByRow(template) ? undefined : ofRows;
    const filename = own || (isZip ? 'documents' : undefined);
    const ending = isZip ? 'zip' : 'pdf';
    return {
      ...{ outputs, rows: plan.total, done: Number(done) },
      ...(filename !== undefined && { filename: `${filename.replace(/\.pdf$/i, '')}.${ending}` }),
      ...(expiresIn !== undefined && { expiresIn }),
      ...(merging !== undefined && { merging }),
    };
  }

  /**
   * Returns the tool's input for a row.
   *
   * @throws ServiceError `invalid_json`, `invalid_parameter` for a row that is not an object, `file_unknown` when the batch's files were
   *   deleted, `unavailable`.
   */
  private async inputOf(plan: BatchPlan, number: number): Promise<RowInput> {
    const part = plan.parts.findLast(({ first }) => first <= number);
    if (part === undefined) throw new Error(`a batch has no part with row ${number}`);
    const [template, rows] = await Promise.all([
      this.opened.forceFetch(plan.input, { context: { plan, isTemplate: true } }),
      this.opened.forceFetch(part.file, { context: { plan, isTemplate: false } }),
    ]);
    const row = (rows.value as Buffer[])[number - part.first];
    if (row === undefined) throw new Error(`a part of a batch ends before row ${number}`);
    const { merging, ...shared } = template.value as StoredPdfRequest;
    const read = await this.requestOf(shared, row, plan, merging !== undefined);
    const { filename } = read.own ?? {};
    const named = filename === undefined ? withNumber(read.request, number, plan.total) : read.request;
    const request = merging === undefined ? named : withKey(named, merging, number);
    return { request, isVaried: read.own !== undefined, bytes: template.bytes + row.length };
  }

  /** @returns the request of a row, and the row's own options, if it has any. */
  private async requestOf(
    shared: PdfRequest,
    row: Buffer,
    { accountId: account, outputs }: BatchPlan,
    isProtected: boolean,
  ): Promise<{ request: PdfRequest; own?: BatchRowOptions | undefined }> {
    if (shared.data_from !== undefined)
      return { request: { ...shared, data_from: { ...shared.data_from, record_id: readRecordId(row) } } };
    const { options: own, ...members } = await readParts(row, shared, this.largeBodies, { account });
    const request = { ...shared, ...own };
    if (own !== undefined) checkOutput(outputs, own, isProtected, '');
    if (lacksInvoice(request.e_invoice)) throw noInvoice();
    return { request: { ...request, data: dataWith(request, members) }, own };
  }

  /** Returns the template, which all rows share. @throws ServiceError as `input`. */
  private async template(plan: BatchPlan): Promise<StoredPdfRequest> {
    const { value } = await this.opened.forceFetch(plan.input, { context: { plan, isTemplate: true } });
    return value as StoredPdfRequest;
  }

  /** Removes the plan of a batch from the cache. @param key the batch's key. */
  forgetPlan(key: string): void {
    this.plans.delete(key);
  }

  /** Removes deleted files from the cache. */
  forget(files: readonly string[]): void {
    for (const file of files) this.opened.delete(file);
  }
}

/** Returns whether the name of a row's file may have tags, which are filled with its data. Names with spaces are known from the data alone. */
const variesByRow = ({ filename = '', tags = true }: PdfRequest): boolean => tags && filename.includes('[[');

/** Returns the template with the row's number appended to the file name, unless the name varies by data. */
function withNumber(template: PdfRequest, number: number, total: number): PdfRequest {
  const { filename } = template;
  if (filename === undefined || variesByRow(template)) return { ...template };
  const ending = `-${String(number).padStart(String(total).length, '0')}`;
  return {
    ...template,
    filename: filename.replace(/\.pdf$/i, '').slice(0, MAX_FILENAME - ending.length) + ending,
  };
}

/** Returns whether neither the batch nor the row has the invoice. */
function lacksInvoice(given: PdfRequest['e_invoice']): boolean {
  if (given === undefined) return false;
  const names = given instanceof RawJson ? (given.names ?? []) : Object.keys(given);
  return !INVOICE_SOURCES.some((name) => names.includes(name));
}

const noInvoice = (): ServiceError =>
  new ServiceError(
    'invalid_parameter',
    'The row has no invoice: write it as `{"data": {}, "e_invoice": {"invoice": {…}}}`, or give `xml` there.',
  );

function unlessGone(error: unknown): undefined {
  if (!(error instanceof ServiceError && GONE.has(error.code))) throw error;
}

const GONE: ReadonlySet<string> = new Set(['file_unknown', 'file_expired']);
