/**
 * The thread that sends heartbeats for its process: a large document keeps the process's own thread busy for seconds, and it is not dead
 * for that.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { createLogger, nonQueueingRedis } from '@toolpress/runtime';
import { DeadWorkerWatch, HEARTBEAT_EVERY_MS } from './dead-workers.js';
import type { HeartbeatOrder } from './heartbeats.js';

/** A process whose own thread has done nothing for so long has lost its locks as well. */
const STUCK_AFTER_MS = 8_000;

const { redisUrl, said, shared } = workerData as HeartbeatOrder;
const redis = nonQueueingRedis(redisUrl, 'heartbeats', createLogger('worker', 'silent')); // others report outages
const watch = new DeadWorkerWatch(redis, said.id);
let lastTick = -1;
let tickSeenAt = 0;
let looking: Promise<void> | undefined;

/** Nothing when the process hangs. */
function heartbeat(): string {
  const [busy = 0, tick = 0] = shared;
  const now = performance.now();
  if (tick !== lastTick) tickSeenAt = now;
  lastTick = tick;
  return now - tickSeenAt < STUCK_AFTER_MS ? JSON.stringify({ ...said, busy }) : '';
}

function look(): void {
  looking ??= watch.heartbeatAndWatch(heartbeat()).then((given) => {
    looking = undefined;
    parentPort?.postMessage(given);
  });
}

// The first answer tells that the thread is there, Redis or not.
redis.once('ready', look);
redis.once('error', look);
const timer = setInterval(look, HEARTBEAT_EVERY_MS);

parentPort?.once('message', async () => {
  clearInterval(timer);
  await looking;
  await watch.leave().catch(() => undefined); // it is forgotten in a minute
  redis.disconnect();
});
