/** The gateway's keys in Redis, and the ids, hashed secrets and periods (UTC) in them. */
import { randomBytes } from 'node:crypto';
import { filesKey } from '@toolpress/queue';
import { KEY_PREFIX as PREFIX } from '@toolpress/runtime';

/** Returns a new id, which sorts by its time of creation: prefix, milliseconds in base 36, 64 random bits. Ids are not secret. */
export function newId(prefix: 'acc' | 'tok' | 'job' | 'bat' | 'upl' | 'evt' | 'gnt', at = Date.now()): string {
  return `${prefix}_${at.toString(36).padStart(9, '0')}${randomBytes(8).toString('hex')}`;
}

/** Returns 256 random bits as text. */
export const newSecret = (): string => randomBytes(32).toString('base64url');
/** Returns the secret of a new token of a caller. */
export const newToken = (): string => `tp_${newSecret()}`;

/** Returns the time of creation in epoch milliseconds. @param id an id from `newId`. */
export const createdAtOf = (id: string): number => Number.parseInt(id.slice(4, 13), 36);

export const monthOf = (date: Date): string => date.toISOString().slice(0, 7);
export const dayOf = (date: Date): string => date.toISOString().slice(0, 10);
export const hourOf = (date: Date): string => date.toISOString().slice(0, 13);

export const keys = {
  account: (id: string) => `${PREFIX}:account:${id}`,
  /** Sorted set of account ids; ids sort by creation. */
  accounts: `${PREFIX}:accounts`,
  /** A token's record, found by the SHA-256 of its secret. */
  token: (hash: string) => `${PREFIX}:token:${hash}`,
  /** The hash of a token's secret, by the token's id. */
  tokenHash: (id: string) => `${PREFIX}:token-hash:${id}`,
  /** Sorted set of an account’s token ids. */
  accountTokens: (accountId: string) => `${PREFIX}:account:${accountId}:tokens`,
  /** Hash of token id to its last use, epoch milliseconds. */
  tokenUses: (accountId: string) => `${PREFIX}:account:${accountId}:token-uses`,
  /** Hash: what the account's holder has allowed an application. */
  grant: (accountId: string, id: string) => `${PREFIX}:account:${accountId}:grant:${id}`,
  /** Sorted set of the ids of an account's grants, some of which have ended. */
  grants: (accountId: string) => `${PREFIX}:account:${accountId}:grants`,
  /** Hash: an authorization, by the SHA-256 of its code. */
  oauthCode: (hash: string) => `${PREFIX}:oauth:code:${hash}`,
  /** The account and id of a grant, by the SHA-256 of what its refresh tokens have in common. */
  refreshTokens: (hash: string) => `${PREFIX}:oauth:refresh:${hash}`,
  /** The metadata of a registered application, by its id. */
  oauthClient: (id: string) => `${PREFIX}:oauth:client:${id}`,
  /** The prefix of the keys that count requests of a purpose, by address or grant. */
  oauthRate: (purpose: string) => `${PREFIX}:oauth:rate:${purpose}`,
  /** Hash: the published version of a variable. */
  variable: (accountId: string, name: string) => `${PREFIX}:account:${accountId}:variable:${name}`,
  /** Hash: a version that is not published, or the draft. Without a name, the prefix of the keys. */
  variableVersion: (accountId: string, name?: string, version?: number | 'draft') =>
    `${PREFIX}:account:${accountId}:variable-version:${name === undefined ? '' : `${name}:${version ?? ''}`}`,
  /** Sorted set of the numbers of a variable's versions, by the time they were replaced, epoch microseconds; the published one is last. */
  variableVersions: (accountId: string, name: string) => `${PREFIX}:account:${accountId}:variable-versions:${name}`,
  /** Sorted set of an account's versions that are not published, `name@number`, by the time they were replaced, epoch microseconds. */
  variableHistory: (accountId: string) => `${PREFIX}:account:${accountId}:variable-history`,
  /** Hash of a variable's name, also a deleted one, to the number of its last version. */
  variableNumbers: (accountId: string) => `${PREFIX}:account:${accountId}:variable-numbers`,
  /** Sorted set of an account’s variable names. */
  variables: (accountId: string) => `${PREFIX}:account:${accountId}:variables`,
  /** Hash of a variable's name to the size of all of its versions in bytes. */
  variableSizes: (accountId: string) => `${PREFIX}:account:${accountId}:variable-sizes`,
  /** Sorted set of unused font files, by the time from which they may be deleted, epoch milliseconds. */
  unusedFontFiles: `${PREFIX}:unused-font-files`,
  /** A connection with its encrypted token. */
  connection: (accountId: string, slug: string) => `${PREFIX}:account:${accountId}:connection:${slug}`,
  /** Sorted set of an account’s connection slugs. */
  connections: (accountId: string) => `${PREFIX}:account:${accountId}:connections`,
  /** Hash: the encrypted OAuth2 token of a version of a connection, and its id. */
  connectionToken: (accountId: string, version: string) => `${PREFIX}:account:${accountId}:connection-token:${version}`,
  /** The gateway that is requesting this token. */
  connectionTokenTurn: (accountId: string, version: string) =>
    `${PREFIX}:account:${accountId}:connection-token:${version}:turn`,
  /** Exists for a moment after the request of this token failed: the error as JSON. */
  connectionTokenFailure: (accountId: string, version: string) =>
    `${PREFIX}:account:${accountId}:connection-token:${version}:failure`,
  /** Hash: a webhook with its encrypted secrets. */
  webhook: (accountId: string, name: string) => `${PREFIX}:account:${accountId}:webhook:${name}`,
  /** Sorted set of an account’s webhook names. */
  webhooks: (accountId: string) => `${PREFIX}:account:${accountId}:webhooks`,
  /** Hash: a delivery with its encrypted payload. */
  delivery: (accountId: string, id: string) => `${PREFIX}:account:${accountId}:delivery:${id}`,
  /** Sorted set of a webhook's deliveries, the newest first. */
  deliveries: (accountId: string, name: string) => `${PREFIX}:account:${accountId}:deliveries:${name}`,
  /** Sorted set of a webhook's pending deliveries, by the time of their next attempt, epoch milliseconds. */
  dueDeliveries: (accountId: string, name: string) => `${PREFIX}:account:${accountId}:due-deliveries:${name}`,
  /** The prefix of the keys with the turns of webhooks that have pending deliveries, see `delivery-turn.lua`. */
  deliveryTurns: `${PREFIX}:delivery-turns:`,
  /** Sorted set of the deliveries that are being sent, by the end of their leases. */
  workingDeliveries: `${PREFIX}:working-deliveries`,
  /** Sorted set of the disabled webhooks, `account:name`, by the time they were disabled, epoch milliseconds. */
  disabledWebhooks: `${PREFIX}:disabled-webhooks`,
  /** The prefix of the keys of accounts, before the id. */
  ofAccounts: `${PREFIX}:account:`,
  /** Exists when an account has recently read a base of the provider. Keys contain the base's digest. */
  providerGrant: (base: string, accountId: string) => `${PREFIX}:provider:${base}:${accountId}:grant`,
  /** Sorted set of the requests that wait in a bucket of a base (the shared one or an account's), by their slot. */
  providerQueue: (base: string, bucket: string) => `${PREFIX}:provider:${base}:${bucket}:queue`,
  /** Sorted set of a bucket's requests that count towards the provider's limit, by the time until which they count. */
  providerRequests: (base: string, bucket: string) => `${PREFIX}:provider:${base}:${bucket}:requests`,
  /** Sorted set of the requests that count for a token of the provider, by the time until which they count. The key has the token's digest. */
  providerTokenRequests: (token: string) => `${PREFIX}:provider:token:${token}:requests`,
  /** Exists while the provider demands a pause of a bucket. */
  providerPause: (base: string, bucket: string) => `${PREFIX}:provider:${base}:${bucket}:pause`,
  /** Hash of the settings that the operator has changed: `area.name` to JSON. */
  settings: `${PREFIX}:settings`,
  /** Stream: the audit log. */
  audit: `${PREFIX}:audit`,
  /** Sorted set of the changes that are being made, as entries of the audit log, by their start, epoch milliseconds. */
  openAudit: `${PREFIX}:audit:open`,
  /** Stream of the ids of the entries about an account. */
  accountAudit: (accountId: string) => `${PREFIX}:account:${accountId}:audit`,
  /** Hash of an account's counters: `scope:name:counter`. */
  usage: (accountId: string) => `${PREFIX}:account:${accountId}:usage`,
  /** Hash of the same counters for all accounts together. */
  serviceUsage: `${PREFIX}:usage`,
  /** Exists from the charge until its reply is read, so that it is not made twice. */
  charge: (id: string) => `${PREFIX}:charge:${id}`,
  /** Sorted set of the actions that running calls hold of a quota, `actions:call` or `actions:owner of the job`, by the end of their leases. */
  holds: (accountId: string) => `${PREFIX}:account:${accountId}:holds`,
  /** Hash of days (UTC) to the bytes of an account's files that expire on them. */
  storage: (accountId: string) => `${PREFIX}:account:${accountId}:storage`,
  /** Hash of the account's files that expire on a day (UTC) to their bytes. It expires after the day. */
  files: filesKey,
  /** Hash of a closed account's id to its name, for the usage statistics. */
  closedAccounts: `${PREFIX}:closed-accounts`,
  /** The prefix of the keys that count a token's requests per minute. */
  rate: `${PREFIX}:rate`,
  /** The prefix of the keys that count an account's previews per second or minute. */
  previewRate: (period: string) => `${PREFIX}:preview-rate:${period}`,
  /** The encrypted API token of a sign-in link, found by the SHA-256 of the link's secret. */
  signInLink: (hash: string) => `${PREFIX}:sign-in-link:${hash}`,
  /** The number of failed attempts of a source, a purpose and an address, within a minute. */
  failedAttempts: (source: string) => `${PREFIX}:attempts:${source}`,
  /** Exists for a second after an attempt of a source with too many failures was checked. */
  attemptSlot: (source: string) => `${PREFIX}:attempts:${source}:slot`,
  /** Hash: a job, with the id of its input in the file store, and its result. */
  job: (accountId: string, id: string) => `${PREFIX}:account:${accountId}:job:${id}`,
  /** The record of a job or a batch. */
  work: (accountId: string, id: string) =>
    id.startsWith('bat_') ? keys.batch(accountId, id) : keys.job(accountId, id),
  /** Hash of a block of rows of a batch: the row's number to its record, see `row-record.lua`. */
  rows: (accountId: string, batchId: string, block: number) =>
    `${PREFIX}:account:${accountId}:rows:${batchId}:${block}`,
  /** Sorted set of an account’s job ids; ids sort by creation. */
  jobs: (accountId: string) => `${PREFIX}:account:${accountId}:jobs`,
  /** Hash: a batch, with its parts in the file store, and the number of its rows that have ended. */
  batch: (accountId: string, id: string) => `${PREFIX}:account:${accountId}:batch:${id}`,
  /** List of the numbers of a batch's rows that are to be repeated. */
  rowsAgain: (accountId: string, batchId: string) => `${PREFIX}:account:${accountId}:rows-again:${batchId}`,
  /** Hash of the keys of objects that rows of a batch have in the account's bucket, as digests, to the numbers of the rows. */
  deliveryKeys: (accountId: string, batchId: string) => `${PREFIX}:account:${accountId}:delivery-keys:${batchId}`,
  /** Sorted set of an account’s batch ids; ids sort by creation. */
  batches: (accountId: string) => `${PREFIX}:account:${accountId}:batches`,
  /** Hash: rows that were uploaded for a batch, with their parts in the file store. */
  upload: (accountId: string, id: string) => `${PREFIX}:account:${accountId}:upload:${id}`,
  /** Sorted set of an account’s uploads, including unfinished ones, by the time they expire, epoch milliseconds. */
  uploads: (accountId: string) => `${PREFIX}:account:${accountId}:uploads`,
  /** Sorted set of the open batches, `account:batch`, by the time they were submitted, epoch seconds. */
  openBatches: `${PREFIX}:batches:open`,
  /** Exists between two sweeps of batches. */
  batchesSwept: `${PREFIX}:batches:swept`,
  /** List of an account's waiting jobs. All batches with waiting rows are one entry, see `queue-batch.lua`. */
  waitingJobs: (accountId: string) => `${PREFIX}:account:${accountId}:jobs:waiting`,
  /** Sorted set of the batches with waiting rows, by their priority, the highest first. */
  waitingBatches: (accountId: string) => `${PREFIX}:account:${accountId}:jobs:waiting:batches`,
  /** Hash of days (UTC) to the bytes of the input of jobs and batches that expires on them. */
  waitingInputs: (accountId: string) => `${PREFIX}:account:${accountId}:waiting-inputs`,
  /** Sorted set of the accounts with waiting jobs, by the time from which they wait for their turn; a pause ends in the future. */
  jobTurns: `${PREFIX}:jobs:turns`,
  /** Sorted set of the jobs that gateways have taken, `account:job`, by the end of their leases. */
  jobLeases: `${PREFIX}:jobs:leases`,
  /** Hash: the request under an idempotency key, by the key's digest, and its result. */
  idempotency: (accountId: string, digest: string) => `${PREFIX}:account:${accountId}:idempotency:${digest}`,
  /** Hash of hours (UTC) to the bytes of idempotency records that expire in them. */
  idempotencyBytes: (accountId: string) => `${PREFIX}:account:${accountId}:idempotency-bytes`,
} as const;
