export { type AppSurroundings, openApp } from './app.js';
export * from './bytes.js';
export * from './config.js';
export { FairQueue } from './fair-queue.js';
export * from './lifecycle.js';
export * from './logged-error.js';
export * from './logger.js';
export * from './metrics.js';
export * from './metrics-access.js';
export { asOwnWork, beginWork, doWork, endWork, type OwnWork, UncaughtError } from './own-work.js';
export * from './proc.js';
export * from './redis.js';
export { redisAddress, redisOptional, redisUrl } from './redis-address.js';
export type { RedisAddress } from './redis-client.js';
export {
  blockingRedis,
  isAnswering,
  isRefusal,
  nonQueueingRedis,
  type Redis,
  silentConnections,
  waitUntilReady,
  watchLiveness,
} from './redis-connection.js';
export { parseInfo } from './redis-info.js';
export { commandsUsed, KEY_PREFIX, TRIED } from './redis-rights.js';
export { RedisScript } from './redis-script.js';
export * from './secret-box.js';
export * from './secrets.js';
export { type Calls, Moved, type Peer } from './threads/peer.js';
export { type TaskEnd, TaskEnded } from './threads/task-ended.js';
export { type TaskControl, type TaskOptions, TaskThread, type TaskThreadOptions } from './threads/task-thread.js';
export { ThreadPool } from './threads/thread-pool.js';
export * from './timing.js';
export * from './tracing/tracing.js';
