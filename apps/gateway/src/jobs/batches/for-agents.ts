/** Batches as agents see their endpoints. */
import type { ForAgents } from '../../api/endpoint.js';

/** What does not help to follow a batch. */
const SENT = ['tool', 'output', 'priority', 'created_at'];

export const CREATE_BATCH: ForAgents = {
  name: 'create_batch',
  title: 'Create a batch',
  lines: [
    'Prints one PDF for each of `rows` in the background and answers the batch’s id immediately. Costs 3 actions for each done row.',
    '`input` has the arguments of `tool` for all rows; each row is added to its `data`. `output` also makes a `zip` or a `merged` PDF.',
    'Print one row with html_to_pdf first. Then call get_batch with the `id` and `wait`.',
  ],
  options: ['tool', 'input', 'rows', 'output'],
  leaves: ['output', 'priority'],
  hints: { destructiveHint: false },
};

export const GET_BATCH: ForAgents = {
  name: 'get_batch',
  title: 'Get a batch',
  lines: [
    'Returns a batch: `working`, `assembling`, `done` or `cancelled`, with the numbers of done and failed rows. Free.',
    '`wait` holds the call for up to 60 seconds until the batch ends.',
    '`result` is the file of all rows; list_batch_rows has the file or the error of each.',
  ],
  leaves: SENT,
  hints: { readOnlyHint: true },
};

export const LIST_BATCH_ROWS: ForAgents = {
  name: 'list_batch_rows',
  title: 'List the rows of a batch',
  lines: [
    'Lists the rows of a batch with the links to their files, or their errors. Free.',
    '`status: "failed"` lists the failed ones only. `next_cursor` is the `cursor` of the next page.',
    'Correct what the errors say in a new batch of these rows.',
  ],
  hints: { readOnlyHint: true },
};

export const CANCEL_BATCH: ForAgents = {
  name: 'cancel_batch',
  title: 'Cancel a batch',
  lines: [
    'Cancels a batch that has not ended: no more rows are printed, and the files of done rows remain. Free.',
    'A batch that has ended is deleted together with its files.',
    'Returns the batch’s last state.',
  ],
  leaves: SENT,
  hints: { idempotentHint: true },
};
