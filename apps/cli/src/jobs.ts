/** `jobs`, `batches`, `webhooks`: what callers have begun and nobody waits for, for the operator. Nothing of what is in it is shown. */
import {
  JOB_STATUSES,
  type OperatorBatch,
  type OperatorJob,
  type Page,
  type Webhook,
  type WebhookDelivery,
} from '@toolpress/contract';
import { type Command, Option } from 'commander';
import { count, table, time } from './output.js';
import type { Session } from './session.js';

const ACCOUNT = [
  '--account <id>',
  'of this account, also those that are over; default: what is not over, of all',
] as const;
const CANCELLED = 'one that is over stays as it is';

export function addJobs(program: Command, session: Session): void {
  const { examples } = session;
  const jobs = program
    .command('jobs')
    .description('PDFs that nobody waits for')
    .addHelpText(...examples('jobs list', 'jobs cancel job_…'));

  jobs
    .command('list')
    .description('jobs, the oldest of an account first')
    .option(...ACCOUNT)
    .addOption(new Option('--status <status>', 'of this status only').choices(JOB_STATUSES))
    .addHelpText(...examples('jobs list', 'jobs list --account acc_… --status failed'))
    .action(async (query: { account?: string; status?: string }) => {
      const list = await session.api.list<Page<OperatorJob>>('/jobs', { what: 'Listing the jobs', query });
      await session.show(list, () => (list.items.length === 0 ? ['  None.'] : jobTable(list.items)));
    });

  jobs
    .command('cancel')
    .description(`cancels a job; ${CANCELLED}`)
    .argument('<id>', 'of the job')
    .addHelpText(...examples('jobs cancel job_…'))
    .action(async (id: string) => {
      const request = { what: 'Cancelling the job', method: 'DELETE' } as const;
      const job = await session.api.request<OperatorJob>(`/jobs/${encodeURIComponent(id)}`, request);
      await session.show(job, () => jobTable([job]));
    });
}

export function addBatches(program: Command, session: Session): void {
  const { examples } = session;
  const batches = program
    .command('batches')
    .description('PDFs of many rows of data')
    .addHelpText(...examples('batches list', 'batches cancel bat_…', 'batches retry bat_…'));

  batches
    .command('list')
    .description('batches and how far they are, the oldest of an account first')
    .option(...ACCOUNT)
    .addHelpText(...examples('batches list', 'batches list --account acc_…'))
    .action(async (query: { account?: string }) => {
      const list = await session.api.list<Page<OperatorBatch>>('/batches', { what: 'Listing the batches', query });
      await session.show(list, () => (list.items.length === 0 ? ['  None.'] : batchTable(list.items)));
    });

  batches
    .command('cancel')
    .description(`cancels a batch, what is done stays done; ${CANCELLED}`)
    .argument('<id>', 'of the batch')
    .addHelpText(...examples('batches cancel bat_…'))
    .action(async (id: string) => {
      const request = { what: 'Cancelling the batch', method: 'DELETE' } as const;
      const batch = await session.api.request<OperatorBatch>(`/batches/${encodeURIComponent(id)}`, request);
      await session.show(batch, () => batchTable([batch]));
    });

  batches
    .command('retry')
    .description('does again what has failed of a batch that is over, rows and archive')
    .argument('<id>', 'of the batch')
    .addHelpText(...examples('batches retry bat_…'))
    .action(async (id: string) => {
      const request = { what: 'Retrying the batch', method: 'POST' } as const;
      const batch = await session.api.request<OperatorBatch>(`/batches/${encodeURIComponent(id)}/retry`, request);
      await session.show(batch, () => batchTable([batch]));
    });
}

export function addWebhooks(program: Command, session: Session): void {
  const { examples } = session;
  const webhooks = program
    .command('webhooks')
    .description('whom accounts tell of what has happened')
    .addHelpText(...examples('webhooks list acc_…', 'webhooks deliveries acc_… orders'));
  const pathOf = (account: string): string => `/accounts/${encodeURIComponent(account)}/webhooks`;

  webhooks
    .command('list')
    .description('the webhooks of an account; never their secrets')
    .argument('<account>', 'its id')
    .addHelpText(...examples('webhooks list acc_…'))
    .action(async (account: string) => {
      const list = await session.api.list<Page<Webhook>>(pathOf(account), { what: 'Listing the webhooks' });
      await session.show(list, () => (list.items.length === 0 ? ['  None.'] : webhookTable(list.items)));
    });

  webhooks
    .command('deliveries')
    .description('what was sent to a webhook, the newest first; never what was in it')
    .argument('<account>', 'its id')
    .argument('<name>', 'of the webhook')
    .addHelpText(...examples('webhooks deliveries acc_… orders'))
    .action(async (account: string, name: string) => {
      const path = `${pathOf(account)}/${encodeURIComponent(name)}/deliveries`;
      const list = await session.api.list<Page<WebhookDelivery>>(path, { what: 'Listing the deliveries' });
      await session.show(list, () => (list.items.length === 0 ? ['  None.'] : deliveryTable(list.items)));
    });
}

const jobTable = (jobs: readonly OperatorJob[]): string[] =>
  table(
    ['Job', 'Account', 'Status', 'Created (UTC)', 'Over'],
    jobs.map(({ id, account_id, status, error_code, created_at, finished_at }) => [
      ...[id, account_id, [status, error_code].filter(Boolean).join(', ')],
      ...[time(created_at), finished_at === undefined ? '' : time(finished_at)],
    ]),
  );

const batchTable = (batches: readonly OperatorBatch[]): string[] =>
  table(
    ['Batch', 'Account', 'Status', ...['Rows', 'Done', 'Failed'].map((number) => ({ number })), 'Created (UTC)'],
    batches.map(({ id, account_id, status, rows, done, failed, created_at }) => [
      ...[id, account_id, status, count(rows), count(done), count(failed), time(created_at)],
    ]),
  );

const webhookTable = (webhooks: readonly Webhook[]): string[] =>
  table(
    ['Webhook', 'Address', 'Events', 'Disabled'],
    webhooks.map(({ name, url, events, disabled_at }) => [
      ...[name, url, events.join(', '), disabled_at === null ? '' : time(disabled_at)],
    ]),
  );

function deliveryTable(deliveries: readonly WebhookDelivery[]): string[] {
  const rows = deliveries.map(({ id, type, status, created_at, next_attempt_at, attempts }) => {
    const last = attempts.at(-1);
    const answer = last === undefined ? '' : String(last.status ?? last.error);
    return [
      id,
      type,
      status,
      time(created_at),
      String(attempts.length),
      answer,
      next_attempt_at ? time(next_attempt_at) : '',
    ];
  });
  return table(['Delivery', 'Event', 'Status', 'Created (UTC)', { number: 'Attempts' }, 'Last answer', 'Next'], rows);
}
