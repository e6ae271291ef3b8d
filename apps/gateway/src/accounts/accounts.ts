/** Accounts, which own tokens, variables, connections and usage, and the operator's endpoints for accounts and tokens. */
import {
  Account,
  AccountChange,
  AccountInput,
  CreatedToken,
  type Page,
  PageQuery,
  pageOf,
  ServiceError,
  shape,
  Token,
  TokenInput,
  text,
} from '@toolpress/contract';
import type { Redis } from '@toolpress/runtime';
import { type Endpoint, forOperator } from '../api/endpoint.js';
import { REVOCATION } from '../auth/callers.js';
import type { Tokens } from '../auth/tokens.js';
import { keys, newId } from '../shared/keys.js';
import { readPage } from '../shared/pagination.js';

export class Accounts {
  constructor(private readonly redis: Redis) {}

  async create(input: AccountInput): Promise<Account> {
    const account: Account = {
      id: newId('acc'),
      name: input.name,
      monthly_actions: input.monthly_actions ?? null,
      max_pages: input.max_pages ?? null,
      suspended: false,
      created_at: new Date().toISOString(),
    };
    const { monthly_actions, max_pages, suspended, ...fields } = account;
    await this.redis
      .multi()
      .hset(keys.account(account.id), { ...fields, ...stored({ monthly_actions, max_pages, suspended }) })
      .zadd(keys.accounts, 0, account.id)
      .exec();
    return account;
  }

  async find(id: string): Promise<Account | undefined> {
    const { name, monthly_actions, max_pages, suspended, created_at } = await this.redis.hgetall(keys.account(id));
    if (name === undefined || created_at === undefined) return undefined;
    return {
      ...{ id, name, monthly_actions: JSON.parse(monthly_actions ?? 'null') as number | null },
      max_pages: JSON.parse(max_pages ?? 'null') as number | null,
      ...{ suspended: suspended === 'true', created_at },
    };
  }

  /** Changes the given fields, effective immediately on every gateway. Returns the changed account. */
  async change(account: Account, change: AccountChange): Promise<Account> {
    await this.redis
      .multi()
      .hset(keys.account(account.id), stored(change))
      .publish(...REVOCATION)
      .exec();
    return { ...account, ...change };
  }

  /** Deletes the account. Its name is kept with its usage. */
  async remove({ id, name }: Account): Promise<void> {
    await this.redis
      .multi()
      .hset(keys.closedAccounts, id, name)
      .del(keys.account(id))
      .zrem(keys.accounts, id)
      .publish(...REVOCATION)
      .exec();
  }

  /** Returns the name of a closed account. */
  async closedName(id: string): Promise<string | null> {
    return this.redis.hget(keys.closedAccounts, id);
  }

  list(query: PageQuery): Promise<Page<Account>> {
    return readPage(this.redis, keys.accounts, query, (id) => this.find(id));
  }
}

/** Returns the fields of the Redis hash. */
const stored = ({ name, monthly_actions, max_pages, suspended }: AccountChange): Record<string, string> => ({
  ...(name !== undefined && { name }),
  ...(monthly_actions !== undefined && { monthly_actions: JSON.stringify(monthly_actions) }),
  ...(max_pages !== undefined && { max_pages: JSON.stringify(max_pages) }),
  ...(suspended !== undefined && { suspended: String(suspended) }),
});

export const accountUnknown = (id: string): ServiceError =>
  new ServiceError('account_unknown', `There is no account \`${id}\`.`);

const idOf = (created: unknown): string => (created as Account | CreatedToken).id;

export const IdInPath = shape({
  id: text()
    .pattern(/^(acc|tok)_[0-9a-z]+$/)
    .message('{{#label}} must be an id that the service returned')
    .description('The id returned by the service.'),
});

/** @param close closes an account. @returns whether it existed. */
export const accountEndpoints = (
  accounts: Accounts,
  tokens: Tokens,
  close: (id: string) => Promise<boolean>,
): Endpoint[] => [...endpointsOfAccounts(accounts), closeEndpoint(close), ...endpointsOfTokens(accounts, tokens)];

async function existing(accounts: Accounts, id: string): Promise<Account> {
  const account = await accounts.find(id);
  if (account === undefined) throw accountUnknown(id);
  return account;
}

function endpointsOfAccounts(accounts: Accounts): Endpoint[] {
  return [
    forOperator({
      method: 'post',
      path: '/admin/accounts',
      id: 'createAccount',
      audit: { action: 'account.create', created: idOf },
      summary: 'Creates an account',
      body: AccountInput,
      answer: Account,
      handle: ({ body }) => accounts.create(body),
    }),
    forOperator({
      method: 'get',
      path: '/admin/accounts',
      id: 'listAccounts',
      summary: 'All accounts, the oldest first',
      query: PageQuery,
      answer: pageOf(Account),
      handle: ({ query }) => accounts.list(query),
    }),
    forOperator({
      method: 'get',
      path: '/admin/accounts/{id}',
      id: 'getAccount',
      summary: 'One account',
      params: IdInPath,
      answer: Account,
      errors: ['account_unknown'],
      handle: ({ params }) => existing(accounts, params.id),
    }),
    forOperator({
      method: 'patch',
      path: '/admin/accounts/{id}',
      id: 'updateAccount',
      audit: { action: 'account.update', account: ({ id }) => id },
      summary: 'Renames an account, sets its monthly quota of actions or its limit of pages, suspends or resumes it',
      params: IdInPath,
      body: AccountChange,
      answer: Account,
      errors: ['account_unknown'],
      handle: async ({ params, body }) => accounts.change(await existing(accounts, params.id), body),
    }),
  ];
}

const closeEndpoint = (close: (id: string) => Promise<boolean>): Endpoint =>
  forOperator({
    method: 'delete',
    path: '/admin/accounts/{id}',
    id: 'closeAccount',
    audit: { action: 'account.close', account: ({ id }) => id },
    summary: 'Closes an account: revokes its tokens, then deletes its data, except usage',
    params: IdInPath,
    answer: shape({ id: Account.extract('id') }),
    errors: ['account_unknown'],
    async handle({ params: { id } }) {
      if (await close(id)) return { id };
      throw accountUnknown(id);
    },
  });

function endpointsOfTokens(accounts: Accounts, tokens: Tokens): Endpoint[] {
  return [
    forOperator({
      method: 'post',
      path: '/admin/accounts/{id}/tokens',
      id: 'createToken',
      audit: { action: 'token.create', account: ({ id }) => id, created: idOf },
      summary: 'Creates an API token; its secret is shown only once',
      params: IdInPath,
      body: TokenInput,
      answer: CreatedToken,
      errors: ['account_unknown'],
      handle: async ({ params, body }) => tokens.create((await existing(accounts, params.id)).id, body),
    }),
    forOperator({
      method: 'get',
      path: '/admin/accounts/{id}/tokens',
      id: 'listTokens',
      summary: 'The tokens of an account, the oldest first',
      params: IdInPath,
      query: PageQuery,
      answer: pageOf(Token),
      errors: ['account_unknown'],
      handle: async ({ params, query }) => tokens.list((await existing(accounts, params.id)).id, query),
    }),
    forOperator({
      method: 'delete',
      path: '/admin/tokens/{id}',
      id: 'revokeToken',
      audit: { action: 'token.revoke', account: ({ id }) => tokens.accountOf(id) },
      summary: 'Revokes a token immediately',
      params: IdInPath,
      answer: shape({ id: Token.extract('id') }),
      errors: ['token_unknown'],
      async handle({ params }) {
        if (await tokens.revoke(params.id)) return { id: params.id };
        throw new ServiceError('token_unknown', `There is no token \`${params.id}\`.`);
      },
    }),
  ];
}
