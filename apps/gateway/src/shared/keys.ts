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
  /** Hash of a variable's name to its size, bytes. */
  variableSizes: (accountId: string) => `${PREFIX}:account:${accountId}:variable-sizes`,
  /** A connection with its sealed token. */
  connection: (accountId: string, slug: string) => `${PREFIX}:account:${accountId}:connection:${slug}`,
  /** Sorted set of an account’s connection slugs. */
  connections: (accountId: string) => `${PREFIX}:account:${accountId}:connections`,
  /** There when an account has read a base of the provider lately. A base is known by its digest. */
  providerGrant: (base: string, accountId: string) => `${PREFIX}:provider:${base}:${accountId}:grant`,
  /** Sorted set of the requests that wait in a bucket of a base, by their slot: the shared bucket, or an account’s own. */
  providerQueue: (base: string, bucket: string) => `${PREFIX}:provider:${base}:${bucket}:queue`,
  /** Sorted set of a bucket's requests that count for the provider's limit, by the time until which they do. */
  providerRequests: (base: string, bucket: string) => `${PREFIX}:provider:${base}:${bucket}:requests`,
  /** There while the provider demands a pause of a bucket. */
  providerPause: (base: string, bucket: string) => `${PREFIX}:provider:${base}:${bucket}:pause`,
  /** Hash of the settings that the operator has changed: `area.name` to JSON. */
  settings: `${PREFIX}:settings`,
  /** Hash of an account's counters: `scope:name:counter`. */
  usage: (accountId: string) => `${PREFIX}:account:${accountId}:usage`,
  /** The same of all accounts together. */
  serviceUsage: `${PREFIX}:usage`,
  /** There when a charge has been made, until it is known to be: it is not made twice. */
  charge: (id: string) => `${PREFIX}:charge:${id}`,
  /** Sorted set of the actions that calls at work may still use of a quota, by the end of their lease. */
  holds: (accountId: string) => `${PREFIX}:account:${accountId}:holds`,
  /** Hash of the day (UTC) on which files of an account expire to their bytes. */
  storage: (accountId: string) => `${PREFIX}:account:${accountId}:storage`,
  /** Begin of the keys that count a token's requests of the minute. */
  rate: `${PREFIX}:rate`,
  /** How many wrong admin tokens came from an address within its minute. */
  failedAttempts: (address: string) => `${PREFIX}:attempts:${address}`,
  /** There for the second in which an attempt of an address with too many failures has been looked at. */
  attemptTurn: (address: string) => `${PREFIX}:attempts:${address}:turn`,
  /** Hash of what was done under an idempotency key, known by its digest. */
  idempotency: (accountId: string, digest: string) => `${PREFIX}:account:${accountId}:idempotency:${digest}`,
  /** Hash of the hour (UTC) in which such records of an account end to the bytes that they take. */
  idempotencyBytes: (accountId: string) => `${PREFIX}:account:${accountId}:idempotency-bytes`,
} as const;
