/** What was used, as it is shown. `Charges` does the counting. */

import type { Account, AccountUsage, Page, ServiceUsage, Usage, UsageCount } from '@toolpress/contract';
import type { Redis } from '@toolpress/runtime';
import { keys } from '../../shared/keys.js';
import { dayOf, readTally } from './tally.js';

/** The quota of actions starts afresh with each month of UTC. @returns `YYYY-MM`. */
export const monthOf = (date: Date): string => date.toISOString().slice(0, 7);

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
    const month = `month:${monthOf(new Date())}:actions`;
    const [actions, requests, thisMonth] = await this.redis.hmget(
      keys.usage(id),
      'total:actions',
      'total:requests',
      month,
    );
    return {
      account_id: id,
      name,
      monthly_actions,
      actions: Number(actions ?? 0),
      requests: Number(requests ?? 0),
      actions_this_month: Number(thisMonth ?? 0),
    };
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
