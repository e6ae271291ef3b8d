/** Batches: one document per row of data, with a shared template. */
import Joi from 'joi';
import { BatchInput, linksOfFile, PDF_TOOLS, PdfResult } from '../pdf/pdf.js';
import { MergedProtect } from '../pdf/standards.js';
import { PageQuery } from '../schema/envelope.js';
import { anyOf } from '../schema/names.js';
import { passedOn } from '../schema/raw-json.js';
import { type RowsFrom, rowsFrom, rowsFromFault } from '../schema/records.js';
import {
  anyJson,
  boundedDepth,
  createdAt,
  type Infer,
  integer,
  listOf,
  MAX_JSON_DEPTH,
  oneOf,
  shape,
  text,
  timestamp,
} from '../schema/schema.js';
import { unfilledMessage, unfilledTag } from '../schema/tags.js';
import { INVOICE_SOURCES, ROW_OPTIONS } from './batch-row.js';
import { JOB_STATUSES, type JobStatus } from './jobs.js';

export const MAX_BATCH_ROWS = 10_000;

/** The media types of JSON lines. `fetch` sends strings as text. */
export const JSON_LINES = ['application/x-ndjson', 'application/jsonl', 'application/ndjson', 'text/plain'] as const;
/** The media types of CSV. */
export const CSV = ['text/csv', 'application/csv'] as const;
const MIB = 1024 * 1024;
/** The largest upload in bytes, decompressed. */
export const MAX_UPLOAD_BYTES = 200 * MIB;
/** The longest line of an upload in bytes. */
export const MAX_UPLOAD_LINE = 2 * MIB;
/** The largest number of unused uploads of an account. */
export const MAX_UPLOADS = 20;

export const BATCH_STATUSES = ['working', 'assembling', 'done', 'cancelled'] as const;

/** Whether the files of the rows are also combined into one. */
export const BATCH_OUTPUTS = ['files', 'zip', 'merged'] as const;
export type BatchOutput = (typeof BATCH_OUTPUTS)[number];
/** The outputs that are one file of all rows. */
export type ArchiveOutput = Exclude<BatchOutput, 'files'>;

/** Returns the outputs of a batch, each once. The files of its rows always exist. */
export const outputsOf = (output: BatchOutput | readonly BatchOutput[] = 'files'): readonly BatchOutput[] =>
  typeof output === 'string' ? [output] : output;

const idOf = (prefix: string) =>
  text()
    .pattern(new RegExp(`^${prefix}_[0-9a-z]{25}$`))
    .message('{{#label}} must be an id that the service returned')
    .description('The id returned by the service.');

export const UploadId = idOf('upl');

const tool = () =>
  oneOf(...PDF_TOOLS)
    .description('The tool that prints each row.')
    .example('html-to-pdf');

const OUTPUTS_ALLOWED = `{{#label}} must be ${anyOf(BATCH_OUTPUTS)}, or a list of them without repetitions`;
/** Named, because client generators would otherwise create two types with the same name. */
const oneOutput = () => oneOf(...BATCH_OUTPUTS).meta({ jsonSchema: { title: 'BatchOutput' } });
const output = (one: () => Joi.AnySchema<BatchOutput> = oneOutput): Joi.AnySchema<BatchOutput | BatchOutput[]> =>
  Joi.alternatives<BatchOutput | BatchOutput[]>(one(), listOf(one()).min(1).unique()).messages(
    Object.fromEntries(
      ['alternatives.match', 'alternatives.types', 'any.only', 'array.min', 'array.unique'].map((code) => [
        code,
        OUTPUTS_ALLOWED,
      ]),
    ),
  );

/** The highest priority of a batch. The lowest one is as far below 0. */
const MAX_PRIORITY = 10;
const priority = () => integer().min(-MAX_PRIORITY).max(MAX_PRIORITY);

export const BatchRequest = shape(
  {
    tool: tool(),
    input: BatchInput.description(
      'The tool’s parameters for all rows. Each row is added to `data`; the row’s number is appended to `filename`, unless the row has its own or it has tags.',
    ).example({ html: '<h1>Payslip of [[name]]</h1>', filename: 'payslip' }),
  },
  {
    priority: priority()
      .description(
        'Rows of batches of the account with a higher priority are printed first; those of equal priority in order of submission. The default is 0. Other accounts are not affected.',
      )
      .example(5),
    output: output()
      .description(
        '`files` (default): one file per row. `zip`: also one archive. `merged`: also one PDF with an outline entry per row; not with `conformance`, `e_invoice` and `attachments`. Or a list of them: rows are printed and charged once.',
      )
      .example('zip'),
    rows: passedOn(
      listOf(anyJson())
        .min(1)
        .max(MAX_BATCH_ROWS)
        .custom(boundedDepth)
        .message(`{{#label}} must be nested at most ${MAX_JSON_DEPTH} levels deep`)
        .meta({ jsonSchema: { items: { type: 'object' } } })
        .description(
          `The data of each document, one object per row; at most ${MAX_BATCH_ROWS} rows. A row with the field \`data\`, and none but ${anyOf(ROW_OPTIONS).replace(/ or (?=`[^`]*`$)/, ' and ')} beside it, has these options over those of \`input\`. An invalid row fails alone.`,
        )
        .example([
          { name: 'Ada' },
          { data: { name: 'Grace' }, filename: 'grace', metadata: { title: 'Payslip of Grace' } },
        ]),
      { inLines: true },
    ),
    protect: MergedProtect.description(
      'Passwords and permissions of the merged PDF; required with `merged` if `input` or a row has `protect`. Tags are not filled.',
    ),
    upload: UploadId.description('The id of an upload, instead of `rows`.'),
    rows_from: rowsFrom(MAX_BATCH_ROWS).description(
      'Records instead of `rows`, with the parameters of get-record. Each is read when its row is printed, and charged as get-record.',
    ),
  },
)
  .xor('rows', 'upload', 'rows_from')
  .custom((request: { input: { data_from?: unknown; e_invoice?: object }; rows_from?: RowsFrom }, helpers) => {
    const { input, rows_from } = request;
    const fault = (rows_from && rowsFromFault(rows_from)) ?? protectFault(request as BatchRequest);
    if (fault !== undefined) return helpers.error('batch.fault', { fault });
    if (input.data_from !== undefined) return helpers.error('batch.data_from');
    // Records have no options.
    const lacksInvoice = input.e_invoice && !INVOICE_SOURCES.some((name) => name in (input.e_invoice ?? {}));
    return rows_from !== undefined && lacksInvoice ? helpers.error('batch.invoice') : request;
  })
  .messages({
    'object.missing': '{{#label}} must have `rows`, `upload` or `rows_from`',
    'object.xor': '{{#label}} must have only one of `rows`, `upload` and `rows_from`',
    'batch.fault': '{{#fault}}',
    'batch.data_from': '`input.data_from` is not allowed in a batch; use `rows_from`',
    'batch.invoice':
      '`input.e_invoice` must have `invoice_from` with `rows_from`: the path of the invoice in the record',
  });
export type BatchRequest = Infer<typeof BatchRequest>;

/** Returns the message of a wrong `protect`; undefined without one. */
function protectFault({ protect, output, input }: BatchRequest): string | undefined {
  if (protect === undefined) return undefined;
  if (!outputsOf(output).includes('merged'))
    return '`protect` is that of the merged PDF: add `merged` to `output`, or move it into `input` for the files of the rows';
  const tag = input.tags === false ? undefined : unfilledTag(protect, 'protect', undefined, true);
  return tag && unfilledMessage(tag, 'the merged PDF has the data of all rows; send the password itself');
}

export const BatchId = idOf('bat');

const count = (what: string) => integer().min(0).description(what);

const BatchError = shape({
  code: text().description('An error code.').example('template_invalid'),
  message: text().description('The problem and its solution.').example('`html` has a section that is not closed.'),
});

/** The file of all rows, with the fields of a tool's result. Its number of pages is not limited. */
const BatchResult = shape(
  {
    ...linksOfFile,
    missing: integer()
      .min(0)
      .description('Number of files that were deleted or had expired before the archive was created.')
      .example(0),
  },
  { page_count: integer().min(1).description('Number of pages, for `merged`.').example(2) },
);

export const Batch = shape(
  {
    id: BatchId.example('bat_0mws455o1b04142277aad597c'),
    tool: tool(),
    status: oneOf(...BATCH_STATUSES)
      .description(
        '`working`: rows are rendered; `assembling`: their files are combined; `done`: all is finished; `cancelled`: no more rows are started.',
      )
      .example('working'),
    output: output(() => oneOf(...BATCH_OUTPUTS))
      .description('The submitted value; a list if it has several.')
      .example('zip'),
    priority: priority().description('The submitted priority; default 0.').example(0),
    rows: count('Number of rows.').example(2),
    done: count('Number of done rows.').example(1),
    failed: count('Number of failed rows.').example(0),
    created_at: createdAt(),
  },
  {
    finished_at: timestamp().description('When the batch ended or was cancelled; absent before.'),
    result: BatchResult.description(
      'With `output` `zip` or `merged`: the file of all rows, when the batch is done; with both, the archive.',
    ),
    merged: BatchResult.description('The merged PDF, with both `zip` and `merged`.'),
    error: BatchError.description('Why there is no `result`. The files of the rows exist.'),
  },
);
export type Batch = Infer<typeof Batch>;

export const Upload = shape({
  id: UploadId.example('upl_0mws455o1b04142277aad597c'),
  rows: count('Number of rows; invalid ones fail when they are printed.').example(2),
  bytes: count('Number of bytes, decompressed.').example(34),
  expires_at: timestamp().description('When the upload expires.'),
});
export type Upload = Infer<typeof Upload>;

export const BatchRow = shape(
  {
    row: integer().min(1).description('The row’s number, from 1.').example(1),
    status: oneOf(...JOB_STATUSES)
      .description('As in a job.')
      .example('done'),
  },
  {
    result: PdfResult.description('The tool’s answer without `pdf_base64`.'),
    error: BatchError.description('The error of a failed job, or of a done job without `result`.'),
  },
);
export type BatchRow = Infer<typeof BatchRow>;

export const BatchRowsQuery = PageQuery.append<PageQuery & { status?: JobStatus }>({
  status: oneOf(...JOB_STATUSES).description('Only rows with this status.'),
});
export type BatchRowsQuery = Infer<typeof BatchRowsQuery>;
