/** What the operator manages: accounts and their tokens. */
import Joi from 'joi';
import { createdAt, type Infer, integer, orNull, PageQuery, pageFields, shape, text, timestamp } from './schema.js';

const accountName = () => text().description('Whose account it is.');
const monthlyActions = () =>
  orNull(integer().min(0)).description('Actions that a calendar month (UTC) may use; null: no quota.').example(10_000);

export const AccountInput = shape(
  { name: accountName().max(200).example('Accounting') },
  { monthly_actions: monthlyActions() },
);
export type AccountInput = Infer<typeof AccountInput>;

export const AccountChange = shape({ monthly_actions: monthlyActions() });
export type AccountChange = Infer<typeof AccountChange>;

export const Account = shape({
  id: text().description('The account’s id.').example('acc_5f0c…'),
  name: accountName(),
  monthly_actions: monthlyActions(),
  created_at: createdAt(),
});
export type Account = Infer<typeof Account>;

export const TokenInput = shape(
  {},
  {
    name: text().max(200).description('What the token is for.').example('production'),
    expires_at: orNull(timestamp()).description('When the token stops working; null or absent: never.'),
  },
);
export type TokenInput = Infer<typeof TokenInput>;

const tokenFields = {
  id: text().description('The token’s id; not the secret.').example('tok_8b1d…'),
  name: orNull(text()).description('What the token is for.'),
  created_at: createdAt(),
  expires_at: orNull(timestamp()).description('When it stops working; null: never.'),
  last_used_at: orNull(timestamp()).description('When a request last came with it.'),
};

export const Token = shape(tokenFields);
export type Token = Infer<typeof Token>;

export const CreatedToken = shape({
  ...tokenFields,
  token: text().description('The secret itself: shown this once, kept only as a hash.'),
});
export type CreatedToken = Infer<typeof CreatedToken>;

/** What was used: only successes count. Days and months are those of UTC. */

const counts = {
  actions: integer().min(0).description('Actions charged.'),
  requests: integer().min(0).description('Successful requests.'),
};

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
  account_id: text().description('The account’s id.'),
  name: accountName(),
  monthly_actions: monthlyActions(),
  ...counts,
  actions_this_month: integer().min(0).description('What counts against the quota.'),
});
export type AccountUsage = Infer<typeof AccountUsage>;

/** What all accounts have used together, and a page of the accounts; or all of it for one account. */
export const ServiceUsage = shape(
  { ...counts, ...breakdowns, ...pageFields(AccountUsage) },
  { by_token: byToken, storage_bytes: storageBytes },
);
export type ServiceUsage = Infer<typeof ServiceUsage>;

export const UsageQuery = PageQuery.append<PageQuery & { account?: string }>({
  account: text().max(100).description('Id of the one account that is asked for.'),
});
export type UsageQuery = Infer<typeof UsageQuery>;
