/** What the operator sees of everybody's usage. */
import { type Account, ServiceError, ServiceUsage, UsageQuery } from '@toolpress/contract';
import { type Endpoint, forOperator } from '../../http/endpoint.js';
import type { Accounts } from '../accounts.js';
import type { UsageReader } from './usage.js';

export const serviceUsageEndpoint = (accounts: Accounts, usage: UsageReader): Endpoint =>
  forOperator({
    method: 'get',
    path: '/admin/usage',
    summary: 'Actions and successful requests of all accounts together and of each; or of one account',
    query: UsageQuery,
    answer: ServiceUsage,
    errors: ['account_unknown'],
    async handle({ query: { account: id, ...page } }) {
      if (id === undefined) return usage.ofService(await accounts.list(page));
      const account = await accounts.find(id);
      if (account === undefined) throw new ServiceError('account_unknown', `There is no account \`${id}\`.`);
      return ofOne(account, usage);
    },
  });

async function ofOne(account: Account, usage: UsageReader): Promise<ServiceUsage> {
  const [counters, summary] = await Promise.all([usage.ofAccount(account.id), usage.summary(account)]);
  return { ...counters, items: [summary], next_cursor: null };
}
