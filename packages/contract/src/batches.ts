/** Batches: one document for each row of data, of a template that all share. */
import { AS_OF_TOOL, JOB_STATUSES, JOB_TOOLS, type JobStatus } from './jobs.js';
import { linksOfFile, PdfRequest, PdfResult } from './pdf.js';
import {
  anyJson,
  boundedDepth,
  createdAt,
  type Infer,
  integer,
  listOf,
  MAX_JSON_DEPTH,
  oneOf,
  PageQuery,
  shape,
  text,
  timestamp,
} from './schema.js';

export const MAX_BATCH_ROWS = 10_000;

/** The media types of JSON lines; text is what `fetch` calls a string. */
export const JSON_LINES = ['application/x-ndjson', 'application/jsonl', 'application/ndjson', 'text/plain'] as const;
const MIB = 1024 * 1024;
/** How large an upload may be, decompressed. */
export const MAX_UPLOAD_BYTES = 200 * MIB;
/** How long one of its lines may be, bytes. */
export const MAX_UPLOAD_LINE = 2 * MIB;
/** How many uploads an account may have that no batch has taken. */
export const MAX_UPLOADS = 20;

export const BATCH_STATUSES = ['working', 'assembling', 'done', 'cancelled'] as const;

/** What becomes of the files of a batch's rows: left as they are, or put together to one more. */
export const BATCH_OUTPUTS = ['files', 'zip', 'merged'] as const;
export type BatchOutput = (typeof BATCH_OUTPUTS)[number];

const idOf = (prefix: string) =>
  text()
    .pattern(new RegExp(`^${prefix}_[0-9a-z]{25}$`))
    .message('{{#label}} must be an id as the service gave it')
    .description('As the service gave it.');

export const UploadId = idOf('upl');

const tool = () =>
  oneOf(...JOB_TOOLS)
    .description('The tool that prints each row.')
    .example('html-to-pdf');

const output = () => oneOf(...BATCH_OUTPUTS);

export const BatchRequest = shape(
  {
    tool: tool(),
    input: PdfRequest.meta({ jsonSchema: { $comment: AS_OF_TOOL } })
      .description(
        'What the tool takes, for all rows. What a row holds is added to its `data`; `filename` gets the row’s number behind it.',
      )
      .example({ html: '<h1>Payslip of [[name]]</h1>', filename: 'payslip' }),
  },
  {
    output: output()
      .description(
        '`zip`: when the rows are over, their files are in one archive as well; `merged`: in one PDF, an entry of its outline for each; `files` unless given. `merged` goes with none of `conformance`, `protect`, `e_invoice` and `attachments`.',
      )
      .example('zip'),
    rows: listOf(anyJson())
      .min(1)
      .max(MAX_BATCH_ROWS)
      .custom(boundedDepth)
      .message(`{{#label}} must be nested at most ${MAX_JSON_DEPTH} levels deep`)
      .meta({ jsonSchema: { items: { type: 'object' } } })
      .description(
        `The data of each document, an object a row; at most ${MAX_BATCH_ROWS} rows. A row that is none fails by itself.`,
      )
      .example([{ name: 'Ada' }, { name: 'Grace' }]),
    upload: UploadId.description('In place of `rows`: the id of an upload, which the batch takes over.'),
  },
)
  .xor('rows', 'upload')
  .messages({
    'object.missing': '{{#label}} must have `rows` or `upload`',
    'object.xor': '{{#label}} must have `rows` or `upload`, not both',
  });
export type BatchRequest = Infer<typeof BatchRequest>;

export const BatchId = idOf('bat');

const count = (what: string) => integer().min(0).description(what);

const BatchError = shape({
  code: text().description('One of the codes of errors.').example('template_invalid'),
  message: text().description('What is wrong, and what to do.').example('`html` has a section that is not closed.'),
});

/** The file of all rows. Its figures are the tools', but its pages are as many as all rows' are together. */
const BatchResult = shape(
  {
    ...linksOfFile,
    missing: integer()
      .min(0)
      .description('How many files of rows that are done are not in it, as they were deleted or had expired before.')
      .example(0),
  },
  { page_count: integer().min(1).description('Of `merged`: the number of its pages.').example(2) },
);

export const Batch = shape(
  {
    id: BatchId.example('bat_0mws455o1b04142277aad597c'),
    tool: tool(),
    status: oneOf(...BATCH_STATUSES)
      .description(
        '`assembling`: each row is over, and their files are being put together; `done`: that is over, too; `cancelled`: no further rows are begun with.',
      )
      .example('working'),
    output: output().description('As it was submitted.').example('zip'),
    rows: count('How many rows it has.').example(2),
    done: count('How many of them are done.').example(1),
    failed: count('How many of them have failed.').example(0),
    created_at: createdAt(),
  },
  {
    finished_at: timestamp().description('When all of it was over, or it was cancelled; absent before.'),
    result: BatchResult.description('With `output` `zip` or `merged`, when it is done: the file of all rows.'),
    error: BatchError.description('In the place of `result`: why there is no such file. The rows have theirs.'),
  },
);
export type Batch = Infer<typeof Batch>;

export const Upload = shape({
  id: UploadId.example('upl_0mws455o1b04142277aad597c'),
  rows: count('How many rows it has; what is wrong with one is said when it is printed.').example(2),
  bytes: count('How many bytes came, decompressed.').example(34),
  expires_at: timestamp().description('Until when a batch can take it over.'),
});
export type Upload = Infer<typeof Upload>;

export const BatchRow = shape(
  {
    row: integer().min(1).description('Its place among the rows, from 1.').example(1),
    status: oneOf(...JOB_STATUSES)
      .description('As of a job.')
      .example('done'),
  },
  {
    result: PdfResult.description('What the tool answers, without `pdf_base64`.'),
    error: BatchError.description('Why it failed; or why it has no `result`, though it is done.'),
  },
);
export type BatchRow = Infer<typeof BatchRow>;

export const BatchRowsQuery = PageQuery.append<PageQuery & { status?: JobStatus }>({
  status: oneOf(...JOB_STATUSES).description('Rows of this status only.'),
});
export type BatchRowsQuery = Infer<typeof BatchRowsQuery>;
