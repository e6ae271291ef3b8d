/**
 * Checks the rights in Redis when a process starts. Otherwise a missing right would only show later, for example when
 * a printed document is charged.
 */
import type { Redis } from 'ioredis';

/** The prefix of all our keys and channels. */
export const KEY_PREFIX = 'toolpress';

/** Commands that are sent directly, or by the scripts of BullMQ and of the rate limiter. */
const OTHER_COMMANDS =
  `BZPOPMIN CLIENT DEL EVAL EVALSHA EXEC EXISTS EXPIRE GET GETDEL HDEL HEXISTS HGET HGETALL HINCRBY HKEYS HLEN
  HMGET HMSET HSCAN HSET HVALS INCR INFO LINDEX LLEN LPOP LPOS LPUSH LRANGE LREM LTRIM MGET MULTI PERSIST PEXPIRE
  PING PTTL PUBLISH RPOP RPOPLPUSH RPUSH SADD SCAN SCARD SET SMEMBERS SREM SUBSCRIBE TIME UNLINK XADD XRANGE
  XREVRANGE XTRIM ZADD ZCARD ZCOUNT ZPOPMIN ZRANGE ZRANGEBYLEX ZRANGEBYSCORE ZREM ZREMRANGEBYRANK ZREVRANGE
  ZREVRANGEBYSCORE ZSCORE`.split(/\s+/);

/** A key and channel for checks only. */
export const TRIED = `${KEY_PREFIX}:start`;

/** The arguments to check commands that do not begin with a key. */
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

/** Returns the refused commands without running them. Redis before 7.0 does not support the check. */
const ASK = `
if not redis.acl_check_cmd then return {} end
local refused = {}
for _, given in ipairs(ARGV) do
  local command = cjson.decode(given)
  local is_known, is_allowed = pcall(redis.acl_check_cmd, unpack(command))
  if is_known and not is_allowed then refused[#refused + 1] = command[1] end
end
return refused`;

/** The commands of our scripts. */
const ofScripts = new Set<string>();

/** Records the commands of a script that this process may run. */
export function noteScript(lua: string): void {
  for (const [, command = ''] of lua.matchAll(/redis\.p?call\('(\w+)'/g)) ofScripts.add(command);
}

/** Returns all commands that this process may send, sorted. */
export const commandsUsed = (): string[] => [...new Set([...OTHER_COMMANDS, ...ofScripts])].sort();

/**
 * Returns the commands that Redis refuses to this user on our keys and channels; none if Redis does not support the
 * check.
 * @throws the error of Redis, such as `NOPERM` for a user who may not run scripts.
 */
export async function refusedCommands(redis: Redis): Promise<string[]> {
  const asked = commandsUsed().map((command) => JSON.stringify([command, ...(ARGUMENTS[command] ?? [TRIED, TRIED])]));
  return (await redis.eval(ASK, 0, ...asked)) as string[];
}
