/**
 * Idempotency keys: the same request under the same `Idempotency-Key` is done and charged once, and its result is answered
 * again for a day.
 *
 * A record in Redis is in progress while it has an owner: a lease that its gateway renews, so that a key is soon free again
 * when a gateway dies. It is done when it has a result instead. A lease that expired because Redis was frozen or unreachable
 * is renewed by its owner; if another gateway has taken the key meanwhile, the first to finish completes the record, and the
 * other answers with that result. All caller content is encrypted or hashed: the key is a digest, the request an encrypted
 * digest, the result encrypted, and in the file store when it is long.
 */
import { createHash, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Json, jsonBytes, ServiceError } from '@toolpress/contract';
import { noteFile } from '@toolpress/queue';
import type { Redis } from '@toolpress/runtime';
import { type FileStore, newFileId } from '@toolpress/storage';
import type { Request } from 'express';
import type { RequestContext } from '../../http/endpoint.js';
import { keys } from '../../shared/keys.js';
import { luaScript } from '../../shared/redis-scripts.js';
import { type SecretBox, SecretUnreadable } from '../../shared/secret-box.js';
import type { Completion, StoredFile } from '../billing/charges.js';
import { hourOf } from '../billing/tally.js';
import { COMPLETES, type KeyedAnswer } from './keyed-answer.js';

export const IDEMPOTENCY_KEY = 'Idempotency-Key';
export const IDEMPOTENCY_KEY_PATTERN = /^[\x21-\x7e]{1,255}$/;

/** How long a result is answered again. */
const REMEMBER_MS = 24 * 60 * 60 * 1_000;
/** How long a key stays taken by a gateway that died. */
const LEASE_MS = 10_000;
const RENEW_EVERY_MS = 3_000;
/** How often a second request checks whether the first has finished. */
const POLL_EVERY_MS = 50;
/** Longer results are kept in the file store, to keep Redis small. Characters. */
const MAX_INLINE = 2 * 1024;
/** What a record takes in Redis besides its result. */
const RECORD_BYTES = 800;
/** What the records of an account may take in Redis together: about 40,000 of small results. */
const MAX_ACCOUNT_BYTES = 32 * 1024 * 1024;
/** Copies of a stored result in memory while it is decrypted and sent. */
const RESULT_COPIES = 4;
const HOUR_MS = 3_600_000;

const claimKey = luaScript('tally', 'claim-idempotency-key');
const completeKey = luaScript(...COMPLETES, 'complete-idempotency-key');
const renewKey = luaScript('renew-idempotency-key');
const releaseKey = luaScript('release-idempotency-key');

/** @returns the caller's key; undefined when there is none. @throws ServiceError `invalid_parameter`. */
export function idempotencyKeyOf(request: Request): string | undefined {
  const key = request.get(IDEMPOTENCY_KEY);
  if (key === undefined || IDEMPOTENCY_KEY_PATTERN.test(key)) return key;
  throw new ServiceError(
    'invalid_parameter',
    `The header \`${IDEMPOTENCY_KEY}\` must be 1 to 255 letters, digits or punctuation marks of ASCII, without blanks.`,
  );
}

interface IdempotencyOptions {
  redis: Redis;
  store: FileStore;
  box: SecretBox;
}

type Context = Pick<RequestContext, 'signal' | 'log' | 'memory'>;

interface IdempotencyRecord {
  /** Not a record: the account's limit is reached until this hour is over. */
  full?: string;
  /** The sealed digest of the request. */
  request: string;
  /** Absent when the work is done. */
  owner?: string;
  place?: Completion['place'];
  value?: string;
}

export type Attempt = { claim: Claim } | { result: Json };

export class Idempotency {
  constructor(private readonly options: IdempotencyOptions) {}

  /**
   * Claims the right to do a request; while another request has it, waits for its result.
   *
   * @param request the request as JSON, in pieces: a different one under the same key is refused.
   * @throws ServiceError `idempotency_conflict`; `idempotency_limit` when too much is kept for the account.
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

/** The right to do the work under a key, held until it is completed or given up. */
class Claim {
  private readonly owner = randomUUID();
  /** The sealed fingerprint. */
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

  /** @returns the fields of the record that has the key; none when it is claimed now, and its lease renewed from now on. */
  async acquire(): Promise<string[]> {
    const { redis } = this.options;
    const values = [this.owner, this.request, LEASE_MS, hourOf(new Date()), MAX_ACCOUNT_BYTES];
    const fields = (await claimKey(redis, [this.key, this.accountBytes], values).catch((error: unknown) => {
      this.giveUp(); // the reply may have been lost, not the command
      throw error;
    })) as string[];
    if (fields.length === 0) {
      this.renewal = setInterval(() => {
        // When it fails, the next one takes the lease again.
        renewKey(redis, [this.key], [this.owner, LEASE_MS, this.request]).catch(() => undefined);
      }, RENEW_EVERY_MS);
    }
    return fields;
  }

  /**
   * Seals the result, and stores it when it is long; `Charges.settle` writes the record.
   *
   * @param hasFile the result is about a file of its own, which is what counts for the account: then it is short enough for Redis.
   * @returns what to write, and the file with the result, if there is one.
   */
  async completion(result: Json, hasFile = false): Promise<{ completion: Completion; file?: StoredFile }> {
    const { store, redis } = this.options;
    const sealed = this.sealed(result);
    if (sealed.length <= MAX_INLINE || hasFile) return { completion: this.completed('inline', sealed) };
    try {
      const id = newFileId(new Date(Date.now() + REMEMBER_MS));
      // Where that fails, the charge waits for Redis as well, and claims the file.
      await noteFile(redis, this.accountId, id).catch(() => undefined);
      await store.put(id, Buffer.from(sealed));
      return { completion: this.completed('file', id), file: { id, sizeBytes: sealed.length } };
    } catch (error) {
      // The work is done: it must not be done again only because its result can't be kept.
      this.context.log.warn({ err: error }, 'the result of an idempotent request is not kept');
      return { completion: this.completed('lost', '') };
    }
  }

  /** Completes the record in the step that takes the work over. */
  readonly keyed: KeyedAnswer = (answer) => ({
    touched: [this.key, this.accountBytes],
    values: valuesOf(this.completed('inline', this.sealed(answer))),
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
   * Completes the record of what is not charged.
   *
   * @returns the result; that of another request that was done under the key meanwhile, if there was one.
   */
  async complete(result: Json): Promise<Json> {
    const values = valuesOf((await this.completion(result)).completion);
    const others = (await completeKey(this.options.redis, [this.key, this.accountBytes], values)) as string[];
    return others.length === 0 ? result : this.resultOf(others);
  }

  /**
   * The result of another request that was done under the key meanwhile.
   *
   * @param fields of its record, as `Charges.settle` returns them.
   * @throws ServiceError `idempotency_conflict` when it was not the same request, or its result is gone.
   */
  async resultOf(fields: string[]): Promise<Json> {
    const record = recordOf(fields);
    this.refuseOther(record);
    const { place, value = '' } = record;
    if (place === 'lost') throw resultGone();
    return JSON.parse(this.open(place === 'file' ? await this.readFile(value) : value).toString()) as Json;
  }

  /** @throws ServiceError `idempotency_conflict` when the record is of another request. */
  refuseOther({ request }: IdempotencyRecord): void {
    if (this.open(request).equals(this.fingerprint)) return;
    throw new ServiceError(
      'idempotency_conflict',
      'This `Idempotency-Key` was used for another request within the last 24 hours; send a new key with a new request.',
    );
  }

  /** The work failed: the key is free again, now or when the lease expires. */
  giveUp(): void {
    releaseKey(this.options.redis, [this.key], [this.owner]).catch(() => undefined);
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

  /** A record whose master key is gone can't be read: the request was done, so it is not done again. */
  private open(sealed: string): Buffer {
    try {
      return this.options.box.open(sealed, this.key);
    } catch (error) {
      throw error instanceof SecretUnreadable ? resultGone() : error;
    }
  }
}

/** As `complete-idempotency-key.lua` takes them. */
const valuesOf = ({ request, place, value, lifeMs, endsIn, bytes }: Completion): (string | number)[] => [
  ...[request, place, value, lifeMs, endsIn, bytes],
];

/** @param fields alternating names and values, as Redis returns a hash. */
function recordOf(fields: string[]): IdempotencyRecord {
  const pairs = fields.flatMap((name, index) => (index % 2 === 0 ? [[name, fields[index + 1]]] : []));
  return Object.fromEntries(pairs) as IdempotencyRecord;
}

function digestOf(pieces: readonly (string | Uint8Array)[]): Buffer {
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece);
  return hash.digest();
}

function limitReached(hour: string): ServiceError {
  const seconds = Math.max(1, Math.ceil((Date.parse(`${hour}:00:00Z`) + HOUR_MS - Date.now()) / 1_000));
  return new ServiceError(
    'idempotency_limit',
    `What is kept for the account under idempotency keys has reached its limit of ${MAX_ACCOUNT_BYTES / 1024 / 1024} MiB; it is kept for 24 hours, and the first of it ends in ${seconds} s, as \`Retry-After\` says. Send the request without \`Idempotency-Key\`, or later.`,
    { headers: { 'Retry-After': String(seconds) } },
  );
}

export const resultGone = (): ServiceError =>
  new ServiceError(
    'idempotency_conflict',
    'The request of this `Idempotency-Key` was done and charged before, but its result can no longer be had; send a new key to do it again.',
  );
