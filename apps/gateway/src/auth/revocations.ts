/** Tells every gateway at once which tokens are revoked, or that an account has changed, so that they may remember the rest. */
import { type Logger, nonQueueingRedis, waitUntilReady } from '@toolpress/runtime';

const CHANNEL = 'toolpress:revoked';
/** In the place of a hash: forget all. */
const EVERYTHING = '*';

/** What to publish, in the transaction that changes it: the hash of a token's secret, or nothing for a changed account. */
export const announce = (hash: string = EVERYTHING): [channel: string, message: string] => [CHANNEL, hash];

export interface Revocations {
  /** Whether a revocation would be heard now. If not, nothing that was remembered may be trusted. */
  areHeard(): boolean;
  /** @param listener gets the hash of a revoked token's secret; undefined when some may have been missed. */
  onRevoked(listener: (hash: string | undefined) => void): void;
  close(): void;
}

/** Subscribes in its own time: Redis may be away at the start. */
export async function hearRevocations(redisUrl: string, logger: Logger): Promise<Revocations> {
  const redis = nonQueueingRedis(redisUrl, 'revocations', logger);
  const listeners: ((hash: string | undefined) => void)[] = [];
  const tell = (hash: string | undefined): void => {
    for (const listener of listeners) listener(hash);
  };
  let subscribed = false;
  const subscribe = async (): Promise<void> => {
    await redis.subscribe(CHANNEL);
    tell(undefined);
    subscribed = true;
  };
  redis.on('message', (_channel, hash) => tell(hash === EVERYTHING ? undefined : hash));
  redis.on('close', () => {
    subscribed = false;
  });
  redis.on('ready', () => {
    subscribe().catch(() => redis.disconnect(true)); // connects again, and tries again
  });
  await waitUntilReady(redis);
  return {
    areHeard: () => subscribed && redis.status === 'ready',
    onRevoked: (listener) => listeners.push(listener),
    close: () => redis.disconnect(),
  };
}
