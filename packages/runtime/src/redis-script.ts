/** Lua scripts that Redis runs as one step. */
import { readFileSync } from 'node:fs';
import type { Redis } from 'ioredis';
import { KEY_PREFIX, noteScript } from './redis-rights.js';

/** A value that a script receives unchanged. There is no `null`, which Lua would count as true: omit the field. */
type ScriptValue = string | number | boolean | readonly ScriptValue[] | { readonly [name: string]: ScriptValue };

let scripts = 0;

type Arguments<Args> = { readonly [Name in keyof Args]: ScriptValue | undefined };

/**
 * A Lua script that takes its keys and one JSON object, which it reads with `cjson.decode(ARGV[1])`.
 *
 * - Numbers are doubles in Lua. Pass integers beyond 2^53 as strings. Lua's `..` keeps 14 digits of a number.
 * - An empty array becomes the same table as an empty object. Iterate over it, but don't encode it again.
 *
 * @typeParam Args the fields of the JSON object.
 * @typeParam Result what the script returns.
 */
export class RedisScript<Args extends object, Result = unknown> {
  readonly #name = `script${scripts++}`;
  readonly #lua: string;

  constructor(lua: string) {
    this.#lua = lua;
    noteScript(lua);
  }

  /** Reads the script from a `.lua` file. */
  static fromFile<Args extends object & Arguments<Args>, Result = unknown>(file: URL): RedisScript<Args, Result> {
    return new RedisScript(readFileSync(file, 'utf8'));
  }

  /**
   * Runs the script. ioredis sends the text with the first call of each connection and the hash from then on. It sends the text again if
   * Redis has lost it. Commands that are sent after a call run after it.
   *
   * @param raw large values, such as a document, from `ARGV[2]` on: Redis would have to copy and unescape them in the JSON.
   * @throws TypeError for a key without the prefix, and for a number that JSON or Lua would change.
   */
  run(redis: Redis, keys: readonly string[], args: Args, ...raw: readonly (string | Buffer)[]): Promise<Result> {
    checkNumbers('', args);
    // Redis refuses the whole script to a user who is limited to the prefix.
    const foreign = keys.find((key) => !key.startsWith(`${KEY_PREFIX}:`));
    if (foreign !== undefined) throw new TypeError(`The key of a script must begin with the prefix: "${foreign}"`);
    if (!(this.#name in redis)) redis.defineCommand(this.#name, { lua: this.#lua });
    const commands = redis as unknown as Record<string, (...args: unknown[]) => Promise<Result>>;
    return commands[this.#name]?.(keys.length, ...keys, JSON.stringify(args), ...raw) as Promise<Result>;
  }
}

/** A replacer of `JSON.stringify` would take several times as long. */
function checkNumbers(name: string, value: unknown): void {
  if (typeof value === 'number' && !(Math.abs(value) <= Number.MAX_SAFE_INTEGER))
    throw new TypeError(`The argument "${name}" of a script is not an exact number: ${value}`);
  if (typeof value === 'object' && value !== null)
    for (const [member, part] of Object.entries(value)) checkNumbers(member, part);
}
