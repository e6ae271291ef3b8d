import { createRequire } from 'node:module';

/** The version of this app, as its package says. */
export const version: string = (createRequire(import.meta.url)('../package.json') as { version: string }).version;

/** Of the API: docs/versions.md says what may change within one. */
export const API_VERSION = '1';
