/** `accounts`: who may use the service, and how much. */
import type { Account, Page } from '@toolpress/contract';
import type { Command } from 'commander';
import { quota, table, time } from './output.js';
import type { Session } from './session.js';
import { readActions, readQuota } from './values.js';

export function addAccounts(program: Command, session: Session): void {
  const { examples } = session;
  const accounts = program
    .command('accounts')
    .description('who may use the service, and how much')
    .addHelpText(...examples('accounts list', 'accounts create Sales --monthly-actions 30000'));

  accounts
    .command('list')
    .description('all accounts, the oldest first')
    .addHelpText(...examples('accounts list', "accounts list --json | jq -r '.items[].id'"))
    .action(async () => {
      const list = await session.api.list<Page<Account>>('/accounts', { what: 'Listing the accounts' });
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
    .action(async (name: string, { monthlyActions }: { monthlyActions?: number }) => {
      const body = { name, ...(monthlyActions === undefined ? {} : { monthly_actions: monthlyActions }) };
      const account = await session.api.request<Account>('/accounts', { what: 'Creating the account', body });
      const next = `  A token for it: ${session.program} tokens create ${account.id}`;
      await session.show(account, () => [...accountTable([account]), '', next]);
    });

  accounts
    .command('quota')
    .description('sets an account’s monthly quota of actions')
    .argument('<id>', 'of the account')
    .argument('<actions>', 'for each calendar month (UTC), or "none"', readQuota)
    .addHelpText(...examples('accounts quota acc_… 50000', 'accounts quota acc_… none'))
    .action(async (id: string, actions: number | null) => {
      const account = await session.api.request<Account>(`/accounts/${encodeURIComponent(id)}`, {
        what: 'Setting the quota',
        method: 'PATCH',
        body: { monthly_actions: actions },
      });
      await session.show(account, () => accountTable([account]));
    });
}

const accountTable = (accounts: readonly Account[]): string[] =>
  table(
    ['Account', 'Name', { number: 'Monthly quota' }, 'Created (UTC)'],
    accounts.map(({ id, name, monthly_actions, created_at }) => [id, name, quota(monthly_actions), time(created_at)]),
  );
