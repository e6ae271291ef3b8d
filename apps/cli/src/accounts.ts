/** `accounts`: who may use the service, and how much. */
import { figures, table, text } from '../terminal/table.mjs';
import { examples } from './examples.mjs';
import { readActions, readQuota } from './values.mjs';
import { quota, time } from './words.mjs';

/** @typedef {{ id: string, name: string, monthly_actions: number | null, created_at: string }} Account */

/**
 * @param {import('commander').Command} program
 * @param {import('./session.mjs').Session} session
 */
export function addAccounts(program, session) {
  const accounts = program
    .command('accounts')
    .description('who may use the service, and how much')
    .addHelpText(...examples('accounts list', 'accounts create Sales --monthly-actions 30000'));

  accounts
    .command('list')
    .description('all accounts, the oldest first')
    .addHelpText(...examples('accounts list', "accounts list --json | jq -r '.items[].id'"))
    .action(async () => {
      const list = await session.list('/accounts', { what: 'Listing the accounts' });
      await session.show(list, () =>
        list.items.length === 0 ? ['  No account yet: accounts create <name>'] : accountTable(list.items),
      );
    });

  accounts
    .command('create')
    .description('makes an account')
    .argument('<name>', 'for people; it need not be unique')
    .option('--monthly-actions <n>', 'quota of actions for each calendar month (UTC); default: none', readActions)
    .addHelpText(...examples('accounts create "Accounting, Lyon" --monthly-actions 30000'))
    .action(async (/** @type {string} */ name, /** @type {{ monthlyActions?: number }} */ { monthlyActions }) => {
      const body = { name, ...(monthlyActions === undefined ? {} : { monthly_actions: monthlyActions }) };
      const account = await session.request('/accounts', { what: 'Creating the account', body });
      await session.show(account, () => [
        ...accountTable([account]),
        '',
        `  A token for it: scripts/admin tokens create ${account.id}`,
      ]);
    });

  accounts
    .command('quota')
    .description('sets an account’s monthly quota of actions')
    .argument('<id>', 'of the account')
    .argument('<actions>', 'for each calendar month (UTC), or "none"', readQuota)
    .addHelpText(...examples('accounts quota acc_… 50000', 'accounts quota acc_… none'))
    .action(async (/** @type {string} */ id, /** @type {number | null} */ actions) => {
      const account = await session.request(`/accounts/${encodeURIComponent(id)}`, {
        what: 'Setting the quota',
        method: 'PATCH',
        body: { monthly_actions: actions },
      });
      await session.show(account, () => accountTable([account]));
    });
}

/** @param {readonly Account[]} accounts */
const accountTable = (accounts) =>
  table(
    [text('Account'), text('Name'), figures('Monthly quota'), text('Created (UTC)')],
    accounts.map(({ id, name, monthly_actions, created_at }) => [id, name, quota(monthly_actions), time(created_at)]),
  );
