/** The account that a token holder sees: name, remaining quota, limits. */
import {
  MAX_BODY_BYTES,
  MAX_CONNECTIONS,
  MAX_FONTS,
  MAX_VARIABLES,
  MAX_VARIABLES_BYTES,
  MAX_VERSIONS,
  MAX_WEBHOOKS,
  OwnAccount,
  ServiceError,
} from '@toolpress/contract';
import { type Endpoint, forCaller } from '../api/endpoint.js';
import type { Caller } from '../auth/callers.js';
import type { Tokens } from '../auth/tokens.js';
import type { Accounts } from './accounts.js';
import type { UsageReader } from './billing/usage.js';
import type { SettingsStore } from './settings/settings.js';
import type { Variables } from './variables/variables.js';

export interface OwnAccountOptions {
  accounts: Accounts;
  tokens: Tokens;
  usage: UsageReader;
  settings: SettingsStore;
  variables: Pick<Variables, 'lists'>;
}

export const ownAccountEndpoint = (options: OwnAccountOptions): Endpoint =>
  forCaller({
    method: 'get',
    path: '/api/account',
    id: 'getOwnAccount',
    summary: 'The account of the token: its name, remaining quota and limits',
    answer: OwnAccount,
    handle: ({ caller }) => ownAccount(options, caller),
  });

async function ownAccount(
  { accounts, tokens, usage, settings, variables }: OwnAccountOptions,
  { accountId, tokenId }: Caller,
): Promise<OwnAccount> {
  const [account, token, current, storageBytes, variableBytes] = await Promise.all([
    accounts.find(accountId),
    tokens.find(tokenId),
    settings.current(),
    usage.storedBytes(accountId),
    variables.lists.bytes(accountId),
  ]);
  if (account === undefined || token === undefined)
    throw new ServiceError('token_invalid', 'The API token has been revoked.');
  const { id, name, monthly_actions, max_pages } = account;
  const { actions_this_month } = await usage.summary(account);
  const { rate_limit: rates, storage, pdf } = current;
  return {
    ...{ id, name, monthly_actions, actions_this_month },
    token: { id: token.id, name: token.name, expires_at: token.expires_at },
    actions_left: monthly_actions === null ? null : Math.max(0, monthly_actions - actions_this_month),
    storage_bytes: storageBytes,
    variable_bytes: variableBytes,
    max_storage_bytes: orUnlimited(storage.max_bytes_per_account),
    limits: {
      requests_per_minute: orUnlimited(rates.requests_per_minute),
      concurrent_requests: orUnlimited(rates.concurrent_requests),
      request_body_bytes: MAX_BODY_BYTES,
      pages_per_document: max_pages ?? pdf.max_pages,
      variables: MAX_VARIABLES,
      variable_bytes: MAX_VARIABLES_BYTES,
      variable_versions: MAX_VERSIONS,
      fonts: MAX_FONTS,
      connections: MAX_CONNECTIONS,
      webhooks: MAX_WEBHOOKS,
    },
  };
}

/** In settings, 0 means no limit. */
const orUnlimited = (limit: number): number | null => (limit === 0 ? null : limit);
