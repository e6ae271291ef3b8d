/** The audit log: who changed what. It has names and ids, and no contents or secrets. */
import { PageQuery } from '../schema/envelope.js';
import { day, type Infer, listOf, oneOf, orNull, shape, text, timestamp } from '../schema/schema.js';

export const AUDIT_ACTIONS = [
  ...(['account.create', 'account.update', 'account.close', 'token.create', 'token.revoke'] as const),
  ...(['grant.create', 'grant.revoke'] as const),
  ...(['settings.update', 'secrets.re_encrypt', 'operator.sign_in', 'studio_link.create'] as const),
  ...(['variable.save', 'variable.delete', 'variable.publish', 'variable.delete_draft'] as const),
  ...(['font.save', 'font.delete'] as const),
  ...(['connection.save', 'connection.delete'] as const),
  ...(['webhook.save', 'webhook.delete', 'webhook.rotate'] as const),
  ...(['job.cancel', 'batch.cancel', 'batch.retry', 'template.print'] as const),
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

const action = () => oneOf(...AUDIT_ACTIONS);

/** The longest name of an actor in the log, in characters. */
export const MAX_ACTOR_NAME = 200;

const Actor = shape({
  kind: oneOf('admin', 'oidc', 'token').description(
    '`admin`: the admin token; `oidc`: a person whom the identity provider signed in; `token`: an API token, or an application with a grant.',
  ),
  id: orNull(text())
    .description('The id of the token or grant, or the person’s id at the provider; null: the admin token.')
    .example('tok_8b1d…'),
  name: orNull(text()).description('The token’s name, or the person’s email or name.').example('production'),
}).description('Who changed it.');

export const AuditEntry = shape({
  id: text().description('The entry’s id.').example('1769851800000-0'),
  at: timestamp().description('When the change ended.'),
  actor: Actor,
  action: action().description('The change.').example('variable.save'),
  object: orNull(text()).description('Name or id of what was changed; null: there is only one.').example('letterhead'),
  account_id: orNull(text())
    .description('The account whose data was changed; null: the service’s.')
    .example('acc_5f0c…'),
  fields: listOf(text()).description('Names of the given fields, without values.').example(['kind', 'content']),
  outcome: oneOf('done', 'unknown')
    .description('`unknown`: the service failed during the change, which may have been made or not.')
    .example('done'),
  request_id: text().description('`X-Request-Id` of the request.').example('0b5c8f9e-5a5e-4a7e-9d0c-0c6a4f3b2a10'),
  address: text().allow('').description('The caller’s address; for IPv6 its /64 network.').example('203.0.113.7'),
});
export type AuditEntry = Infer<typeof AuditEntry>;

const filters = {
  action: action().description('Only this action.'),
  from: day().description('First day (UTC, `YYYY-MM-DD`); default: the oldest entry.'),
  to: day().description('Last day (UTC, `YYYY-MM-DD`); default: today.'),
};
interface Filters {
  action?: AuditAction;
  from?: string;
  to?: string;
}

export const OwnAuditQuery = PageQuery.append<PageQuery & Filters>(filters);
export type OwnAuditQuery = Infer<typeof OwnAuditQuery>;

export const AuditQuery = OwnAuditQuery.append<OwnAuditQuery & { account?: string }>({
  account: text().max(100).description('Id of an account, also a closed one: only entries about it.'),
});
export type AuditQuery = Infer<typeof AuditQuery>;
