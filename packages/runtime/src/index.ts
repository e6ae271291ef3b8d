export * from './config.js';
export * from './logger.js';
export * from './metrics.js';
export * from './redis.js';
export * from './redis-script.js';
export * from './settings.js';
export * from './shutdown.js';
export * from './start.js';
