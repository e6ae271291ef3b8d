/** Accounts: whose tokens, variables and usage belong together. */
import type { Account, AccountInput, Page, PageQuery } from '@toolpress/contract';
import type { Redis } from '@toolpress/runtime';
import { announce } from '../auth/revocations.js';
import { newId } from '../shared/ids.js';
import { keys } from '../shared/keys.js';
import { readPage } from '../shared/pagination.js';

export class Accounts {
  constructor(private readonly redis: Redis) {}

  async create(input: AccountInput): Promise<Account> {
    const account: Account = {
      id: newId('acc'),
      name: input.name,
      monthly_actions: input.monthly_actions ?? null,
      created_at: new Date().toISOString(),
    };
    const { monthly_actions, ...fields } = account;
    await this.redis
      .multi()
      .hset(keys.account(account.id), { ...fields, monthly_actions: JSON.stringify(monthly_actions) })
      .zadd(keys.accounts, 0, account.id)
      .exec();
    return account;
  }

  async find(id: string): Promise<Account | undefined> {
    const { name, monthly_actions, created_at } = await this.redis.hgetall(keys.account(id));
    if (name === undefined || created_at === undefined) return undefined;
    return { id, name, monthly_actions: JSON.parse(monthly_actions ?? 'null') as number | null, created_at };
  }

  /** @returns the changed account; undefined when there is none of this id. */
  async setMonthlyActions(id: string, monthlyActions: number | null): Promise<Account | undefined> {
    const account = await this.find(id);
    if (account === undefined) return undefined;
    await this.redis
      .multi()
      .hset(keys.account(id), 'monthly_actions', JSON.stringify(monthlyActions))
      .publish(...announce())
      .exec();
    return { ...account, monthly_actions: monthlyActions };
  }

  list(query: PageQuery): Promise<Page<Account>> {
    return readPage(this.redis, keys.accounts, query, (id) => this.find(id));
  }
}
