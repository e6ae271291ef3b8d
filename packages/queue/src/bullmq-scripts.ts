/**
 * Our Lua scripts with BullMQ's scripts as functions in them, so that one command does the work of both. BullMQ
 * prepares the arguments of its scripts and reads their answers.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { RedisScript } from '@toolpress/runtime';

type Name = 'addPrioritizedJob' | 'moveToActive' | 'moveToFinished';

/** BullMQ exports its scripts in this file only. */
const bullmq = createRequire(import.meta.url)('bullmq/dist/cjs/scripts/index.js') as Record<
  Name,
  { content: string; keys: number }
>;

/** The names of BullMQ's scripts in Lua. */
const FUNCTIONS = {
  addPrioritizedJob: 'add_prioritized_job',
  moveToActive: 'move_to_active',
  moveToFinished: 'move_to_finished',
} as const;

/** BullMQ writes four events of each job to a stream, which the service does not use. Its other scripts write to it, too. */
const WITHOUT_EVENTS = `
local run = redis.call
local redis = {pcall = redis.pcall, call = function(command, ...)
  if command ~= 'XADD' then return run(command, ...) end
end}`;

/** Returns a script that consists of `.lua` files. @param name BullMQ's script that they call. */
export function composedScript<Args extends object, Result>(
  files: readonly string[],
  name?: Name,
): RedisScript<Args, Result> {
  const own = files.map((file) => readFileSync(new URL(`../src/${file}.lua`, import.meta.url), 'utf8'));
  const called =
    name && `local function ${FUNCTIONS[name]}(KEYS, ARGV)${WITHOUT_EVENTS}\n${bullmq[name].content}\nend\n`;
  return new RedisScript<Args, Result>([called ?? '', ...own].join('\n'));
}

type Value = string | Buffer;

/** Splits what BullMQ sends to one of its scripts. */
export function partsOf(name: Name, sent: readonly unknown[]): { keys: string[]; values: Value[] } {
  const { keys } = bullmq[name];
  return {
    keys: sent.slice(0, keys) as string[],
    values: sent.slice(keys).map((value) => (Buffer.isBuffer(value) ? value : String(value ?? ''))),
  };
}
