/** What is printed of each row of a batch: the template and the rows are read once, and kept for the rows that follow. */
import {
  type EInvoice,
  eInvoiceFault,
  type JsonObject,
  MAX_FILENAME,
  type PdfRequest,
  RawJson,
  ServiceError,
} from '@toolpress/contract';
import type { FileStore } from '@toolpress/storage';
import { LRUCache } from 'lru-cache';
import type { LargeBodies } from '../http/large-bodies.js';
import type { SecretBox } from '../shared/secret-box.js';
import { readPdfRequest } from './pdf-request.js';
import { readRow, splitRows } from './rows.js';
import type { Part } from './uploads.js';

/** What is kept opened of templates and rows, bytes of JSON. */
const OPENED_BYTES = 16 * 1024 * 1024;
/** How long: a gateway that does not do the last row of a batch does not hear of its end. */
const OPENED_MS = 60_000;

/** What a batch is to print; it never changes. */
export interface BatchPlan {
  accountId: string;
  /** The key of the batch, which its template is sealed for. */
  key: string;
  /** What its rows are sealed for. */
  rowsContext: string;
  /** The id of the file with the sealed template. */
  input: string;
  parts: readonly Part[];
  /** How many rows it has. */
  total: number;
}

export interface RowInput {
  request: PdfRequest;
  /** Of the template that all rows share, and of the row, as JSON. */
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
  /** By file. */
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
   * What the tool takes for a row.
   *
   * @throws ServiceError `invalid_json` for a line that is none, `invalid_parameter` for a row that is no object, `file_unknown` when the batch's files are gone, `unavailable`.
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
    const request = requestOf(template.value as PdfRequest, readRow(row), number, plan.total);
    return { request, bytes: template.bytes + row.length };
  }

  /** What all rows share. @throws ServiceError as `input`. */
  async template(plan: BatchPlan): Promise<PdfRequest> {
    const { value } = await this.opened.forceFetch(plan.input, { context: { plan, isTemplate: true } });
    return value as PdfRequest;
  }

  /** The files are deleted. */
  forget(files: readonly string[]): void {
    for (const file of files) this.opened.delete(file);
  }
}

/** The template with the row's own data beside that of all, and its number behind the name of the file. */
function requestOf(template: PdfRequest, row: JsonObject, number: number, total: number): PdfRequest {
  const fault = eInvoiceFault({ ...(template as Omit<PdfRequest, 'e_invoice'> & { e_invoice?: EInvoice }), data: row });
  if (fault !== undefined) throw new ServiceError('invalid_parameter', fault);
  const { filename } = template;
  const ending = `-${String(number).padStart(String(total).length, '0')}`;
  return {
    ...template,
    data: withRow(template.data, row),
    ...(filename !== undefined && {
      filename: filename.replace(/\.pdf$/i, '').slice(0, MAX_FILENAME - ending.length) + ending,
    }),
  };
}

/** Large data of all rows is not read again for each: of members of the same name the last one counts. */
function withRow(data: JsonObject | RawJson | undefined, row: JsonObject): JsonObject | RawJson {
  if (!(data instanceof RawJson)) return { ...data, ...row };
  const all = typeof data.content === 'string' ? Buffer.from(data.content) : data.content;
  const own = JSON.stringify(row).slice(1);
  const hasBoth = all.length > '{}'.length && own !== '}';
  return new RawJson(Buffer.concat([all.subarray(0, -1), Buffer.from(hasBoth ? `,${own}` : own)]));
}
