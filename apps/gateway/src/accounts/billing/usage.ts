/** Usage as accounts and the operator see it. `Charges` does the counting. */
import {
  type Account,
  type AccountUsage,
  type Page,
  ServiceError,
  ServiceUsage,
  ServiceUsageQuery,
  Usage,
  type UsageCount,
  UsagePeriod,
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
      summary: 'Actions and successful requests of the account, in all or of a period',
      query: UsagePeriod,
      answer: Usage,
      handle: async ({ caller, query }) => usage.ofAccount(caller.accountId, checked(query)),
    }),
    forOperator({
      method: 'get',
      path: '/admin/usage',
      id: 'getUsageOfAccounts',
      summary:
        'Actions and successful requests of all accounts together and of each; or of one account; in all or of a period',
      query: ServiceUsageQuery,
      answer: ServiceUsage,
      errors: ['account_unknown'],
      async handle({ query: { account: id, from, to, ...page } }): Promise<ServiceUsage> {
        const period = checked({ ...(from && { from }), ...(to && { to }) });
        if (id === undefined) return usage.ofService(await accounts.list(page), period);
        const account = (await accounts.find(id)) ?? (await closed(accounts, id));
        const [counters, summary] = await Promise.all([usage.ofAccount(id, period), usage.summary(account, period)]);
        return { ...counters, items: [summary], next_cursor: null };
      },
    }),
  ];
}

/** What is told of an account that was closed: its usage stays. @throws ServiceError `account_unknown`. */
async function closed(accounts: Accounts, id: string): Promise<Pick<Account, 'id' | 'name' | 'monthly_actions'>> {
  const name = await accounts.closedName(id);
  if (name === null) throw accountUnknown(id);
  return { id, name, monthly_actions: null };
}

/** @throws ServiceError `invalid_parameter` for a period that ends before it begins. */
function checked(period: UsagePeriod): UsagePeriod {
  if (period.from === undefined || period.to === undefined || period.from <= period.to) return period;
  throw new ServiceError('invalid_parameter', '`from` must not be after `to`.');
}

/** Without a day the period is all time. */
export class UsageReader {
  constructor(private readonly redis: Redis) {}

  async ofAccount(accountId: string, period: UsagePeriod): Promise<Usage> {
    const [counters, storage_bytes] = await Promise.all([
      this.redis.hgetall(keys.usage(accountId)),
      this.storedBytes(accountId),
    ]);
    return { ...usageOf(counters, period), storage_bytes };
  }

  /** Of the account's files that have not expired. */
  async storedBytes(accountId: string): Promise<number> {
    return (await readTally(this.redis, keys.storage(accountId), dayOf(new Date()))).bytes;
  }

  /** @param accounts the page of accounts to show beside the totals of all. */
  async ofService(accounts: Page<Account>, period: UsagePeriod): Promise<ServiceUsage> {
    const [counters, items] = await Promise.all([
      this.redis.hgetall(keys.serviceUsage),
      Promise.all(accounts.items.map((account) => this.summary(account, period))),
    ]);
    const { by_token: _ofOneAccountOnly, ...totals } = usageOf(counters, period);
    return { ...totals, items, next_cursor: accounts.next_cursor };
  }

  async summary(
    { id, name, monthly_actions }: Pick<Account, 'id' | 'name' | 'monthly_actions'>,
    period: UsagePeriod = {},
  ): Promise<AccountUsage> {
    const fields = [`month:${monthOf(new Date())}:actions`, 'total:actions', 'total:requests'];
    const counts = (await this.redis.hmget(keys.usage(id), ...fields)).map((count) => Number(count ?? 0));
    const [actions_this_month = 0, ...totals] = counts;
    const [actions = 0, requests = 0] = isAllTime(period) ? totals : await this.totalsOf(id, period);
    return { account_id: id, name, monthly_actions, actions, requests, actions_this_month };
  }

  private async totalsOf(accountId: string, period: UsagePeriod): Promise<[actions: number, requests: number]> {
    const { actions, requests } = usageOf(await this.redis.hgetall(keys.usage(accountId)), period);
    return [actions, requests];
  }
}

const isAllTime = ({ from, to }: UsagePeriod): boolean => from === undefined && to === undefined;

const FIELD = /^(total|tool|day|token):(?:(.*):)?(actions|requests)$/;

/** Only days are counted by day: of a period there is nothing by tool and by token. */
function usageOf(counters: Record<string, string>, period: UsagePeriod): Usage {
  const usage = usageOfAllTime(counters);
  if (isAllTime(period)) return usage;
  const { from = '', to = '9999' } = period;
  const days = Object.entries<UsageCount>(usage.by_day ?? {}).filter(([day]) => day >= from && day <= to);
  const sum = (counter: keyof UsageCount): number => days.reduce((total, [, count]) => total + count[counter], 0);
  return { actions: sum('actions'), requests: sum('requests'), by_day: Object.fromEntries(days) };
}

function usageOfAllTime(counters: Record<string, string>) {
  const usage = { actions: 0, requests: 0, by_tool: {}, by_day: {}, by_token: {} } satisfies Usage;
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
