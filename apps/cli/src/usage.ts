/** The command `usage`. */
import type { AccountUsage, ServiceUsage, UsageCount } from '@toolpress/contract';
import type { Command } from 'commander';
import { count, quota, table } from './output.js';
import type { Session } from './session.js';
import { readDay } from './values.js';

/** The limit of days in the output. */
const DAYS_SHOWN = 31;

export function addUsage(program: Command, session: Session): void {
  program
    .command('usage')
    .description('shows charged actions and successful requests by account, tool and day')
    .option('--account <id>', 'only this account, also by token')
    .option('--from <day>', 'first day of a period (UTC): 2026-01-01', readDay)
    .option('--to <day>', 'last day of a period (UTC): 2026-01-31', readDay)
    .addHelpText(
      ...session.examples('usage', 'usage --account acc_…', 'usage --from 2026-01-01 --to 2026-01-31', 'usage --json'),
    )
    .action(async (query: { account?: string; from?: string; to?: string }) => {
      const usage = await session.api.list<ServiceUsage>('/usage', { what: 'Reading the usage', query });
      await session.show(usage, () => usageTables(usage));
    });
}

function usageTables({ actions, requests, by_tool = {}, by_day, by_token = {}, items }: ServiceUsage): string[] {
  const days = Object.keys(by_day).length;
  return [
    `  Total: ${count(actions)} actions in ${count(requests)} successful requests`,
    '',
    ...accountTable(items),
    ...countsTable('Tool', Object.entries(by_tool)),
    ...countsTable('Token', Object.entries(by_token)),
    ...countsTable('Day (UTC)', Object.entries(by_day).sort().slice(-DAYS_SHOWN)),
    ...(days > DAYS_SHOWN ? [`  The last ${DAYS_SHOWN} of ${days} days; --json has all.`] : []),
  ];
}

const accountTable = (items: readonly AccountUsage[]): string[] =>
  table(
    ['Account', 'Name', ...['Actions', 'Requests', 'This month', 'Monthly quota'].map((number) => ({ number }))],
    items.map((item) => [
      ...[item.account_id, item.name, count(item.actions), count(item.requests)],
      ...[count(item.actions_this_month), quota(item.monthly_actions)],
    ]),
  );

function countsTable(what: string, entries: readonly (readonly [string, UsageCount])[]): string[] {
  if (entries.length === 0) return [];
  const rows = entries.map(([name, { actions, requests }]) => [name, count(actions), count(requests)]);
  return ['', ...table([what, { number: 'Actions' }, { number: 'Requests' }], rows)];
}
