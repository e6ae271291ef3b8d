/** The commands `jobs`, `batches` and `webhooks`. They never show content. */
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
  'only those of this account, finished ones included; default: unfinished ones of all accounts',
] as const;
const CANCELLED = 'a finished one does not change';

export function addJobs(program: Command, session: Session): void {
  const { examples } = session;
  const jobs = program
    .command('jobs')
    .description('manages asynchronous PDF jobs')
    .addHelpText(...examples('jobs list', 'jobs cancel job_…'));

  jobs
    .command('list')
    .description('lists jobs, the oldest of an account first')
    .option(...ACCOUNT)
    .addOption(new Option('--status <status>', 'only jobs with this status').choices(JOB_STATUSES))
    .addHelpText(...examples('jobs list', 'jobs list --account acc_… --status failed'))
    .action(async (query: { account?: string; status?: string }) => {
      const list = await session.api.list<Page<OperatorJob>>('/jobs', { what: 'Listing the jobs', query });
      await session.show(list, () => (list.items.length === 0 ? ['  None.'] : jobTable(list.items)));
    });

  jobs
    .command('cancel')
    .description(`cancels a job; ${CANCELLED}`)
    .argument('<id>', 'id of the job')
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
    .description('manages batches of PDFs')
    .addHelpText(...examples('batches list', 'batches cancel bat_…', 'batches retry bat_…'));

  batches
    .command('list')
    .description('lists batches and their progress, the oldest of an account first')
    .option(...ACCOUNT)
    .addHelpText(...examples('batches list', 'batches list --account acc_…'))
    .action(async (query: { account?: string }) => {
      const list = await session.api.list<Page<OperatorBatch>>('/batches', { what: 'Listing the batches', query });
      await session.show(list, () => (list.items.length === 0 ? ['  None.'] : batchTable(list.items)));
    });

  batches
    .command('cancel')
    .description(`cancels a batch; finished rows are kept; ${CANCELLED}`)
    .argument('<id>', 'id of the batch')
    .addHelpText(...examples('batches cancel bat_…'))
    .action(async (id: string) => {
      const request = { what: 'Cancelling the batch', method: 'DELETE' } as const;
      const batch = await session.api.request<OperatorBatch>(`/batches/${encodeURIComponent(id)}`, request);
      await session.show(batch, () => batchTable([batch]));
    });

  batches
    .command('retry')
    .description('retries the failed rows and the archive of a finished batch')
    .argument('<id>', 'id of the batch')
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
    .description('shows webhooks and their deliveries')
    .addHelpText(...examples('webhooks list acc_…', 'webhooks deliveries acc_… orders'));
  const pathOf = (account: string): string => `/accounts/${encodeURIComponent(account)}/webhooks`;

  webhooks
    .command('list')
    .description('lists the webhooks of an account, without their secrets')
    .argument('<account>', 'its id')
    .addHelpText(...examples('webhooks list acc_…'))
    .action(async (account: string) => {
      const list = await session.api.list<Page<Webhook>>(pathOf(account), { what: 'Listing the webhooks' });
      await session.show(list, () => (list.items.length === 0 ? ['  None.'] : webhookTable(list.items)));
    });

  webhooks
    .command('deliveries')
    .description('lists the deliveries to a webhook, the newest first, without their payloads')
    .argument('<account>', 'its id')
    .argument('<name>', 'name of the webhook')
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
