/**
 * What was done under idempotency keys.
 *
 * A record is "at work" while it has an owner: a lease that its gateway renews, so that a key is free again soon after
 * a gateway died. It is "done" when it has a result instead, for a day. Everything of the caller's in it is sealed: the
 * key only as a digest, the request only as a sealed digest, the result sealed, in the file store when it is long.
 */
import { createHash, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Json, jsonBytes, ServiceError } from '@toolpress/contract';
import { type Logger, type Redis, redisScript } from '@toolpress/runtime';
import type { FileStore } from '@toolpress/storage';
import type { RequestContext } from '../http/endpoint.js';
import type { Completion } from './charges.js';
import { keys } from './keys.js';
import { type SecretBox, SecretUnreadable } from './secret-box.js';

/** How long a result is answered again, milliseconds. */
const REMEMBER_MS = 24 * 60 * 60 * 1_000;
/** How long a key stays taken by a gateway that died. */
const LEASE_MS = 10_000;
const RENEW_EVERY_MS = 3_000;
/** How often a second request looks whether the first has finished. */
const LOOK_EVERY_MS = 50;
/** Longer results lie in the file store: Redis is for small things. Characters. */
const MAX_INLINE = 16 * 1024;

/** The right to do the work, held until it is completed or given up. */
export interface Claim {
  /** Seals the result; `Charges.settleWith` writes it down. */
  completion(result: Json): Promise<Completion>;
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
   * @throws ServiceError `idempotency_conflict`.
   */
  async attempt(
    accountId: string,
    idempotencyKey: string,
    request: readonly (string | Uint8Array)[],
    { signal, log, memory }: Pick<RequestContext, 'signal' | 'log' | 'memory'>,
  ): Promise<Attempt> {
    const key = keys.idempotency(accountId, digestOf(idempotencyKey).toString('hex'));
    const owner = randomUUID();
    const fingerprint = digestOf(...request);
    const sealed = this.options.box.seal(fingerprint, key);
    for (;;) {
      const record = recordOf(await claim(this.options.redis, [key], [owner, sealed, LEASE_MS]));
      if (record === undefined) return { claim: this.claimOf(key, owner, log) };
      if (!this.open(record.request, key).equals(fingerprint)) throw otherRequest();
      if (record.owner === undefined) return { result: await this.resultOf(record, key, { signal, memory }) };
      await sleep(LOOK_EVERY_MS, undefined, { signal });
    }
  }

  private claimOf(key: string, owner: string, log: Logger): Claim {
    const { redis } = this.options;
    const renewal = setInterval(() => {
      renew(redis, [key], [owner, LEASE_MS]).catch(() => undefined); // the next renewal may still be in time
    }, RENEW_EVERY_MS);
    return {
      completion: async (result) => ({ key, owner, lifeMs: REMEMBER_MS, ...(await this.kept(result, key, log)) }),
      giveUp: () => void giveUp(redis, [key], [owner]).catch(() => undefined), // then the lease ends by itself
      end: () => clearInterval(renewal),
    };
  }

  private async kept(result: Json, key: string, log: Logger): Promise<Pick<Completion, 'place' | 'value'>> {
    const sealed = this.options.box.seal(jsonBytes(result), key);
    if (sealed.length <= MAX_INLINE) return { place: 'inline', value: sealed };
    try {
      const expiresAt = new Date(Date.now() + REMEMBER_MS);
      return { place: 'file', value: await this.options.store.put(Buffer.from(sealed), { expiresAt }) };
    } catch (error) {
      // The work is done: it must not be done again only because its result can't be kept.
      log.warn({ err: error }, 'the result of an idempotent request is not kept');
      return { place: 'lost', value: '' };
    }
  }

  private async resultOf({ place, value = '' }: IdempotencyRecord, key: string, reader: Reader): Promise<Json> {
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

interface IdempotencyRecord {
  /** The sealed digest of the request. */
  request: string;
  /** Absent when the work is done. */
  owner?: string;
  place?: Completion['place'];
  value?: string;
}

/** KEYS: record. ARGV: owner, request, lease. Returns nothing when the record is ours now, else what is there. */
const claim = redisScript(`
local record = redis.call('HGETALL', KEYS[1])
if #record > 0 then return record end
redis.call('HSET', KEYS[1], 'owner', ARGV[1], 'request', ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return {}`);

/** KEYS: record. ARGV: owner, lease. */
const renew = redisScript(`
if redis.call('HGET', KEYS[1], 'owner') == ARGV[1] then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end`);

/** KEYS: record. ARGV: owner. */
const giveUp = redisScript(`
if redis.call('HGET', KEYS[1], 'owner') == ARGV[1] then redis.call('DEL', KEYS[1]) end`);

function recordOf(reply: unknown): IdempotencyRecord | undefined {
  const flat = reply as string[];
  if (flat.length === 0) return undefined;
  const pairs = flat.flatMap((name, index) => (index % 2 === 0 ? [[name, flat[index + 1]]] : []));
  return Object.fromEntries(pairs) as IdempotencyRecord;
}

function digestOf(...pieces: (string | Uint8Array)[]): Buffer {
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece);
  return hash.digest();
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
