export * from './accounts.js';
export * from './envelope.js';
export * from './errors.js';
export * from './pdf.js';
export * from './render-job.js';
export * from './schema.js';
export * from './tools.js';
export * from './variables.js';
