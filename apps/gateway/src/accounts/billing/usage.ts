/** Usage as accounts and the operator see it. `Charges` counts it. */
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
import { type Endpoint, forCaller, forOperator } from '../../api/endpoint.js';
import { dayOf, keys, monthOf } from '../../shared/keys.js';
import { readTally } from '../../shared/tally.js';
import { type Accounts, accountUnknown } from '../accounts.js';

export function usageEndpoints(accounts: Accounts, usage: UsageReader): Endpoint[] {
  return [
    forCaller({
      method: 'get',
      path: '/api/usage',
      id: 'getUsage',
      summary: 'Actions and successful requests of the account, in total or for a period',
      query: UsagePeriod,
      answer: Usage,
      handle: async ({ caller, query }) => usage.ofAccount(caller.accountId, checked(query)),
    }),
    forOperator({
      method: 'get',
      path: '/admin/usage',
      id: 'getUsageOfAccounts',
      summary: 'Actions and successful requests of all accounts or one, in total or for a period',
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

/** Returns a closed account, whose usage is kept. @throws ServiceError `account_unknown`. */
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

/** Reads usage counters. A period without days is all time. */
export class UsageReader {
  constructor(private readonly redis: Redis) {}

  async ofAccount(accountId: string, period: UsagePeriod): Promise<Usage> {
    const [counters, storage_bytes] = await Promise.all([
      this.redis.hgetall(keys.usage(accountId)),
      this.storedBytes(accountId),
    ]);
    return { ...usageOf(counters, period), storage_bytes };
  }

  /** Returns the size, in bytes, of the account's files that have not expired. */
  async storedBytes(accountId: string): Promise<number> {
    return (await readTally(this.redis, keys.storage(accountId), dayOf(new Date()))).bytes;
  }

  /** @param accounts the page of accounts to list next to the totals. */
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
    const counters = await this.redis.hgetall(keys.usage(id));
    const { actions, requests } = usageOf(counters, period);
    const actions_this_month = Number(counters[`month:${monthOf(new Date())}:actions`] ?? 0);
    return { account_id: id, name, monthly_actions, actions, requests, actions_this_month };
  }
}

const isAllTime = ({ from, to }: UsagePeriod): boolean => from === undefined && to === undefined;

const FIELD = /^(total|tool|day|token):(?:(.*):)?(actions|requests)$/;
/** The requests of a day, tool and token that `usage.lua` has not added to the other fields. */
const CALLS = /^(charged|calls):([^:]*):([^:]*):([^:]*):(\d+)$/;

/** Returns the counters as usage. The daily counts have no tool or token, so a period has no such counts. */
function usageOf(counters: Record<string, string>, period: UsagePeriod): Usage {
  const usage = usageOfAllTime(counters);
  if (isAllTime(period)) return usage;
  const { from = '', to = '9999' } = period;
  const days = Object.entries(usage.by_day).filter(([day]) => day >= from && day <= to);
  const sum = (counter: keyof UsageCount): number => days.reduce((total, [, count]) => total + count[counter], 0);
  return { actions: sum('actions'), requests: sum('requests'), by_day: Object.fromEntries(days) };
}

function usageOfAllTime(counters: Record<string, string>) {
  const total: UsageCount = { actions: 0, requests: 0 };
  const groups: Record<string, Record<string, UsageCount>> = { tool: {}, day: {}, token: {} };
  const add = (scope: string, name: string, { actions, requests }: UsageCount): void => {
    const group = groups[scope];
    if (group === undefined) return;
    const before = group[name] ?? { actions: 0, requests: 0 };
    group[name] = { actions: before.actions + actions, requests: before.requests + requests };
  };
  for (const [field, value] of Object.entries(counters)) {
    const [, scope = '', name = '', counter] = FIELD.exec(field) ?? [];
    if (counter === 'actions' || counter === 'requests') {
      if (scope === 'total') total[counter] += Number(value);
      else add(scope, name, { actions: 0, requests: 0, [counter]: Number(value) });
    }
    const [, kind, day = '', tool = '', token = '', actionsEach] = CALLS.exec(field) ?? [];
    if (kind === undefined) continue;
    const count = { requests: Number(value), actions: Number(value) * Number(actionsEach) };
    if (kind === 'charged') {
      total.requests += count.requests;
      total.actions += count.actions;
    }
    add('day', day, count);
    add('tool', tool, count);
    if (token !== '') add('token', token, count);
  }
  const { tool = {}, day = {}, token = {} } = groups;
  return { ...total, by_tool: inOrder(tool), by_day: inOrder(day), by_token: inOrder(token) };
}

const inOrder = <Value>(group: Record<string, Value>): Record<string, Value> =>
  Object.fromEntries(Object.entries(group).sort(([left], [right]) => (left < right ? -1 : 1)));
