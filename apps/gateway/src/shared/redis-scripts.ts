/** The gateway's Lua scripts: `.lua` files in `apps/gateway/lua`, read once at start. */
import { readFileSync } from 'node:fs';
import { type RedisScript, redisScript } from '@toolpress/runtime';

/** @param names of the files whose text is put together, in this order. */
export const luaScript = (...names: string[]): RedisScript =>
  redisScript(names.map((name) => readFileSync(new URL(`../../lua/${name}.lua`, import.meta.url), 'utf8')).join(''));
