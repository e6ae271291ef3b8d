/** What the operator manages: accounts and their tokens. */
import { type Infer, integer, orNull, shape, text, timestamp } from './schema.js';

export const AccountInput = shape(
  { name: text().max(200).example('Accounting') },
  { monthly_actions: orNull(integer().min(0)).description('Actions a calendar month (UTC) may use; null: no quota.') },
);
export type AccountInput = Infer<typeof AccountInput>;

export const AccountChange = shape({ monthly_actions: orNull(integer().min(0)) });
export type AccountChange = Infer<typeof AccountChange>;

export const Account = shape({
  id: text().example('acc_5f0c…'),
  name: text(),
  monthly_actions: orNull(integer().min(0)),
  created_at: timestamp(),
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
  id: text().example('tok_8b1d…'),
  name: orNull(text()),
  created_at: timestamp(),
  expires_at: orNull(timestamp()),
  last_used_at: orNull(timestamp()),
};

export const Token = shape(tokenFields);
export type Token = Infer<typeof Token>;

export const CreatedToken = shape({
  ...tokenFields,
  token: text().description('The secret itself: shown this once, kept only as a hash.'),
});
export type CreatedToken = Infer<typeof CreatedToken>;
