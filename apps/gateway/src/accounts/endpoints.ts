/** What the operator does with accounts and their tokens. */
import {
  Account,
  AccountChange,
  AccountInput,
  CreatedToken,
  PageQuery,
  pageOf,
  ServiceError,
  shape,
  Token,
  TokenInput,
  text,
} from '@toolpress/contract';
import type { Tokens } from '../auth/tokens.js';
import { type Endpoint, forOperator } from '../http/endpoint.js';
import type { Accounts } from './accounts.js';

const IdInPath = shape({
  id: text()
    .pattern(/^(acc|tok)_[0-9a-z]+$/)
    .message('{{#label}} must be an id as the service gave it'),
});

export function accountEndpoints(accounts: Accounts, tokens: Tokens): Endpoint[] {
  const existing = async (id: string): Promise<Account> => (await accounts.find(id)) ?? noAccount(id);
  return [
    forOperator({
      method: 'post',
      path: '/admin/accounts',
      summary: 'Creates an account',
      body: AccountInput,
      answer: Account,
      errors: [],
      handle: ({ body }) => accounts.create(body),
    }),
    forOperator({
      method: 'get',
      path: '/admin/accounts',
      summary: 'All accounts, the oldest first',
      query: PageQuery,
      answer: pageOf(Account),
      errors: [],
      handle: ({ query }) => accounts.list(query),
    }),
    forOperator({
      method: 'patch',
      path: '/admin/accounts/{id}',
      summary: 'Sets an account’s monthly quota of actions',
      params: IdInPath,
      body: AccountChange,
      answer: Account,
      errors: ['account_unknown'],
      handle: async ({ params, body }) =>
        (await accounts.setMonthlyActions(params.id, body.monthly_actions)) ?? noAccount(params.id),
    }),
    forOperator({
      method: 'post',
      path: '/admin/accounts/{id}/tokens',
      summary: 'Makes an API token; its secret is shown this once',
      params: IdInPath,
      body: TokenInput,
      answer: CreatedToken,
      errors: ['account_unknown'],
      handle: async ({ params, body }) => tokens.create((await existing(params.id)).id, body),
    }),
    forOperator({
      method: 'get',
      path: '/admin/accounts/{id}/tokens',
      summary: 'The tokens of an account, the oldest first',
      params: IdInPath,
      query: PageQuery,
      answer: pageOf(Token),
      errors: ['account_unknown'],
      handle: async ({ params, query }) => tokens.list((await existing(params.id)).id, query),
    }),
    forOperator({
      method: 'delete',
      path: '/admin/tokens/{id}',
      summary: 'Revokes a token, effective at once',
      params: IdInPath,
      answer: IdInPath,
      errors: ['token_unknown'],
      async handle({ params }) {
        if (await tokens.revoke(params.id)) return { id: params.id };
        throw new ServiceError('token_unknown', `There is no token \`${params.id}\`.`);
      },
    }),
  ];
}

function noAccount(id: string): never {
  throw new ServiceError('account_unknown', `There is no account \`${id}\`.`);
}
