/** The gateway's keys in Redis, and the ids in them. */
import { randomBytes } from 'node:crypto';
import { filesKey } from '@toolpress/queue';
import { KEY_PREFIX as PREFIX } from '@toolpress/runtime';

/** An id that sorts by its time of creation: prefix, milliseconds in base 36, 64 random bits. Ids are no secrets. */
export function newId(prefix: 'acc' | 'tok' | 'job' | 'bat' | 'upl' | 'evt', at = Date.now()): string {
  return `${prefix}_${at.toString(36).padStart(9, '0')}${randomBytes(8).toString('hex')}`;
}

/** @param id as `newId` has made it. @returns epoch milliseconds. */
export const createdAtOf = (id: string): number => Number.parseInt(id.slice(4, 13), 36);

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
  /** Sorted set of the files of fonts that no account uses, by when they may be deleted, epoch milliseconds. */
  unusedFontFiles: `${PREFIX}:unused-font-files`,
  /** A connection with its sealed token. */
  connection: (accountId: string, slug: string) => `${PREFIX}:account:${accountId}:connection:${slug}`,
  /** Sorted set of an account’s connection slugs. */
  connections: (accountId: string) => `${PREFIX}:account:${accountId}:connections`,
  /** Hash: a webhook with its sealed secrets. */
  webhook: (accountId: string, name: string) => `${PREFIX}:account:${accountId}:webhook:${name}`,
  /** Sorted set of an account’s webhook names. */
  webhooks: (accountId: string) => `${PREFIX}:account:${accountId}:webhooks`,
  /** Hash: a delivery with its sealed payload. */
  delivery: (accountId: string, id: string) => `${PREFIX}:account:${accountId}:delivery:${id}`,
  /** Sorted set of a webhook's deliveries, the newest first. */
  deliveries: (accountId: string, name: string) => `${PREFIX}:account:${accountId}:deliveries:${name}`,
  /** Sorted set of a webhook's deliveries that are to be sent, by when, epoch milliseconds. */
  dueDeliveries: (accountId: string, name: string) => `${PREFIX}:account:${accountId}:due-deliveries:${name}`,
  /** What the keys of the turns of webhooks with such begin with, see `delivery-turn.lua`. */
  deliveryTurns: `${PREFIX}:delivery-turns:`,
  /** Sorted set of the deliveries that are being sent, by the end of their lease. */
  workingDeliveries: `${PREFIX}:working-deliveries`,
  /** Sorted set of the webhooks, `account:name`, that are disabled, by since when, epoch milliseconds. */
  disabledWebhooks: `${PREFIX}:disabled-webhooks`,
  /** What the keys of an account begin with, in front of its id. */
  ofAccounts: `${PREFIX}:account:`,
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
  /** Exists once a charge is made, until its reply was read: it is not made twice. */
  charge: (id: string) => `${PREFIX}:charge:${id}`,
  /** Sorted set of the actions that calls at work may still use of a quota, `actions:call` or `actions:owner of the job`, by the end of their lease. */
  holds: (accountId: string) => `${PREFIX}:account:${accountId}:holds`,
  /** Hash of the day (UTC) on which files of an account expire to their bytes. */
  storage: (accountId: string) => `${PREFIX}:account:${accountId}:storage`,
  /** Hash of the account's files that expire on a day (UTC) to their bytes; it goes when the day is over. */
  files: filesKey,
  /** Hash of a closed account's id to its name: whose its usage was. */
  closedAccounts: `${PREFIX}:closed-accounts`,
  /** Prefix of the keys that count a token's requests of the minute. */
  rate: `${PREFIX}:rate`,
  /** Count of wrong admin tokens from an address within its minute. */
  failedAttempts: (address: string) => `${PREFIX}:attempts:${address}`,
  /** Exists for the second in which an attempt from an address with too many failures was checked. */
  attemptSlot: (address: string) => `${PREFIX}:attempts:${address}:slot`,
  /** A job, its input in the file store, and its result. */
  job: (accountId: string, id: string) => `${PREFIX}:account:${accountId}:job:${id}`,
  /** Sorted set of an account’s job ids; ids sort by creation. */
  jobs: (accountId: string) => `${PREFIX}:account:${accountId}:jobs`,
  /** Hash of a batch: its parts in the file store, and how many of its rows are over. */
  batch: (accountId: string, id: string) => `${PREFIX}:account:${accountId}:batch:${id}`,
  /** List of the numbers of a batch's rows that are to be done again. */
  rowsAgain: (accountId: string, batchId: string) => `${PREFIX}:account:${accountId}:rows-again:${batchId}`,
  /** Sorted set of an account’s batch ids; ids sort by creation. */
  batches: (accountId: string) => `${PREFIX}:account:${accountId}:batches`,
  /** Hash: rows that were uploaded for a batch, their parts in the file store. */
  upload: (accountId: string, id: string) => `${PREFIX}:account:${accountId}:upload:${id}`,
  /** Sorted set of an account’s uploads, those that are still coming among them, by when they end, epoch milliseconds. */
  uploads: (accountId: string) => `${PREFIX}:account:${accountId}:uploads`,
  /** Sorted set of the batches, `account:batch`, that are not over, by when they were submitted, epoch seconds. */
  openBatches: `${PREFIX}:batches:open`,
  /** List of the jobs of an account that no gateway has taken, and of its batches with such rows. */
  waitingJobs: (accountId: string) => `${PREFIX}:account:${accountId}:jobs:waiting`,
  /** Set of the batches among them. */
  waitingBatches: (accountId: string) => `${PREFIX}:account:${accountId}:jobs:waiting:batches`,
  /** Hash of the day (UTC) on which what its jobs and batches are to print expires to its bytes. */
  waitingInputs: (accountId: string) => `${PREFIX}:account:${accountId}:waiting-inputs`,
  /** Sorted set of the accounts with such jobs, by when one of theirs was taken last. */
  jobTurns: `${PREFIX}:jobs:turns`,
  /** Sorted set of those among them that take no turn for a while, by its end, epoch milliseconds. */
  pausedJobTurns: `${PREFIX}:jobs:paused-turns`,
  /** Sorted set of the jobs that gateways have taken, `account:job`, by when their leases end. */
  jobLeases: `${PREFIX}:jobs:leases`,
  /** Hash: what was done under an idempotency key, by its digest. */
  idempotency: (accountId: string, digest: string) => `${PREFIX}:account:${accountId}:idempotency:${digest}`,
  /** Hash of the hour (UTC) in which such records expire to their bytes. */
  idempotencyBytes: (accountId: string) => `${PREFIX}:account:${accountId}:idempotency-bytes`,
} as const;
