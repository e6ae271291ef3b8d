/** The two steps of charging that Redis makes as one each. */
import { redisScript } from '@toolpress/runtime';
import { TALLY } from './tally.js';

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
 * Charges once per charge id: counts the actions and the bytes that were stored, gives back the hold, completes the record
 * of an idempotency key if there is one, and forgets charges whose reply has been read. A record that is done already is
 * the work of another request under the same key: then nothing is charged.
 *
 * It may be made while Redis is full: that is looked at before the first write that takes memory, unless one that takes
 * none came before it.
 *
 * KEYS: usage of the account, usage of the service, charge, holds, what the account stores, the idempotency record, what
 * the account's records take; the charges to forget.
 * ARGV: actions, life of the charge's id in milliseconds, hold, tool, day, month, token; the day on which a stored file
 * expires or nothing, and its bytes; and with a record its request, place, value, life in milliseconds, the hour in which
 * it ends and the bytes that it takes.
 * Returns {'charged', bytes stored by the account if it stored some}, {'again'}, or {'done', the record's fields}.
 */
export const charge = redisScript(`${TALLY}
if redis.call('EXISTS', KEYS[3]) == 1 then return {'again'} end
if ARGV[10] and redis.call('HEXISTS', KEYS[6], 'place') == 1 then return {'done', redis.call('HGETALL', KEYS[6])} end
-- A key that is no hash ends the script here, with nothing written.
for _, key in ipairs({KEYS[1], KEYS[2], KEYS[5], KEYS[7]}) do redis.call('HLEN', key) end
redis.call('ZREM', KEYS[4], ARGV[3])
for index = 8, #KEYS do redis.call('DEL', KEYS[index]) end
redis.call('SET', KEYS[3], '', 'PX', ARGV[2])
if ARGV[10] then
  redis.call('HSET', KEYS[6], 'request', ARGV[10], 'place', ARGV[11], 'value', ARGV[12])
  redis.call('HDEL', KEYS[6], 'owner')
  redis.call('PEXPIRE', KEYS[6], ARGV[13])
  redis.call('HINCRBY', KEYS[7], ARGV[14], ARGV[15])
end
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
if ARGV[8] == '' then return {'charged'} end
redis.call('HINCRBY', KEYS[5], ARGV[8], ARGV[9])
return {'charged', (tally(KEYS[5], ARGV[5]))}`);
