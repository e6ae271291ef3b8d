import { createRequire } from 'node:module';

/** The version of this app, from its package.json. */
export const version: string = (createRequire(import.meta.url)('../../package.json') as { version: string }).version;

/** The version of the API. docs/versions.md lists the changes that are compatible within a version. */
export const API_VERSION = '1';
