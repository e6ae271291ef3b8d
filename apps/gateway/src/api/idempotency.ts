/**
 * Idempotency keys. Requests with the same `Idempotency-Key` and content run and are charged once. For a day, repeated requests receive the
 * same result.
 *
 * While a request runs, its record in Redis has an owner with a lease. The gateway renews the lease, so a key is free again soon after a
 * gateway dies. When the request is done, the record has a result instead. If a lease expires because Redis is frozen or unreachable, its
 * owner renews it. If another gateway has taken the key meanwhile, the first to finish completes the record, and the other answers with
 * that result. All content of callers is encrypted or hashed: the key is a digest, the request an encrypted digest, and the result
 * encrypted. Long results are in the file store.
 */
import { createHash, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { isStoreOutage, type Json, jsonBytes, RawJson, ServiceError } from '@toolpress/contract';
import { noteFile } from '@toolpress/queue';
import { type Redis, type SecretBox, SecretUnreadable } from '@toolpress/runtime';
import { type FileStore, newFileId } from '@toolpress/storage';
import { hourOf, keys } from '../shared/keys.js';
import { hashOf, objectScript } from '../shared/redis-scripts.js';
import type { StoredFile } from './charging.js';
import { COMPLETES, type Completion, type KeyedAnswer, type RecordOutcome, recordOutcome } from './completion.js';
import type { RequestContext } from './endpoint.js';

/** The life of a result in milliseconds. */
const REMEMBER_MS = 24 * 60 * 60 * 1_000;
/** The lease of a key in milliseconds. A key stays locked for this time after its gateway dies. */
const LEASE_MS = 10_000;
const RENEW_EVERY_MS = 3_000;
/** The interval in milliseconds at which a second request checks whether the first has finished. */
const POLL_EVERY_MS = 50;
/** The largest encrypted result in Redis, in characters. Longer answers are in the file store. */
const MAX_INLINE = 2 * 1024;
/** The size of a record in Redis without its result, in bytes. */
const RECORD_BYTES = 800;
/** The largest size of an account's records in Redis in bytes: about 40,000 small results. */
const MAX_ACCOUNT_BYTES = 32 * 1024 * 1024;
/** The number of copies of a stored result in memory while it is decrypted and sent. */
const RESULT_COPIES = 4;
const HOUR_MS = 3_600_000;

const claimKey = objectScript<
  { owner: string; request: string; lease_ms: number; hour: string; max_bytes: number },
  string[]
>('shared/tally', 'api/claim-idempotency-key');
const completeKey = objectScript<RecordOutcome>(...COMPLETES, 'api/complete-idempotency-key');
const renewKey = objectScript<{ owner: string; request: string; lease_ms: number }>('api/renew-idempotency-key');
const releaseKey = objectScript<{ owner: string }>('api/release-idempotency-key');

interface IdempotencyOptions {
  redis: Redis;
  store: FileStore;
  box: SecretBox;
}

type Context = Pick<RequestContext, 'signal' | 'log' | 'memory'>;

interface IdempotencyRecord {
  /** The hour until which the account's limit is reached. The reply is not a record then. */
  full?: string;
  /** The encrypted digest of the request. */
  request: string;
  /** The owner of the lease. Absent when the work is done. */
  owner?: string;
  place?: Completion['place'];
  value?: string;
}

export type Attempt = { claim: Claim } | { result: Json | RawJson };

export class Idempotency {
  constructor(private readonly options: IdempotencyOptions) {}

  /**
   * Claims the key for a request. While another request holds the claim, waits for its result.
   *
   * @param request the request as JSON, in pieces. A different request under the same key is rejected.
   * @throws ServiceError `idempotency_conflict`; `idempotency_limit` when the account's records are too large.
   */
  async attempt(
    accountId: string,
    idempotencyKey: string,
    request: readonly (string | Uint8Array)[],
    context: Context,
  ): Promise<Attempt> {
    const key = keys.idempotency(accountId, digestOf([idempotencyKey]).toString('hex'));
    const claim = new Claim(this.options, accountId, key, digestOf(request), context);
    for (;;) {
      const fields = await claim.acquire();
      if (fields.length === 0) return { claim };
      const record = recordOf(fields);
      if (record.full !== undefined) throw limitReached(record.full);
      if (record.owner === undefined) return { result: await claim.resultOf(fields) };
      claim.refuseOther(record);
      await sleep(POLL_EVERY_MS, undefined, { signal: context.signal });
    }
  }
}

/** The claim on a key, held until the request is completed or given up. */
class Claim {
  private readonly owner = randomUUID();
  /** The encrypted fingerprint. */
  private readonly request: string;
  private readonly accountBytes: string;
  private renewal: NodeJS.Timeout | undefined;

  constructor(
    private readonly options: IdempotencyOptions,
    private readonly accountId: string,
    private readonly key: string,
    private readonly fingerprint: Buffer,
    private readonly context: Context,
  ) {
    this.request = options.box.seal(fingerprint, key);
    this.accountBytes = keys.idempotencyBytes(accountId);
  }

  /** Claims the key and renews the lease from now on. @returns the fields of an existing record; an empty array if the claim succeeded. */
  async acquire(): Promise<string[]> {
    const { redis } = this.options;
    const lease = { owner: this.owner, request: this.request, lease_ms: LEASE_MS };
    const args = { ...lease, hour: hourOf(new Date()), max_bytes: MAX_ACCOUNT_BYTES };
    const fields = await claimKey.run(redis, [this.key, this.accountBytes], args).catch((error: unknown) => {
      this.giveUp(); // the reply may have been lost, not the command
      throw error;
    });
    if (fields.length === 0) {
      this.renewal = setInterval(() => {
        // If this fails, the next renewal takes the lease again.
        renewKey.run(redis, [this.key], lease).catch(() => undefined);
      }, RENEW_EVERY_MS);
    }
    return fields;
  }

  /**
   * Encrypts the result, and stores a long one as a file. `Charges.settle` writes the record.
   *
   * @param hasFile whether the result describes a stored file, which counts towards the quota. Such a result is short enough for Redis.
   * @returns the record's completion, and the file with the result, if there is one.
   */
  async completion(result: Json, hasFile = false): Promise<{ completion: Completion; file?: StoredFile }> {
    const { store, redis } = this.options;
    const sealed = this.sealed(result);
    if (sealed.length <= MAX_INLINE || hasFile) return { completion: this.completed('inline', sealed) };
    try {
      const id = newFileId(new Date(Date.now() + REMEMBER_MS));
      // If this fails, the charge waits for Redis as well, and claims the file.
      await noteFile(redis, this.accountId, id).catch(() => undefined);
      await store.put(id, Buffer.from(sealed));
      return { completion: this.completed('file', id), file: { id, sizeBytes: sealed.length } };
    } catch (error) {
      // The work is done. It must not be repeated only because its result can't be stored.
      const level = isStoreOutage(error) ? 'info' : 'warn'; // the store warns of its outage once
      this.context.log[level]({ err: error }, 'cannot store the result of an idempotent request');
      return { completion: this.completed('lost', '') };
    }
  }

  /** Completes the record in the step that accepts the job or batch. */
  readonly keyed: KeyedAnswer = (answer) => ({
    touched: [this.key, this.accountBytes],
    record: recordOutcome(this.completed('inline', this.sealed(answer))),
  });

  private sealed(result: Json | object): string {
    return this.options.box.seal(jsonBytes(result), this.key);
  }

  private completed(place: Completion['place'], value: string): Completion {
    const { key, request } = this;
    const endsIn = hourOf(new Date(Date.now() + REMEMBER_MS));
    return { key, request, place, value, lifeMs: REMEMBER_MS, endsIn, bytes: RECORD_BYTES + value.length };
  }

  /**
   * Completes the record of a request that is not charged.
   *
   * @returns the result, or that of another request that completed the key first.
   */
  async complete(result: Json): Promise<Json | RawJson> {
    const outcome = recordOutcome((await this.completion(result)).completion);
    const others = (await completeKey.run(this.options.redis, [this.key, this.accountBytes], outcome)) as string[];
    return others.length === 0 ? result : this.resultOf(others);
  }

  /**
   * Returns the result of another request that completed the key first. A long one is not parsed.
   *
   * @param fields the fields of its record, as `Charges.settle` returns them.
   * @throws ServiceError `idempotency_conflict` when it was a different request, or its result no longer exists.
   */
  async resultOf(fields: string[]): Promise<Json | RawJson> {
    const record = recordOf(fields);
    this.refuseOther(record);
    const { place, value = '' } = record;
    if (place === 'lost') throw resultGone();
    if (place === 'file') return new RawJson(this.open(await this.readFile(value)));
    return JSON.parse(this.open(value).toString()) as Json;
  }

  /** Rejects a different request. @throws ServiceError `idempotency_conflict`. */
  refuseOther({ request }: IdempotencyRecord): void {
    if (this.open(request).equals(this.fingerprint)) return;
    throw new ServiceError(
      'idempotency_conflict',
      'This `Idempotency-Key` was used for another request within the last 24 hours; send a new key with a new request.',
    );
  }

  /** Releases the key after a failure. If Redis is unavailable, the key is free when the lease expires. */
  giveUp(): void {
    releaseKey.run(this.options.redis, [this.key], { owner: this.owner }).catch(() => undefined);
  }

  /** Stops renewing the lease. */
  end(): void {
    clearInterval(this.renewal);
  }

  private async readFile(fileId: string): Promise<string> {
    try {
      const { stream, sizeBytes } = await this.options.store.open(fileId);
      try {
        await this.context.memory.answer.take(RESULT_COPIES * sizeBytes, this.context.signal);
        return (await buffer(stream)).toString();
      } finally {
        stream.destroy();
      }
    } catch (error) {
      throw error instanceof ServiceError && error.status < 500 ? resultGone() : error;
    }
  }

  /** Decrypts a value. When its master key is lost, the request is not repeated, because it was done. */
  private open(sealed: string): Buffer {
    try {
      return this.options.box.open(sealed, this.key);
    } catch (error) {
      throw error instanceof SecretUnreadable ? resultGone() : error;
    }
  }
}

const recordOf = (fields: string[]): IdempotencyRecord => hashOf(fields) as unknown as IdempotencyRecord;

function digestOf(pieces: readonly (string | Uint8Array)[]): Buffer {
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece);
  return hash.digest();
}

function limitReached(hour: string): ServiceError {
  const seconds = Math.max(1, Math.ceil((Date.parse(`${hour}:00:00Z`) + HOUR_MS - Date.now()) / 1_000));
  return new ServiceError(
    'idempotency_limit',
    `The account’s results under idempotency keys have reached the limit of ${MAX_ACCOUNT_BYTES / 1024 / 1024} MiB. Results are kept for 24 hours; the first expire in ${seconds} s, as in \`Retry-After\`. Send the request later, or without \`Idempotency-Key\`.`,
    { headers: { 'Retry-After': String(seconds) } },
  );
}

export const resultGone = (): ServiceError =>
  new ServiceError(
    'idempotency_conflict',
    'The request of this `Idempotency-Key` was done and charged before, but its result is no longer available; send a new key to repeat it.',
  );
