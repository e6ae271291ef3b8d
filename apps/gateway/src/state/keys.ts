/** Every key that the gateway keeps in Redis, in one place. */
const PREFIX = 'toolpress';

export const keys = {
  account: (id: string) => `${PREFIX}:account:${id}`,
  /** Sorted set of account ids; ids sort by creation. */
  accounts: `${PREFIX}:accounts`,
  /** A token's record, found by the SHA-256 of its secret. */
  token: (hash: string) => `${PREFIX}:token:${hash}`,
  /** From a token's id to the hash of its secret. */
  tokenHash: (id: string) => `${PREFIX}:token-hash:${id}`,
  /** Sorted set of an account’s token ids. */
  accountTokens: (accountId: string) => `${PREFIX}:account:${accountId}:tokens`,
  /** Hash of token id to its last use, epoch milliseconds. */
  tokenUses: (accountId: string) => `${PREFIX}:account:${accountId}:token-uses`,
  variable: (accountId: string, name: string) => `${PREFIX}:account:${accountId}:variable:${name}`,
  /** Sorted set of an account’s variable names. */
  variables: (accountId: string) => `${PREFIX}:account:${accountId}:variables`,
  /** Hash of the settings that the operator has changed: `area.name` to JSON. */
  settings: `${PREFIX}:settings`,
  /** Hash of an account's counters. */
  usage: (accountId: string) => `${PREFIX}:account:${accountId}:usage`,
} as const;
