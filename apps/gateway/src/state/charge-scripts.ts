/** The two steps of charging that Redis makes as one each. */
import { redisScript } from '@toolpress/runtime';

/**
 * Holds actions of a quota. Leases that have ended no longer count.
 *
 * KEYS: usage, holds. ARGV: field of the month, actions, quota, hold, lease in milliseconds.
 * Returns {1 or 0, actions used, actions held by others}.
 */
export const hold = redisScript(`
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
local used = tonumber(redis.call('HGET', KEYS[1], ARGV[1]) or '0')
local held = 0
for _, hold in ipairs(redis.call('ZRANGE', KEYS[2], 0, -1)) do held = held + tonumber(string.match(hold, '^%d+')) end
if used + held + tonumber(ARGV[2]) > tonumber(ARGV[3]) then return {0, used, held} end
redis.call('ZADD', KEYS[2], now + ARGV[5], ARGV[4])
redis.call('PEXPIRE', KEYS[2], ARGV[5])
return {1, used, held}`);

/**
 * Charges once per charge id, gives back the hold, and completes the record of an idempotency key if there is one.
 *
 * KEYS: usage of the account, usage of the service, charge, holds; the idempotency record if there is one.
 * ARGV: actions, life of the charge's id in milliseconds, hold, tool, day, month, token; and with a record its owner, place,
 * value and life in milliseconds. Returns charged, again or not-owner.
 */
export const charge = redisScript(`
if redis.call('EXISTS', KEYS[3]) == 1 then return 'again' end
if ARGV[8] then
  if redis.call('HGET', KEYS[5], 'owner') ~= ARGV[8] then return 'not-owner' end
  redis.call('HSET', KEYS[5], 'place', ARGV[9], 'value', ARGV[10])
  redis.call('HDEL', KEYS[5], 'owner')
  redis.call('PEXPIRE', KEYS[5], ARGV[11])
end
redis.call('SET', KEYS[3], '', 'PX', ARGV[2])
redis.call('ZREM', KEYS[4], ARGV[3])
local function count(key, scope)
  redis.call('HINCRBY', key, scope .. ':requests', 1)
  redis.call('HINCRBY', key, scope .. ':actions', ARGV[1])
end
for _, scope in ipairs({'total', 'tool:' .. ARGV[4], 'day:' .. ARGV[5]}) do
  count(KEYS[1], scope)
  count(KEYS[2], scope)
end
count(KEYS[1], 'token:' .. ARGV[7])
redis.call('HINCRBY', KEYS[1], 'month:' .. ARGV[6] .. ':actions', ARGV[1])
return 'charged'`);
