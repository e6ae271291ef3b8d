/**
 * How a gateway hears of its jobs: workers publish each outcome on the channel of the gateway that waits for it.
 *
 * A message reaches who listens at that moment, or nobody. So whoever waits asks for its jobs when it listens again after
 * an interruption, and now and then anyway, see `submit.ts`; a reply that got lost only comes later.
 */
import { blockingRedis, type Logger, type Redis } from '@toolpress/runtime';
import { KEY_PREFIX } from './names.js';
import type { Ended } from './outcome.js';
import type { PendingWaits } from './pending-waits.js';

export const channelOf = (listenerId: string): string => `${KEY_PREFIX}:replies:${listenerId}`;

type Message = { jobId: string } & Ended;

export const messageOf = (jobId: string, outcome: Ended): string =>
  JSON.stringify({ jobId, ...outcome } satisfies Message);

/** Tells the gateway that waits for a job how it ended. */
export async function sendReply(redis: Redis, listenerId: string, jobId: string, outcome: Ended): Promise<void> {
  await redis.publish(channelOf(listenerId), messageOf(jobId, outcome));
}

export interface Replies {
  /** Resolves when it listens for the first time. */
  readonly listening: Promise<void>;
  isListening(): boolean;
  close(): void;
}

/**
 * Listens in its own time: Redis may be away at the start.
 *
 * @param onListening called each time it listens after it did not: what was published meanwhile it has not heard.
 */
export function listenForReplies(
  redisUrl: string,
  { id, pending, onListening, logger }: { id: string; pending: PendingWaits; onListening: () => void; logger: Logger },
): Replies {
  const connection = blockingRedis(redisUrl, 'replies', logger);
  let isListening = false;
  connection.on('message', (_channel, text) => {
    const { jobId, ...outcome } = JSON.parse(text) as Message;
    pending.settle(jobId, outcome);
  });
  connection.on('close', () => {
    isListening = false;
  });
  const listening = new Promise<void>((resolve) => {
    const listen = async (): Promise<void> => {
      await connection.subscribe(channelOf(id));
      isListening = true;
      resolve();
      onListening();
    };
    connection.on('ready', () => void listen().catch(() => undefined)); // cut again: `ready` comes again
  });
  return { listening, isListening: () => isListening, close: () => connection.disconnect() };
}
