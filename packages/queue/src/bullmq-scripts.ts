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

const textOf = (file: string): string => readFileSync(new URL(`../src/${file}.lua`, import.meta.url), 'utf8');

/** Returns a script that consists of `.lua` files. @param name BullMQ's script that they call. */
export function composedScript<Args extends object, Result>(
  files: readonly string[],
  name?: Name,
): RedisScript<Args, Result> {
  const called =
    name &&
    `local function ${FUNCTIONS[name]}(KEYS, ARGV, known)\n${textOf('bullmq-call')}${bullmq[name].content}\nend\n`;
  return new RedisScript<Args, Result>([called ?? '', ...files.map(textOf)].join('\n'));
}

export type Value = string | Buffer;

/** Splits what BullMQ sends to one of its scripts. */
export function partsOf(name: Name, sent: readonly unknown[]): { keys: string[]; values: Value[] } {
  const { keys } = bullmq[name];
  return {
    keys: sent.slice(0, keys) as string[],
    values: sent.slice(keys).map((value) => (Buffer.isBuffer(value) ? value : String(value ?? ''))),
  };
}
