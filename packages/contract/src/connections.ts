/** Specification 2.5: an account's connections to the provider of table records, named by their slug. */
import {
  createdAt,
  flag,
  type Infer,
  integer,
  jsonObject,
  oneOf,
  orNull,
  shape,
  text,
  timestamp,
  updatedAt,
} from './schema.js';

export const CONNECTION_SLUG = /^[a-z0-9-]{1,64}$/;

export const ConnectionSlug = text()
  .pattern(CONNECTION_SLUG)
  .message('{{#label}} must be 1 to 64 lower-case letters, digits or hyphens')
  .description('The connection’s name, as in `_connections`.')
  .example('sales');

export const MAX_CONNECTIONS = 100;

/** `tablebase` is the specification's word for the one provider there is. */
const provider = () => oneOf('tablebase').description('Whom the connection leads to.').example('tablebase');
const label = () =>
  text().max(200).description('What the connection is for, in the owner’s words.').example('Sales, read only');

export const ConnectionInput = shape(
  {
    provider: provider(),
    token: text()
      .max(1_000)
      // It travels in a header.
      .pattern(/^[\x21-\x7e]+$/)
      .message('{{#label}} must be of visible ASCII characters, without blanks')
      .description('Personal access token of the provider; kept encrypted, never shown again.')
      .example('patXXXXXXXXXXXXXX.0123456789abcdef'),
  },
  { label: label() },
);
export type ConnectionInput = Infer<typeof ConnectionInput>;

/** Without the token and anything derived from it. */
export const Connection = shape({
  slug: ConnectionSlug,
  provider: provider(),
  label: orNull(label()),
  created_at: createdAt(),
  updated_at: updatedAt(),
  last_used_at: orNull(timestamp()).description('When its token was last sent to the provider, to the minute.'),
});
export type Connection = Infer<typeof Connection>;

export const ConnectionTest = shape({
  ok: flag().valid(true).example(true).description('Always true: otherwise it is an error.'),
});
export type ConnectionTest = Infer<typeof ConnectionTest>;

/** How many stored tokens of connections and secrets of webhooks were brought under the current master key, were under it already, and can't be read. */
export const ReEncryption = shape({
  re_encrypted: integer()
    .min(0)
    .example(12)
    .description('Tokens and secrets that are under the current master key now.'),
  current: integer().min(0).example(0).description('Those that were before.'),
  failed: integer()
    .min(0)
    .example(0)
    .description('Those that no master key of this gateway opens; the log names them.'),
});
export type ReEncryption = Infer<typeof ReEncryption>;

/** Specification 4.4: what the get-record tool takes, and 2.4: what it answers. */

const id = (prefix: 'app' | 'rec') =>
  text()
    .max(64)
    .pattern(new RegExp(`^${prefix}[A-Za-z0-9]+$`))
    .message(`{{#label}} must begin with \`${prefix}\` and go on with letters and digits`);

export const RecordRequest = shape({
  base_id: id('app').description('Base ID; begins with `app`.').example('appLkNDICXNqxSDhG'),
  table_id: text()
    .max(255)
    // `.` and `..` would lead elsewhere in a path; control characters and halves of characters have no place in a URL.
    .pattern(/^(?!\.{1,2}$)[^\p{Cc}\p{Cs}]+$/u)
    .message('{{#label}} must be a table’s ID or name, without control characters')
    .description('Table ID or table name; an ID begins with `tbl`.')
    .example('Orders'),
  record_id: id('rec').description('ID of the record; begins with `rec`.').example('rec4711abcdEFGH12'),
  _connections: shape({
    tablebase: text().max(200).description('Slug of the caller’s connection to the provider.').example('sales'),
  })
    .description('Which connections to use: `tablebase`, a slug.')
    .example({ tablebase: 'sales' }),
});
export type RecordRequest = Infer<typeof RecordRequest>;

/** As the provider gives it; it leaves out fields that are empty. */
export const TableRecord = shape({
  id: text().pattern(/^rec/).description('ID of the record.').example('rec4711abcdEFGH12'),
  fields: jsonObject()
    .description('Field names to values; empty fields are left out, as the provider does.')
    .example({ Customer: 'Ada Lovelace', Amount: 1234.5 }),
  createdTime: timestamp().description('When the record was created.'),
});
export type TableRecord = Infer<typeof TableRecord>;
