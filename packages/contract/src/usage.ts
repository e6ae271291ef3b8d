/** What was used: only successes count. Days and months are those of UTC. */
import Joi from 'joi';
import { PageQuery } from './envelope.js';
import { type Infer, integer, listOf, orNull, shape, text } from './schema.js';

const counts = { actions: integer().min(0), requests: integer().min(0) };

export const UsageCount = shape(counts);
export type UsageCount = Infer<typeof UsageCount>;

const countsByKey = (): Joi.ObjectSchema<Record<string, UsageCount>> =>
  Joi.object<Record<string, UsageCount>>().pattern(Joi.string(), UsageCount);

const breakdowns = {
  by_tool: countsByKey().description('The same, for each tool by name.'),
  by_day: countsByKey().description('The same, for each day (UTC, `YYYY-MM-DD`).'),
};
const byToken = countsByKey().description('The same, for each token by id; revoked ones stay.');

const storageBytes = integer().min(0).description('Bytes of the account’s files that have not expired.');

/** What one account has used. */
export const Usage = shape({ ...counts, ...breakdowns, by_token: byToken }, { storage_bytes: storageBytes });
export type Usage = Infer<typeof Usage>;

export const AccountUsage = shape({
  account_id: text(),
  name: text(),
  monthly_actions: orNull(integer().min(0)).description('The account’s quota; null: none.'),
  ...counts,
  actions_this_month: integer().min(0).description('What counts against the quota.'),
});
export type AccountUsage = Infer<typeof AccountUsage>;

/** What all accounts have used together, and a page of the accounts; or all of it for one account. */
export const ServiceUsage = shape(
  { ...counts, ...breakdowns, items: listOf(AccountUsage), next_cursor: orNull(text()) },
  { by_token: byToken, storage_bytes: storageBytes },
);
export type ServiceUsage = Infer<typeof ServiceUsage>;

export const UsageQuery = PageQuery.append<PageQuery & { account?: string }>({
  account: text().max(100).description('Id of the one account that is asked for.'),
});
export type UsageQuery = Infer<typeof UsageQuery>;
