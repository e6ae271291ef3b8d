/**
 * Whether Redis is still at the other end. A host that vanishes without a word leaves its connections standing for a quarter of
 * an hour: what is sent is sent again and again, and nobody is told. So a connection that hears nothing asks, and one that is
 * not answered is ended; then a new one is made, to whatever address the name has by then.
 *
 * Time is counted in ticks of the process itself: while it did not run, or was busy, it could not have heard anything either.
 */
import type { Redis } from 'ioredis';

const TICK_MS = 1_000;
/** Ticks without a byte, after which it asks. */
const ASK_AFTER = 1;
/** Ticks without a byte, after which nobody is there. Shorter than that, Redis may just be slow. */
const DEAD_AFTER = 7;
/** Ticks without a byte, after which nobody should rely on the connection. */
const DOUBTFUL_AFTER = 4;

const silence = new WeakMap<Redis, number>();

/**
 * Ends each connection of this client that hears nothing for some seven seconds.
 *
 * @param blocksForMs the longest that a command may keep others on the connection from being answered.
 */
export function watchLiveness(redis: Redis, blocksForMs: number): void {
  const blockedTicks = Math.ceil(blocksForMs / TICK_MS);
  let timer: NodeJS.Timeout | undefined;
  redis.on('connect', () => {
    clearInterval(timer);
    const { stream } = redis;
    let heardBytes = 0;
    silence.set(redis, 0);
    timer = setInterval(() => {
      const silent = stream.bytesRead === heardBytes ? (silence.get(redis) ?? 0) + 1 : 0;
      heardBytes = stream.bytesRead;
      silence.set(redis, silent);
      const isReady = redis.status === 'ready'; // before that nothing blocks, and the client itself is asking
      if (isReady && silent === ASK_AFTER) redis.ping().catch(() => undefined);
      const limit = isReady ? DEAD_AFTER + blockedTicks : DEAD_AFTER;
      if (silent >= limit) stream.destroy(new Error(`nothing was heard for ${silent} s`));
    }, TICK_MS).unref();
  });
  redis.on('close', () => clearInterval(timer));
}

/** Whether the connection stands and Redis has answered on it within the last seconds. */
export const isAnswering = (redis: Redis): boolean =>
  redis.status === 'ready' && (silence.get(redis) ?? 0) < DOUBTFUL_AFTER;
