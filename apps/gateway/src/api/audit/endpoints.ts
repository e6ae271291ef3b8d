/** Endpoints that read the audit log: all of it for the operator, and the entries about an account for its token holders. */
import { AuditEntry, AuditQuery, OwnAuditQuery, pageOf } from '@toolpress/contract';
import { type Endpoint, forCaller, forOperator } from '../endpoint.js';
import type { AuditLog } from './audit-log.js';

export function auditEndpoints(audit: AuditLog): Endpoint[] {
  return [
    forOperator({
      method: 'get',
      path: '/admin/audit',
      id: 'listAudit',
      summary: 'Who changed accounts, tokens, settings and stored data, the newest first',
      query: AuditQuery,
      answer: pageOf(AuditEntry),
      handle: ({ query }) => audit.list(query),
    }),
    forCaller({
      method: 'get',
      path: '/api/audit',
      id: 'listOwnAudit',
      summary: 'Who changed the account and its stored data, the newest first',
      query: OwnAuditQuery,
      answer: pageOf(AuditEntry),
      async handle({ query, caller }) {
        const { items, next_cursor } = await audit.list({ ...query, account: caller.accountId });
        return { items: items.map(withoutOperator), next_cursor };
      },
    }),
  ];
}

/** Hides the operator's name and address from accounts. */
const withoutOperator = (entry: AuditEntry): AuditEntry =>
  entry.actor.kind === 'token' ? entry : { ...entry, actor: { ...entry.actor, id: null, name: null }, address: '' };
