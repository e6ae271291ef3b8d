/**
 * What the service may do in Redis is looked at when a process starts: a right that is missing would be noticed late, by a charge after
 * its document is printed.
 */
import type { Redis } from 'ioredis';

/** What all our keys and channels begin with. */
export const KEY_PREFIX = 'toolpress';

/** Commands that are sent by themselves, or by scripts of libraries: BullMQ's, the rate limiter's. */
const OTHER_COMMANDS = [
  ...[
    'BZPOPMIN',
    'CLIENT',
    'DEL',
    'EVAL',
    'EVALSHA',
    'EXEC',
    'EXISTS',
    'EXPIRE',
    'GET',
    'GETDEL',
    'HDEL',
    'HEXISTS',
    'HGET',
  ],
  ...[
    'HGETALL',
    'HINCRBY',
    'HKEYS',
    'HLEN',
    'HMGET',
    'HMSET',
    'HSCAN',
    'HSET',
    'HVALS',
    'INCR',
    'INFO',
    'LINDEX',
    'LLEN',
    'LPOP',
    'LPOS',
  ],
  ...[
    'LPUSH',
    'LRANGE',
    'LREM',
    'LTRIM',
    'MGET',
    'MULTI',
    'PERSIST',
    'PEXPIRE',
    'PING',
    'PTTL',
    'PUBLISH',
    'RPOP',
    'RPOPLPUSH',
    'RPUSH',
  ],
  ...[
    'SADD',
    'SCAN',
    'SCARD',
    'SET',
    'SMEMBERS',
    'SREM',
    'SUBSCRIBE',
    'TIME',
    'UNLINK',
    'XADD',
    'XTRIM',
    'ZADD',
    'ZCARD',
    'ZCOUNT',
  ],
  ...[
    'ZPOPMIN',
    'ZRANGE',
    'ZRANGEBYLEX',
    'ZRANGEBYSCORE',
    'ZREM',
    'ZREMRANGEBYRANK',
    'ZREVRANGE',
    'ZREVRANGEBYSCORE',
    'ZSCORE',
  ],
];

/** Under our prefix; nobody reads it, nobody listens. */
export const TRIED = `${KEY_PREFIX}:start`;

/** How a command is asked for that does not take a key first. */
const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  CLIENT: ['SETNAME', TRIED],
  EVAL: ['', '1', TRIED],
  EVALSHA: ['', '1', TRIED],
  EXEC: [],
  INFO: [],
  MULTI: [],
  PING: [],
  SCAN: ['0'],
  TIME: [],
  ZUNIONSTORE: [TRIED, '1', TRIED],
};

/** Runs none of them. Redis before 7.0 can't be asked. */
const ASK = `
if not redis.acl_check_cmd then return {} end
local refused = {}
for _, given in ipairs(ARGV) do
  local command = cjson.decode(given)
  local is_known, is_allowed = pcall(redis.acl_check_cmd, unpack(command))
  if is_known and not is_allowed then refused[#refused + 1] = command[1] end
end
return refused`;

/** The commands of our own scripts, as they are read. */
const ofScripts = new Set<string>();

/** @param lua a script that this process may run. */
export function noteScript(lua: string): void {
  for (const [, command = ''] of lua.matchAll(/redis\.p?call\('(\w+)'/g)) ofScripts.add(command);
}

/** All commands that this process may send, in order. */
export const commandsUsed = (): string[] => [...new Set([...OTHER_COMMANDS, ...ofScripts])].sort();

/**
 * @returns the commands that Redis refuses this user on our keys and channels; none where it can't be asked.
 * @throws what Redis throws, such as `NOPERM` to who may not even run a script.
 */
export async function refusedCommands(redis: Redis): Promise<string[]> {
  const asked = commandsUsed().map((command) => JSON.stringify([command, ...(ARGUMENTS[command] ?? [TRIED, TRIED])]));
  return (await redis.eval(ASK, 0, ...asked)) as string[];
}
