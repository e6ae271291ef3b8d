/** Loads the gateway's Lua scripts: `.lua` files next to the modules that run them, read once at start. */
import { readFileSync } from 'node:fs';
import { RedisScript } from '@toolpress/runtime';

/** The source directory: compiled code reads the scripts from there. */
const SOURCES = new URL('../../src/', import.meta.url);

const textOf = (names: readonly string[]): string =>
  names.map((name) => readFileSync(new URL(`${name}.lua`, SOURCES), 'utf8')).join('');

/** Returns the hash that a script replies with, as alternating names and values. */
export const hashOf = (fields: readonly string[]): Record<string, string> =>
  Object.fromEntries(fields.flatMap((name, index) => (index % 2 === 0 ? [[name, fields[index + 1] ?? '']] : [])));

/** Returns a script. @param names the files below `src`, without `.lua`, joined in this order. */
export const objectScript = <Arguments extends object, Result = unknown>(
  ...names: string[]
): RedisScript<Arguments, Result> => new RedisScript(textOf(names));
