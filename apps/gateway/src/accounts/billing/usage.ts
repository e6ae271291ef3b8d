/** Usage as accounts and the operator see it. `Charges` does the counting. */
import {
  type Account,
  type AccountUsage,
  type Page,
  ServiceUsage,
  Usage,
  type UsageCount,
  UsageQuery,
} from '@toolpress/contract';
import type { Redis } from '@toolpress/runtime';
import { type Endpoint, forCaller, forOperator } from '../../http/endpoint.js';
import { keys } from '../../shared/keys.js';
import { type Accounts, accountUnknown } from '../accounts.js';
import { dayOf, monthOf, readTally } from './tally.js';

export function usageEndpoints(accounts: Accounts, usage: UsageReader): Endpoint[] {
  return [
    forCaller({
      method: 'get',
      path: '/api/usage',
      id: 'getUsage',
      summary: 'Actions and successful requests of the account',
      answer: Usage,
      handle: ({ caller }) => usage.ofAccount(caller.accountId),
    }),
    forOperator({
      method: 'get',
      path: '/admin/usage',
      id: 'getUsageOfAccounts',
      summary: 'Actions and successful requests of all accounts together and of each; or of one account',
      query: UsageQuery,
      answer: ServiceUsage,
      errors: ['account_unknown'],
      async handle({ query: { account: id, ...page } }): Promise<ServiceUsage> {
        if (id === undefined) return usage.ofService(await accounts.list(page));
        const account = await accounts.find(id);
        if (account === undefined) throw accountUnknown(id);
        const [counters, summary] = await Promise.all([usage.ofAccount(id), usage.summary(account)]);
        return { ...counters, items: [summary], next_cursor: null };
      },
    }),
  ];
}

export class UsageReader {
  constructor(private readonly redis: Redis) {}

  async ofAccount(accountId: string): Promise<Usage> {
    const [counters, stored] = await Promise.all([
      this.redis.hgetall(keys.usage(accountId)),
      readTally(this.redis, keys.storage(accountId), dayOf(new Date())),
    ]);
    return { ...usageOf(counters), storage_bytes: stored.bytes };
  }

  /** @param accounts the page of accounts to show beside the totals of all. */
  async ofService(accounts: Page<Account>): Promise<ServiceUsage> {
    const [counters, items] = await Promise.all([
      this.redis.hgetall(keys.serviceUsage),
      Promise.all(accounts.items.map((account) => this.summary(account))),
    ]);
    const { by_token: _ofOneAccountOnly, ...totals } = usageOf(counters);
    return { ...totals, items, next_cursor: accounts.next_cursor };
  }

  async summary({ id, name, monthly_actions }: Account): Promise<AccountUsage> {
    const fields = ['total:actions', 'total:requests', `month:${monthOf(new Date())}:actions`];
    const counts = (await this.redis.hmget(keys.usage(id), ...fields)).map((count) => Number(count ?? 0));
    const [actions = 0, requests = 0, actions_this_month = 0] = counts;
    return { account_id: id, name, monthly_actions, actions, requests, actions_this_month };
  }
}

const FIELD = /^(total|tool|day|token):(?:(.*):)?(actions|requests)$/;

function usageOf(counters: Record<string, string>): Usage {
  const usage: Usage = { actions: 0, requests: 0, by_tool: {}, by_day: {}, by_token: {} };
  const groups: Record<string, Record<string, UsageCount>> = {
    tool: usage.by_tool,
    day: usage.by_day,
    token: usage.by_token,
  };
  for (const [field, value] of Object.entries(counters).sort()) {
    const [, scope = '', name = '', counter] = FIELD.exec(field) ?? [];
    if (counter !== 'actions' && counter !== 'requests') continue;
    const group = groups[scope];
    if (group === undefined) usage[counter] = Number(value);
    else group[name] = { actions: 0, requests: 0, ...group[name], [counter]: Number(value) };
  }
  return usage;
}
