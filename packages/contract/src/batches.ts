/** Batches: one document for each row of data, of a template that all share. */
import { AS_OF_TOOL, JOB_STATUSES, JOB_TOOLS, type JobStatus } from './jobs.js';
import { PdfRequest, PdfResult } from './pdf.js';
import { anyJson, createdAt, type Infer, integer, listOf, oneOf, PageQuery, shape, text, timestamp } from './schema.js';

export const MAX_BATCH_ROWS = 10_000;

export const BATCH_STATUSES = ['working', 'done', 'cancelled'] as const;

const tool = () =>
  oneOf(...JOB_TOOLS)
    .description('The tool that prints each row.')
    .example('html-to-pdf');

export const BatchRequest = shape({
  tool: tool(),
  input: PdfRequest.meta({ jsonSchema: { $comment: AS_OF_TOOL } })
    .description(
      'What the tool takes, for all rows. What a row holds is added to its `data`; `filename` gets the row’s number behind it.',
    )
    .example({ html: '<h1>Payslip of [[name]]</h1>', filename: 'payslip' }),
  rows: listOf(anyJson())
    .min(1)
    .max(MAX_BATCH_ROWS)
    .meta({ jsonSchema: { items: { type: 'object' } } })
    .description(
      `The data of each document, an object a row; at most ${MAX_BATCH_ROWS} rows. A row that is none fails by itself.`,
    )
    .example([{ name: 'Ada' }, { name: 'Grace' }]),
});
export type BatchRequest = Infer<typeof BatchRequest>;

export const BatchId = text()
  .pattern(/^bat_[0-9a-z]{25}$/)
  .message('{{#label}} must be an id as the service gave it')
  .description('As the service gave it.');

const count = (what: string) => integer().min(0).description(what);

export const Batch = shape(
  {
    id: BatchId.example('bat_0mws455o1b04142277aad597c'),
    tool: tool(),
    status: oneOf(...BATCH_STATUSES)
      .description('`done`: each row is done or has failed; `cancelled`: no further rows are begun with.')
      .example('working'),
    rows: count('How many rows it has.').example(2),
    done: count('How many of them are done.').example(1),
    failed: count('How many of them have failed.').example(0),
    created_at: createdAt(),
  },
  { finished_at: timestamp().description('When its last row was over, or it was cancelled; absent before.') },
);
export type Batch = Infer<typeof Batch>;

const BatchError = shape({
  code: text().description('One of the codes of errors.').example('template_invalid'),
  message: text().description('What is wrong, and what to do.').example('`html` has a section that is not closed.'),
});

export const BatchRow = shape(
  {
    row: integer().min(1).description('Its place among the rows, from 1.').example(1),
    status: oneOf(...JOB_STATUSES)
      .description('As of a job.')
      .example('done'),
  },
  {
    result: PdfResult.description('What the tool answers, without `pdf_base64`.'),
    error: BatchError.description('Why it failed.'),
  },
);
export type BatchRow = Infer<typeof BatchRow>;

export const BatchRowsQuery = PageQuery.append<PageQuery & { status?: JobStatus }>({
  status: oneOf(...JOB_STATUSES).description('Rows of this status only.'),
});
export type BatchRowsQuery = Infer<typeof BatchRowsQuery>;
