/** Tells all gateways at once that a token was revoked or an account changed: so they may cache tokens and accounts. */
import { KEY_PREFIX, type Logger, nonQueueingRedis, waitUntilReady } from '@toolpress/runtime';

const CHANNEL = `${KEY_PREFIX}:revoked`;
/** Instead of a hash: discard the whole cache. */
const EVERYTHING = '*';

/** The message to publish in the transaction that makes the change. @param hash of a token's secret; none for a changed account. */
export const revocationOf = (hash: string = EVERYTHING): [channel: string, message: string] => [CHANNEL, hash];

export interface Revocations {
  /** Whether revocations are received now. If not, nothing that was cached may be trusted. */
  isSubscribed(): boolean;
  /** @param listener gets the hash of a revoked token's secret; undefined when all cached tokens are in doubt. */
  onRevoked(listener: (hash: string | undefined) => void): void;
  close(): void;
}

/** Subscribes in the background where Redis is unavailable at start. */
export async function subscribeToRevocations(redisUrl: string, logger: Logger): Promise<Revocations> {
  const redis = nonQueueingRedis(redisUrl, 'revocations', logger);
  const listeners: ((hash: string | undefined) => void)[] = [];
  const notify = (hash: string | undefined): void => {
    for (const listener of listeners) listener(hash);
  };
  let subscribed = false;
  const subscribe = async (): Promise<void> => {
    await redis.subscribe(CHANNEL);
    notify(undefined);
    subscribed = true;
  };
  redis.on('message', (_channel, hash) => notify(hash === EVERYTHING ? undefined : hash));
  redis.on('close', () => {
    subscribed = false;
  });
  redis.on('ready', () => {
    subscribe().catch(() => redis.disconnect(true)); // reconnects, and tries again
  });
  await waitUntilReady(redis);
  return {
    isSubscribed: () => subscribed && redis.status === 'ready',
    onRevoked: (listener) => listeners.push(listener),
    close: () => redis.disconnect(),
  };
}
