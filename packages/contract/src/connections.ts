/** Specification 2.5: an account's connections to the provider of table records, named by their slug. */
import { flag, type Infer, integer, oneOf, orNull, shape, text, timestamp } from './schema.js';

export const CONNECTION_SLUG = /^[a-z0-9-]{1,64}$/;

export const ConnectionSlug = text()
  .pattern(CONNECTION_SLUG)
  .message('{{#label}} must be 1 to 64 lower-case letters, digits or hyphens')
  .example('sales-base');

export const MAX_CONNECTIONS = 100;

/** `tablebase` is the specification's word for the one provider there is. */
const provider = () => oneOf('tablebase').example('tablebase');
const label = () => orNull(text().max(200)).description('What the connection is for, in the owner’s words.');

export const ConnectionInput = shape(
  {
    provider: provider().description('Whom the connection leads to.'),
    token: text()
      .max(1_000)
      // It travels in a header.
      .pattern(/^[\x21-\x7e]+$/)
      .message('{{#label}} must be of visible ASCII characters, without blanks')
      .description('Personal access token of the provider; kept encrypted, never shown again.')
      .example('patXXXXXXXXXXXXXX.0123456789abcdef'),
  },
  { label: label().example('Sales, read only') },
);
export type ConnectionInput = Infer<typeof ConnectionInput>;

/** The token is not among the fields, nor anything that is made of it. */
export const Connection = shape({
  slug: ConnectionSlug,
  provider: provider(),
  label: label(),
  created_at: timestamp(),
  updated_at: timestamp(),
  last_used_at: orNull(timestamp()).description('When its token was last sent to the provider, to the minute.'),
});
export type Connection = Infer<typeof Connection>;

export const ConnectionTest = shape({ ok: flag().valid(true) });
export type ConnectionTest = Infer<typeof ConnectionTest>;

/** How many stored tokens were brought under the current master key, were under it already, and can't be read. */
export const ReEncryption = shape({
  re_encrypted: integer().min(0).description('Tokens that are under the current master key now.'),
  current: integer().min(0).description('Tokens that were before.'),
  failed: integer().min(0).description('Tokens that no master key of this gateway opens; the log names them.'),
});
export type ReEncryption = Infer<typeof ReEncryption>;
