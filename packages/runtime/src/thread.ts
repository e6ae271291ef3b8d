/** What a thread needs to use Redis, without the settings, metrics and traces of a process, which take longer to load. */
export { createLogger, type Logger } from './logger.js';
export { nonQueueingRedis, type Redis } from './redis-connection.js';
export { KEY_PREFIX } from './redis-rights.js';
export { RedisScript } from './redis-script.js';
