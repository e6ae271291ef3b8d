/** What the operator manages: accounts and their tokens. */
import Joi from 'joi';
import { MAX_PAGES, MOST_PAGES } from '../pdf/page-limits.js';
import { PageQuery, pageFields } from '../schema/envelope.js';
import { createdAt, day, flag, type Infer, integer, orNull, shape, text, timestamp } from '../schema/schema.js';

const accountName = () => text().description('The account’s name.').example('Accounting');
const monthlyActions = () =>
  orNull(integer().min(0)).description('Action quota per calendar month (UTC); null: no quota.').example(10_000);

const maxPages = () =>
  orNull(integer().min(MAX_PAGES).max(MOST_PAGES))
    .description('Pages of a PDF; null: as `pdf.max_pages` in the settings.')
    .example(500);

export const AccountInput = shape(
  { name: accountName().max(200) },
  { monthly_actions: monthlyActions(), max_pages: maxPages() },
);
export type AccountInput = Infer<typeof AccountInput>;

const suspended = () =>
  flag().description('Whether the account’s tokens are refused. Its data remains.').example(false);

/** The fields to change; absent fields keep their value. */
export const AccountChange = shape(
  {},
  {
    name: accountName().max(200),
    monthly_actions: monthlyActions(),
    max_pages: maxPages(),
    suspended: suspended(),
  },
)
  .min(1)
  .message('{{#label}} must have at least one of `name`, `monthly_actions`, `max_pages` and `suspended`');
export type AccountChange = Infer<typeof AccountChange>;

export const Account = shape({
  id: text().description('The account’s id.').example('acc_5f0c…'),
  name: accountName(),
  monthly_actions: monthlyActions(),
  max_pages: maxPages(),
  suspended: suspended(),
  created_at: createdAt(),
});
export type Account = Infer<typeof Account>;

export const TokenInput = shape(
  {},
  {
    name: text().max(200).description('What the token is for.').example('production'),
    expires_at: timestamp().description('When the token expires; default never.'),
  },
);
export type TokenInput = Infer<typeof TokenInput>;

const tokenFields = {
  id: text().description('The token’s id, not its secret.').example('tok_8b1d…'),
  name: orNull(text()).description('What the token is for.').example('production'),
  created_at: createdAt(),
  expires_at: orNull(timestamp()).description('When it expires; null: never.'),
  last_used_at: orNull(timestamp()).description('Time of its last request.'),
};

export const Token = shape(tokenFields);
export type Token = Infer<typeof Token>;

export const CreatedToken = shape({
  ...tokenFields,
  token: text().description('The secret. It is shown only once and stored as a hash.').example('tp_jH3n…'),
});
export type CreatedToken = Infer<typeof CreatedToken>;

/** Usage: only successes count. Days and months are in UTC. */

const counts = {
  actions: integer().min(0).description('Actions charged.').example(7),
  requests: integer().min(0).description('Successful requests.').example(3),
};

export const UsageCount = shape(counts);
export type UsageCount = Infer<typeof UsageCount>;

const countsByKey = (): Joi.ObjectSchema<Record<string, UsageCount>> =>
  Joi.object<Record<string, UsageCount>>().pattern(Joi.string(), UsageCount);

const byDay = countsByKey()
  .example({ '2026-01-31': { actions: 7, requests: 3 } })
  .description('By day (UTC, `YYYY-MM-DD`).');
const byTool = countsByKey()
  .example({ 'html-to-pdf': { actions: 6, requests: 2 }, 'get-record': { actions: 1, requests: 1 } })
  .description('Counts by tool; absent for a period.');
const byToken = countsByKey()
  .example({ 'tok_8b1d…': { actions: 7, requests: 3 } })
  .description('Counts by token id, including revoked tokens; absent for a period.');

const storageBytes = integer()
  .min(0)
  .description('Bytes of the account’s files that have not expired.')
  .example(182_320);

/** The usage of one account. */
export const Usage = shape(
  { ...counts, by_day: byDay },
  { by_tool: byTool, by_token: byToken, storage_bytes: storageBytes },
);
export type Usage = Infer<typeof Usage>;

export const AccountUsage = shape({
  account_id: text().description('The account’s id.').example('acc_5f0c…'),
  name: accountName(),
  monthly_actions: monthlyActions(),
  ...counts,
  actions_this_month: integer().min(0).description('Charged actions, which count against the quota.').example(7),
});
export type AccountUsage = Infer<typeof AccountUsage>;

/** The usage of all accounts with a page of accounts, or the usage of one account. */
export const ServiceUsage = shape(
  { ...counts, by_day: byDay, ...pageFields(AccountUsage) },
  { by_tool: byTool, by_token: byToken, storage_bytes: storageBytes },
);
export type ServiceUsage = Infer<typeof ServiceUsage>;

/** A period, both days included. Either end may be open. */
const period = {
  from: day().description('First day of the period (UTC, `YYYY-MM-DD`); default: the first day with usage.'),
  to: day().description('Last day of the period (UTC, `YYYY-MM-DD`); default: today.'),
};

export const UsagePeriod = shape({}, period);
export type UsagePeriod = Infer<typeof UsagePeriod>;

export const ServiceUsageQuery = PageQuery.append<PageQuery & UsagePeriod & { account?: string }>({
  account: text().max(100).description('Id of the account to return.'),
  ...period,
});
export type ServiceUsageQuery = Infer<typeof ServiceUsageQuery>;

const mostOf = (what: string) => orNull(integer().min(0)).description(`${what}; null: any number.`);

/** The account of the request's token. */
export const OwnAccount = shape({
  id: text().description('The account’s id.').example('acc_5f0c…'),
  name: accountName(),
  token: shape({ id: tokenFields.id, name: tokenFields.name, expires_at: tokenFields.expires_at }).description(
    'The token of the request.',
  ),
  monthly_actions: monthlyActions(),
  actions_this_month: integer().min(0).description('Actions charged in this calendar month (UTC).').example(7),
  actions_left: orNull(integer().min(0)).description('Actions remaining this month; null: no quota.').example(9_993),
  storage_bytes: storageBytes,
  variable_bytes: integer()
    .min(0)
    .description('Bytes of the account’s template variables, with their versions and drafts.')
    .example(48_120),
  max_storage_bytes: mostOf('Bytes that the account’s files may take together').example(10_737_418_240),
  limits: shape({
    requests_per_minute: mostOf('Requests that each token may make in a minute'),
    concurrent_requests: mostOf('Concurrent requests of the account on each gateway').example(1_000),
    request_body_bytes: integer().description('Size of a request’s body.').example(10_485_760),
    pages_per_document: integer()
      .description('Pages of a PDF. Each begun 50 pages are charged like a PDF.')
      .example(50),
    variables: integer().description('Number of template variables.').example(1_000),
    variable_bytes: integer()
      .description('Bytes of all template variables, with their versions and drafts.')
      .example(67_108_864),
    variable_versions: integer().description('Number of stored versions of each template variable.').example(100),
    fonts: integer().description('Number of fonts.').example(50),
    connections: integer().description('Number of connections.').example(100),
    webhooks: integer().description('Number of webhooks.').example(10),
  }).description('Limits of requests and stored data.'),
});
export type OwnAccount = Infer<typeof OwnAccount>;
