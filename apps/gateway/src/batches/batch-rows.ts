/** Creates the requests of a batch's rows. Template and rows are read once and cached for the following rows. */
import { MAX_FILENAME, type PdfRequest } from '@toolpress/contract';
import type { FileStore } from '@toolpress/storage';
import { LRUCache } from 'lru-cache';
import type { LargeBodies } from '../api/large-bodies.js';
import { readPdfRequest } from '../jobs/pdf-request.js';
import { dataWith } from '../shared/document-data.js';
import type { SecretBox } from '../shared/secret-box.js';
import { readRecordId, readRow, splitRows } from './rows.js';
import type { Part } from './uploads.js';

/** The size of the cache of decrypted templates and rows in bytes of JSON. */
const OPENED_BYTES = 16 * 1024 * 1024;
/** The life of an entry in milliseconds. A gateway is not notified when another one finishes the batch. */
const OPENED_MS = 60_000;

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
}

export interface RowInput {
  request: PdfRequest;
  /** The size of the shared template and the row as JSON, in bytes. */
  bytes: number;
}

interface Opened {
  value: PdfRequest | Buffer[];
  bytes: number;
}

interface BatchRowsOptions {
  store: Pick<FileStore, 'read'>;
  box: SecretBox;
  largeBodies: LargeBodies;
}

export class BatchRows {
  /** The decrypted files by their ids. */
  private readonly opened: LRUCache<string, Opened, { plan: BatchPlan; isTemplate: boolean }>;

  constructor({ store, box, largeBodies }: BatchRowsOptions) {
    this.opened = new LRUCache({
      ...{ maxSize: OPENED_BYTES, sizeCalculation: ({ bytes }) => bytes, ttl: OPENED_MS, ttlAutopurge: true },
      ignoreFetchAbort: true,
      async fetchMethod(file, _stale, { context: { plan, isTemplate } }) {
        const context = isTemplate ? plan.key : plan.rowsContext;
        const json = box.open((await store.read(file)).toString(), context);
        const bytes = json.length;
        const value = isTemplate
          ? await readPdfRequest(json, largeBodies, { account: plan.accountId })
          : splitRows(json);
        return { value, bytes };
      },
    });
  }

  /**
   * Returns the tool's input for a row.
   *
   * @throws ServiceError `invalid_json`, `invalid_parameter` for a row that is not an object, `file_unknown` when the batch's files were
   *   deleted, `unavailable`.
   */
  async input(plan: BatchPlan, number: number): Promise<RowInput> {
    const part = plan.parts.findLast(({ first }) => first <= number);
    if (part === undefined) throw new Error(`a batch has no part with row ${number}`);
    const [template, rows] = await Promise.all([
      this.opened.forceFetch(plan.input, { context: { plan, isTemplate: true } }),
      this.opened.forceFetch(part.file, { context: { plan, isTemplate: false } }),
    ]);
    const row = (rows.value as Buffer[])[number - part.first];
    if (row === undefined) throw new Error(`a part of a batch ends before row ${number}`);
    const shared = withNumber(template.value as PdfRequest, number, plan.total);
    const request =
      shared.data_from === undefined
        ? { ...shared, data: dataWith(shared, readRow(row)) }
        : { ...shared, data_from: { ...shared.data_from, record_id: readRecordId(row) } };
    return { request, bytes: template.bytes + row.length };
  }

  /** Returns the template, which all rows share. @throws ServiceError as `input`. */
  async template(plan: BatchPlan): Promise<PdfRequest> {
    const { value } = await this.opened.forceFetch(plan.input, { context: { plan, isTemplate: true } });
    return value as PdfRequest;
  }

  /** Removes deleted files from the cache. */
  forget(files: readonly string[]): void {
    for (const file of files) this.opened.delete(file);
  }
}

/** Returns the template with the row's number appended to the file name. */
function withNumber(template: PdfRequest, number: number, total: number): PdfRequest {
  const { filename } = template;
  if (filename === undefined) return { ...template };
  const ending = `-${String(number).padStart(String(total).length, '0')}`;
  return {
    ...template,
    filename: filename.replace(/\.pdf$/i, '').slice(0, MAX_FILENAME - ending.length) + ending,
  };
}
