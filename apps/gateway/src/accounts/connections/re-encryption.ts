/** Brings the sealed tokens of all connections under the current master key. */
import type { ReEncryption } from '@toolpress/contract';
import { type Logger, type Redis, redisScript } from '@toolpress/runtime';
import { keys } from '../../shared/keys.js';
import { everyPage } from '../../shared/pagination.js';
import { type SecretBox, SecretUnreadable } from '../../shared/secret-box.js';
import { placeOf } from './connections.js';

type Outcome = keyof ReEncryption | 'gone';

/**
 * Goes through every connection of every account. It can be broken off and begun again at any time: each token is
 * exchanged in one step, and only if it is still the one that was read.
 *
 * @param box of connections.
 * @param signal breaks it off.
 */
export async function reEncryptConnections(
  redis: Redis,
  box: SecretBox,
  logger: Logger,
  signal: AbortSignal,
): Promise<ReEncryption> {
  const counts: ReEncryption = { re_encrypted: 0, current: 0, failed: 0 };
  for await (const accountIds of everyPage(redis, keys.accounts)) {
    for (const accountId of accountIds) {
      signal.throwIfAborted();
      for await (const slugs of everyPage(redis, keys.connections(accountId))) {
        const outcomes = await Promise.all(slugs.map((slug) => reEncrypt(redis, box, logger, accountId, slug)));
        for (const outcome of outcomes) if (outcome !== 'gone') counts[outcome] += 1;
      }
    }
  }
  return counts;
}

async function reEncrypt(
  redis: Redis,
  box: SecretBox,
  logger: Logger,
  accountId: string,
  slug: string,
): Promise<Outcome> {
  const key = keys.connection(accountId, slug);
  for (;;) {
    const sealed = await redis.hget(key, 'secret');
    if (sealed === null) return 'gone';
    try {
      const token = box.open(sealed, placeOf(accountId, slug));
      if (box.isCurrent(sealed)) return 'current';
      if ((await exchange(redis, [key], [sealed, box.seal(token, placeOf(accountId, slug))])) === 1)
        return 're_encrypted';
    } catch (error) {
      if (!(error instanceof SecretUnreadable)) throw error;
      logger.warn({ accountId, slug, reason: error.message }, 'the token of a connection can not be read');
      return 'failed';
    }
  }
}

/** KEYS: connection. ARGV: sealed token as read, as it is to be. Returns 0 when it was saved anew meanwhile. */
const exchange = redisScript(`
if redis.call('HGET', KEYS[1], 'secret') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'secret', ARGV[2])
return 1`);
