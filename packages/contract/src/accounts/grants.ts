/** What the holder of an account has allowed an application (OAuth 2.1). */
import { createdAt, type Infer, listOf, oneOf, orNull, shape, text, timestamp } from '../schema/schema.js';
import { SCOPES } from '../tools/tools.js';

/** The largest number of grants of an account. */
export const MAX_GRANTS = 200;
/** The longest name of an application, in characters. */
export const MAX_CLIENT_NAME = 100;

export const GrantId = text()
  .pattern(/^gnt_[0-9a-z]{25}$/)
  .message('{{#label}} must be the id of a grant, such as `gnt_0mfz5t3k1…`')
  .description('The grant’s id.')
  .example('gnt_0mfz5t3k14c2e9a7b6d5f8g3h');

export const Grant = shape({
  id: text().description('The grant’s id.').example('gnt_4c2e…'),
  client_id: text()
    .description('The application: the address of its metadata, or the id that it registered.')
    .example('https://claude.ai/oauth/mcp-oauth-client-metadata'),
  client_name: text().description('The name that the application gives itself.').example('Claude'),
  scopes: listOf(oneOf(...SCOPES))
    .description('What it may do.')
    .example(['pdf', 'templates']),
  resource: text()
    .uri()
    .description('The address that its access tokens are for, with all below.')
    .example('https://pdf.example.com/mcp'),
  token_id: text().description('The API token that approved it; the grant ends with it.').example('tok_8b1d…'),
  created_at: createdAt(),
  expires_at: timestamp().description('When it ends, unless the application uses it before.'),
  last_used_at: orNull(timestamp()).description('Time of its last request.'),
});
export type Grant = Infer<typeof Grant>;
