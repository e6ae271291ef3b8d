/** The commands `accounts` and `tokens`. */
import type { Account, AccountChange, CreatedToken, Page, Token } from '@toolpress/contract';
import type { Command } from 'commander';
import { quota, table, time } from './output.js';
import type { Session } from './session.js';
import { readActions, readExpiry, readQuota } from './values.js';

export function addAccounts(program: Command, session: Session): void {
  const { examples } = session;
  const accounts = program
    .command('accounts')
    .description('manages accounts and their quotas')
    .addHelpText(...examples('accounts list', 'accounts create Sales --monthly-actions 30000'));

  accounts
    .command('list')
    .description('lists all accounts, the oldest first')
    .addHelpText(...examples('accounts list', "accounts list --json | jq -r '.items[].id'"))
    .action(async () => {
      const list = await session.api.list<Page<Account>>('/accounts', { what: 'Listing the accounts' });
      await session.show(list, () =>
        list.items.length === 0 ? ['  No account yet: accounts create <name>'] : accountTable(list.items),
      );
    });

  accounts
    .command('create')
    .description('creates an account')
    .argument('<name>', 'the display name; need not be unique')
    .option('--monthly-actions <n>', 'quota of actions for each calendar month (UTC); default: none', readActions)
    .addHelpText(...examples('accounts create "Accounting, Lyon" --monthly-actions 30000'))
    .action(async (name: string, { monthlyActions }: { monthlyActions?: number }) => {
      const body = { name, ...(monthlyActions === undefined ? {} : { monthly_actions: monthlyActions }) };
      const account = await session.api.request<Account>('/accounts', { what: 'Creating the account', body });
      const next = `  A token for it: ${session.program} tokens create ${account.id}`;
      await session.show(account, () => [...accountTable([account]), '', next]);
    });

  accounts
    .command('show')
    .description('shows an account')
    .argument('<id>', 'id of the account')
    .addHelpText(...examples('accounts show acc_…'))
    .action(async (id: string) => {
      const account = await session.api.request<Account>(pathOf(id), { what: 'Reading the account' });
      await session.show(account, () => accountTable([account]));
    });

  addChanges(accounts, session);
}

const pathOf = (id: string): string => `/accounts/${encodeURIComponent(id)}`;

async function change(session: Session, id: string, what: string, body: AccountChange): Promise<void> {
  const account = await session.api.request<Account>(pathOf(id), { what, method: 'PATCH', body });
  await session.show(account, () => accountTable([account]));
}

/** Adds the commands that change an account. */
function addChanges(accounts: Command, session: Session): void {
  const { examples } = session;
  accounts
    .command('rename')
    .description('renames an account')
    .argument('<id>', 'id of the account')
    .argument('<name>', 'the display name; need not be unique')
    .addHelpText(...examples('accounts rename acc_… "Accounting, Paris"'))
    .action((id: string, name: string) => change(session, id, 'Renaming the account', { name }));

  accounts
    .command('suspend')
    .description('rejects an account’s tokens immediately; its data is kept')
    .argument('<id>', 'id of the account')
    .addHelpText(...examples('accounts suspend acc_…'))
    .action((id: string) => change(session, id, 'Suspending the account', { suspended: true }));

  accounts
    .command('resume')
    .description('accepts a suspended account’s tokens again')
    .argument('<id>', 'id of the account')
    .addHelpText(...examples('accounts resume acc_…'))
    .action((id: string) => change(session, id, 'Resuming the account', { suspended: false }));

  accounts
    .command('close')
    .description(
      'deletes an account immediately and permanently: tokens, variables, connections, fonts, files; its usage is kept',
    )
    .argument('<id>', 'id of the account')
    .addHelpText(...examples('accounts close acc_…'))
    .action(async (id: string) => {
      const request = { what: 'Closing the account', method: 'DELETE' } as const;
      const closed = await session.api.request<{ id: string }>(pathOf(id), request);
      await session.show(closed, () => [`  ${closed.id} is closed and its data is deleted; its usage is kept.`]);
    });

  accounts
    .command('quota')
    .description('sets an account’s monthly quota of actions')
    .argument('<id>', 'id of the account')
    .argument('<actions>', 'for each calendar month (UTC), or "none"', readQuota)
    .addHelpText(...examples('accounts quota acc_… 50000', 'accounts quota acc_… none'))
    .action((id: string, actions: number | null) =>
      change(session, id, 'Setting the quota', { monthly_actions: actions }),
    );
}

const accountTable = (accounts: readonly Account[]): string[] =>
  table(
    ['Account', 'Name', { number: 'Monthly quota' }, 'Created (UTC)'],
    accounts.map(({ id, name, monthly_actions, suspended, created_at }) => [
      ...[id, name, quota(monthly_actions)],
      `${time(created_at)}${suspended ? ', suspended' : ''}`,
    ]),
  );

export function addTokens(program: Command, session: Session): void {
  const { examples } = session;
  const tokens = program
    .command('tokens')
    .description('manages API tokens')
    .addHelpText(...examples('tokens create acc_… --name production --expires 90d', 'tokens revoke tok_…'));
  const pathOf = (account: string): string => `/accounts/${encodeURIComponent(account)}/tokens`;

  tokens
    .command('list')
    .description('lists the tokens of an account, the oldest first, without their secrets')
    .argument('<account>', 'its id')
    .addHelpText(...examples('tokens list acc_…'))
    .action(async (account: string) => {
      const list = await session.api.list<Page<Token>>(pathOf(account), { what: 'Listing the tokens' });
      await session.show(list, () =>
        list.items.length === 0 ? [`  No token yet: tokens create ${account}`] : tokenTable(list.items),
      );
    });

  tokens
    .command('create')
    .description('creates a token and shows its secret once')
    .argument('<account>', 'its id')
    .option('--name <name>', 'the purpose of the token')
    .option('--expires <when>', 'when it expires: a duration (12h, 90d, 8w) or a date (UTC); default: never', (word) =>
      readExpiry(word, Date.now()),
    )
    .addHelpText(
      ...examples(
        'tokens create acc_… --name production --expires 90d',
        'tokens create acc_… --expires 2027-01-31 --json | jq -r .token',
      ),
    )
    .action(async (account: string, { name, expires }: { name?: string; expires?: string }) => {
      const body = { ...(name && { name }), ...(expires && { expires_at: expires }) };
      const created = await session.api.request<CreatedToken>(pathOf(account), { what: 'Creating the token', body });
      await session.show(created, () => [
        ...tokenTable([created]),
        ...['', `  ${created.token}`, ''],
        '  This is the token itself. It is not shown again: only its hash is kept.',
      ]);
    });

  tokens
    .command('revoke')
    .description('revokes a token immediately')
    .argument('<id>', 'id of the token')
    .addHelpText(...examples('tokens revoke tok_…'))
    .action(async (id: string) => {
      const request = { what: 'Revoking the token', method: 'DELETE' } as const;
      const revoked = await session.api.request<{ id: string }>(`/tokens/${encodeURIComponent(id)}`, request);
      await session.show(revoked, () => [`  ${revoked.id} is revoked.`]);
    });
}

const tokenTable = (tokens: readonly Token[]): string[] =>
  table(
    ['Token', 'Name', 'Created (UTC)', 'Last used', 'Expires'],
    tokens.map((token) => [
      ...[token.id, token.name ?? '', time(token.created_at), time(token.last_used_at)],
      `${time(token.expires_at)}${Date.parse(token.expires_at ?? '') <= Date.now() ? ', expired' : ''}`,
    ]),
  );
