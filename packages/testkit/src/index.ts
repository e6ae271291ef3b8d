export * from './eventually.js';
export * from './minio.js';
export * from './poppler.js';
export * from './processes.js';
export * from './quiet.js';
export * from './redis.js';
export * from './redis-contents.js';
export * from './service.js';
