import { createRequire } from 'node:module';

/** The version of this app, as its package says. */
export const version: string = (createRequire(import.meta.url)('../package.json') as { version: string }).version;
