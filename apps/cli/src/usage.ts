/** `usage`: what was charged, to whom, for what. */
import { figures, table, text } from '../terminal/table.mjs';
import { examples } from './examples.mjs';
import { count, quota } from './words.mjs';

/** A terminal is no place for years of days. */
const DAYS_SHOWN = 31;

/**
 * @typedef {{ actions: number, requests: number }} Counts
 *
 * @typedef {Counts & {
 *   account_id: string, name: string, monthly_actions: number | null, actions_this_month: number
 * }} AccountUsage
 *
 * @typedef {Counts & {
 *   by_tool: Record<string, Counts>, by_day: Record<string, Counts>, by_token?: Record<string, Counts>,
 *   items: AccountUsage[]
 * }} Usage
 */

/**
 * @param {import('commander').Command} program
 * @param {import('./session.mjs').Session} session
 */
export function addUsage(program, session) {
  program
    .command('usage')
    .description('actions charged and requests that succeeded: by account, tool, day')
    .option('--account <id>', 'of this account only, by token as well')
    .addHelpText(...examples('usage', 'usage --account acc_…', 'usage --json'))
    .action(async (/** @type {{ account?: string }} */ { account }) => {
      const usage = await session.list('/usage', {
        what: 'Reading the usage',
        query: account === undefined ? {} : { account },
      });
      await session.show(usage, () => usageTables(usage));
    });
}

/** @param {Usage} usage */
function usageTables({ actions, requests, by_tool, by_day, by_token, items }) {
  const days = Object.keys(by_day).length;
  return [
    `  In all: ${count(actions)} actions in ${count(requests)} successful requests`,
    '',
    ...accountTable(items),
    ...countsTable('Tool', Object.entries(by_tool)),
    ...(by_token === undefined ? [] : countsTable('Token', Object.entries(by_token))),
    ...countsTable('Day (UTC)', Object.entries(by_day).sort().slice(-DAYS_SHOWN)),
    ...(days > DAYS_SHOWN ? [`  The last ${DAYS_SHOWN} of ${days} days; --json has all.`] : []),
  ];
}

/** @param {readonly AccountUsage[]} items */
const accountTable = (items) =>
  table(
    [text('Account'), text('Name'), ...['Actions', 'Requests', 'This month', 'Monthly quota'].map(figures)],
    items.map((item) => [
      ...[item.account_id, item.name, count(item.actions), count(item.requests)],
      ...[count(item.actions_this_month), quota(item.monthly_actions)],
    ]),
  );

/**
 * @param {string} what is counted
 * @param {readonly [string, Counts][]} entries
 */
function countsTable(what, entries) {
  if (entries.length === 0) return [];
  const rows = entries.map(([name, { actions, requests }]) => [name, count(actions), count(requests)]);
  return ['', ...table([text(what), figures('Actions'), figures('Requests')], rows)];
}
