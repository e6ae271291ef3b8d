/**
 * What was done under idempotency keys.
 *
 * A record is "at work" while it has an owner: a lease that its gateway renews, so that a key is free again soon after
 * a gateway died. It is "done" when it has a result instead, for a day. A lease that has ended, because Redis was frozen or
 * out of reach, is still its owner's; should another have taken the key meanwhile, the first to end completes the record,
 * and the other is answered with it. Everything of the caller's in it is sealed: the key only as a digest, the request only
 * as a sealed digest, the result sealed, in the file store when it is long.
 */
import { createHash, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Json, jsonBytes, ServiceError } from '@toolpress/contract';
import { type Logger, type Redis, redisScript } from '@toolpress/runtime';
import type { FileStore } from '@toolpress/storage';
import type { RequestContext } from '../../http/endpoint.js';
import { keys } from '../../shared/keys.js';
import { type SecretBox, SecretUnreadable } from '../../shared/secret-box.js';
import type { Completion, StoredFile } from '../billing/charges.js';
import { hourOf, TALLY } from '../billing/tally.js';

/** How long a result is answered again, milliseconds. */
const REMEMBER_MS = 24 * 60 * 60 * 1_000;
/** How long a key stays taken by a gateway that died. */
const LEASE_MS = 10_000;
const RENEW_EVERY_MS = 3_000;
/** How often a second request looks whether the first has finished. */
const LOOK_EVERY_MS = 50;
/** Longer results lie in the file store: Redis is for small things. Characters. */
const MAX_INLINE = 2 * 1024;
/** What a record takes in Redis besides its result: its key, its request, its place among all keys. */
const RECORD_BYTES = 800;
/** What the records of an account may take in Redis at a time: some 40,000 of small results. */
const MAX_ACCOUNT_BYTES = 32 * 1024 * 1024;
const HOUR_MS = 3_600_000;

/** The right to do the work, held until it is completed or given up. */
export interface Claim {
  /**
   * Seals the result and stores it when it is long; `Charges.settle` writes it down.
   *
   * @returns what to write down, and the file that the result lies in, if it does.
   */
  completion(result: Json): Promise<{ completion: Completion; file?: StoredFile }>;
  /**
   * The result of another request that has been done under the key meanwhile.
   *
   * @param record its fields, as `Charges.settle` gives them.
   * @throws ServiceError `idempotency_conflict` when it was not the same request, or its result is gone.
   */
  resultOf(record: string[]): Promise<Json>;
  /** The work failed: the key is free again. */
  giveUp(): void;
  /** Ends the renewal of the lease. */
  end(): void;
}

export type Attempt = { claim: Claim } | { result: Json };

/** A result is read sealed, and opened; then it is an answer. */
const RESULT_COPIES = 4;

/** For whom a result is read. */
type Reader = Pick<RequestContext, 'signal' | 'memory'>;

interface IdempotencyOptions {
  redis: Redis;
  store: FileStore;
  box: SecretBox;
}

export class Idempotency {
  constructor(private readonly options: IdempotencyOptions) {}

  /**
   * Asks for the right to do a request; while another does it, waits for its result.
   *
   * @param request the request as JSON, in pieces: another one under the same key is refused.
   * @param signal the caller's: ends the waiting.
   * @param log the request's own.
   * @throws ServiceError `idempotency_conflict`; `idempotency_limit` when too much is kept for the account.
   */
  async attempt(
    accountId: string,
    idempotencyKey: string,
    request: readonly (string | Uint8Array)[],
    { signal, log, memory }: Pick<RequestContext, 'signal' | 'log' | 'memory'>,
  ): Promise<Attempt> {
    const key = keys.idempotency(accountId, digestOf(idempotencyKey).toString('hex'));
    const fingerprint = digestOf(...request);
    const mine: Mine = { key, fingerprint, owner: randomUUID(), request: this.options.box.seal(fingerprint, key) };
    const touched = [key, keys.idempotencyBytes(accountId)];
    const { redis } = this.options;
    for (;;) {
      const values = [mine.owner, mine.request, LEASE_MS, hourOf(new Date()), MAX_ACCOUNT_BYTES];
      const reply = await claim(redis, touched, values).catch((error: unknown) => {
        giveUp(redis, [key], [mine.owner]).catch(() => undefined); // the reply may have been lost, not the command
        throw error;
      });
      const record = recordOf(reply as string[]);
      if (record === undefined) return { claim: this.claimOf(mine, log, { signal, memory }) };
      if (record.full !== undefined) throw tooManyKept(record.full);
      if (record.owner === undefined) return { result: await this.resultOf(record, mine, { signal, memory }) };
      this.refuseOther(record, mine);
      await sleep(LOOK_EVERY_MS, undefined, { signal });
    }
  }

  private claimOf(mine: Mine, log: Logger, reader: Reader): Claim {
    const { redis } = this.options;
    const { key, owner, request } = mine;
    const renewal = setInterval(() => {
      renew(redis, [key], [owner, LEASE_MS, request]).catch(() => undefined); // the next one takes the lease again
    }, RENEW_EVERY_MS);
    return {
      completion: (result) => this.completionOf(result, mine, log),
      resultOf: (record) => this.resultOf(recordOf(record) as IdempotencyRecord, mine, reader),
      giveUp: () => void giveUp(redis, [key], [owner]).catch(() => undefined), // then the lease ends by itself
      end: () => clearInterval(renewal),
    };
  }

  private async completionOf(result: Json, { key, request }: Mine, log: Logger): ReturnType<Claim['completion']> {
    const sealed = this.options.box.seal(jsonBytes(result), key);
    const expiresAt = new Date(Date.now() + REMEMBER_MS);
    const completed = (place: Completion['place'], value: string): Completion => ({
      ...{ key, request, place, value, lifeMs: REMEMBER_MS, endsIn: hourOf(expiresAt) },
      bytes: RECORD_BYTES + value.length,
    });
    if (sealed.length <= MAX_INLINE) return { completion: completed('inline', sealed) };
    try {
      const id = await this.options.store.put(Buffer.from(sealed), { expiresAt });
      return { completion: completed('file', id), file: { id, sizeBytes: sealed.length } };
    } catch (error) {
      // The work is done: it must not be done again only because its result can't be kept.
      log.warn({ err: error }, 'the result of an idempotent request is not kept');
      return { completion: completed('lost', '') };
    }
  }

  private refuseOther(record: IdempotencyRecord, { key, fingerprint }: Mine): void {
    if (!this.open(record.request, key).equals(fingerprint)) throw otherRequest();
  }

  private async resultOf(record: IdempotencyRecord, mine: Mine, reader: Reader): Promise<Json> {
    this.refuseOther(record, mine);
    const { key } = mine;
    const { place, value = '' } = record;
    if (place === 'lost') throw resultGone();
    const sealed = place === 'file' ? await this.stored(value, reader) : value;
    return JSON.parse(this.open(sealed, key).toString()) as Json;
  }

  private async stored(fileId: string, { memory, signal }: Reader): Promise<string> {
    try {
      const { stream, sizeBytes } = await this.options.store.open(fileId);
      try {
        await memory.take('answer', RESULT_COPIES * sizeBytes, signal);
        return (await buffer(stream)).toString();
      } finally {
        stream.destroy();
      }
    } catch (error) {
      throw error instanceof ServiceError && error.status < 500 ? resultGone() : error;
    }
  }

  /** A record whose master key is gone can't be read again: what was done is not done twice for that. */
  private open(sealed: string, key: string): Buffer {
    try {
      return this.options.box.open(sealed, key);
    } catch (error) {
      throw error instanceof SecretUnreadable ? resultGone() : error;
    }
  }
}

/** A request under its key. */
interface Mine {
  key: string;
  owner: string;
  fingerprint: Buffer;
  /** The sealed fingerprint. */
  request: string;
}

interface IdempotencyRecord {
  /** Of no record at all: the account may have none more until this hour is over. */
  full?: string;
  /** The sealed digest of the request. */
  request: string;
  /** Absent when the work is done. */
  owner?: string;
  place?: Completion['place'];
  value?: string;
}

/**
 * KEYS: record, what the account's records take. ARGV: owner, request, lease, the hour, most bytes. Returns nothing when the
 * record is ours now, else what is there, or {'full', the hour whose records end first}.
 */
const claim = redisScript(`${TALLY}
local record = redis.call('HGETALL', KEYS[1])
if #record > 0 then return record end
local bytes, first = tally(KEYS[2], ARGV[4])
if bytes >= tonumber(ARGV[5]) then return {'full', first} end
redis.call('HSET', KEYS[1], 'owner', ARGV[1], 'request', ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return {}`);

/** Renews the lease, or takes it again when it has ended and nobody else has the key. KEYS: record. ARGV: owner, lease, request. */
const renew = redisScript(`
local owner = redis.call('HGET', KEYS[1], 'owner')
if not owner and redis.call('EXISTS', KEYS[1]) == 0 then
  redis.call('HSET', KEYS[1], 'owner', ARGV[1], 'request', ARGV[3])
elseif owner ~= ARGV[1] then
  return
end
redis.call('PEXPIRE', KEYS[1], ARGV[2])`);

/** KEYS: record. ARGV: owner. */
const giveUp = redisScript(`
if redis.call('HGET', KEYS[1], 'owner') == ARGV[1] then redis.call('DEL', KEYS[1]) end`);

function recordOf(flat: string[]): IdempotencyRecord | undefined {
  if (flat.length === 0) return undefined;
  const pairs = flat.flatMap((name, index) => (index % 2 === 0 ? [[name, flat[index + 1]]] : []));
  return Object.fromEntries(pairs) as IdempotencyRecord;
}

function digestOf(...pieces: (string | Uint8Array)[]): Buffer {
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece);
  return hash.digest();
}

function tooManyKept(hour: string): ServiceError {
  const seconds = Math.max(1, Math.ceil((Date.parse(`${hour}:00:00Z`) + HOUR_MS - Date.now()) / 1_000));
  return new ServiceError(
    'idempotency_limit',
    `What is kept for the account under idempotency keys has reached its limit of ${MAX_ACCOUNT_BYTES / 1024 / 1024} MiB; it is kept for 24 hours, and the first of it ends in ${seconds} s, as \`Retry-After\` says. Send the request without \`Idempotency-Key\`, or later.`,
    { headers: { 'Retry-After': String(seconds) } },
  );
}

const otherRequest = (): ServiceError =>
  new ServiceError(
    'idempotency_conflict',
    'This `Idempotency-Key` was used for another request within the last 24 hours; send a new key with a new request.',
  );

export const resultGone = (): ServiceError =>
  new ServiceError(
    'idempotency_conflict',
    'The request of this `Idempotency-Key` was done and charged before, but its result can no longer be had; send a new key to do it again.',
  );
