/** Notifies all gateways immediately when a token is revoked or an account changes, so that they can cache both. */
import { KEY_PREFIX, type Logger, nonQueueingRedis, type RedisAddress, waitUntilReady } from '@toolpress/runtime';

const CHANNEL = `${KEY_PREFIX}:revoked`;
/** Sent instead of a hash to discard the whole cache. */
const EVERYTHING = '*';

/** Returns the message to publish in the transaction of the change. @param hash of a token's secret; omitted for a changed account. */
export const revocationOf = (hash: string = EVERYTHING): [channel: string, message: string] => [CHANNEL, hash];

export interface Revocations {
  /** Returns whether revocations are received now. If not, cached entries must not be used. */
  isSubscribed(): boolean;
  /** @param listener receives the hash of a revoked token's secret, or undefined when all cached tokens are invalid. */
  onRevoked(listener: (hash: string | undefined) => void): void;
  close(): void;
}

/** Subscribes to revocations, in the background if Redis is unavailable at start. */
export async function subscribeToRevocations(address: RedisAddress, logger: Logger): Promise<Revocations> {
  const redis = nonQueueingRedis(address, 'revocations', logger);
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
    subscribe().catch(() => redis.disconnect(true)); // reconnects and retries
  });
  await waitUntilReady(redis);
  return {
    isSubscribed: () => subscribed && redis.status === 'ready',
    onRevoked: (listener) => listeners.push(listener),
    close: () => redis.disconnect(),
  };
}
