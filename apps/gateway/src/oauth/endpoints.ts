/** The endpoints by which the holder of an account and the operator list and revoke grants. */
import { Grant, GrantId, PageQuery, pageOf, ServiceError, shape } from '@toolpress/contract';
import { type Accounts, accountUnknown, IdInPath } from '../accounts/accounts.js';
import { type Endpoint, forCaller, forOperator } from '../api/endpoint.js';
import type { Grants } from './grants.js';

const GrantInPath = shape({ id: GrantId });
const GrantOfAccount = IdInPath.append<{ id: string; grant: string }>({ grant: GrantId.required() });

export function grantEndpoints(grants: Grants, accounts: Pick<Accounts, 'find'>): Endpoint[] {
  const revoke = async (accountId: string, id: string): Promise<{ id: string }> => {
    if ((await grants.revoke(accountId, id)) === undefined)
      throw new ServiceError('grant_unknown', `The account has no grant \`${id}\`.`);
    return { id };
  };
  return [
    forCaller({
      method: 'get',
      path: '/api/account/grants',
      id: 'listGrants',
      summary: 'The applications that may use the account, the oldest first',
      query: PageQuery,
      answer: pageOf(Grant),
      handle: ({ query, caller }) => grants.list(caller.accountId, query),
    }),
    forCaller({
      method: 'delete',
      path: '/api/account/grants/{id}',
      id: 'revokeGrant',
      audit: { action: 'grant.revoke' },
      summary: 'Revokes what an application may do; its tokens end immediately',
      params: GrantInPath,
      answer: shape({ id: Grant.extract('id') }),
      errors: ['grant_unknown'],
      handle: ({ params: { id }, caller }) => revoke(caller.accountId, id),
    }),
    forOperator({
      method: 'get',
      path: '/admin/accounts/{id}/grants',
      id: 'listGrantsOfAccount',
      summary: 'The applications that may use an account, the oldest first',
      params: IdInPath,
      query: PageQuery,
      answer: pageOf(Grant),
      errors: ['account_unknown'],
      async handle({ params: { id }, query }) {
        if ((await accounts.find(id)) === undefined) throw accountUnknown(id);
        return grants.list(id, query);
      },
    }),
    forOperator({
      method: 'delete',
      path: '/admin/accounts/{id}/grants/{grant}',
      id: 'revokeGrantOfAccount',
      audit: { action: 'grant.revoke', account: ({ id }) => id },
      summary: 'Revokes what an application may do; its tokens end immediately',
      params: GrantOfAccount,
      answer: shape({ id: Grant.extract('id') }),
      errors: ['grant_unknown'],
      handle: ({ params: { id, grant } }) => revoke(id, grant),
    }),
  ];
}
