export * from './processes.js';
export * from './redis.js';
